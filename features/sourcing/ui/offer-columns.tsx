import { formatDecimal } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { type Offer, offerList, skuVendorList } from '../contract.ts'

const orDash = (value: number | null) => (value === null ? '-' : value.toLocaleString('en-US'))

const cells = {
  unitPrice: ({ unitPrice }: Offer) => (unitPrice === null ? '-' : formatDecimal(unitPrice)),
  leadTimeDays: ({ leadTimeDays }: Offer) =>
    leadTimeDays === null ? '-' : counted(leadTimeDays, 'day'),
  minimumQuantity: ({ minimumQuantity }: Offer) => orDash(minimumQuantity),
  vendorItem: ({ vendorItem }: Offer) => vendorItem ?? '-',
}

/** The columns of the offers of one vendor. */
export const vendorSkuColumns = columnsOf(offerList, {
  ...cells,
  sku: (offer) => `${offer.sku} - ${offer.skuName}`,
})

/** The columns of the offers for one SKU. */
export const skuVendorColumns = columnsOf(skuVendorList, {
  ...cells,
  vendorCode: (offer) => `${offer.vendorCode} - ${offer.vendorName}`,
})
