import { LinkButton } from '#platform/ui/buttons/LinkButton.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import type { DashboardStats } from '../contract.ts'

const tiles = [
  { title: 'Active Customers', path: '/customers', figure: 'activeCustomers' },
  { title: 'Active Vendors', path: '/vendors', figure: 'activeVendors' },
  { title: 'Active SKUs', path: '/skus', figure: 'activeSkus' },
] as const

/** Counts of active customers, vendors and SKUs, with a link to each list. */
export function MasterDataCounts(props: { stats: DashboardStats | undefined; isPending: boolean }) {
  return (
    <section aria-labelledby="master-data">
      <h2 id="master-data" className="text-card mb-3">
        Master Data Management
      </h2>
      <div className="grid gap-4 sm:grid-cols-3">
        {tiles.map(({ title, path, figure }) => (
          <div key={path} className="card p-4">
            <h3 id={`tile-${figure}`} className="text-table text-muted">
              {title}
            </h3>
            {props.isPending ? (
              <Skeleton className="mt-1 h-9 w-24" />
            ) : (
              <p className="text-figure numbers mt-1">
                {(props.stats?.[figure] ?? 0).toLocaleString('en-US')}
              </p>
            )}
            <LinkButton
              to={path}
              search={{ 'f.isActive': 'true' }}
              aria-describedby={`tile-${figure}`}
              className="mt-2 inline-flex min-h-6 items-center"
            >
              Manage →
            </LinkButton>
          </div>
        ))}
      </div>
    </section>
  )
}
