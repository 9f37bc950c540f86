import { applyStep } from '#features/audit/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import * as acts from './transition-store.ts'
import type { ReturnDetails } from '../../contract.ts'
import { lockReturn, returnKind } from './locked-return.ts'
import { type ReceiptProgress, whyNotStep } from '../../rules.ts'
import { readReturn } from '../read-return.ts'

type HoldRequest = { ifMatch: number | undefined; reason: string }

/**
 * Holds an open return. Its status and reservations do not change; until the release it can only be
 * rejected or cancelled, but arriving goods are still received. Throws 409 if it is already on
 * hold, or if its status does not allow a hold.
 */
export function holdReturn(ctx: Context, id: number, request: HoldRequest): Promise<ReturnDetails> {
  return change(ctx, id, { verb: 'hold', ...request })
}

/** Releases a return on hold, without a change of status. Throws 409 if it is not on hold. */
export function releaseReturn(
  ctx: Context,
  id: number,
  request: HoldRequest,
): Promise<ReturnDetails> {
  return change(ctx, id, { verb: 'release', ...request })
}

function change(
  ctx: Context,
  id: number,
  { verb, ifMatch, reason }: HoldRequest & { verb: 'hold' | 'release' },
): Promise<ReturnDetails> {
  const subject = { id, ifMatch, lock: lockReturn, read: readReturn }
  return runTransition(ctx, subject, async (inner, goods) => {
    const [arrived] = await rows<ReceiptProgress>(inner.db, acts.readArrived, [id])
    const whyNot = whyNotStep({ ...goods, ...(arrived as ReceiptProgress) }, verb)
    if (whyNot) throw new Refusal('refused', 'illegal-transition', whyNot)
    const after = verb === 'hold' ? reason : null
    const changes = { holdReason: { from: goods.holdReason, to: after } }
    const write = () => send(inner, acts.changeHold, [id, after])
    const step = { action: verb, to: goods.status, reason, changes, write }
    return applyStep(inner, goods, { ...returnKind, ...step })
  })
}
