import { formatOptionalDay } from '#platform/kernel/days.ts'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import type { Address } from '#platform/web/screen-address.ts'
import {
  type GoodsNotBilled,
  goodsNotBilledList,
  listGoodsNotBilled,
  sumGoodsNotBilled,
} from '../contract.ts'

const codeOf = ({ orderNumber }: GoodsNotBilled) => orderNumber ?? 'Without an order'

export const goodsColumns = columnsOf(goodsNotBilledList, {
  orderNumber: codeOf,
  vendorId: { text: vendorByCode, cell: (row) => <VendorLink of={row} byCode /> },
  orderDate: (row) => formatOptionalDay(row.orderDate, '-'),
  lastReceivedOn: (row) => formatOptionalDay(row.lastReceivedOn, '-'),
})

const filters = filtersOf(goodsNotBilledList, { vendorCode: vendorFilter })

const groups = groupsOf(goodsNotBilledList, {
  endpoint: sumGoodsNotBilled,
  what: 'order',
})

/** Goods received but not billed on the date, by purchase order; they add up to account 2050. */
export function GoodsNotBilledTable({ list }: { list: ListState }) {
  return (
    <div>
      <ListViews name={goodsNotBilledList.name} list={list} views={goodsNotBilledList.views} />
      <ReportList
        declaredList={goodsNotBilledList}
        title="Goods Received, Not Billed"
        endpoint={listGoodsNotBilled}
        list={list}
        columns={goodsColumns}
        filters={filters}
        codeOf={codeOf}
        addressOf={addressOf}
        groups={groups}
        empty="All goods received by this day are billed."
      />
    </div>
  )
}

function addressOf({ orderNumber, vendorCode }: GoodsNotBilled): Address {
  return orderNumber
    ? { to: '/purchase-orders', search: { open: orderNumber } }
    : { to: '/vendors', search: { open: vendorCode } }
}
