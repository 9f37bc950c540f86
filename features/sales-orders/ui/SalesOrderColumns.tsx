import { formatOptionalDay } from '#platform/kernel/format.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { type Column, hasVisibleColumn } from '#platform/ui/table/columns.ts'
import type { ListState } from '#platform/web/list-search.ts'
import type { SalesOrder } from '../contract.ts'
import { isLate, isPastCancelAfter } from '../rules.ts'
import { sourceNames } from './parts/source-names.ts'

export const defaultSort = '-id'
export const codeOf = (order: { orderNumber: string }) => order.orderNumber

export const columns: readonly Column<SalesOrder>[] = [
  { id: 'orderNumber', header: 'Order Number', width: 170, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 240,
    phone: 'line',
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <CustomerLink order={order} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 125,
    phone: 'badge',
    text: (order) => order.displayStatus,
    cell: (order) => <StatusBadge status={order.status} also={order.displayStatus} />,
  },
  {
    id: 'totalAmount',
    header: 'Total Amount',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (order) => formatDecimal(order.totalAmount),
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    width: 110,
    phone: 'date',
    cell: (order) => formatOptionalDay(order.orderDate),
  },
  {
    id: 'shipDate',
    header: 'Ship Date',
    width: 120,
    text: (order) => formatOptionalDay(order.shipDate),
    cell: (order) => <ShipDay order={order} />,
  },
  {
    id: 'cancelAfter',
    header: 'Cancel After',
    width: 120,
    isOptional: true,
    sortable: false,
    text: (order) => formatOptionalDay(order.cancelAfter),
    cell: (order) => <CancelAfterDay order={order} />,
  },
  {
    id: 'customerPO',
    header: 'Customer PO',
    isOptional: true,
    sortable: false,
    cell: (order) => order.customerPO,
  },
  {
    id: 'orderSource',
    header: 'Source',
    width: 110,
    isOptional: true,
    cell: (order) => sourceNames[order.orderSource],
  },
  {
    id: 'lineCount',
    header: 'Lines',
    width: 80,
    align: 'right',
    isOptional: true,
    sortable: false,
    cell: (order) => order.lineCount,
  },
  {
    id: 'fillPercent',
    header: 'Fill %',
    width: 90,
    align: 'right',
    isOptional: true,
    sortable: false,
    cell: (order) => order.fillPercent,
  },
  {
    id: 'trackingNumbers',
    header: 'Tracking',
    width: 180,
    isOptional: true,
    sortable: false,
    cell: (order) => order.trackingNumbers,
  },
  {
    id: 'createdByName',
    header: 'Created by',
    isOptional: true,
    sortable: false,
    cell: (order) => order.createdByName,
  },
]

const progress = ['lineCount', 'fillPercent', 'trackingNumbers'] as const

/** Additional query parameters, needed while a progress column is shown. */
export function moreOf(list: ListState): { with?: 'progress' } {
  return hasVisibleColumn('sales-orders', progress, list) ? { with: 'progress' } : {}
}

/** The list query that finds an order by number, with the additional parameters of the list. */
export function lookupQuery(orderNumber: string | undefined, list: ListState) {
  return { orderNumber, limit: 100, ...moreOf(list) }
}

function CustomerLink({ order }: { order: SalesOrder }) {
  return (
    <Link
      to="/customers"
      search={{ open: order.customerCode } as never}
      className="font-medium no-underline hover:underline"
    >
      <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />
    </Link>
  )
}

/** Marks a late date with a word and an icon, not only by color. */
function ShipDay({ order }: { order: SalesOrder }) {
  const today = useToday()
  const isPast = isLate(order, today)
  return <OverdueDate text={formatOptionalDay(order.shipDate)} isOverdue={isPast} word="late" />
}

/** The cancel-after day, marked if the order is open and the day is past. */
export function CancelAfterDay({ order }: { order: SalesOrder }) {
  const isPast = isPastCancelAfter(order, useToday())
  return <OverdueDate text={formatOptionalDay(order.cancelAfter)} isOverdue={isPast} word="past" />
}
