import type { ReactNode } from 'react'

type ScrollRegionProps = { label: string; className?: string; children: ReactNode }

/** What is wider than a phone scrolls by itself, for a finger and for the arrow keys. */
export function ScrollRegion(props: ScrollRegionProps) {
  const { label, className = 'overflow-x-auto', children } = props
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
