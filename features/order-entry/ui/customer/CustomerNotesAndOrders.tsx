import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { type SalesOrder, listSalesOrders } from '#features/sales-orders/contract.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { useList } from '#platform/web/api-hooks.ts'
import type { ChosenCustomer } from '../order-form.ts'

type CustomerCardProps = {
  customer: ChosenCustomer
  isRepeating: boolean
  onRepeat: () => void
  /** Additional content, shown last. */
  children?: ReactNode
}

/** The customer's notes and last orders, for a call. */
export function CustomerNotesAndOrders({
  customer,
  isRepeating,
  onRepeat,
  children,
}: CustomerCardProps) {
  const query = { customerId: customer.id, limit: 5, sort: '-id' }
  const read = useList(listSalesOrders, { query })
  const isLoading = read.isPending || read.isPlaceholderData
  const orders = isLoading ? [] : (read.data?.rows ?? [])
  const { notes, name, phone } = customer.customer
  return (
    <section aria-labelledby="order-customer-card" className="card order-customer min-w-0 p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 id="order-customer-card" className="text-card min-w-0 wrap-anywhere">
          {name}
        </h2>
        {phone && (
          <a href={`tel:${phone}`} className="text-table mt-0.5 shrink-0">
            {phone}
          </a>
        )}
      </div>
      {notes && <p className="text-table mt-1 whitespace-pre-line">{notes}</p>}
      <div className="mt-2 mb-1 flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-label">Last orders</h3>
        {orders.length > 0 && (
          <Button
            size="small"
            isBusy={isRepeating}
            title={keysOf('orderRepeat')}
            data-keys={keysOf('orderRepeat')}
            onClick={onRepeat}
          >
            Repeat last order
          </Button>
        )}
      </div>
      {/* Fixed height while loading, if the validation result is below. */}
      <div className="max-xl:h-36 max-xl:overflow-y-auto">
        {isLoading && <Skeleton className="h-16" />}
        {read.error && <p className="text-table text-danger">{read.error.message}</p>}
        {read.isSuccess && !isLoading && orders.length === 0 && (
          <p className="text-table text-muted">No orders yet.</p>
        )}
        <LastOrders orders={orders} />
        {children}
      </div>
    </section>
  )
}

/** Placeholder until a customer is selected; hidden on a phone. */
export function NoCustomerCard() {
  return (
    <section
      aria-labelledby="order-customer-card"
      className="card order-customer min-h-60 min-w-0 p-4"
    >
      <h2 id="order-customer-card" className="text-card">
        Customer
      </h2>
      <p className="text-table mt-1 text-muted">
        Select a customer to see notes and recent orders.
      </p>
    </section>
  )
}

/** One row per order: number, status, date and total. */
function LastOrders({ orders }: { orders: readonly SalesOrder[] }) {
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <li
          key={order.id}
          className="text-table numbers flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1"
        >
          <Link to="/sales-orders" search={{ open: order.orderNumber }} className="font-medium">
            {order.orderNumber}
          </Link>
          <StatusBadge status={order.status} also={order.displayStatus} />
          <span className="text-caption ml-auto font-normal text-muted">
            {formatDay(order.orderDate)}
          </span>
          <span className="text-right">{formatDecimal(order.totalAmount)}</span>
        </li>
      ))}
    </ul>
  )
}
