import { type Context, rows } from '#platform/server/database/db.ts'
import { enqueue, type Message } from '#platform/server/jobs/outbox.ts'
import type { Changes, RecordHistory } from '#platform/server/master-data/master-data-definition.ts'
import {
  type AppliedTransition,
  applyTransition,
  type AuditProof,
} from '#platform/server/records/transition.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { Activity } from '../contract.ts'
import type { AuditedEntity } from '../audited-entities.ts'
import { requireRecord } from './require-record.ts'
import { approvals as approvalsTable, auditLog } from './tables.ts'
import { type HiddenFields, isErased, visibleChanges } from './visible-changes.ts'

// Also exported to other rooms:
export type { Changes } from '#platform/server/master-data/master-data-definition.ts'
export type { ChangeProbe } from './change-poller.ts'
export { endOfDay, fieldAsOf, statusAsOf } from './as-of-sql.ts'
export { requireRecord } from './require-record.ts'
export {
  checkHistory,
  readSealedHistory,
  sealHistory,
  sealsUntil,
  sealTimeOf,
  type HistoryCheck,
} from './hash-chain.ts'

/** An audit entry to record. `actorId` defaults to the context's user. */
export type AuditEntry = {
  entity: AuditedEntity
  entityId: number
  action: string
  fromStatus?: string | null
  toStatus?: string | null
  reason?: string | null
  changes?: Changes
  actorId?: number | undefined
  requestId?: string
  channel?: string | undefined
}

/** The history of one kind of record, for the use cases that all master data share. */
export function historyOf(entity: AuditedEntity): RecordHistory {
  return {
    changesBetween,
    record: (ctx, entries) =>
      record(
        ctx,
        entries.map((entry) => ({ entity, ...entry })),
      ),
  }
}

/** Records audit entries in the open transaction, in the given order. */
export async function record(ctx: Context, entries: readonly AuditEntry[]): Promise<AuditProof> {
  const entryRows = entries.map((entry) => ({
    entity: entry.entity,
    entityId: entry.entityId,
    action: entry.action,
    fromStatus: entry.fromStatus ?? null,
    toStatus: entry.toStatus ?? null,
    actorId: entry.actorId ?? ctx.user?.id ?? null,
    channel: entry.channel ?? ctx.channel,
    reason: entry.reason ?? null,
    requestId: entry.requestId ?? ctx.requestId,
    changes: entry.changes ?? null,
  }))
  await insertMany(ctx, auditLog, entryRows)
  // `AuditProof` has no value: it is a mark for the type checker.
  return undefined as unknown as AuditProof
}

/** An approval to record. A waiver names the controls that were skipped. */
export type Approval = {
  entity: AuditedEntity
  entityId: number
  action: string
  isWaiver?: boolean
  control?: string | undefined
  reason?: string | null | undefined
  /** The amount approved, as decimal text. */
  amount?: string | null | undefined
}

/** Records approvals in the open transaction. Does nothing without a user. */
export async function recordApprovals(ctx: Context, approvals: readonly Approval[]): Promise<void> {
  if (!ctx.user) return
  const approverId = ctx.user.id
  const approvalRows = approvals.map((each) => ({
    entity: each.entity,
    entityId: each.entityId,
    action: each.action,
    approverId,
    isWaiver: each.isWaiver ?? false,
    control: each.control ?? null,
    reason: each.reason ?? null,
    amount: each.amount ?? null,
  }))
  await insertMany(ctx, approvalsTable, approvalRows)
}

/** The history of a step: its verb, the status after it, the reason and other changed fields. */
export type StepEntry<S extends string> = {
  action: string
  to: S
  reason?: string | null | undefined
  changes?: Changes | undefined
}

/** The history entry of a step. It names both statuses if the step changed the status. */
export function stepEntry(
  entity: AuditedEntity,
  before: { id: number; status: string },
  { action, to, reason = null, changes }: StepEntry<string>,
): AuditEntry {
  const statuses = to !== before.status && { fromStatus: before.status, toStatus: to }
  return { entity, entityId: before.id, action, reason, ...statuses, ...(changes && { changes }) }
}

