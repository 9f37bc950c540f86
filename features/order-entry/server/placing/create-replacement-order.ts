import type { UnitPrice } from '#features/pricing/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import { lockAll, place, readRules } from './place-orders.ts'

/** An order that replaces goods that came back: its lines' prices are those of the goods. */
export type Replacement = {
  draft: OrderDraft
  number: string
  prices: readonly UnitPrice[]
  isFree: boolean
}

/**
 * Creates the order that replaces returned goods, in the open transaction, decided as Order Entry
 * decides but at the prices given and without freight; what is free asks for no credit. Refuses
 * goods that are not there and, where they are paid for, credit that is not.
 */
export async function placeReplacement(
  ctx: Context,
  { draft, number, prices, isFree }: Replacement,
): Promise<SalesOrderDetails> {
  const rules = await readRules(ctx)
  const { user, requestId } = ctx
  const asked = [{ body: draft, user, requestId, call: undefined }]
  const locked = await lockAll(ctx, asked, rules)
  const terms = { numbers: [number], mayHold: false, given: { fixed: prices, isFree } }
  const [placed] = await place(ctx, asked, { ...rules, ...locked, ...terms })
  if (!placed || placed instanceof Refusal) throw placed ?? new Error('No order was placed')
  return placed.order
}
