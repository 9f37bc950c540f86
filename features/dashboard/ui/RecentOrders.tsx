import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type SalesOrder, listSalesOrders } from '#features/sales-orders/order-list-contract.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { LinkButton } from '#platform/ui/buttons/LinkButton.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useList } from '#platform/web/api-hooks.ts'

const maxOrders = 5
const columnNames = ['Order ID', 'Customer', 'Status', 'Amount', 'Date']

/** The customer name fills the width that the other columns do not use. */
const fillClass = 'w-full max-w-0 max-sm:hidden'
/** On a phone, this content of the wider columns shows below the order number. */
const stackedClass = 'block max-w-28 truncate text-muted sm:hidden'
/** On a phone, this is the last column of the row. */
const amountClass = 'text-right max-sm:pr-4'
const columnClasses: Readonly<Record<string, string>> = {
  Customer: fillClass,
  Amount: amountClass,
  Date: 'max-sm:hidden',
}

/** Skeleton widths equal to the real content, to avoid a layout shift. */
const widths: Readonly<Record<string, string>> = {
  'Order ID': 'w-[8.2rem] max-sm:w-28',
  Status: 'w-20',
  Amount: 'ml-auto w-12.5',
  Date: 'w-18.5',
}

const headClass = 'px-2 py-2 font-medium first:pl-4 last:pr-4 max-sm:px-1 md:px-4 xl:px-3'
const cellClass = 'px-2 py-2.5 first:pl-4 last:pr-4 max-sm:px-1 md:px-4 xl:px-3'

/** Reads the five newest orders. */
export function useRecentOrders() {
  return useList(listSalesOrders, { query: { limit: maxOrders, sort: '-id' } })
}

type RecentOrdersProps = {
  read: ReturnType<typeof useRecentOrders>
  /** Renders the heading with additional content beside it. */
  title: (heading: ReactNode) => ReactNode
}

/** The five newest orders. */
export function RecentOrders({ read, title }: RecentOrdersProps) {
  const hasFailed = read.error !== null && !read.data
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
          <RefreshFailed read={read} />
        </div>
      )}
      {hasFailed && (
        <div className="px-4 pb-4">
          <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
            {read.error?.message}
          </Alert>
        </div>
      )}
      {!hasFailed && (
        <div className="overflow-x-auto">
          <table className="text-table w-full max-sm:text-caption">
            <thead>
              <tr className="border-y border-line text-left text-muted">
                {columnNames.map((columnName) => (
                  <th
                    key={columnName}
                    scope="col"
                    className={`${headClass} ${columnClassOf(columnName)}`}
                  >
                    {columnName}
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
      <td className={`${cellClass} whitespace-nowrap`}>
        <Link to="/sales-orders" search={{ open: order.orderNumber }}>
          {order.orderNumber}
        </Link>
        <span className={stackedClass}>{order.customerName}</span>
        <span className={stackedClass}>{dayOf(order)}</span>
      </td>
      <td className={`${cellClass} ${fillClass}`}>
        {/* No row is higher than its skeleton. */}
        <span
          className="line-clamp-2 wrap-anywhere xl:block xl:truncate"
          title={order.customerName}
        >
          <span>{`Customer #${order.customerId}`}</span>
          <span className="text-muted">{` · ${order.customerName}`}</span>
        </span>
      </td>
      <td className={`${cellClass} xl:[&_.badge]:flex-nowrap`}>
        <StatusBadge status={order.status} also={order.displayStatus} />
      </td>
      <td className={`${cellClass} ${amountClass} whitespace-nowrap`}>
        {formatDecimal(order.totalAmount)}
      </td>
      {/* The server validated the days in the response. */}
      <td className={`${cellClass} whitespace-nowrap max-sm:hidden`}>{dayOf(order)}</td>
    </tr>
  )
}

function dayOf(order: SalesOrder): string {
  return formatDay(order.orderDate)
}

function RowSkeleton() {
  return (
    <tr className="border-b border-line last:border-b-0 md:max-xl:h-15 xl:h-10.5">
      {columnNames.map((columnName) => (
        <td key={columnName} className={`${cellClass} ${columnClassOf(columnName)}`}>
          <Skeleton className={`h-5 ${widths[columnName] ?? ''}`} />
          {columnName === 'Order ID' && (
            <>
              <span className={stackedClass}>&nbsp;</span>
              <span className={stackedClass}>&nbsp;</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

function columnClassOf(columnName: string): string {
  return columnClasses[columnName] ?? ''
}
