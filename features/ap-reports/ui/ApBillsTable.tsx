import { agingBuckets } from '#features/receivables/rules.ts'
import { formatOptionalDay } from '#platform/kernel/days.ts'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { apBillList, apOverdueList, listApBills } from '../contract.ts'

export const billColumns = columnsOf(apBillList, {
  dueDate: (bill) => (
    <OverdueDate text={formatOptionalDay(bill.dueDate, '-')} isOverdue={bill.isOverdue} />
  ),
  vendorId: { text: vendorByCode, cell: (bill) => <VendorLink of={bill} byCode /> },
  daysPastDue: (bill) => bill.daysPastDue.toLocaleString('en-US'),
  discountDate: (bill) => formatOptionalDay(bill.discountDate, '-'),
})

const filters = filtersOf(apBillList, {
  bucket: {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    options: agingBuckets.map(({ id, label }) => ({ value: id, label })),
  },
  basis: {
    kind: 'choice',
    id: 'basis',
    label: 'Age by',
    options: [{ value: 'invoice', label: 'Bill date' }],
  },
  vendorCode: vendorFilter,
})

type ApBillsTableProps = { list: ListState; isOverdue?: boolean }

/** The bills that were open on the date, earliest due first: all, or only overdue ones. */
export function ApBillsTable({ list, isOverdue = false }: ApBillsTableProps) {
  return (
    <ReportList
      declaredList={isOverdue ? apOverdueList : apBillList}
      title={isOverdue ? 'Overdue Payments' : 'Vendor Payment Schedule'}
      endpoint={listApBills}
      list={list}
      {...(isOverdue && { fixed: { overdue: 'true' as const } })}
      columns={billColumns}
      filters={filters}
      codeOf={(bill) => bill.billNumber}
      addressOf={({ id }) => ({ to: '/ap-reports', search: { tab: 'bills', open: String(id) } })}
      empty={isOverdue ? 'Nothing overdue.' : 'No open bills.'}
    />
  )
}
