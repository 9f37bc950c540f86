import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/server/columns.ts'

/** Who did what to which record, and what changed. Append-only: a trigger refuses the rest. */
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
  (t) => [index('audit_log_of_record').on(t.entity, t.entityId, t.id)],
)

/** Who allowed what. A waiver says that a control was skipped, and by whom. */
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
    at: moment('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('approvals_of_record').on(t.entity, t.entityId, t.id)],
)
