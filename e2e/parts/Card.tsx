import type { ReactNode } from 'react'

/** A titled card for one kind of component. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card min-w-0 p-3 md:p-4">
      <h2 className="text-card mb-3">{title}</h2>
      {children}
    </section>
  )
}
