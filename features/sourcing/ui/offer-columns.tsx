import { formatDecimal } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/format.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import type { Offer } from '../contract.ts'

const number = { align: 'right', width: 110 } as const
const orDash = (value: number | null) => (value === null ? '-' : value.toLocaleString('en-US'))

const ofSku: Column<Offer> = {
  id: 'sku',
  header: 'SKU',
  isLong: true,
  width: 240,
  cell: (offer) => `${offer.sku} - ${offer.skuName}`,
}
const ofVendor: Column<Offer> = {
  id: 'vendorCode',
  header: 'Vendor',
  isLong: true,
  width: 240,
  cell: (offer) => `${offer.vendorCode} - ${offer.vendorName}`,
}

const shared: readonly Column<Offer>[] = [
  { id: 'rank', header: 'Rank', ...number, width: 80, cell: ({ rank }) => rank },
  {
    id: 'unitPrice',
    header: 'Price',
    ...number,
    sortable: false,
    phone: 'amount',
    cell: ({ unitPrice }) => (unitPrice === null ? '-' : formatDecimal(unitPrice)),
  },
  {
    id: 'leadTimeDays',
    header: 'Lead time',
    ...number,
    phone: 'date',
    cell: ({ leadTimeDays }) => (leadTimeDays === null ? '-' : counted(leadTimeDays, 'day')),
  },
  {
    id: 'minimumQuantity',
    header: 'Minimum',
    ...number,
    sortable: false,
    cell: ({ minimumQuantity }) => orDash(minimumQuantity),
  },
  {
    id: 'vendorItem',
    header: 'Vendor’s item number',
    width: 150,
    sortable: false,
    phone: 'line',
    cell: ({ vendorItem }) => vendorItem ?? '-',
  },
]

/** The columns of a vendor's or SKU's offers; the first shows the other party. */
export function columnsFor(other: 'sku' | 'vendor'): readonly Column<Offer>[] {
  return [other === 'sku' ? ofSku : ofVendor, ...shared]
}
