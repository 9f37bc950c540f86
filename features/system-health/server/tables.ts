import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Stored test results of each part, for a week. */
export const healthSamples = pgTable(
  'health_samples',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    part: text('part').notNull(),
    status: text('status').notNull(),
    responseMs: integer('response_ms').notNull(),
    error: text('error'),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('health_samples_of_part').on(t.part, t.at),
    index('health_samples_at').on(t.at),
    check('health_known', sql`status in ('healthy', 'degraded', 'unhealthy')`),
  ],
)

/** Notes of administrators on incidents, keyed by part and start of the incident. */
export const incidentNotes = pgTable(
  'incident_notes',
  {
    id: rowId(),
    part: text('part').notNull(),
    beganAt: moment('began_at').notNull(),
    note: text('note').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('incident_noted_once').on(t.part, t.beganAt),
    index('incident_notes_of_author').on(t.authorId),
  ],
)

/**
 * Results of data checks; `broken` lists the violated rules and those that could not be checked.
 */
export const dataChecks = pgTable(
  'data_checks',
  {
    id: rowId(),
    checkedAt: moment('checked_at')
      .notNull()
      .default(sql`now()`),
    tookMs: integer('took_ms').notNull(),
    ruleCount: integer('rule_count').notNull(),
    broken: jsonb('broken').notNull(),
  },
  (t) => [
    index('data_checks_at').on(t.checkedAt),
    check('data_check_lists_broken', sql`jsonb_typeof(broken) = 'array'`),
  ],
)

/** The lease of a running data check; at most one row. */
export const dataCheckTurns = pgTable(
  'data_check_turns',
  {
    id: integer('id').primaryKey(),
    leasedUntil: moment('leased_until').notNull(),
  },
  () => [check('data_check_turn_is_one', sql`id = 1`)],
)

/**
 * Verifications of the sealed history that somebody requested, with their progress and result. At
 * most one waits or runs; the lease of a node that stopped expires.
 */
export const historyVerifications = pgTable(
  'history_verifications',
  {
    id: rowId(),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => users.id),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    leasedUntil: moment('leased_until'),
    /** The seals that there were at the start, and those verified so far. */
    sealCount: integer('seal_count').notNull().default(0),
    sealsVerified: integer('seals_verified').notNull().default(0),
    rowCount: bigint('row_count', { mode: 'number' }),
    faultCount: integer('fault_count'),
    firstFault: text('first_fault'),
    lastHash: text('last_hash'),
    /** The last entry under the seals that were verified. */
    lastEntryId: bigint('last_entry_id', { mode: 'number' }),
    failure: text('failure'),
    createdAt: moment('created_at').notNull(),
    doneAt: moment('done_at'),
  },
  (t) => [
    uniqueIndex('history_verified_once_at_a_time')
      .on(t.state)
      .where(sql`state = 'waiting'`),
    index('history_verifications_by_requester').on(t.requestedBy),
    check('history_verification_state_known', sql`state in ('waiting', 'done', 'failed')`),
    check('history_verification_has_result', sql`(state = 'done') = (fault_count is not null)`),
  ],
)

/** Measurements of the service levels, one row per minute. Null: not measured in that minute. */
export const serviceMinutes = pgTable(
  'service_minutes',
  {
    minute: moment('minute').primaryKey(),
    /** How long the canary order took, also if it failed. */
    validationMs: integer('validation_ms'),
    validationFailed: boolean('validation_failed').notNull().default(false),
    creationMs: integer('creation_ms'),
    creationFailed: boolean('creation_failed').notNull().default(false),
    /** The slowest call of the warehouse in the minute before. */
    warehouseMs: integer('warehouse_ms'),
    warehouseFailed: boolean('warehouse_failed').notNull().default(false),
    /** Age of the oldest message that waits, and of the oldest open stock difference. */
    messageSeconds: integer('message_seconds'),
    driftSeconds: integer('drift_seconds'),
  },
  () => [
    check('service_minute_is_whole', sql`extract(second from minute) = 0`),
    check(
      'service_minute_failures_are_measured',
      sql`(validation_ms is not null or not validation_failed)
        and (creation_ms is not null or not creation_failed)
        and (warehouse_ms is not null or not warehouse_failed)`,
    ),
  ],
)

/** Measured and bad minutes of each service level in each span, counted every minute. */
export const serviceLevelCounts = pgTable(
  'service_level_counts',
  {
    level: text('level').notNull(),
    span: text('span').notNull(),
    measured: integer('measured').notNull(),
    bad: integer('bad').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.level, t.span] }),
    check('service_level_span_known', sql`span in ('1 hour', '6 hours', '28 days')`),
    check('service_level_bad_is_measured', sql`bad between 0 and measured`),
  ],
)

/** The last canary order: the minute that a node claimed, and the result; at most one row. */
export const canaryTurns = pgTable(
  'canary_turns',
  {
    id: integer('id').primaryKey(),
    claimedMinute: moment('claimed_minute').notNull(),
    /** The minute of the last result; null before the first one. */
    minute: moment('minute'),
    state: text('state').notNull().default('not run'),
    reason: text('reason'),
    /** The code of the refusal or of the database's error. */
    code: text('code'),
    validationMs: integer('validation_ms'),
    creationMs: integer('creation_ms'),
  },
  () => [
    check('canary_turn_is_one', sql`id = 1`),
    check('canary_state_known', sql`state in ('passed', 'failed', 'not run')`),
  ],
)
