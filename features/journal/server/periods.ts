import { record, recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/new-role.ts'
import { currentSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { guardClose } from './closing.ts'
import type { Period } from '../contract.ts'
import { accountingPeriodFlow, guardOver, isPeriod, type PeriodStatus } from '../rules.ts'
import * as store from './store.ts'

/** The months that were posted into or closed, newest first. */
export function allPeriods(ctx: Context): Promise<Period[]> {
  return rows<Period>(ctx.db, store.readPeriods, [null])
}

type Step = { verb: string; ifMatch: number | undefined; reason?: string }

/**
 * Takes a month one step: closed to all but finance, then to everybody, or open again. It waits
 * for who is posting. It closes only after the months before it and while every rule of
 * `check_invariants()` holds, and what was still open then goes on record; who closed it does not
 * reopen it (separation of duties). A month that is not over yet is not closed, nor begun to.
 */
export async function movePeriod(ctx: Context, id: number, step: Step): Promise<Period> {
  if (!isPeriod(id)) throw missing('That month')
  const settings = await currentSettings(ctx)
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
