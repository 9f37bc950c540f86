import { useState } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import type { DashboardTrends } from '../contract.ts'

/** Loaded on demand, because a business without orders does not need it. */
const WeeklyOrders = lazyPart(
  async () => (await import('./WeeklyOrders.tsx')).WeeklyOrders,
  <Skeleton className="min-h-56 flex-1" />,
)

type WeeklyOrdersCardProps = { trends: DashboardTrends | undefined; isPending: boolean }

/** Weekly orders as bars and revenue as a line, or both as a table. */
export function WeeklyOrdersCard({ trends, isPending }: WeeklyOrdersCardProps) {
  const [isTable, setIsTable] = useState(false)
  const weeks = trends?.weeks ?? []
  const hasOrders = weeks.some(({ orders }) => orders > 0)
  return (
    <section aria-labelledby="weeks" className="card flex min-w-0 flex-col p-4">
      <div className="mb-2 flex min-h-8 items-start justify-between gap-2 pointer-coarse:min-h-11">
        <h2 id="weeks" className="text-card pt-1">
          Orders and revenue, 12 weeks
        </h2>
        {hasOrders && <TableToggle isTable={isTable} onTurn={setIsTable} />}
      </div>
      {isPending && <Skeleton className="min-h-56 flex-1" />}
      {!isPending && !trends && <p className="min-h-56 flex-1 text-muted">Not loaded.</p>}
      {trends && !hasOrders && (
        <p className="min-h-56 flex-1 text-muted">No orders in these weeks.</p>
      )}
      {hasOrders && <WeeklyOrders weeks={weeks} isTable={isTable} />}
    </section>
  )
}