/** An approval, or a waiver if it skipped controls. */
export function approvalOf(
  approval: Omit<Approval, 'isWaiver' | 'control'>,
  waived: readonly string[],
): Approval {
  const isWaiver = waived.length > 0
  return { ...approval, isWaiver, control: isWaiver ? waived.join(', ') : undefined }
}

type Document = { id: number; status: string; version: number }

type Step<D extends Document> = StepEntry<D['status']> & {
  entity: AuditedEntity
  /** The outbox message of the document after the step. */
  messageOf: (after: D, action: string, before: D) => Message
  /** The approval that the step records: its amount, and the controls it skipped. */
  approval?: { waived?: readonly string[]; amount: string; reason?: string } | undefined
  /** Writes the document with the new status, and everything that the step changes with it. */
  write: (ctx: Context) => Promise<unknown>
}

/**
 * Applies a step of one document: writes it, its history entry, its approval and its message.
 * Returns the document with its new status and version.
 */
export function applyStep<D extends Document>(
  ctx: Context,
  before: D,
  { entity, messageOf, approval, write, ...step }: Step<D>,
): Promise<AppliedTransition<D>> {
  const { action, to: status } = step
  return applyTransition(ctx, step, {
    write: async (inner) => {
      await write(inner)
      return { ...before, status, version: before.version + 1 }
    },
    record: async (inner) => {
      const { waived = [], ...approved } = approval ?? { amount: '' }
      const act = { entity, entityId: before.id, action, ...approved }
      await recordApprovals(inner, approval ? [approvalOf(act, waived)] : [])
      return record(inner, [stepEntry(entity, before, step)])
    },
    enqueue: (inner, after) => enqueue(inner, [messageOf(after, action, before)]),
  })
}

const ignoredFields = new Set(['updatedAt', 'createdAt', 'version'])

/** Returns the fields that differ between two states of a record, ignoring bookkeeping fields. */
export function changesBetween(before: object, after: object): Changes {
  const oldValues = before as Record<string, unknown>
  const newValues = after as Record<string, unknown>
  const names = Object.keys(newValues).filter(
    (name) =>
      !ignoredFields.has(name) &&
      JSON.stringify(oldValues[name]) !== JSON.stringify(newValues[name]),
  )
  return Object.fromEntries(
    names.map((name) => [name, { from: oldValues[name], to: newValues[name] }]),
  )
}

type ActivityRow = Omit<Activity, 'changes'> & {
  changes: Activity['changes'] | null
  isErased: boolean
}

const activityOfRecord = {
  name: 'read_activity',
  text: `select a.id, a.action, coalesce(u.username, 'system') as actor, a.channel, a.at,
                a.from_status as "fromStatus", a.to_status as "toStatus", a.reason, a.changes,
                ${isErased} as "isErased",
                case when c.id is not null then jsonb_build_object(
                  'id', c.id, 'text', c.body, 'isMine', c.author_id = $3::int,
                  'mentions', array(select m.username from users m
                                    where m.id = any(c.mentions) order by m.id)) end as comment
         from audit_log a
         left join users u on u.id = a.actor_id
         left join comments c on c.id = case when a.action = 'comment'
           then (a.changes -> 'comment' ->> 'to')::int end
         where a.entity = $1 and a.entity_id = $2 and c.deleted_at is null
         order by a.id desc
         limit 200`,
}

/**
 * Returns the history and comments of one record, newest first, at most 200 entries. Omits comments
 * that their author has deleted.
 */
export async function readActivity(
  ctx: Context,
  { entity, id }: { entity: AuditedEntity; id: number },
  hiddenFields: HiddenFields,
): Promise<Activity[]> {
  const values = [entity, id, ctx.user?.id ?? null]
  const found = await rows<ActivityRow>(ctx.db, activityOfRecord, values)
  // A hard-deleted record still has a history.
  if (found.length === 0) await requireRecord(ctx, entity, id)
  const hidden = hiddenFields[entity]?.(ctx.user) ?? []
  return found.map(({ isErased: wasErased, ...row }) => ({
    ...row,
    changes: visibleChanges(entity, { ...row, isErased: wasErased }, hidden),
  }))
}
