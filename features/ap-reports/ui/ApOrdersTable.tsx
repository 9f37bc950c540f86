import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { apOrderList, listApOrders } from '../contract.ts'
import { payablesBuckets } from '../rules.ts'

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
    options: payablesBuckets.map(({ id, label }) => ({ value: id, label })),
  },
})

/** The purchase orders as of the date. */
export function ApOrdersTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  return (
    <div>
      <ListViews name={apOrderList.name} list={list} views={apOrderList.views} />
      <DataTable
        name={apOrderList.name}
        title="Purchase Orders"
        endpoint={listApOrders}
        list={list}
        usualSort={apOrderList.defaultSort}
        columns={columns}
        filters={filters}
        codeOf={(order) => order.orderNumber}
        hrefOf={(order) => '/purchase-orders' + searchText({ open: order.orderNumber })}
        onOpen={(order) =>
          void navigate({ to: '/purchase-orders', search: { open: order.orderNumber } })
        }
        empty={<p className="text-muted">No purchase orders yet.</p>}
      />
    </div>
  )
}
