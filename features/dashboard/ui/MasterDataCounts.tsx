import type { Day } from '#platform/kernel/days.ts'
import { LinkButton } from '#platform/ui/buttons/LinkButton.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import type { DashboardStats } from '../contract.ts'
import { masterDataTiles } from '../stat-cards.ts'

const figures = ['activeCustomers', 'activeVendors', 'activeSkus'] as const

type MasterDataCountsProps = {
  read: { data: DashboardStats | undefined; isPending: boolean }
  /** The business day of the figures. */
  today: Day
}

/** Counts of active customers, vendors and SKUs, with a link to each list. */
export function MasterDataCounts({ read, today }: MasterDataCountsProps) {
  const { data: stats, isPending } = read
  return (
    <section aria-labelledby="master-data">
      <h2 id="master-data" className="text-card mb-3">
        Master Data Management
      </h2>
      <div className="grid gap-4 sm:grid-cols-3">
        {figures.map((figure) => {
          const { title, formula, books, rows } = masterDataTiles[figure]
          const { to: path, search } = rows
          return (
            <div key={figure} className="card p-4">
              <div className="flex items-start justify-between gap-2">
                <h3 id={`tile-${figure}`} className="text-table text-muted">
                  {title}
                </h3>
                <FigureFormula
                  title={title}
                  formula={formula}
                  asOf={stats && today}
                  tie={<p className="text-muted">{books}</p>}
                  rows={rows}
                />
              </div>
              {isPending ? (
                <Skeleton className="mt-1 h-9 w-24" />
              ) : (
                <p className="text-figure numbers mt-1">
                  {(stats?.[figure] ?? 0).toLocaleString('en-US')}
                </p>
              )}
              <LinkButton
                to={path}
                search={search}
                aria-describedby={`tile-${figure}`}
                className="mt-2 inline-flex min-h-6 items-center"
              >
                Manage →
              </LinkButton>
            </div>
          )
        })}
      </div>
    </section>
  )
}
