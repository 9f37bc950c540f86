import type { ReactNode } from 'react'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'

type PanelProps = { title: string; isPending: boolean; tools?: ReactNode; children: ReactNode }

export function ResourcePanel({ title, isPending, tools, children }: PanelProps) {
  return (
    <section aria-label={title} className="card flex flex-col gap-3 p-4">
      <div className="flex min-h-8 items-start justify-between gap-2 pointer-coarse:min-h-11">
        <h2 className="text-card pt-1">{title}</h2>
        {tools}
      </div>
      {isPending ? <Skeleton className="h-50" /> : children}
    </section>
  )
}

export function ResourceFigures({ items }: { items: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt className="text-table text-muted">{name}</dt>
          <dd className="numbers text-card">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
