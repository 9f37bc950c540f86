import { record, recordApprovals, stepEntry } from '#features/audit/server/service.ts'
import { notify, type NewNotification } from '#features/notifications/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { type AppliedTransition, applyTransition } from '#platform/server/records/transition.ts'
import { nextStatus, refusalOf, type RequisitionStatus, type RequisitionVerb } from '../rules.ts'
import * as store from './store.ts'

/** A locked requisition with the facts that decide its next step. */
export type LockedRequisition = {
  id: number
  requisitionNumber: string
  status: RequisitionStatus
  reason: string
  createdBy: number
  version: number
  lines: number
  openLines: number
}

/** Locks and reads a requisition; throws if it does not exist. */
export async function lockRequisition(ctx: Context, id: number): Promise<LockedRequisition> {
  await rows(ctx.db, store.lockRequisition, [id])
  const [found] = await rows<LockedRequisition>(ctx.db, store.readLocked, [id])
  if (!found) throw missing('That requisition')
  return found
}

export type TransitionRequest = {
  verb: RequisitionVerb
  reason?: string | undefined
  /**
   * The resulting status if it differs from the flow's, for example when only some lines are
   * ordered.
   */
  to?: RequisitionStatus
  /** Extra changes for the audit log. */
  changes?: Record<string, { from: unknown; to: unknown }>
}

/** Throws if the flow, the user's role or the requisition's lines forbid the step. */
export function guardStep(
  ctx: Context,
  locked: LockedRequisition,
  verb: RequisitionVerb,
): RequisitionStatus {
  const to = nextStatus(locked.status, verb)
  const refusal = ctx.user && refusalOf(locked, verb, ctx.user)
  if (refusal) throw refusal
  return to
}

/** Runs one step of a locked requisition in the open transaction; returns it as it is after it. */
export function advanceRequisition(
  ctx: Context,
  locked: LockedRequisition,
  request: TransitionRequest,
): Promise<AppliedTransition<LockedRequisition>> {
  const { verb, reason, changes } = request
  const { id, requisitionNumber } = locked
  return applyTransition(ctx, request.to ?? guardStep(ctx, locked, verb), {
    write: async (inner, to) => {
      await send(inner, store.moveRequisition, [id, to])
      return { ...locked, status: to, version: locked.version + 1 }
    },
    record: async (inner, { status: to }) => {
      const act = { entity: 'requisition', entityId: id, action: verb, reason } as const
      await recordApprovals(inner, verb === 'approve' ? [act] : [])
      const entry = stepEntry('requisition', locked, { action: verb, to, reason, changes })
      return record(inner, [entry])
    },
    enqueue: async (inner, { status, version }) => {
      await notify(inner, decisionNotifications(inner, locked, request))
      await enqueue(inner, [
        {
          topic: 'requisition.changed',
          aggregate: 'requisition',
          aggregateId: id,
          aggregateVersion: version,
          payload: { verb, requisitionNumber, status },
        },
      ])
    },
  })
}

const decisionTexts: Partial<Record<RequisitionVerb, string>> = {
  approve: 'approved',
  reject: 'rejected',
  order: 'ordered',
  close: 'closed',
  cancel: 'cancelled',
}

/** Notifies managers of requisitions awaiting approval, and requesters of decisions by others. */
function decisionNotifications(
  ctx: Context,
  locked: LockedRequisition,
  { verb, reason }: TransitionRequest,
): NewNotification[] {
  const { id, requisitionNumber, createdBy, version } = locked
  const by = ctx.user
  if (!by) return []
  const key = `requisition:${id}:${verb}:${version}`
  const link = `/requisitions?open=${encodeURIComponent(requisitionNumber)}`
  const kind = 'purchaseOrders' as const
  if (verb === 'submit') {
    const title = `${requisitionNumber} awaits approval`
    const text = `${by.username}: ${locked.reason}`
    const to = { roles: ['admin', 'manager'], permission: 'requisitions.decide' } as const
    return [{ ...to, kind: 'approvals', key, title, text, link }]
  }
  const word = decisionTexts[verb]
  if (!word || by.id === createdBy) return []
  const text = reason ? `${by.username}: ${reason}` : `by ${by.username}`
  return [{ userIds: [createdBy], kind, key, title: `${requisitionNumber} ${word}`, text, link }]
}
