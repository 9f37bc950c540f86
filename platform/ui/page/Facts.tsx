import type { ReactNode } from 'react'

/** Names and values of a record, in columns. A missing value is shown as a dash. */
export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {items.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="text-body wrap-anywhere whitespace-pre-line">
            {value === null || value === undefined || value === '' ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
