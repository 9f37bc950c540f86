import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type ApBill, listApBills } from './contract.ts'
import { buckets } from './rules.ts'

const dayText = (text: string | null) => (text ? formatDay(text as Day) : '-')

export const billColumns: readonly Column<ApBill>[] = [
  {
    id: 'dueDate',
    header: 'Due Date',
    width: 165,
    phone: 'date',
    cell: (bill) => <DueDate bill={bill} />,
  },
  {
    id: 'vendorId',
    header: 'Vendor',
    width: 230,
    phone: 'line',
    text: (bill) => `Vendor #${bill.vendorId} · ${bill.vendorName}`,
    cell: (bill) => (
      <Link
        to="/vendors"
        search={{ open: bill.vendorCode } as never}
        className="font-medium no-underline hover:underline"
      >
        {`Vendor #${bill.vendorId} · ${bill.vendorName}`}
      </Link>
    ),
  },
  {
    id: 'billNumber',
    header: 'Bill Number',
    width: 150,
    text: (bill) => bill.billNumber,
    cell: (bill) => (
      <Link
        to="/ap-reports"
        search={{ tab: 'bills', open: String(bill.id) } as never}
        className="numbers text-link no-underline hover:underline"
      >
        {bill.billNumber}
      </Link>
    ),
  },
  { id: 'docDate', header: 'Bill Date', width: 115, cell: (bill) => dayText(bill.docDate) },
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
    cell: (bill) => dayText(bill.discountDate),
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
  { kind: 'dates', id: 'dueFrom', to: 'dueTo', label: 'Due date' },
  { kind: 'text', id: 'vendorCode', label: 'Vendor' },
]

type ApBillsTableProps = { list: ListState; isOverdue?: boolean }

/** The bills that were open on the day, the first due first: all of them, or the overdue ones. */
export function ApBillsTable({ list, isOverdue = false }: ApBillsTableProps) {
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
      empty={<p className="text-muted">{isOverdue ? 'Nothing is overdue.' : 'No bill is open.'}</p>}
    />
  )
}

/** Overdue in red, with an icon and the word, so that the colour is never alone. */
function DueDate({ bill }: { bill: ApBill }) {
  if (!bill.isOverdue) return dayText(bill.dueDate)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-danger">
      <CircleAlert aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {dayText(bill.dueDate)}
      <span className="text-caption">overdue</span>
    </span>
  )
}
