import { isSameRate } from '#features/pricing/sales-tax.ts'
import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { LockedOrder } from '#features/sales-orders/server/service.ts'
import { creditUsedBy } from '#features/sales-orders/rules.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { isPriceUnchanged, retainedPrices } from './retained-prices.ts'
import type { OrderFacts } from '../../rules.ts'
import { factsOf, type Rules } from '../placing/order-facts.ts'
import { type Facts, readFacts } from '../store.ts'

// The facts that the decision on a changed order uses.

/** What of an order counts as not yet used while a change of it is decided. */
type PlacedOrder = Parameters<typeof creditUsedBy>[0] & Pick<LockedOrder, 'id' | 'orderDate'>

/** A change to a locked order, with the current settings. */
export type OrderChange = {
  order: PlacedOrder
  before: SalesOrderDetails
  form: SalesOrderChanges
  rules: Rules
  /** True for a preview, which locks nothing, so that its figures may change before it is saved. */
  isPreview?: boolean
}

export type Lines = NonNullable<SalesOrderChanges['items']>

/** Reserved units of the order by SKU. */
function reservedBySku(before: SalesOrderDetails): Map<number, number> {
  const reserved = new Map<number, number>()
  for (const { skuId, qtyReserved } of before.items) {
    reserved.set(skuId, (reserved.get(skuId) ?? 0) + qtyReserved)
  }
  return reserved
}

/** The shipping method after the change. */
export function shippingMethodAfter({ before, form }: Pick<OrderChange, 'before' | 'form'>) {
  return form.shippingMethod === undefined ? before.shippingMethod : form.shippingMethod
}

/**
 * Reads and locks the facts as if the order had not been placed: its own reserved stock and open
 * amount count as available. A preview locks nothing.
 */
export async function factsForChange(
  ctx: Context,
  change: OrderChange & { items: Lines },
): Promise<OrderFacts> {
  const { order, before, rules, items, isPreview = false } = change
  const skuIds = new Set([...before.items, ...items].map(({ skuId }) => skuId))
  const factsQuery = {
    customerIds: [before.customerId],
    skuIds: [...skuIds],
    date: order.orderDate,
    overdueOn: rules.date,
  }
  return factsOfChange(await readFacts(ctx.db, factsQuery, { lock: !isPreview }), change)
}

/** The facts that were read, as if the order had not been placed. */
export function factsOfChange(
  read: Facts,
  {
    order,
    before,
    form,
    rules,
    items,
  }: Omit<OrderChange, 'order'> & {
    order: Omit<PlacedOrder, 'id'>
    items: Lines
  },
): OrderFacts {
  const { customerId } = before
  const shippingMethod = shippingMethodAfter({ before, form })
  const { shippingAddress = before.shippingAddress } = form
  const orderRequest = { customerId, items, shippingMethod, shippingAddress }
  const facts = factsOf(read, { ...rules, date: order.orderDate }, orderRequest)
  const { customer } = facts
  const openOrderAmount = ((customer?.openOrderAmount ?? 0) - creditUsedBy(order)) as Cents
  const reserved = reservedBySku(before)
  const retained = retainedPrices(before, items)
  const skus = [...facts.skus.values()].map((sku) => {
    const available = sku.available + (reserved.get(sku.id) ?? 0)
    // A SKU whose price does not change may be inactive and remain on the order.
    return [sku.id, { ...sku, available, isActive: sku.isActive || retained.has(sku.id) }] as const
  })
  const { charges } = facts
  return {
    ...facts,
    charges: isReplacement(before) ? { ...charges, shippingFlat: zero } : charges,
    customer: customer && { ...customer, openOrderAmount },
    // Overdue invoices do not block a change; only the credit limit does.
    overdueRule: undefined,
    skus: new Map(skus),
    agreedPrices: retained,
  }
}

/** True if the change sets a ship-to address with a different tax rate, tax place or tax notice. */
export async function hasTaxChanged(ctx: Context, change: OrderChange): Promise<boolean> {
  const { before, form } = change
  const { shippingAddress } = form
  if (shippingAddress === undefined || shippingAddress === before.shippingAddress) return false
  const unchangedForm = { ...form, shippingAddress: before.shippingAddress }
  const [currentFacts, changedFacts] = [
    await factsForChange(ctx, { ...change, form: unchangedForm, items: [] }),
    await factsForChange(ctx, { ...change, items: [] }),
  ]
  return JSON.stringify(taxOf(currentFacts)) !== JSON.stringify(taxOf(changedFacts))
}

function taxOf({ charges: { taxRate, taxPlace, taxNotice } }: OrderFacts) {
  return { taxRate, taxPlace, taxNotice }
}

type RatedLines = { lines: readonly { taxRate: string | null }[]; facts: OrderFacts }

/**
 * True if an order has another tax rate now than the one it is stored with: the default rate or
 * the exemption of its customer has changed. Its open units then all get the rate of now.
 */
export function hasRateChanged(before: SalesOrderDetails, { lines, facts }: RatedLines): boolean {
  const rate = lines[0]?.taxRate ?? null
  if (rate === null || isReplacement(before)) return false
  return !isSameRate(rate, facts.charges.taxRate)
}

/** True for a replacement order: its prices and shipping do not change. */
export function isReplacement({ items }: SalesOrderDetails): boolean {
  return items.some(({ priceSource }) => priceSource === 'replacement')
}

/** True for a free replacement order: a total of $0.00 needs no manager. */
export function isFreeReplacement(before: SalesOrderDetails): boolean {
  return isReplacement(before) && cents(before.totalAmount) === zero
}

/** The current lines in request form, for a change that does not submit lines. */
export function currentLines({ items }: SalesOrderDetails): Lines {
  const openLines = items.filter(({ quantity }) => quantity > 0)
  return openLines.map(({ lineNo, skuId, quantity }) => ({ lineNo, skuId, quantity }))
}

/** True if the lines of a change have the SKUs, quantities and prices of the order. */
export function isSame(before: SalesOrderDetails, items: Lines): boolean {
  return (
    items.length === before.items.length &&
    items.every(({ skuId, quantity, manualPrice }, index) => {
      const line = before.items[index]
      const isSameLine = line?.skuId === skuId && line.quantity === quantity
      return isSameLine && isPriceUnchanged(line, manualPrice)
    })
  )
}
