import type { PlaceOrder, WithOrderEntry } from '#features/intake/server/service.ts'
import { createOneOrder } from './create-orders.ts'
import { withOrderNumbers } from './idempotent-orders.ts'
import { readRules } from './order-facts.ts'
import { orderEntryPolicy } from './order-policies.ts'

/**
 * Prepares the creation of the order of a message of the intake inbox: by the rules of Order Entry,
 * in one transaction with the message, in the name of the person who places it.
 */
export const withOrderEntry: WithOrderEntry = async (ctx, work) => {
  const policy = orderEntryPolicy(await readRules(ctx))
  return withOrderNumbers(ctx, 1, (inner, [number = '']) => {
    const place: PlaceOrder = (placing, order, { isRepeatAccepted }) =>
      createOneOrder(placing, { body: order, number, isRepeatAccepted }, policy)
    return work(inner, place)
  })
}
