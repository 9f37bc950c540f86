import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ImportedOrder } from '../../contract.ts'
import type { SamePo } from '../placing/resembling-orders.ts'
import type { Step } from './import-outcomes.ts'
import * as store from './import-store.ts'

// Orders of a file that equal an existing order. From today they count as the same order; from an
// earlier day they may be standing orders.

const repeatText = (event: string, day: Day) =>
  `${event} on ${formatDay(day, 'en-US')}. Choose to create it again or not`

/**
 * The result for an order whose customer PO is already on another order. From today it exists
 * already; from an earlier day it may be a standing order, so the user may create it again.
 */
export function sameCustomerPo({ orderNumber, day }: SamePo, date: Day): Partial<ImportedOrder> {
  if (day === date) return { fate: 'exists', orderNumber }
  const sentence = repeatText('This customer PO was ordered', day)
  return { fate: 'repeat', orderNumber, says: sentence, canRepeat: true }
}

/**
 * The earlier orders that the person saw in a message of the intake inbox before they chose to
 * repeat them: order numbers by the first row of the order in the file.
 */
export type SeenOrders = ReadonlyMap<number, string>

/** True if an equal order is not the one that the person saw: somebody has created it since. */
export function isUnseen(orderNumber: string | null, seen: string | undefined): boolean {
  return seen !== undefined && orderNumber !== null && orderNumber !== seen
}

/**
 * Adds to each step what is known of earlier imports with the same content: the order exists, or,
 * from an earlier day, the user must choose. A repeated customer PO that the rules park is created
 * on a later day, because somebody decides on the parked order. Does not apply if the user chose
 * `again`, or if the earlier orders were cancelled. A new attempt gets its own idempotency key,
 * derived from the last order with that content, so that two people who choose it create one order.
 * One that is chosen for a message of the version before, which does not say what the person saw,
 * gets it from the message.
 */
export async function resolveRepeatedOrders(
  ctx: Context,
  steps: readonly Step[],
  { date, messageId, seen }: { date: Day; messageId: number | undefined; seen: SeenOrders },
): Promise<Step[]> {
  const hashes = steps.flatMap(({ request }) => request?.call?.bodySha256 ?? [])
  const equalOrders = await store.equalOrders(ctx, hashes)
  return steps.map((step): Step => {
    const { group, request, isParked = false } = step
    const call = request?.call
    const earlierOrder = call && equalOrders.get(call.bodySha256.toString('hex'))
    if (!request || !earlierOrder) return step
    const { lastId, orderNumber, day } = earlierOrder
    const { po, rows: lines } = group.group
    const seenOrder = seen.get(lines[0]?.number ?? 0)
    // With a customer PO it was compared before, with the order that has the PO now.
    const isNewer = po === null && isUnseen(orderNumber, seenOrder)
    const choice = step.choice === 'again' && isNewer ? 'accept' : step.choice
    const isOpen = orderNumber !== null && day !== null && choice !== 'again'
    if (isOpen && isParked && day === date) {
      return { group, choice, known: { fate: 'exists', orderNumber } }
    }
    if (isOpen && !isParked) {
      const sentence = repeatText('The same order was imported', day)
      const fate = day === date ? 'exists' : 'repeat'
      return { group, choice, known: { fate, orderNumber, says: sentence, canRepeat: true } }
    }
    const isOfMessage = choice === 'again' && messageId !== undefined && seenOrder === undefined
    const attempt = isOfMessage ? `of message ${messageId}` : `after ${lastId}`
    return { ...step, request: { ...request, call: { ...call, key: `${call.key} ${attempt}` } } }
  })
}
