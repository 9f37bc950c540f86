import { type AgingLabels, AgingReport } from '#features/receivables/ui/parts/AgingReport.tsx'
import type { CardRead } from '#platform/ui/table/Refresh.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type ArSummary, readArSummary } from '../contract.ts'

const labels: AgingLabels = {
  heading: 'Receivables by age',
  party: 'Customer',
  empty: 'No open receivables.',
  rowsOf: ({ bucket, code, asOf, isOwnDay }) => ({
    to: '/ar-reports',
    search: {
      tab: 'invoices',
      'f.bucket': bucket,
      'f.customerCode': code,
      'f.asOf': asOf,
      'f.basis': isOwnDay ? 'invoice' : undefined,
    },
  }),
  partyOf: (code) => ({ to: '/customers', search: { open: code } }),
  ownDay: 'Invoice date',
  fileName: 'ar-aging',
}

type AgingTabProps = { list: ListState; read: CardRead['read'] & { data: ArSummary | undefined } }

/** Shows receivables by age: as bars, and by customer with totals. */
export function AgingTab({ list, read: byDueDate }: AgingTabProps) {
  const asOf = list.search['f.asOf']
  const enabled = list.search['f.basis'] === 'invoice'
  const query = { basis: 'invoice' as const, ...(asOf && { asOf }) }
  const byInvoiceDate = useRead(readArSummary, { query, enabled })
  const read = enabled ? byInvoiceDate : byDueDate
  const summary = read.data
  const parties = summary?.agingByCustomer.map(
    ({ customerCode: code, customerName: name, ...each }) => ({
      ...each,
      code,
      name,
    }),
  )
  return (
    <AgingReport
      words={labels}
      list={list}
      found={summary && parties && { ...summary, parties }}
      from={{ endpoint: readArSummary, read }}
      own={enabled ? byInvoiceDate : undefined}
    />
  )
}
