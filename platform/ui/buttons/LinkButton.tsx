import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'

type LinkButtonProps = LinkProps & { className?: string; 'aria-describedby'?: string }

/**
 * What is a button by its name and leads somewhere: pressed with Space too, as a button is, and
 * opened in a new tab, as a link is.
 */
export function LinkButton(props: LinkButtonProps) {
  return <Link {...props} role="button" onKeyDown={pressWithSpace} />
}

function pressWithSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
