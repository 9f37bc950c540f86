import type { EarliestDay } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const readLast = {
  payment: {
    name: 'last_day_of_payment',
    text: `select max(day) as day
           from (
             select greatest(applied_on, reversed_on) as day from receivable_applications
             where payment_id = $1
             union all
             select greatest(released_on, reversed_on) from refunds where payment_id = $1
           ) as each`,
  },
  credit: {
    name: 'last_day_of_credit_memo',
    text: `select max(day) as day
           from (
             select greatest(applied_on, reversed_on) as day from receivable_applications
             where credit_memo_id = $1
             union all
             select greatest(released_on, reversed_on) from refunds where credit_memo_id = $1
           ) as each`,
  },
} as const

/**
 * Returns the last day on which a payment or credit memo was applied, unapplied or refunded. Its
 * state has not changed since then, so a step may be dated from that day on. The caller must hold
 * the customer lock.
 */
export async function lastUsed(
  ctx: Context,
  { kind, id }: { kind: 'payment' | 'credit'; id: number },
): Promise<EarliestDay> {
  const [found] = await rows<{ day: Day | null }>(ctx.db, readLast[kind], [id])
  return { day: found?.day, event: 'when it was last applied or refunded' }
}
