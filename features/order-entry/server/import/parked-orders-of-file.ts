import type { Context } from '#platform/server/database/db.ts'
import type { ImportOrders } from '../../contract.ts'
import type { KeyedOrder } from '../placing/idempotent-orders.ts'
import { factsQueryOf, readRules } from '../placing/order-facts.ts'
import { importPolicy } from '../placing/order-policies.ts'
import { compareOrders, type Resemblance } from '../placing/resembling-orders.ts'
import { readFacts } from '../store.ts'

/**
 * The orders of a file that would be parked, with what they resemble, as if they were placed one
 * after another. Read-only.
 */
export async function resemblancesOf(
  ctx: Context,
  requests: readonly KeyedOrder[],
  refused: ImportOrders['refused'],
): Promise<ReadonlyMap<KeyedOrder, Resemblance>> {
  const rules = await readRules(ctx)
  const facts = await readFacts(ctx.db, factsQueryOf(requests, rules.date), { lock: false })
  const comparison = await compareOrders({ ...ctx, facts }, requests, importPolicy(rules, refused))
  const found = new Map<KeyedOrder, Resemblance>()
  for (const request of requests) {
    const { customerId, customerPO = null, items } = request.body
    const resemblance = comparison.resemblanceOf(request)
    if (resemblance) found.set(request, resemblance)
    comparison.add({ id: 0, orderNumber: 'an order of this file', customerId, customerPO, items })
  }
  return found
}
