import { type AgingWords, AgingReport } from '#features/receivables/AgingReport.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import type { ApSummary } from './contract.ts'

const words: AgingWords = {
  heading: 'Payables by age',
  party: 'Vendor',
  empty: 'No bill is open.',
  reportPath: '/ap-reports',
  rowsTab: 'schedule',
  partyPath: '/vendors',
  codeFilter: 'f.vendorCode',
  fileName: 'ap-aging',
}

type AgingTabProps = { list: ListState; summary: ApSummary | undefined }

/** What is open of bills by the age of its due date: as bars, and by vendor with totals. */
export function AgingTab({ list, summary }: AgingTabProps) {
  const parties = summary?.agingByVendor.map(({ vendorCode: code, vendorName: name, ...each }) => ({
    ...each,
    code,
    name,
  }))
  return (
    <AgingReport words={words} list={list} found={summary && parties && { ...summary, parties }} />
  )
}
