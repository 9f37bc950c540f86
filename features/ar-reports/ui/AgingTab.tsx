import { AgingReport } from '#features/receivables/ui/parts/AgingReport.tsx'
import type { PartyAging } from '#features/receivables/ui/parts/aging-columns.ts'
import type { AgingLabels } from '#features/receivables/ui/parts/aging-labels.ts'
import type { SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type ArSummary, readArAgingTrend, readArSummary } from '../contract.ts'

/** The labels of the aging, and where its figures open their documents. */
export const agingLabels: AgingLabels = {
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
  documentsOf: ({ column, code, asOf }) => ({
    to: '/ar-reports',
    search: {
      tab: 'documents',
      'f.kind': column === 'unapplied' ? 'payment,memo,refund' : undefined,
      'f.customerCode': code,
      'f.asOf': asOf,
    },
  }),
  formula:
    'Open invoices by the days since they were due, or since their date. Unapplied payments, ' +
    'credit memos and prepared refunds count against them. The total is the balance of account ' +
    '1100.',
  account: 'receivable',
  agingOn: (day, isOwnDay) => ({
    to: '/ar-reports',
    search: { tab: 'aging', 'f.asOf': day, 'f.basis': isOwnDay ? 'invoice' : undefined },
  }),
  partyOf: (code) => ({ to: '/customers', search: { open: code } }),
  ownDay: 'Invoice date',
  fileName: 'ar-aging',
}

/** The aging of each customer, as a row of the report. */
export function customersOf({ agingByCustomer }: ArSummary): readonly PartyAging[] {
  return agingByCustomer.map(({ customerCode: code, customerName: name, ...ages }) => {
    return { ...ages, code, name }
  })
}

type AgingTabProps = { list: ListState; read: SummaryRead<ArSummary> }

/** Shows receivables by age: as bars, and by customer with totals. */
export function AgingTab({ list, read }: AgingTabProps) {
  return (
    <AgingReport
      labels={agingLabels}
      list={list}
      endpoint={readArSummary}
      trend={readArAgingTrend}
      read={read}
      partiesOf={customersOf}
    />
  )
}
