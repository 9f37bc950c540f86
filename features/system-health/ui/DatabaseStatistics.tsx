import { millis } from './health-figures.ts'
import { ResourcePanel, ResourceFigures } from './ResourcePanel.tsx'
import type { DetailedHealth } from '../contract.ts'

type ResourceProps = { health: DetailedHealth | undefined; isPending: boolean }

/** Record counts and the response time of the database. */
export function DatabaseStatistics({ health, isPending }: ResourceProps) {
  const { details, responseTime, connections } = health?.database ?? {}
  const count = (value: number | undefined) => value?.toLocaleString('en-US') ?? '—'
  return (
    <ResourcePanel title="Database Statistics" isPending={isPending}>
      <ResourceFigures
        items={[
          ['Customers', count(details?.totalCustomers)],
          ['Vendors', count(details?.totalVendors)],
          ['SKUs', count(details?.totalSkus)],
          ['Response Time', millis(responseTime)],
        ]}
      />
      {connections && (
        <p className="text-table numbers text-muted">
          {`Request connections: ${connections.open} open, ${connections.idle} idle; ` +
            `${connections.waiting} requests waiting`}
        </p>
      )}
    </ResourcePanel>
  )
}
