import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import * as acts from './transition-store.ts'
import { cancelReturn, closeReturn } from './transitions.ts'
import { rejectRequestedCancellation } from './request-cancellation.ts'
import type { LockedReturn } from './locked-return.ts'
import type { ReceiptProgress } from '../../rules.ts'

// Handles the warehouse's answer to a cancellation request for expected goods.

/**
 * The warehouse confirms the cancellation: cancels the return, or closes the open rest if part of
 * it has arrived meanwhile. Does nothing if no request is pending.
 */
export function confirmCancellation(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const goodsReturn = await lockPending(inner, id)
    if (!goodsReturn) return
    const [arrived] = await rows<ReceiptProgress>(inner.db, acts.readArrived, [id])
    const endReturn = arrived?.qtyReceived ? closeReturn : cancelReturn
    await endReturn(inner, id, { ifMatch: undefined, reason: goodsReturn.cancelRequest ?? '' })
  })
}

/** The warehouse rejects the cancellation: clears the request, and the return continues. */
export function rejectCancellation(ctx: Context, id: number, reason: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const goodsReturn = await lockPending(inner, id)
    if (goodsReturn) await rejectRequestedCancellation(inner, goodsReturn, reason)
  })
}

async function lockPending(ctx: Context, id: number): Promise<LockedReturn | undefined> {
  const [goods] = await rows<LockedReturn>(ctx.db, acts.lockReturn, [id])
  return goods && goods.cancelRequest !== null ? goods : undefined
}
