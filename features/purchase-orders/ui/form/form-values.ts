import { type BoughtSku, boughtSku } from '#features/skus/ui/parts/find-skus.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { Fill } from '#platform/ui/form/fill-from-choice.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import type { PastedCode } from '#platform/ui/form/use-pasted-lines.ts'
import type { PurchaseOrderDetails, createPurchaseOrder } from '../../contract.ts'
import type { PurchaseOrderStatus } from '../../rules.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

export type LineValues = {
  skuId: BoughtSku | undefined
  quantity: string
  unitPrice: string
  pasted?: PastedCode | undefined
  /** The vendor's minimum order quantity. */
  minimum?: number | undefined
  /** The price that was filled in from the SKU and vendor. */
  priceFill?: Fill | undefined
  /** The price on the saved order, with its vendor and SKU. */
  recorded?: { vendorId: number; skuId: number; price: string }
}
/** When the form was opened, and the business day at that time. */
export type FormOpening = { now: Date; today: string }
export type PurchaseValues = ReturnType<typeof valuesOf>

/** The initial form values: those of an order, or of a new one dated today. */
export function valuesOf({ now, today }: FormOpening, order?: PurchaseOrderDetails) {
  return {
    orderNumber: order?.orderNumber ?? `PO-${now.getTime()}`,
    vendorId: order && choiceOf(order.vendorId, order.vendorCode, order.vendorName),
    status: order?.status ?? ('draft' as PurchaseOrderStatus),
    orderDate: order?.orderDate ?? today,
    expectedDate: fieldText(order?.expectedDate),
    totalAmount: order?.totalAmount ?? '0',
    notes: fieldText(order?.notes),
    items: (order?.items ?? []).map((item): LineValues => {
      const { quantity, unitPrice } = item
      const skuId = { ...choiceOf(item.skuId, item.sku, item.name), cost: unitPrice }
      const price = fieldText(unitPrice)
      const priceFill = { from: { id: skuId.id, code: skuId.code }, value: price }
      const recorded = { vendorId: order?.vendorId ?? 0, skuId: skuId.id, price }
      return { skuId, quantity: String(quantity), unitPrice: price, priceFill, recorded }
    }),
  }
}

type Beginning = {
  order?: PurchaseOrderDetails | undefined
  like?: PurchaseOrderDetails | undefined
  vendor?: Vendor | undefined
  sku?: Sku | undefined
}

/** The initial values: an existing order, a copy, a vendor or SKU preset, or an empty order. */
export function beginningOf(
  at: FormOpening,
  { order, like, vendor, sku }: Beginning,
): PurchaseValues {
  if (like) return copyOf(at, like)
  const values = valuesOf(at, order)
  if (sku) {
    const price = fieldText(sku.cost)
    const priceFill = { from: { id: sku.id, code: sku.sku }, value: price }
    const line = { skuId: boughtSku(sku), quantity: '1', unitPrice: price, priceFill }
    return { ...values, items: [line] }
  }
  if (!vendor) return values
  return { ...values, vendorId: choiceOf(vendor.id, vendor.vendorCode, vendor.name) }
}

/** The values of a copy of an order, with a new number, status draft, and today's date. */
function copyOf(at: FormOpening, order: PurchaseOrderDetails): PurchaseValues {
  const { orderNumber, status, orderDate, expectedDate } = valuesOf(at)
  return { ...valuesOf(at, order), orderNumber, status, orderDate, expectedDate }
}

/**
 * Converts the form values to a request body. Omits empty lines; a line without a price is priced
 * by the server.
 */
export function toWire(values: PurchaseValues): WireBodyOf<typeof createPurchaseOrder> {
  const { vendorId, orderDate, totalAmount } = values
  return {
    ...values,
    vendorId: vendorId?.id ?? 0,
    orderDate: orderDate || undefined,
    totalAmount: totalAmount === '' ? '0' : totalAmount,
    items: linesToWire(values.items, ({ skuId, quantity, unitPrice, pasted }) => {
      if (skuId === undefined && unitPrice === '' && !pasted) return undefined
      const units = parseWholeNumber(quantity) ?? 0
      return { skuId: skuId?.id ?? 0, quantity: units, unitPrice: unitPrice || null }
    }),
  }
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}
