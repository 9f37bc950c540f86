import { formatOptionalDay } from '#platform/kernel/days.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { hasVisibleColumn } from '#platform/ui/table/columns.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type SalesOrder, salesOrderList } from '../contract.ts'
import { isLate } from '../rules.ts'
import { CancelAfterDay } from './CancelAfterDay.tsx'

export const { defaultSort } = salesOrderList
export const codeOf = (order: { orderNumber: string }) => order.orderNumber

export const columns = columnsOf(salesOrderList, {
  customerId: {
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <CustomerLink order={order} />,
  },
  status: {
    text: (order) => order.displayStatus,
    cell: (order) => <StatusBadge status={order.status} also={order.displayStatus} />,
  },
  shipDate: {
    text: (order) => formatOptionalDay(order.shipDate),
    cell: (order) => <ShipDay order={order} />,
  },
  cancelAfter: {
    text: (order) => formatOptionalDay(order.cancelAfter),
    cell: (order) => <CancelAfterDay order={order} />,
  },
})

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
      search={{ open: order.customerCode }}
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
