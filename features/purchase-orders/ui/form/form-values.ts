import { type BoughtSku, boughtSku } from '#features/skus/ui/parts/find-skus.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/fields/choices.ts'
import type { Fill } from '#platform/ui/form/filled-in.ts'
import { fieldText, wholeNumber } from '#platform/ui/form/form-parts.ts'
import { sentLines } from '#platform/ui/form/sent-lines.ts'
import type { PastedCode } from '#platform/ui/form/use-pasted-lines.ts'
import type { PurchaseOrderDetails, createPurchaseOrder } from '../../contract.ts'
import type { PurchaseOrderStatus } from '../../rules.ts'

export type LineValues = {
  skuId: BoughtSku | undefined
  quantity: string
  unitPrice: string
  pasted?: PastedCode | undefined
  /** How many the vendor sells at once, at least. */
  minimum?: number | undefined
  /** The price that the SKU and the vendor filled in. */
  priceFill?: Fill | undefined
  /** What the order on record pays, and for which SKU of which vendor. */
  recorded?: { vendorId: number; skuId: number; price: string }
}
/** The moment a form was opened, and the business day it is. */
export type Opened = { now: Date; today: string }
export type PurchaseValues = ReturnType<typeof valuesOf>

/** What the form shows at first: an order as it is, or a new one of today. */
export function valuesOf({ now, today }: Opened, order?: PurchaseOrderDetails) {
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

/** An order as it is, or a new one: like another, for a vendor or a SKU, or with nothing said. */
export function beginningOf(at: Opened, { order, like, vendor, sku }: Beginning): PurchaseValues {
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

/** A new order of today with what another one has. */
function copyOf(at: Opened, order: PurchaseOrderDetails): PurchaseValues {
  const { orderNumber, status, orderDate, expectedDate } = valuesOf(at)
  return { ...valuesOf(at, order), orderNumber, status, orderDate, expectedDate }
}

/** Lines that were left empty are none; without a price a line costs what the SKU costs. */
export function toWire(values: PurchaseValues): WireBodyOf<typeof createPurchaseOrder> {
  const { vendorId, orderDate, totalAmount } = values
  return {
    ...values,
    vendorId: vendorId?.id ?? 0,
    orderDate: orderDate || undefined,
    totalAmount: totalAmount === '' ? '0' : totalAmount,
    items: sentLines(values.items, ({ skuId, quantity, unitPrice, pasted }) => {
      if (skuId === undefined && unitPrice === '' && !pasted) return undefined
      const units = wholeNumber(quantity) ?? 0
      return { skuId: skuId?.id ?? 0, quantity: units, unitPrice: unitPrice || null }
    }),
  }
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}
