import type { ReactNode } from 'react'

type ScrollRegionProps = { label: string; className?: string; children: ReactNode }

/**
 * Content wider than the screen scrolls in its own region, by touch and arrow keys. A shade marks
 * the edge beyond which there is more.
 */
export function ScrollRegion(props: ScrollRegionProps) {
  const { label, className = 'scroll-x overflow-x-auto', children } = props
  return (
    // A scrolling region must be reachable by keyboard. It is the containing block of its hidden
    // headings, which would widen the page otherwise.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`relative ${className}`} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
