import type { Day } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ImportedOrder } from '../../contract.ts'
import type { Step } from './import-outcomes.ts'
import * as store from './import-store.ts'

// Orders of a file that equal an order that is there: of today they are the same order, of an
// earlier day they may be standing orders.

/** What is known of an order whose customer PO is on another; that may be a standing order's. */
export function sameCustomerPo(
  { number, day }: store.EarlierOrder,
  date: Day,
): Partial<ImportedOrder> {
  if (day === date) return { fate: 'exists', orderNumber: number }
  const says = `This customer PO was ordered on ${day}. It is created again where you choose so`
  return { fate: 'repeat', orderNumber: number, says, canRepeat: true }
}

/**
 * The steps with what is known of orders that were imported before with the same content: they are
 * there already, or ask for a choice where that was on an earlier day, unless they are to be
 * created again, or were cancelled since. A new attempt has a key of its own, named for the last
 * order of that content.
 */
export async function afterEqual(ctx: Context, steps: readonly Step[], date: Day): Promise<Step[]> {
  const prints = steps.flatMap(({ asked }) => asked?.call?.bodySha256 ?? [])
  const equal = await store.equalOrders(ctx, prints)
  return steps.map((step) => {
    const { told, choice, asked } = step
    const call = asked?.call
    const before = call && equal.get(call.bodySha256.toString('hex'))
    if (!asked || !before) return step
    const { lastId, orderNumber, day } = before
    if (orderNumber !== null && choice !== 'again') {
      const says = `An equal order was imported on ${day}. It is created again where you choose so`
      const fate = day === date ? 'exists' : 'repeat'
      return { told, choice, known: { fate, orderNumber, says, canRepeat: true } }
    }
    return { ...step, asked: { ...asked, call: { ...call, key: `${call.key} after ${lastId}` } } }
  })
}
