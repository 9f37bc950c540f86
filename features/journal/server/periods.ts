import { record, recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { businessDay, readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import { guardClose } from './period-close-checklist.ts'
import type * as contract from '../contract.ts'
import type { Period } from '../contract.ts'
import { accountingPeriodFlow, guardPeriodOver, isPeriod, type PeriodStatus } from '../rules.ts'
import * as store from './store.ts'
import { accountingPeriods } from './tables.ts'

/**
 * Lists the months that have postings or were closed, newest first; with `toClose` only those that
 * have ended and are not closed.
 */
export async function listPeriods(
  ctx: Context,
  { toClose }: QueryOf<typeof contract.listPeriods>,
): Promise<Period[]> {
  const day = toClose === undefined ? null : await businessDay(ctx)
  return rows<Period>(ctx.db, store.readPeriods, [null, day])
}

type Step = { verb: string; ifMatch: number | undefined; reason?: string }

/** Soft-closes a month: only finance may post. Throws 409 if it is not over. */
export function softClosePeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'soft-close', ifMatch })
}

/** Cancels the soft close of a month. */
export function cancelClosingPeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'cancel-closing', ifMatch })
}

/** Closes a month. Throws 409 while an earlier month is open or an invariant is broken. */
export function closePeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'close', ifMatch })
}

/**
 * Reopens a closed month, with a reason. For the user who closed it, this is refused or a waiver.
 */
export function reopenPeriod(ctx: Context, id: number, body: IfMatch & { reason: string }) {
  return changePeriodStatus(ctx, id, { verb: 'reopen', ...body })
}

/**
 * Changes the status of a month: soft-closed, closed or open. Waits for postings in progress. A
 * month can be closed only when it is over, all earlier months are closed and every rule of
 * `check_invariants()` holds; items still open are recorded with the close. Segregation of duties:
 * the user who closed a month may not reopen it, or only with a recorded waiver.
 */
async function changePeriodStatus(ctx: Context, id: number, step: Step): Promise<Period> {
  if (!isPeriod(id)) throw missing('That month')
  const settings = await readSettings(ctx)
  return inTransaction(ctx, async (inner) => {
    await insertMany(inner, accountingPeriods, [{ id }], { skipsConflicts: true })
    const [found] = await rows<LockedPeriod>(inner.db, store.lockPeriod, [id])
    if (!found) throw missing('That month')
    guardVersion(found, step.ifMatch)
    const status = advance(accountingPeriodFlow, found.status, step.verb)
    if (status !== 'open') guardPeriodOver(id, today(ctx.now, settings.businessTimeZone))
    const openItems = status === 'closed' ? await guardClose(inner, id) : null
    const isWaiver = step.verb === 'reopen' && (await hasClosed(inner, id))
    if (isWaiver && settings.sodMode === 'enforce') {
      const sentence = 'You closed this month. Another person must reopen it'
      throw new Refusal('forbidden', 'self-approval', sentence)
    }
    const newRoleControls = isWaiver ? await newRoleSkipped(inner, settings) : []
    const auditRef = { entity: 'period', entityId: id, action: step.verb } as const
    const reason = step.reason ?? openItems
    await send(inner, store.changePeriod, [id, status])
    await record(inner, [{ ...auditRef, fromStatus: found.status, toStatus: status, reason }])
    const control = ['close-reopen', ...newRoleControls].join(', ')
    const waiver = { ...auditRef, isWaiver, control, reason }
    await recordApprovals(inner, isWaiver ? [waiver] : [])
    const [after] = await rows<Period>(inner.db, store.readPeriods, [id, null])
    if (!after) throw missing('That month')
    return after
  })
}

type LockedPeriod = { id: number; status: PeriodStatus; version: number }

async function hasClosed(ctx: Context, id: number): Promise<boolean> {
  const [lastClose] = await rows<{ actorId: number | null }>(ctx.db, store.readLastClose, [id])
  return lastClose !== undefined && lastClose.actorId === ctx.user?.id
}
