import { agingBuckets } from '#features/receivables/rules.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readCustomerAging } from '../contract.ts'

const columns = [
  ...agingBuckets,
  { id: 'unapplied', label: 'Unapplied' },
  { id: 'total', label: 'Total' },
] as const

/** One customer's aging: the same row as in the report. */
export function CustomerAging({ customerId }: { customerId: number }) {
  const read = useRead(readCustomerAging, { params: { id: customerId } })
  if (read.error && !read.data) {
    return (
      <Alert
        title="The aging could not be loaded"
        actions={<Button onClick={() => void read.refetch()}>Try again</Button>}
      >
        {read.error.message}
      </Alert>
    )
  }
  const text = (id: (typeof columns)[number]['id']) =>
    read.data ? formatDecimal(read.data[id]) : '…'
  return (
    <section aria-label="Aging" aria-busy={read.isPending} className="no-print card p-4">
      <RefreshFailed read={read} />
      <dl className="text-table grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:grid-cols-7">
        {columns.map(({ id, label }) => (
          <div key={id}>
            <dt className="text-muted">{label}</dt>
            <dd className="numbers font-semibold">{text(id)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
