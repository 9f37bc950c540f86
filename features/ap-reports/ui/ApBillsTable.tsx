import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type ApBill, listApBills } from '../contract.ts'
import { buckets } from '../rules.ts'

export const billColumns: readonly Column<ApBill>[] = [
  { id: 'billNumber', header: 'Bill Number', width: 150, cell: (bill) => bill.billNumber },
  {
    id: 'dueDate',
    header: 'Due Date',
    width: 165,
    phone: 'date',
    cell: (bill) => (
      <OverdueDate text={formatOptionalDay(bill.dueDate, '-')} isOverdue={bill.isOverdue} />
    ),
  },
  {
    id: 'vendorId',
    header: 'Vendor',
    isLong: true,
    width: 230,
    phone: 'line',
    text: vendorText,
    cell: (bill) => <VendorLink of={bill} />,
  },
  {
    id: 'docDate',
    header: 'Bill Date',
    width: 115,
    cell: (bill) => formatOptionalDay(bill.docDate, '-'),
  },
  {
    id: 'daysPastDue',
    header: 'Days Past Due',
    width: 120,
    sortable: false,
    align: 'right',
    cell: (bill) => bill.daysPastDue.toLocaleString('en-US'),
  },
  {
    id: 'discountDate',
    header: 'Discount Until',
    width: 130,
    sortable: false,
    cell: (bill) => formatOptionalDay(bill.discountDate, '-'),
  },
  {
    id: 'openAmount',
    header: 'Open',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (bill) => formatDecimal(bill.openAmount),
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    options: buckets.map(({ id, label }) => ({ value: id, label })),
  },
  {
    kind: 'choice',
    id: 'basis',
    label: 'Age by',
    options: [{ value: 'invoice', label: 'Bill date' }],
  },
  { kind: 'dates', id: 'dueFrom', to: 'dueTo', label: 'Due date' },
  vendorFilter,
]

type ApBillsTableProps = { list: ListState; isOverdue?: boolean }

/** The bills that were open on the date, earliest due first: all, or only overdue ones. */
export function ApBillsTable({ list, isOverdue = false }: ApBillsTableProps) {
  const navigate = useNavigate()
  const placeOf = ({ id }: ApBill) => ({ tab: 'bills', open: String(id) })
  return (
    <DataTable
      name={isOverdue ? 'ap-overdue' : 'ap-schedule'}
      title={isOverdue ? 'Overdue Payments' : 'Vendor Payment Schedule'}
      endpoint={listApBills}
      list={list}
      {...(isOverdue && { fixed: { overdue: 'true' as const } })}
      usualSort="dueDate"
      columns={billColumns}
      filters={filters}
      codeOf={(bill) => bill.billNumber}
      hrefOf={(bill) => '/ap-reports' + searchText(placeOf(bill))}
      onOpen={(bill) => void navigate({ to: '/ap-reports', search: placeOf(bill) })}
      empty={<p className="text-muted">{isOverdue ? 'Nothing overdue.' : 'No open bills.'}</p>}
    />
  )
}
