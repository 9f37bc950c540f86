import { demand } from '#features/auth/rules.ts'
import { guardOpen } from '#features/ledger/service.ts'
import { currentSettings } from '#features/settings/service.ts'
import { today } from '#platform/kernel/days.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/db.ts'
import { takeStep } from './advance.ts'
import { lockMany, lockOrder } from './locks.ts'

/**
 * Starts or ships many orders in one transaction, each wholly or not at all; those that cannot take
 * the step come back with the reason. All locks are taken ahead, so that steps follow in any order.
 */
export async function changeSalesOrders(
  ctx: Context,
  { action, ids }: { action: 'process' | 'ship'; ids: readonly number[] },
): Promise<BulkOutcome> {
  if (action === 'ship') demand(ctx.user, 'salesOrders.ship')
  const { businessTimeZone } = await currentSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  return inTransaction(ctx, async (inner) => {
    if (action === 'ship') await guardOpen(inner, [date])
    const found = await lockMany(inner, wanted, { goods: action === 'ship' })
    const outcome: BulkOutcome = { done: [], kept: [] }
    for (const id of wanted) {
      // Each finds the stock that those before it left.
      // oxlint-disable-next-line no-await-in-loop
      const reason = found.has(id) ? await whyKept(inner, id, { action, date }) : unknown
      if (reason) outcome.kept.push({ id, reason })
      else outcome.done.push(id)
    }
    return outcome
  })
}

const unknown = 'That record was not found'

/** Takes the step, which refuses before it writes; answers the reason where it does. */
async function whyKept(
  ctx: Context,
  id: number,
  { action, date }: { action: 'process' | 'ship'; date: ReturnType<typeof today> },
): Promise<string | undefined> {
  const order = await lockOrder(ctx, id, { buyer: false })
  try {
    await takeStep(ctx, order, { verb: action, today: date })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return `${order.orderNumber}: ${error.message}`
    throw error
  }
}
