import { formatOptionalDay } from '#platform/kernel/format.ts'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type Address, hrefOf, useOpenAddress } from '#platform/web/address.ts'
import {
  type GoodsNotBilled,
  goodsNotBilledList,
  listGoodsNotBilled,
  sumGoodsNotBilled,
} from '../contract.ts'

const codeOf = ({ orderNumber }: GoodsNotBilled) => orderNumber ?? 'Without an order'

export const goodsColumns = columnsOf(goodsNotBilledList, {
  orderNumber: codeOf,
  vendorId: { text: vendorText, cell: (row) => <VendorLink of={row} /> },
  orderDate: (row) => formatOptionalDay(row.orderDate, '-'),
  lastReceivedOn: (row) => formatOptionalDay(row.lastReceivedOn, '-'),
})

const filters = filtersOf(goodsNotBilledList, { vendorCode: vendorFilter })

const byVendor: SumGroup = {
  id: 'vendor',
  label: 'Vendor',
  filtersOf: (code) => ({ 'f.vendorCode': code }),
}

/** Goods received but not billed on the date, by purchase order; they add up to account 2050. */
export function GoodsNotBilledTable({ list }: { list: ListState }) {
  const openAddress = useOpenAddress()
  const placeOf = ({ orderNumber, vendorCode }: GoodsNotBilled): Address =>
    orderNumber
      ? { to: '/purchase-orders', search: { open: orderNumber } }
      : { to: '/vendors', search: { open: vendorCode } }
  return (
    <DataTable
      name={goodsNotBilledList.name}
      title="Goods Received, Not Billed"
      endpoint={listGoodsNotBilled}
      list={list}
      usualSort={goodsNotBilledList.defaultSort}
      columns={goodsColumns}
      filters={filters}
      codeOf={codeOf}
      hrefOf={(row) => hrefOf(placeOf(row))}
      onOpen={(row) => void openAddress(placeOf(row))}
      foot={<ListSums endpoint={sumGoodsNotBilled} list={list} what="order" groups={[byVendor]} />}
      empty={<p className="text-muted">All goods received by this day are billed.</p>}
    />
  )
}
