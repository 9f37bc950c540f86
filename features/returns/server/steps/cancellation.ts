import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import * as acts from './transition-store.ts'
import { cancelReturn, closeReturn } from './advance.ts'
import { rejectRequestedCancellation } from './request-cancellation.ts'
import type { LockedReturn } from './locked-return.ts'
import type { Arrived } from '../../rules.ts'

// What the warehouse answers when it was asked to give up goods that it expects.

/**
 * The warehouse has given a return up: it is cancelled. Where a part came in meanwhile, what is
 * still open is closed. Nothing where nothing is asked for any more.
 */
export function confirmCancellation(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const goods = await lockAsked(inner, id)
    if (!goods) return
    const [arrived] = await rows<Arrived>(inner.db, acts.readArrived, [id])
    const giveUp = arrived?.qtyReceived ? closeReturn : cancelReturn
    await giveUp(inner, id, { ifMatch: undefined, reason: goods.cancelRequest ?? '' })
  })
}

/** The warehouse does not give a return up, and says why: the return stays as it is. */
export function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const goods = await lockAsked(inner, id)
    if (goods) await rejectRequestedCancellation(inner, goods, reason)
  })
}

async function lockAsked(ctx: Context, id: number): Promise<LockedReturn | undefined> {
  const [goods] = await rows<LockedReturn>(ctx.db, acts.lockReturn, [id])
  return goods && goods.cancelRequest !== null ? goods : undefined
}
