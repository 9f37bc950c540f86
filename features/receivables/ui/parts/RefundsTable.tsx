import { Eye } from 'lucide-react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { listRefunds, type Refund } from '../../contract.ts'

export const refundNames: Record<Refund['status'], string> = {
  prepared: 'Awaiting release',
  released: 'Paid',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
}

export const defaultSort = '-id'
export const codeOf = (refund: { refundNumber: string }) => refund.refundNumber

const columns: readonly Column<Refund>[] = [
  { id: 'refundNumber', header: 'Refund', width: 130, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 230,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (refund) => <CustomerLink of={refund} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 155,
    sortable: false,
    phone: 'badge',
    text: ({ status }) => refundNames[status],
    cell: ({ status }) => <StatusBadge status={refundNames[status]} />,
  },
  {
    id: 'sourceNumber',
    header: 'From',
    width: 130,
    sortable: false,
    phone: 'date',
    cell: ({ sourceNumber }) => sourceNumber,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    phone: 'amount',
    cell: ({ amount }) => formatDecimal(amount),
  },
  {
    id: 'preparedByName',
    header: 'Requested by',
    width: 130,
    sortable: false,
    cell: ({ preparedByName }) => preparedByName ?? '-',
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    width: 200,
    sortable: false,
    cell: ({ reason }) => reason,
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: Object.entries(refundNames).map(([value, label]) => ({ value, label })),
  },
  customerFilter,
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Awaiting release', filters: { status: 'prepared' } },
  { label: 'Paid', filters: { status: 'released' } },
]

type RefundsTableProps = { list: ListState; onOpen: (refund: Refund) => void }

/** Lists refunds, latest first. */
export function RefundsTable({ list, onOpen }: RefundsTableProps) {
  return (
    <div>
      <ListViews name="refunds" list={list} views={views} />
      <DataTable
        name="refunds"
        title="Refunds"
        endpoint={listRefunds}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(refund) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(refund) },
        ]}
        hrefOf={(refund) => '/ar-reports' + searchText({ tab: 'refunds', open: codeOf(refund) })}
        onOpen={onOpen}
        empty={
          <p className="text-muted">No refunds yet. Request one from a credit memo or a payment.</p>
        }
      />
    </div>
  )
}
