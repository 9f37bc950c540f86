import type { BulkAction } from '#platform/kernel/bulk.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { Activity, AuditedEntity } from '../contract.ts'
import { requireRecord } from './records.ts'
import { approvals as approvalsTable, auditLog } from './tables.ts'

// For other rooms, besides the functions of this file.
export type { ChangeProbe } from './change-poller.ts'
export { endOfDay as end, fieldAsOf as fieldThen, statusAsOf as statusThen } from './history-sql.ts'
export { requireRecord as demandRecord } from './records.ts'
export {
  checkHistory,
  readSealedHistory,
  sealHistory,
  type HistoryCheck,
  type SealedHistory,
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

export type Changes = Record<string, { from: unknown; to: unknown }>

/** Audit entries for one action on many records, such as activating or deactivating them. */
export function bulkAuditEntries(
  entity: AuditedEntity,
  action: BulkAction,
  ids: readonly number[],
): AuditEntry[] {
  const isActive = action === 'activate'
  const changesActive = isActive || action === 'deactivate'
  const changes = changesActive ? { isActive: { from: !isActive, to: isActive } } : undefined
  return ids.map((entityId) => ({ entity, entityId, action, ...(changes && { changes }) }))
}

/** Audit entries for an import, one per record. */
export function importAuditEntries(
  entity: AuditedEntity,
  records: readonly { id: number; before: object | null; values: object }[],
): AuditEntry[] {
  return records.map(({ id, before, values }) => {
    if (before === null) return { entity, entityId: id, action: 'create' }
    return { entity, entityId: id, action: 'update', changes: changesBetween(before, values) }
  })
}

/** Records audit entries in the open transaction, in the given order. */
export async function record(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
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

type ActivityRow = Omit<Activity, 'changes'> & { changes: Activity['changes'] | null }

const activityOfRecord = {
  name: 'read_activity',
  text: `select a.id, a.action, coalesce(u.username, 'system') as actor, a.channel, a.at,
                a.from_status as "fromStatus", a.to_status as "toStatus", a.reason, a.changes,
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

/** Returns the fields of an entity that a user may not read, including in its history. */
export type HiddenFields = Partial<
  Record<AuditedEntity, (user: Context['user']) => readonly string[]>
>

/** The id of a comment is of no use to a reader of the activity. */
const idFields = ['comment']

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
  return found.map((row) => {
    const omittedFields = row.action.startsWith('comment') ? idFields : hidden
    return { ...row, changes: withoutFields(row.changes ?? {}, omittedFields) }
  })
}

function withoutFields(
  changes: Activity['changes'],
  hidden: readonly string[],
): Activity['changes'] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !hidden.includes(name)))
}
