import { Eye } from 'lucide-react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type CreditMemo, listCreditMemos } from '../../contract.ts'

export const defaultSort = '-id'
export const codeOf = (memo: { creditMemoNumber: string }) => memo.creditMemoNumber

const columns: readonly Column<CreditMemo>[] = [
  { id: 'creditMemoNumber', header: 'Credit memo', width: 130, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 210,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (memo) => <CustomerLink of={memo} />,
  },
  {
    id: 'docDate',
    header: 'Date',
    width: 105,
    phone: 'date',
    cell: ({ docDate }) => formatDay(docDate as Day),
  },
  {
    id: 'total',
    header: 'Total',
    width: 105,
    align: 'right',
    phone: 'amount',
    text: ({ total }) => formatDecimal(total),
    cell: ({ total, status }) =>
      status === 'void' ? (
        <>
          <s>{formatDecimal(total)}</s> void
        </>
      ) : (
        formatDecimal(total)
      ),
  },
  {
    id: 'openAmount',
    header: 'Open',
    width: 105,
    align: 'right',
    cell: ({ openAmount }) => formatDecimal(openAmount),
  },
  {
    id: 'invoiceNumber',
    header: 'Invoice',
    width: 130,
    sortable: false,
    cell: ({ invoiceNumber }) => invoiceNumber ?? '-',
  },
  {
    id: 'returnNumber',
    header: 'Return',
    width: 170,
    sortable: false,
    isOptional: true,
    cell: ({ returnNumber }) => returnNumber ?? '-',
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    width: 150,
    sortable: false,
    cell: ({ reason }) => reason,
  },
]

const filters: readonly Filter[] = [
  { kind: 'flag', id: 'unapplied', label: 'Unapplied', value: 'true' },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
  customerFilter,
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    options: [
      { value: 'posted', label: 'Posted' },
      { value: 'void', label: 'Void' },
    ],
  },
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'To apply', filters: { unapplied: 'true' } },
]

type CreditMemosTableProps = { list: ListState; onOpen: (memo: CreditMemo) => void }

/** Lists credit memos, newest first, with their open amounts. */
export function CreditMemosTable({ list, onOpen }: CreditMemosTableProps) {
  return (
    <div>
      <ListViews name="credit-memos" list={list} views={views} />
      <DataTable
        name="credit-memos"
        title="Credit Memos"
        endpoint={listCreditMemos}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(memo) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(memo) },
        ]}
        hrefOf={(memo) => '/ar-reports' + searchText({ tab: 'memos', open: codeOf(memo) })}
        onOpen={onOpen}
        empty={
          <p className="text-muted">
            No credit memos yet. Create one from an invoice, or complete a return.
          </p>
        }
      />
    </div>
  )
}
