import { record, recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import { guardClose } from './closing.ts'
import type { Period } from '../contract.ts'
import { accountingPeriodFlow, guardOver, isPeriod, type PeriodStatus } from '../rules.ts'
import * as store from './store.ts'

/** The months that were posted into or closed, newest first. */
export function listPeriods(ctx: Context): Promise<Period[]> {
  return rows<Period>(ctx.db, store.readPeriods, [null])
}

type Step = { verb: string; ifMatch: number | undefined; reason?: string }

/** Closes a month to all but finance. Refuses one that is not over yet. */
export function softClosePeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'soft-close', ifMatch })
}

/** Opens a month again whose closing has begun. */
export function cancelClosingPeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'cancel-closing', ifMatch })
}

/** Closes a month to everybody. Refuses while an earlier one is open or the books differ. */
export function closePeriod(ctx: Context, id: number, { ifMatch }: IfMatch) {
  return changePeriodStatus(ctx, id, { verb: 'close', ifMatch })
}

/** Opens a closed month again, with a reason; not by the user who closed it. */
export function reopenPeriod(ctx: Context, id: number, body: IfMatch & { reason: string }) {
  return changePeriodStatus(ctx, id, { verb: 'reopen', ...body })
}

/**
 * Takes a month one step: closed to all but finance, then to everybody, or open again. It waits
 * for who is posting. It closes only after the months before it and while every rule of
 * `check_invariants()` holds, and what was still open then goes on record; who closed it does not
 * reopen it (separation of duties). A month that is not over yet is not closed, nor begun to.
 */
async function changePeriodStatus(ctx: Context, id: number, step: Step): Promise<Period> {
  if (!isPeriod(id)) throw missing('That month')
  const settings = await readSettings(ctx)
  return inTransaction(ctx, async (inner) => {
    await send(inner, store.openPeriods, [[id]])
    const [found] = await rows<Locked>(inner.db, store.lockPeriod, [id])
    if (!found) throw missing('That month')
    guardVersion(found, step.ifMatch)
    const status = advance(accountingPeriodFlow, found.status, step.verb)
    if (status !== 'open') guardOver(id, today(ctx.now, settings.businessTimeZone))
    const open = status === 'closed' ? await guardClose(inner, id) : null
    const isWaiver = step.verb === 'reopen' && (await hasClosed(inner, id))
    if (isWaiver && settings.sodMode === 'enforce') {
      const sentence = 'You closed this month. Somebody else has to open it again'
      throw new Refusal('forbidden', 'self-approval', sentence)
    }
    const fresh = isWaiver ? await newRoleSkipped(inner, settings) : []
    const about = { entity: 'period', entityId: id, action: step.verb } as const
    const reason = step.reason ?? open
    await send(inner, store.changePeriod, [id, status])
    await record(inner, [{ ...about, fromStatus: found.status, toStatus: status, reason }])
    const control = ['close-reopen', ...fresh].join(', ')
    const waiver = { ...about, isWaiver, control, reason }
    await recordApprovals(inner, isWaiver ? [waiver] : [])
    const [after] = await rows<Period>(inner.db, store.readPeriods, [id])
    if (!after) throw missing('That month')
    return after
  })
}

type Locked = { id: number; status: PeriodStatus; version: number }

async function hasClosed(ctx: Context, id: number): Promise<boolean> {
  const [closer] = await rows<{ actorId: number | null }>(ctx.db, store.readWhoClosed, [id])
  return closer !== undefined && closer.actorId === ctx.user?.id
}
