import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import * as acts from './transition-store.ts'
import type { ReturnDetails } from '../../contract.ts'
import { type LockedReturn, recordAndPublish } from './locked-return.ts'
import { type Arrived, whyNotStep } from '../../rules.ts'
import { readReturn } from '../read-return.ts'

type HoldRequest = { ifMatch: number | undefined; reason: string }

/**
 * Stops a return before its end. Its status, and what it has set aside, stay as they are; until it
 * is released it can only be rejected or cancelled. What arrives meanwhile is put on record.
 */
export function holdReturn(ctx: Context, id: number, asked: HoldRequest): Promise<ReturnDetails> {
  return change(ctx, id, { verb: 'hold', ...asked })
}

/** Ends the hold of a return, which goes on where it stood. */
export function releaseReturn(
  ctx: Context,
  id: number,
  asked: HoldRequest,
): Promise<ReturnDetails> {
  return change(ctx, id, { verb: 'release', ...asked })
}

function change(
  ctx: Context,
  id: number,
  { verb, ifMatch, reason }: HoldRequest & { verb: 'hold' | 'release' },
): Promise<ReturnDetails> {
  return inTransaction(ctx, async (inner) => {
    const [goods] = await rows<LockedReturn>(inner.db, acts.lockReturn, [id])
    if (!goods) throw missing('That return')
    guardVersion(goods, ifMatch)
    const [arrived] = await rows<Arrived>(inner.db, acts.readArrived, [id])
    const whyNot = whyNotStep({ ...goods, ...(arrived as Arrived) }, verb)
    if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
    const after = verb === 'hold' ? reason : null
    await send(inner, acts.changeHold, [id, after])
    const changes = { holdReason: { from: goods.holdReason, to: after } }
    await record(inner, [{ entity: 'return', entityId: id, action: verb, reason, changes }])
    await recordAndPublish(inner, goods, { action: verb, status: goods.status })
    return readReturn(inner, id)
  })
}
