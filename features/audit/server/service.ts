import type { BulkAction } from '#platform/kernel/bulk.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import type { Activity, AuditedEntity } from '../contract.ts'
import { demandRecord } from './records.ts'

// For other rooms, besides the functions of this file.
export type { ChangeProbe } from './change-poller.ts'
export { end, fieldThen, statusThen } from './history-sql.ts'
export { demandRecord } from './records.ts'
export {
  checkHistory,
  readSealedHistory,
  sealHistory,
  type HistoryCheck,
  type SealedHistory,
} from './seals.ts'

/** One act to put on record. `actorId` is the context's user unless said. */
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

const addEntries = {
  name: 'record_audit',
  text: `insert into audit_log
           (entity, entity_id, action, from_status, to_status, actor_id, channel, reason,
            request_id, changes)
         select e, i, a, f, t, u, c, r, q, ch::jsonb
         from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::int[],
                     $7::text[], $8::text[], $9::text[], $10::text[])
           as x (e, i, a, f, t, u, c, r, q, ch)`,
}

/** The same act on many records, as their switch between active and inactive is told. */
export function actsOnMany(
  entity: AuditedEntity,
  action: BulkAction,
  ids: readonly number[],
): AuditEntry[] {
  const isActive = action === 'activate'
  const isSwitch = isActive || action === 'deactivate'
  const changes = isSwitch ? { isActive: { from: !isActive, to: isActive } } : undefined
  return ids.map((entityId) => ({ entity, entityId, action, ...(changes && { changes }) }))
}

/** What an import did, record by record, as the history tells it. */
export function actsOfImport(
  entity: AuditedEntity,
  records: readonly { id: number; before: object | null; values: object }[],
): AuditEntry[] {
  return records.map(({ id, before, values }) => {
    if (before === null) return { entity, entityId: id, action: 'create' }
    return { entity, entityId: id, action: 'update', changes: changesBetween(before, values) }
  })
}

/** Puts acts on record in the open transaction, in the order given. */
export async function record(ctx: Context, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await send(ctx, addEntries, [
    entries.map((entry) => entry.entity),
    entries.map((entry) => entry.entityId),
    entries.map((entry) => entry.action),
    entries.map((entry) => entry.fromStatus ?? null),
    entries.map((entry) => entry.toStatus ?? null),
    entries.map((entry) => entry.actorId ?? ctx.user?.id ?? null),
    entries.map((entry) => entry.channel ?? ctx.channel),
    entries.map((entry) => entry.reason ?? null),
    entries.map((entry) => entry.requestId ?? ctx.requestId),
    entries.map((entry) => (entry.changes ? JSON.stringify(entry.changes) : null)),
  ])
}

/** One act of allowing something. A waiver names the control that was skipped. */
export type Approval = {
  entity: AuditedEntity
  entityId: number
  action: string
  isWaiver?: boolean
  control?: string | undefined
  reason?: string | null | undefined
  /** What the act comes to, as decimal text. */
  amount?: string | null | undefined
}

const addApprovals = {
  name: 'record_approvals',
  text: `insert into approvals
           (entity, entity_id, action, approver_id, is_waiver, control, reason, amount)
         select * from unnest($1::text[], $2::int[], $3::text[], $4::int[], $5::boolean[],
                              $6::text[], $7::text[], $8::numeric[])`,
}

/** Puts on record who allowed what, in the open transaction. Only a user can allow something. */
export async function recordApprovals(ctx: Context, given: readonly Approval[]): Promise<void> {
  if (given.length === 0 || !ctx.user) return
  const by = ctx.user.id
  await send(ctx, addApprovals, [
    given.map((each) => each.entity),
    given.map((each) => each.entityId),
    given.map((each) => each.action),
    given.map(() => by),
    given.map((each) => each.isWaiver ?? false),
    given.map((each) => each.control ?? null),
    given.map((each) => each.reason ?? null),
    given.map((each) => each.amount ?? null),
  ])
}

const unlisted = new Set(['updatedAt', 'createdAt', 'version'])

/** What differs between two states of a record, from old to new, bookkeeping left out. */
export function changesBetween(before: object, after: object): Changes {
  const old = before as Record<string, unknown>
  const fresh = after as Record<string, unknown>
  const names = Object.keys(fresh).filter(
    (name) => !unlisted.has(name) && JSON.stringify(old[name]) !== JSON.stringify(fresh[name]),
  )
  return Object.fromEntries(names.map((name) => [name, { from: old[name], to: fresh[name] }]))
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

/** The fields of an entity that a user may not read, in its history neither. */
export type HiddenFields = Partial<
  Record<AuditedEntity, (user: Context['user']) => readonly string[]>
>

/** The number of a comment says nothing to who reads what happened. */
const numbersOnly = ['comment']

/**
 * What happened to one record and what was said about it, newest first, at most 200 acts. What its
 * author has deleted is left out.
 */
export async function readActivity(
  ctx: Context,
  { entity, id }: { entity: AuditedEntity; id: number },
  hiddenFields: HiddenFields,
): Promise<Activity[]> {
  const values = [entity, id, ctx.user?.id ?? null]
  const found = await rows<ActivityRow>(ctx.db, activityOfRecord, values)
  // What was deleted for good has a history still.
  if (found.length === 0) await demandRecord(ctx, entity, id)
  const hidden = hiddenFields[entity]?.(ctx.user) ?? []
  return found.map((row) => {
    const unsaid = row.action.startsWith('comment') ? numbersOnly : hidden
    return { ...row, changes: without(row.changes ?? {}, unsaid) }
  })
}

function without(changes: Activity['changes'], hidden: readonly string[]): Activity['changes'] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !hidden.includes(name)))
}
