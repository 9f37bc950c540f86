import type { ReactNode } from 'react'

/** A titled group of fields as a card of a page: two columns from 768 px, one below. */
export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card p-4">
      <legend className="sr-only">{title}</legend>
      <h2 aria-hidden className="text-card mb-3">
        {title}
      </h2>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </fieldset>
  )
}
