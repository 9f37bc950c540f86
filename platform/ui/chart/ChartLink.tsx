import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type ChartLinkProps = ComponentProps<'a'> & { href: string }

/** A link from a figure of a chart to its rows. A plain click navigates without a reload. */
export function ChartLink({ href, children, ...props }: ChartLinkProps) {
  const { history } = useRouter()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} onClick={open} {...props}>
      {children}
    </a>
  )
}
