import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type ApBill, apBillList, apOverdueList, listApBills } from '../contract.ts'
import { payablesBuckets } from '../rules.ts'

export const billColumns = columnsOf(apBillList, {
  dueDate: (bill) => (
    <OverdueDate text={formatOptionalDay(bill.dueDate, '-')} isOverdue={bill.isOverdue} />
  ),
  vendorId: { text: vendorText, cell: (bill) => <VendorLink of={bill} /> },
  daysPastDue: (bill) => bill.daysPastDue.toLocaleString('en-US'),
  discountDate: (bill) => formatOptionalDay(bill.discountDate, '-'),
})

const filters = filtersOf(apBillList, {
  bucket: {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    options: payablesBuckets.map(({ id, label }) => ({ value: id, label })),
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
  const navigate = useNavigate()
  const placeOf = ({ id }: ApBill) => ({ tab: 'bills', open: String(id) })
  return (
    <DataTable
      name={isOverdue ? apOverdueList.name : apBillList.name}
      title={isOverdue ? 'Overdue Payments' : 'Vendor Payment Schedule'}
      endpoint={listApBills}
      list={list}
      {...(isOverdue && { fixed: { overdue: 'true' as const } })}
      usualSort={apBillList.defaultSort}
      columns={billColumns}
      filters={filters}
      codeOf={(bill) => bill.billNumber}
      hrefOf={(bill) => '/ap-reports' + searchText(placeOf(bill))}
      onOpen={(bill) => void navigate({ to: '/ap-reports', search: placeOf(bill) })}
      empty={<p className="text-muted">{isOverdue ? 'Nothing overdue.' : 'No open bills.'}</p>}
    />
  )
}
