import type { UnitPrice } from '#features/pricing/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import { lockAll, place, readRules } from './place-orders.ts'

/** An order that replaces returned goods, at the prices of those goods. */
export type Replacement = {
  draft: OrderDraft
  number: string
  prices: readonly UnitPrice[]
  isFree: boolean
}

/**
 * Creates a replacement order in the open transaction, decided like a new order but at the given
 * prices and without shipping; a free one skips the credit check. Throws if stock or, unless free,
 * credit is not available.
 */
export async function createReplacementOrder(
  ctx: Context,
  { draft, number, prices, isFree }: Replacement,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  const { user, requestId } = ctx
  const request = [{ body: draft, user, requestId, call: undefined }]
  const locked = await lockAll(ctx, request, rules)
  const terms = { numbers: [number], mayHold: false, priceOverrides: { fixed: prices, isFree } }
  const [result] = await place(ctx, request, { ...rules, ...locked, ...terms })
  if (!result || result instanceof Refusal) throw result ?? new Error('No order was placed')
  return result.order
}
