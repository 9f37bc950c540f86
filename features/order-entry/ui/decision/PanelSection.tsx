import type { ReactNode } from 'react'

/** A section of the panel beside an order. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <h3 className="text-label mb-1">{title}</h3>
      {children}
    </section>
  )
}
