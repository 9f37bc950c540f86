import { agingBuckets } from '#features/receivables/rules.ts'
import { formatOptionalDay } from '#platform/kernel/days.ts'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { apOrderList, listApOrders, sumApOrders } from '../contract.ts'

const columns = columnsOf(apOrderList, {
  vendorId: { text: vendorText, cell: (order) => <VendorLink of={order} /> },
  status: { text: (order) => order.status, cell: (order) => <StatusBadge status={order.status} /> },
  expectedDate: (order) => (
    <OverdueDate text={formatOptionalDay(order.expectedDate, '-')} isOverdue={order.isOverdue} />
  ),
})

const filters = filtersOf(apOrderList, {
  vendorCode: vendorFilter,
  bucket: {
    kind: 'choice',
    id: 'bucket',
    label: 'Expected since',
    options: agingBuckets.map(({ id, label }) => ({ value: id, label })),
  },
})

const groups = groupsOf(apOrderList, {
  endpoint: sumApOrders,
  what: 'order',
})

/** The purchase orders as of the date. */
export function ApOrdersTable({ list }: { list: ListState }) {
  return (
    <div>
      <ListViews name={apOrderList.name} list={list} views={apOrderList.views} />
      <ReportList
        declaredList={apOrderList}
        title="Purchase Orders"
        endpoint={listApOrders}
        list={list}
        columns={columns}
        filters={filters}
        groups={groups}
        codeOf={(order) => order.orderNumber}
        addressOf={({ orderNumber: open }) => ({ to: '/purchase-orders', search: { open } })}
        empty="No purchase orders yet."
      />
    </div>
  )
}
