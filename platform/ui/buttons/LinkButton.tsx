import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'

type LinkButtonProps = LinkProps & { className?: string; 'aria-describedby'?: string }

/**
 * A link with the button role: Space activates it like a button, and it opens in a new tab like a
 * link.
 */
export function LinkButton(props: LinkButtonProps) {
  return <Link {...props} role="button" onKeyDown={pressWithSpace} />
}

function pressWithSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
