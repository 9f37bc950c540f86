import type { Context } from '#platform/server/database/db.ts'
import type { ImportOrders } from '../../contract.ts'
import type { KeyedOrder } from '../placing/idempotent-orders.ts'
import { factsQueryOf, readRules } from '../placing/order-facts.ts'
import { importPolicy } from '../placing/order-policies.ts'
import { compareOrders, type Resemblance } from '../placing/resembling-orders.ts'
import { readFacts } from '../store.ts'

/** The orders of a dry run that would be parked, found while they are validated in sequence. */
type ParkingOfFile = {
  found: ReadonlyMap<KeyedOrder, Resemblance>
  isParked: (request: KeyedOrder) => boolean
  /** Compares the following orders with this one too, because it would be created. */
  add: (request: KeyedOrder) => void
}

/** Reads what the orders of a file are compared with. Read-only. */
export async function parkingOfFile(
  ctx: Context,
  requests: readonly KeyedOrder[],
  refused: ImportOrders['refused'],
): Promise<ParkingOfFile> {
  const rules = await readRules(ctx)
  const facts = await readFacts(ctx.db, factsQueryOf(requests, rules.date), { lock: false })
  const comparison = await compareOrders({ ...ctx, facts }, requests, importPolicy(rules, refused))
  const found = new Map<KeyedOrder, Resemblance>()
  return {
    found,
    isParked(request) {
      const resemblance = comparison.resemblanceOf(request)
      if (resemblance) found.set(request, resemblance)
      return resemblance !== undefined
    },
    add({ body: { customerId, customerPO = null, items } }) {
      comparison.add({ id: 0, orderNumber: 'an order of this file', customerId, customerPO, items })
    },
  }
}
