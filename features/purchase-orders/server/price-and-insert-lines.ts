import type { Settings } from '#features/settings/contract.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { guardCertificates } from './expired-vendor-certificates.ts'
import type { PurchaseLineForm } from '../contract.ts'
import { lineTotals } from '../rules.ts'
import * as store from './store.ts'
import { purchaseOrderItems } from './tables.ts'

export type PricedLine = { skuId: number; quantity: number; unitPrice: Cents; totalPrice: Cents }

type RequestedLines = { vendorId: number; items: readonly PurchaseLineForm[] }
export type CertificateContext = Pick<Settings, 'certificateMode'> & { date: Day }

/**
 * Locks the SKUs and prices the requested lines. A line without a price gets the price of the
 * vendor's offer, or the SKU's cost.
 */
export async function price(
  ctx: Context,
  { vendorId, items: requested }: RequestedLines,
  rules: CertificateContext,
): Promise<{ lines: PricedLine[]; total: Cents }> {
  type Found = { id: number; sku: string; cost: string; isActive: boolean }
  const ids = [...new Set(requested.map(({ skuId }) => skuId))]
  const found = await rows<Found>(ctx.db, store.lockSkus, [ids, vendorId])
  const skus = new Map(found.map((sku) => [sku.id, sku]))
  const wrong = requested.flatMap(({ skuId }, index) => {
    const sku = skus.get(skuId)
    const path = `items.${index}.skuId`
    if (!sku) return [{ path, message: 'This SKU does not exist' }]
    return sku.isActive ? [] : [{ path, message: `SKU ${sku.sku} is inactive` }]
  })
  if (wrong.length > 0) throw invalid(wrong)
  const skuIds = requested.map(({ skuId }) => skuId)
  await guardCertificates(ctx, { vendorId, skuIds }, rules)
  const lines = requested.map(({ skuId, quantity, unitPrice }) => {
    return { skuId, quantity, unitPrice: cents(unitPrice ?? skus.get(skuId)?.cost ?? '0') }
  })
  const counted = lineTotals(lines)
  if (!counted) {
    const sentence = 'The amounts of this order are too large'
    throw new Refusal('invalid', 'amount-out-of-range', sentence)
  }
  const { totals, total } = counted
  return {
    lines: lines.map((line, index) => ({ ...line, totalPrice: totals[index] as Cents })),
    total,
  }
}

/** A locked vendor; undefined if there is none. */
export type LockedVendor = { vendorCode: string; isActive: boolean } | undefined

/** Locks the vendor of an order. */
export async function lockVendor(ctx: Context, id: number): Promise<LockedVendor> {
  return (await rows<NonNullable<LockedVendor>>(ctx.db, store.lockVendor, [id]))[0]
}

/** Throws 422 if the vendor is unknown or inactive. */
export function guardVendor(vendor: LockedVendor): void {
  const refuse = (message: string) => invalid([{ path: 'vendorId', message }])
  if (!vendor) throw refuse('This vendor does not exist')
  if (!vendor.isActive) throw refuse(`Vendor ${vendor.vendorCode} is inactive`)
}

/** Inserts the lines of an order, numbered in their given sequence. */
export async function insertLines(
  ctx: Context,
  id: number,
  lines: readonly PricedLine[],
): Promise<void> {
  const items = lines.map(({ skuId, quantity, unitPrice, totalPrice }, index) => ({
    purchaseOrderId: id,
    lineNo: index + 1,
    skuId,
    quantity,
    unitPrice: decimal(unitPrice),
    totalPrice: decimal(totalPrice),
  }))
  await insertMany(ctx, purchaseOrderItems, items)
}

/** The 409 error for an order number that is already in use. */
export function numberAlreadyUsed(): Refusal {
  const sentence = 'That order number is already taken'
  return new Refusal('conflict', 'duplicate-order-number', sentence, [
    { path: 'orderNumber', message: 'Already taken' },
  ])
}
