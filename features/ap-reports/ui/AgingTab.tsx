import { Link } from '@tanstack/react-router'
import { type AgingLabels, AgingReport } from '#features/receivables/ui/parts/AgingReport.tsx'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { CardRead } from '#platform/ui/table/Refresh.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type ApSummary, readApSummary } from '../contract.ts'

const labels: AgingLabels = {
  heading: 'Payables by age',
  party: 'Vendor',
  empty: 'No open bills.',
  rowsOf: ({ bucket, code, asOf, isOwnDay }) => ({
    to: '/ap-reports',
    search: {
      tab: 'schedule',
      'f.bucket': bucket,
      'f.vendorCode': code,
      'f.asOf': asOf,
      'f.basis': isOwnDay ? 'invoice' : undefined,
    },
  }),
  partyOf: (code) => ({ to: '/vendors', search: { open: code } }),
  ownDay: 'Bill date',
  fileName: 'ap-aging',
}

type AgingTabProps = { list: ListState; read: CardRead['read'] & { data: ApSummary | undefined } }

/** Open bills by age: as bars, and by vendor with totals. */
export function AgingTab({ list, read: byDueDate }: AgingTabProps) {
  const asOf = list.search['f.asOf']
  const enabled = list.search['f.basis'] === 'invoice'
  const query = { basis: 'invoice' as const, ...(asOf && { asOf }) }
  const byBillDate = useRead(readApSummary, { query, enabled })
  const read = enabled ? byBillDate : byDueDate
  const summary = read.data
  const parties = summary?.agingByVendor.map(({ vendorCode: code, vendorName: name, ...each }) => ({
    ...each,
    code,
    name,
  }))
  return (
    <>
      {summary && cents(summary.prepaid) > 0 && (
        <Alert tone="info">
          {`Vendors were paid ${formatDecimal(summary.prepaid)} in advance; this is not in ` +
            'these figures. '}
          <Link to="/ap-reports" search={{ tab: 'payments', 'f.left': 'true' }}>
            Prepaid
          </Link>
        </Alert>
      )}
      <AgingReport
        words={labels}
        list={list}
        found={summary && parties && { ...summary, parties }}
        from={{ endpoint: readApSummary, read }}
        own={enabled ? byBillDate : undefined}
      />
    </>
  )
}
