import { customerRow } from '#features/customers/contract.ts'
import { orderRow } from '#features/order-entry/contract.ts'
import { priceRow } from '#features/pricing/contract.ts'
import { purchaseRow } from '#features/purchase-orders/contract.ts'
import { shipmentRow } from '#features/sales-orders/contract.ts'
import { countRow, plannedPriceRow, skuForm } from '#features/skus/contract.ts'
import { vendorForm } from '#features/vendors/contract.ts'

/** The row schema of each kind of import file, by its name. */
export const importRowSchemas = {
  customers: customerRow,
  vendors: vendorForm,
  skus: skuForm,
  counts: countRow,
  'planned-prices': plannedPriceRow,
  prices: priceRow,
  orders: orderRow,
  'purchase-orders': purchaseRow,
  shipments: shipmentRow,
}
