import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type SalesOrder, listSalesOrders } from '#features/sales-orders/contract.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { LinkButton } from '#platform/ui/buttons/LinkButton.tsx'
import { NotRenewed } from '#platform/ui/notices/NotRenewed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useList } from '#platform/web/api.ts'

const maxShown = 5
const heads = ['Order ID', 'Customer', 'Status', 'Amount', 'Date']

/** The customer name fills the width that the other columns do not use. */
const rest = 'w-full max-w-0 max-sm:hidden'
/** On a phone, this content of the wider columns shows below the order number. */
const under = 'block max-w-28 truncate text-muted sm:hidden'
/** On a phone, this is the last column of the row. */
const amountLook = 'text-right max-sm:pr-4'
const places: Readonly<Record<string, string>> = {
  Customer: rest,
  Amount: amountLook,
  Date: 'max-sm:hidden',
}

/** Skeleton widths equal to the real content, to avoid a layout shift. */
const widths: Readonly<Record<string, string>> = {
  'Order ID': 'w-[8.2rem] max-sm:w-28',
  Status: 'w-20',
  Amount: 'ml-auto w-12.5',
  Date: 'w-18.5',
}

const headLook = 'px-2 py-2 font-medium first:pl-4 last:pr-4 max-sm:px-1 md:px-4 xl:px-3'
const cellLook = 'px-2 py-2.5 first:pl-4 last:pr-4 max-sm:px-1 md:px-4 xl:px-3'

/** Reads the five newest orders. */
export function useRecentOrders() {
  return useList(listSalesOrders, { query: { limit: maxShown, sort: '-id' } })
}

type RecentOrdersProps = {
  read: ReturnType<typeof useRecentOrders>
  /** Renders the heading with additional content beside it. */
  title: (heading: ReactNode) => ReactNode
}

/** The five newest orders. */
export function RecentOrders({ read, title }: RecentOrdersProps) {
  const isUnread = read.error !== null && !read.data
  return (
    <section aria-labelledby="recent-orders" className="card min-w-0">
      <div className="flex items-center justify-between gap-2 px-4 py-3">
        {title(
          <h2 id="recent-orders" className="text-card">
            Recent Orders
          </h2>,
        )}
        <LinkButton
          to="/sales-orders"
          className="text-table inline-flex min-h-8 items-center font-medium"
        >
          View All
        </LinkButton>
      </div>
      {read.error && read.data && (
        <div className="px-4 pb-4">
          <NotRenewed read={read} />
        </div>
      )}
      {isUnread && (
        <div className="px-4 pb-4">
          <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
            {read.error?.message}
          </Alert>
        </div>
      )}
      {!isUnread && (
        <div className="overflow-x-auto">
          <table className="text-table w-full max-sm:text-caption">
            <thead>
              <tr className="border-y border-line text-left text-muted">
                {heads.map((head) => (
                  <th key={head} scope="col" className={`${headLook} ${placeOf(head)}`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {read.isPending && ['a', 'b', 'c', 'd', 'e'].map((key) => <RowSkeleton key={key} />)}
              {read.data?.rows.map((order) => (
                <Row key={order.id} order={order} />
              ))}
            </tbody>
          </table>
          {read.data?.rows.length === 0 && (
            <div className="min-h-51 p-4 xl:min-h-52.5 text-muted md:max-xl:min-h-75">
              <p>
                No orders yet. <Link to="/order-entry">Enter the first order</Link>
              </p>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function Row({ order }: { order: SalesOrder }) {
  return (
    <tr className="numbers border-b border-line last:border-b-0 md:max-xl:h-15 xl:h-10.5">
      <td className={`${cellLook} whitespace-nowrap`}>
        <Link to="/sales-orders" search={{ open: order.orderNumber } as never}>
          {order.orderNumber}
        </Link>
        <span className={under}>{order.customerName}</span>
        <span className={under}>{dayOf(order)}</span>
      </td>
      <td className={`${cellLook} ${rest}`}>
        {/* No row is higher than its skeleton. */}
        <span
          className="line-clamp-2 wrap-anywhere xl:block xl:truncate"
          title={order.customerName}
        >
          <span>{`Customer #${order.customerId}`}</span>
          <span className="text-muted">{` · ${order.customerName}`}</span>
        </span>
      </td>
      <td className={`${cellLook} xl:[&_.badge]:flex-nowrap`}>
        <StatusBadge status={order.status} also={order.displayStatus} />
      </td>
      <td className={`${cellLook} ${amountLook} whitespace-nowrap`}>
        {formatDecimal(order.totalAmount)}
      </td>
      {/* The server validated the days in the response. */}
      <td className={`${cellLook} whitespace-nowrap max-sm:hidden`}>{dayOf(order)}</td>
    </tr>
  )
}

function dayOf(order: SalesOrder): string {
  return formatDay(order.orderDate as Day)
}

function RowSkeleton() {
  return (
    <tr className="border-b border-line last:border-b-0 md:max-xl:h-15 xl:h-10.5">
      {heads.map((head) => (
        <td key={head} className={`${cellLook} ${placeOf(head)}`}>
          <Skeleton className={`h-5 ${widths[head] ?? ''}`} />
          {head === 'Order ID' && (
            <>
              <span className={under}>&nbsp;</span>
              <span className={under}>&nbsp;</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

function placeOf(head: string): string {
  return places[head] ?? ''
}
