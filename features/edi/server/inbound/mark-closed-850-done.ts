import { record } from '#features/audit/server/service.ts'
import type { ClosingEffect, ReopeningEffect } from '#features/intake/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import { documentIdOf } from './recorded-order-850.ts'

const maxNote = 200

/**
 * Marks the 850 of a message that a person rejects, or marks as a duplicate, in the intake inbox as
 * done, with the reason as its note, in the open transaction; so are its copies that were counted
 * as arrivals of the message. One that needs no attention stays as it is.
 */
export const markClosed850Done: ClosingEffect = async (ctx, { sourceKey, reason }) => {
  const id = documentIdOf(sourceKey)
  if (id === undefined) return
  const values = [id, ctx.user?.id ?? null, reason.slice(0, maxNote)]
  const done = await rows<{ id: number }>(ctx.db, store.settleDocument, values)
  await recordDone(ctx, done, reason)
  await markCopies850Done(ctx, id, reason)
}

/** Opens the 850 of a message that a person opens again under EDI, too; its copies stay done. */
export const reopen850: ReopeningEffect = async (ctx, { sourceKey }) => {
  const id = documentIdOf(sourceKey)
  if (id === undefined) return
  const reopened = await rows<{ id: number }>(ctx.db, store.reopenDocument, [id])
  if (reopened.length === 0) return
  await record(ctx, [{ entity: 'edi_document', entityId: id, action: 'reopen' }])
}

/**
 * Marks the copies of an 850 that need attention under EDI as done, with a note, in the open
 * transaction. A copy with a message of its own is marked as done with that one.
 */
export async function markCopies850Done(ctx: Context, id: number, reason: string): Promise<void> {
  const values = [id, ctx.user?.id ?? null, reason.slice(0, maxNote)]
  const done = await rows<{ id: number }>(ctx.db, store.settleCopies, values)
  await recordDone(ctx, done, reason)
}

async function recordDone(
  ctx: Context,
  done: readonly { id: number }[],
  reason: string,
): Promise<void> {
  if (done.length === 0) return
  const entry = { entity: 'edi_document', action: 'settle', reason } as const
  await record(
    ctx,
    done.map(({ id }) => ({ ...entry, entityId: id })),
  )
}
