import { Link } from '@tanstack/react-router'
import { listSalesOrders } from '#features/sales-orders/contract.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/Button.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { keysOf } from '#platform/ui/shortcuts.ts'
import { useList } from '#platform/web/api.ts'
import type { ChosenCustomer } from './desk.ts'

type CustomerCardProps = {
  customer: ChosenCustomer
  isRepeating: boolean
  onRepeat: () => void
}

/** What a clerk likes to know of a customer on the phone: the last orders, and the notes. */
export function CustomerCard({ customer, isRepeating, onRepeat }: CustomerCardProps) {
  const query = { customerId: customer.id, limit: 5, sort: '-id' }
  const read = useList(listSalesOrders, { query })
  const orders = read.isPlaceholderData ? [] : (read.data?.rows ?? [])
  const { notes, name, phone } = customer.customer
  return (
    <section aria-labelledby="order-customer-card" className="card min-w-0 p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 id="order-customer-card" className="text-card min-w-0 truncate">
          {name}
        </h2>
        {phone && (
          <a href={`tel:${phone}`} className="text-table mt-0.5 shrink-0">
            {phone}
          </a>
        )}
      </div>
      {notes && <p className="text-table mt-1 whitespace-pre-line">{notes}</p>}
      <h3 className="text-label mt-3 mb-1">Last orders</h3>
      {(read.isPending || read.isPlaceholderData) && <Skeleton className="h-16" />}
      {read.error && <p className="text-table text-danger">{read.error.message}</p>}
      {read.isSuccess && !read.isPlaceholderData && orders.length === 0 && (
        <p className="text-table text-muted">No orders yet.</p>
      )}
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li
            key={order.id}
            className="text-table numbers flex flex-wrap items-center gap-2 py-1.5"
          >
            <Link
              to="/sales-orders"
              search={{ open: order.orderNumber } as never}
              className="font-medium"
            >
              {order.orderNumber}
            </Link>
            <StatusBadge status={order.displayStatus} />
            <span className="ml-auto text-right">
              {formatDecimal(order.totalAmount)}
              <span className="text-caption block font-normal text-muted">
                {formatDay(order.orderDate as Day)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {orders.length > 0 && (
        <Button
          size="small"
          className="mt-2"
          isBusy={isRepeating}
          title={keysOf('orderRepeat')}
          onClick={onRepeat}
        >
          Repeat last order
        </Button>
      )}
    </section>
  )
}
