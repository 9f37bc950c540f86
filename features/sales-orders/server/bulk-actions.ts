import { requirePermission } from '#features/auth/rules.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import { changedRecordIds, claimUndo } from '#platform/server/imports/import-undo.ts'
import { inLockOrder, transitionEach } from '#platform/server/records/transition-many.ts'
import { advanceOrder } from './advance-order.ts'
import { recallSalesOrder } from './cancellations/cancellation.ts'
import { lockMany, lockOrder } from './lock-orders.ts'
import { salesOrders } from './tables.ts'

type Step = { action: 'process' | 'ship' | 'recall'; reason?: string | null | undefined }

/**
 * Processes, ships or recalls many orders in one transaction, each completely or not at all;
 * returns the others with the reason. Acquires all locks up front, so that the steps can run in any
 * order.
 */
export async function changeSalesOrders(
  ctx: Context,
  { ids, ...step }: Step & { ids: readonly number[] },
): Promise<BulkOutcome> {
  const { action } = step
  if (action !== 'process') requirePermission(ctx.user, `salesOrders.${action}`)
  const { businessTimeZone } = await readSettings(ctx)
  const date = today(ctx.now, businessTimeZone)
  const requestedIds = inLockOrder(ids)
  return inTransaction(ctx, async (inner) => {
    if (action === 'ship') await guardOpen(inner, [date])
    const found = await lockMany(inner, requestedIds, { goods: action === 'ship' })
    const outcome = await transitionEach(inner, { ids: requestedIds, found }, (id) =>
      applyToOrder(inner, id, { ...step, date }),
    )
    const done = outcome.done.map((id) => ({ id }))
    await rememberBulkEdit(inner, { table: salesOrders, action, done, kept: outcome.kept })
    return outcome
  })
}

/**
 * Undoes a bulk start of processing: recalls its orders from the warehouse. Orders that have moved
 * on, or that the warehouse must be asked about first, are returned with the reason.
 */
export async function undoBulkProcessing(ctx: Context, id: number): Promise<BulkOutcome> {
  requirePermission(ctx.user, 'salesOrders.recall')
  const { businessTimeZone } = await readSettings(ctx)
  const step = { action: 'recall', reason: 'Bulk edit undone' } as const
  const date = today(ctx.now, businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, { table: salesOrders }, { id, action: 'process' })
    const ids = await changedRecordIds(inner.db, id)
    const found = await lockMany(inner, ids, { goods: false })
    return transitionEach(inner, { ids, found }, async (orderId) => {
      const waitsFor = await applyToOrder(inner, orderId, { ...step, date })
      return waitsFor && mustConfirmFirst
    })
  })
}

// The request to the warehouse is rolled back with the undo, so it must be sent by itself.
const mustConfirmFirst = 'The warehouse has it and must confirm. Recall this order by itself'
const cancellationPending = 'The warehouse was asked to cancel it and has not responded yet'

/** Runs the step; returns what the order still waits for. */
async function applyToOrder(
  ctx: Context,
  id: number,
  { action, reason, date }: Step & { date: Day },
): Promise<string | undefined> {
  if (action === 'recall') {
    const { cancelRequest } = await recallSalesOrder(ctx, id, { reason, ifMatch: undefined })
    return cancelRequest ? cancellationPending : undefined
  }
  const order = await lockOrder(ctx, id, { buyer: false })
  await advanceOrder(ctx, order, { verb: action, today: date })
  return undefined
}
