import type { SalesOrderChanges, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { LockedOrder } from '#features/sales-orders/server/service.ts'
import { creditTaken } from '#features/sales-orders/rules.ts'
import type { Cents } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { retainedPrices } from './retained-prices.ts'
import type { OrderFacts } from '../../rules.ts'
import { factsOf } from '../placing/order-facts.ts'
import type { Rules } from '../placing/place-orders.ts'
import { readFacts } from '../store.ts'

// What is known of an order that is changed.

/** A change of a locked order, and the rules of the moment. */
export type OrderChange = {
  order: LockedOrder
  before: SalesOrderDetails
  form: SalesOrderChanges
  rules: Rules
}

export type Lines = NonNullable<SalesOrderChanges['items']>

/** What an order holds of each SKU. */
export function heldBySku(before: SalesOrderDetails): Map<number, number> {
  const held = new Map<number, number>()
  for (const { skuId, qtyReserved } of before.items) {
    held.set(skuId, (held.get(skuId) ?? 0) + qtyReserved)
  }
  return held
}

/** How the goods travel once the order is changed. */
export function methodAfter({ before, form }: Pick<OrderChange, 'before' | 'form'>) {
  return form.shippingMethod === undefined ? before.shippingMethod : form.shippingMethod
}

/** The facts of a locked order as if it had not been placed: what it holds is free for it. */
export async function factsForChange(
  ctx: Context,
  { order, before, form, rules, items }: OrderChange & { items: Lines },
): Promise<OrderFacts> {
  const { customerId } = before
  const date = order.orderDate
  const skuIds = new Set([...before.items, ...items].map(({ skuId }) => skuId))
  const asked = { customerIds: [customerId], skuIds: [...skuIds], date, overdueOn: rules.date }
  const read = await readFacts(ctx.db, asked, { lock: true })
  const shippingMethod = methodAfter({ before, form })
  const { shippingAddress = before.shippingAddress } = form
  const wish = { customerId, items, shippingMethod, shippingAddress }
  const facts = factsOf(read, { ...rules, date }, wish)
  const { customer } = facts
  const openOrderAmount = ((customer?.openOrderAmount ?? 0) - creditTaken(order)) as Cents
  const held = heldBySku(before)
  const kept = retainedPrices(before, items)
  const skus = [...facts.skus.values()].map((sku) => {
    const available = sku.available + (held.get(sku.id) ?? 0)
    // What is not asked for anew may not be sold any more, and stays on the order.
    return [sku.id, { ...sku, available, isActive: sku.isActive || kept.has(sku.id) }] as const
  })
  return {
    ...facts,
    customer: customer && { ...customer, openOrderAmount },
    // What was taken is changed by the limit alone.
    overdueRule: undefined,
    skus: new Map(skus),
    kept,
  }
}

/**
 * True where another ship-to address is typed that is taxed otherwise: by another rate, for another
 * place, or by a guess.
 */
export async function isTaxedAnew(ctx: Context, asked: OrderChange): Promise<boolean> {
  const { before, form } = asked
  const { shippingAddress } = form
  if (shippingAddress === undefined || shippingAddress === before.shippingAddress) return false
  const stays = { ...form, shippingAddress: before.shippingAddress }
  const [was, will] = [
    await factsForChange(ctx, { ...asked, form: stays, items: [] }),
    await factsForChange(ctx, { ...asked, items: [] }),
  ]
  return JSON.stringify(taxOf(was)) !== JSON.stringify(taxOf(will))
}

function taxOf({ charges: { taxRate, taxPlace, taxNotice } }: OrderFacts) {
  return { taxRate, taxPlace, taxNotice }
}
