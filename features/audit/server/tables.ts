import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb } from 'drizzle-orm/pg-core'
import { pgTable, text, unique } from 'drizzle-orm/pg-core'
import { moment, money } from '#platform/server/database/columns.ts'

/** The audit log: user, record, action and changes. Append-only, enforced by a trigger. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entity: text('entity').notNull(),
    entityId: integer('entity_id').notNull(),
    action: text('action').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status'),
    actorId: integer('actor_id'),
    channel: text('channel').notNull().default('screen'),
    reason: text('reason'),
    requestId: text('request_id'),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
    changes: jsonb('changes'),
  },
  // The list of all changes is sorted by time, whatever it is filtered by.
  (t) => [
    index('audit_log_of_record').on(t.entity, t.entityId, t.id),
    index('audit_log_by_time').on(t.at, t.id),
    index('audit_log_by_entity').on(t.entity, t.at, t.id),
    index('audit_log_by_actor').on(t.actorId, t.at, t.id),
    index('audit_log_by_action').on(t.action, t.at, t.id),
  ],
)

/** The approvals. A waiver records that a control was skipped, and by whom. */
export const approvals = pgTable(
  'approvals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entity: text('entity').notNull(),
    entityId: integer('entity_id').notNull(),
    action: text('action').notNull(),
    approverId: integer('approver_id').notNull(),
    isWaiver: boolean('is_waiver').notNull().default(false),
    control: text('control'),
    reason: text('reason'),
    /** The approved amount; null if it has none or it was not recorded. */
    amount: money('amount'),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('approvals_of_record').on(t.entity, t.entityId, t.id),
    index('approvals_waived')
      .on(t.at, t.id)
      .where(sql`is_waiver`),
  ],
)

/** A hash over a range of audit entries, chained to the previous seal. Append-only. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fromId: bigint('from_id', { mode: 'number' }).notNull(),
    toId: bigint('to_id', { mode: 'number' }).notNull(),
    rowCount: integer('row_count').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    sealedAt: moment('sealed_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique('audit_seal_end_taken').on(t.toId),
    unique('audit_seal_followed_once').on(t.previousHash),
    check('audit_seal_range', sql`from_id <= to_id`),
  ],
)

/** The results of verifying all seals, with the last hash at that time. Append-only. */
export const auditChecks = pgTable('audit_checks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  sealCount: integer('seal_count').notNull(),
  rowCount: bigint('row_count', { mode: 'number' }).notNull(),
  faultCount: integer('fault_count').notNull(),
  firstFault: text('first_fault'),
  lastHash: text('last_hash'),
  checkedAt: moment('checked_at')
    .notNull()
    .default(sql`now()`),
})
