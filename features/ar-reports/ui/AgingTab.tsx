import { type AgingLabels, AgingReport } from '#features/receivables/ui/parts/AgingReport.tsx'
import type { PartyAging } from '#features/receivables/ui/parts/aging-columns.ts'
import type { SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type ArSummary, readArAgingTrend, readArSummary } from '../contract.ts'

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
      labels={labels}
      list={list}
      endpoint={readArSummary}
      trend={readArAgingTrend}
      read={read}
      partiesOf={customersOf}
    />
  )
}
