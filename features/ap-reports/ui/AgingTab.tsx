import { Link } from '@tanstack/react-router'
import { AgingReport } from '#features/receivables/ui/parts/AgingReport.tsx'
import type { PartyAging } from '#features/receivables/ui/parts/aging-columns.ts'
import type { AgingLabels } from '#features/receivables/ui/parts/aging-labels.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type ApSummary, readApAgingTrend, readApSummary } from '../contract.ts'

/** The labels of the aging, and where its figures open their documents. */
export const agingLabels: AgingLabels = {
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
  documentsOf: ({ column, code, asOf }) => ({
    to: '/ap-reports',
    search: {
      tab: 'documents',
      'f.kind': column === 'unapplied' ? 'credit' : 'bill,credit',
      'f.vendorCode': code,
      'f.asOf': asOf,
    },
  }),
  formula:
    'Open bills by the days since they were due, or since their date. Unapplied vendor credits ' +
    'count against them. The total is the balance of account 2000.',
  account: 'payable',
  agingOn: (day, isOwnDay) => ({
    to: '/ap-reports',
    search: { tab: 'aging', 'f.asOf': day, 'f.basis': isOwnDay ? 'invoice' : undefined },
  }),
  partyOf: (code) => ({ to: '/vendors', search: { open: code } }),
  ownDay: 'Bill date',
  fileName: 'ap-aging',
}

/** The aging of each vendor, as a row of the report. */
export function vendorsOf({ agingByVendor }: ApSummary): readonly PartyAging[] {
  return agingByVendor.map(({ vendorCode: code, vendorName: name, ...ages }) => {
    return { ...ages, code, name }
  })
}

type AgingTabProps = { list: ListState; read: SummaryRead<ApSummary> }

/** Open bills by age: as bars, and by vendor with totals. */
export function AgingTab({ list, read }: AgingTabProps) {
  return (
    <AgingReport
      labels={agingLabels}
      list={list}
      endpoint={readApSummary}
      trend={readApAgingTrend}
      read={read}
      partiesOf={vendorsOf}
      notice={({ prepaid }) => cents(prepaid) > 0 && <Prepaid amount={prepaid} />}
    />
  )
}

function Prepaid({ amount }: { amount: string }) {
  return (
    <Alert tone="info">
      {`Vendors were paid ${formatDecimal(amount)} in advance; this is not in these figures. `}
      <Link to="/ap-reports" search={{ tab: 'payments', 'f.left': 'true' }}>
        Prepaid
      </Link>
    </Alert>
  )
}
