import type { ReactNode } from 'react'

/** What is wider than a phone scrolls by itself, for a finger and for the arrow keys. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
