import { formatOptionalDay } from '#platform/kernel/format.ts'
import { VendorLink, vendorText } from '#features/vendors/ui/parts/VendorLink.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { type Address, hrefOf, useOpenAddress } from '#platform/web/address.ts'
import { type GoodsNotBilled, listGoodsNotBilled, sumGoodsNotBilled } from '../contract.ts'

const codeOf = ({ orderNumber }: GoodsNotBilled) => orderNumber ?? 'Without an order'

const amount = (
  id: 'received' | 'returned' | 'billed' | 'credited',
  header: string,
): Column<GoodsNotBilled> => ({
  id,
  header,
  width: 120,
  align: 'right',
  sortable: false,
  cell: (row) => formatDecimal(row[id]),
})

export const goodsColumns: readonly Column<GoodsNotBilled>[] = [
  { id: 'orderNumber', header: 'Order Number', width: 170, cell: codeOf },
  {
    id: 'vendorId',
    header: 'Vendor',
    isLong: true,
    width: 230,
    phone: 'line',
    text: vendorText,
    cell: (row) => <VendorLink of={row} />,
  },
  {
    id: 'orderDate',
    header: 'Order Date',
    width: 115,
    cell: (row) => formatOptionalDay(row.orderDate, '-'),
  },
  {
    id: 'lastReceivedOn',
    header: 'Last Received',
    width: 125,
    phone: 'date',
    cell: (row) => formatOptionalDay(row.lastReceivedOn, '-'),
  },
  amount('received', 'Received'),
  amount('returned', 'Returned'),
  amount('billed', 'Billed'),
  amount('credited', 'Credited'),
  {
    id: 'openAmount',
    header: 'Not Billed',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (row) => formatDecimal(row.openAmount),
  },
]

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
      name="ap-goods"
      title="Goods Received, Not Billed"
      endpoint={listGoodsNotBilled}
      list={list}
      usualSort="orderDate"
      columns={goodsColumns}
      filters={[vendorFilter]}
      codeOf={codeOf}
      hrefOf={(row) => hrefOf(placeOf(row))}
      onOpen={(row) => void openAddress(placeOf(row))}
      foot={<ListSums endpoint={sumGoodsNotBilled} list={list} what="order" groups={[byVendor]} />}
      empty={<p className="text-muted">All goods received by this day are billed.</p>}
    />
  )
}
