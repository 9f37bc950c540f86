import { formatOptionalDay } from '#platform/kernel/days.ts'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { Link } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type ArOrder, arOrderList, arOverdueList, listArOrders, sumArOrders } from '../contract.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'

const columns = columnsOf(arOrderList, {
  customerId: {
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <CustomerLink order={order} />,
  },
  status: { text: (order) => order.status, cell: (order) => <StatusBadge status={order.status} /> },
  shipDate: ({ shipDate, orderDate, isOverdue }) =>
    shipDate === null ? (
      <NoShipDate orderDate={orderDate} />
    ) : (
      <OverdueDate text={formatOptionalDay(shipDate)} isOverdue={isOverdue} />
    ),
})

const filters = filtersOf(arOrderList, { customerCode: customerFilter })
const overdueFilters = [customerFilter, ...filters.filter(({ id }) => id === 'from')]

const groups = groupsOf(arOrderList, {
  endpoint: sumArOrders,
  what: 'order',
})

type ArOrdersTableProps = { list: ListState; isOverdue?: boolean }

/** Lists the sales orders behind the figures: all of them, or only overdue ones. */
export function ArOrdersTable({ list, isOverdue = false }: ArOrdersTableProps) {
  return (
    <div>
      {!isOverdue && <ListViews name={arOrderList.name} list={list} views={arOrderList.views} />}
      <ReportList
        declaredList={isOverdue ? arOverdueList : arOrderList}
        title={isOverdue ? 'Overdue Orders' : 'Sales Orders'}
        endpoint={listArOrders}
        list={list}
        {...(isOverdue ? { fixed: { overdue: 'true' as const } } : { groups })}
        columns={columns}
        filters={isOverdue ? overdueFilters : filters}
        codeOf={(order) => order.orderNumber}
        addressOf={({ orderNumber: open }) => ({ to: '/sales-orders', search: { open } })}
        empty={isOverdue ? 'Nothing overdue.' : 'No sales orders yet.'}
      />
    </div>
  )
}

/** A dash; on phones, where it would say nothing, the day of the order. */
function NoShipDate({ orderDate }: Pick<ArOrder, 'orderDate'>) {
  return (
    <>
      <span className="max-sm:hidden">-</span>
      <span className="sm:hidden">{`ordered ${formatOptionalDay(orderDate)}`}</span>
    </>
  )
}

function CustomerLink({ order }: { order: ArOrder }) {
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
