import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import { applyChange, releaseLines } from '../advance-order.ts'
import type { SalesOrderDetails, HoldForm } from '../../contract.ts'
import { recordDecision } from '#features/decisions/server/service.ts'
import { lockOrder } from '../lock-orders.ts'
import { holdReceiptOf } from '../../hold-receipt.ts'
import { releaseSalesOrder } from './release.ts'
import { whyNotHold } from '../../rules.ts'
import { readSalesOrder } from '../read-order.ts'
import { salesOrders } from '../tables.ts'

/**
 * Puts an open order on hold for a reason: it cannot advance until its release, or until the given
 * day. A credit hold releases the order's stock and credit, and only ends by a release.
 */
export async function holdSalesOrder(
  ctx: Context,
  id: number,
  { reason, until, note, ifMatch }: HoldForm & { ifMatch: number | undefined },
): Promise<SalesOrderDetails> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  refuseUntil(reason, until, date)
  const lock = (inner: Context) => lockOrder(inner, id, { buyer: true })
  const subject = { id, ifMatch, lock, read: readSalesOrder }
  return runTransition(ctx, subject, async (inner, order) => {
    const whyNot = whyNotHold(order, reason)
    if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
    if (reason === 'credit') await releaseLines(inner, order)
    const after = { ...order, holdReason: reason, version: order.version + 1 }
    const decision = await recordDecision(inner, id, holdReceiptOf(order, { holdReason: reason }))
    const changes = { holdReason: { from: order.holdReason, to: reason }, ...decision }
    const more = { holdReason: reason, holdUntil: until ?? null }
    const change = { after, action: 'hold', reason: note, changes, more }
    const held = await applyChange(inner, order, change)
    await send(inner, writeTerms, [id, until ?? null, note ?? null])
    return held
  })
}

function refuseUntil(reason: string, until: Day | null | undefined, date: Day): void {
  if (!until) return
  const refuse = (message: string) => invalid([{ path: 'until', message }])
  if (reason === 'credit') throw refuse('A credit hold cannot have an end date')
  if (reason === 'payment') throw refuse('A payment hold ends when the order is paid')
  if (reason === 'margin') throw refuse('A margin hold cannot have an end date')
  if (until <= date) throw refuse('Must be after today')
}

const writeTerms = {
  name: 'write_terms_of_hold',
  text: 'update sales_orders set hold_until = $2, hold_note = $3 where id = $1',
}

/** Writes the hold notes of new orders. */
export async function insertHoldNotes(
  ctx: Context,
  orders: readonly { id: number; holdNote: string | null }[],
): Promise<void> {
  await updateMany(
    ctx,
    salesOrders,
    orders.map(({ id, holdNote }) => ({ id, holdNote })),
  )
}

/** Interval of the job that ends holds whose day has come. */
export const holdsEveryMs = 60_000

const endingHolds = `hold_until <= $1::date
  and hold_reason not in ('credit', 'payment', 'margin', 'parked')`

const readEnding = {
  name: 'read_holds_that_end',
  text: `select id from sales_orders where ${endingHolds} order by id limit 500`,
}

const readDue = {
  name: 'read_whether_hold_ends',
  text: `select id from sales_orders where id = $2 and ${endingHolds}`,
}

/**
 * Releases the holds whose end date has come, except those for credit, payment and margin and of
 * parked orders, which only end by what they wait for. An order that cannot be released is tried
 * again in the next run.
 */
export async function releaseExpiredHolds(ctx: Context): Promise<void> {
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  for (const { id } of await rows<{ id: number }>(ctx.db, readEnding, [date])) {
    // Sequential: each order has its own transaction.
    // oxlint-disable-next-line no-await-in-loop
    await releaseHold(ctx, id, date).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

/** Ends a hold whose day has come, after checking again under the lock that it was not replaced. */
function releaseHold(ctx: Context, id: number, date: Day): Promise<unknown> {
  return inTransaction(ctx, async (inner) => {
    await lockOrder(inner, id, { buyer: true })
    const due = await rows(inner.db, readDue, [date, id])
    return due.length === 0 ? undefined : releaseSalesOrder(inner, id, { ifMatch: undefined })
  })
}
