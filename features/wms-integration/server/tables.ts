import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'
import {
  dataTypes,
  documentKinds,
  documentStates,
  exportAnswers,
  exportStates,
  jobs,
  problemKinds,
  runStates,
} from '../rules.ts'

export const among = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
export const since = (column: string) =>
  moment(column)
    .notNull()
    .default(sql`now()`)

/** The connection settings and state, in one row. Its settings override the environment. */
export const wmsConnection = pgTable(
  'wms_connection',
  {
    id: integer('id').primaryKey().default(1),
    url: text('url'),
    token: text('token'),
    webhookSecret: text('webhook_secret'),
    x12Identifier: text('x12_identifier'),
    x12OwnIdentifier: text('x12_own_identifier'),
    x12Usage: text('x12_usage').notNull().default('P'),
    hostKey: text('host_key'),
    scheduleMinutes: integer('schedule_minutes').notNull().default(15),
    isPaused: boolean('is_paused').notNull().default(false),
    nextRunAt: moment('next_run_at'),
    /** When a worker last checked for due syncs, and its host name. */
    scheduleLookedAt: moment('schedule_looked_at'),
    scheduleLookedBy: text('schedule_looked_by'),
    eventsCursor: text('events_cursor'),
    /** The last stock movement of ours that the warehouse's initial stock includes. */
    movementsFrom: bigint('movements_from', { mode: 'number' }),
    /** True if the warehouse receives customer returns; otherwise they are received here. */
    takesReturns: boolean('takes_returns').notNull().default(false),
    failures: integer('failures').notNull().default(0),
    lastFailureAt: moment('last_failure_at'),
    lastFailure: text('last_failure'),
    unreachableSince: moment('unreachable_since'),
    lastApiAt: moment('last_api_at'),
    lastWebhookAt: moment('last_webhook_at'),
    updatedAt: since('updated_at'),
    version: integer('version').notNull().default(1),
  },
  () => [
    check('wms_connection_one', sql`id = 1`),
    check('wms_schedule_sensible', sql`schedule_minutes between 1 and 1440`),
    check('wms_x12_usage_known', sql`x12_usage in ('P', 'T')`),
  ],
)

/** The warehouse's state of each record: the last version that was queued. */
export const wmsDocuments = pgTable(
  'wms_documents',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    recordId: integer('record_id').notNull(),
    code: text('code').notNull(),
    version: integer('version').notNull().default(1),
    /** A hash of the exported content; nothing is sent while it stays the same. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').notNull().default('open'),
    updatedAt: since('updated_at'),
  },
  (t) => [
    uniqueIndex('wms_document_once').on(t.kind, t.recordId),
    check('wms_document_kind_known', among('kind', documentKinds)),
    check('wms_document_state_known', among('state', documentStates)),
  ],
)

/** Outbound documents: each version once, sent in order for each record. */
export const wmsExports = pgTable(
  'wms_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: uuid('message_id').notNull().defaultRandom(),
    kind: text('kind').notNull(),
    recordId: integer('record_id').notNull(),
    code: text('code').notNull(),
    version: integer('version').notNull(),
    action: text('action').notNull(),
    payload: jsonb('payload').notNull(),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: since('next_attempt_at'),
    lastError: text('last_error'),
    /** The warehouse's answer, which may arrive later. */
    answer: text('answer'),
    createdAt: since('created_at'),
    sentAt: moment('sent_at'),
  },
  (t) => [
    uniqueIndex('wms_export_once').on(t.kind, t.recordId, t.version),
    index('wms_exports_waiting')
      .on(t.kind, t.id)
      .where(sql`state in ('waiting', 'failed')`),
    check('wms_export_state_known', among('state', exportStates)),
    check('wms_export_answer_known', among('answer', exportAnswers)),
    check(
      'wms_export_action_known',
      sql`action in ('upsert', 'original', 'change', 'cancel', 'closed')`,
    ),
  ],
)

/** Runs of the jobs: who or what started them, their progress and their result. */
export const wmsRuns = pgTable(
  'wms_runs',
  {
    id: rowId(),
    job: text('job').notNull(),
    startedFrom: text('started_from').notNull(),
    startedBy: integer('started_by').references(() => users.id),
    state: text('state').notNull().default('waiting'),
    isCancelAsked: boolean('is_cancel_asked').notNull().default(false),
    progress: jsonb('progress'),
    error: text('error'),
    leasedUntil: moment('leased_until'),
    createdAt: since('created_at'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    // At most one run of a job waits, because a second one would do the same work.
    uniqueIndex('wms_run_waits_once')
      .on(t.job)
      .where(sql`state = 'waiting'`),
    index('wms_runs_open')
      .on(t.id)
      .where(sql`state in ('waiting', 'running')`),
    index('wms_runs_of_schedule')
      .on(t.endedAt)
      .where(sql`job = 'full' and started_from = 'schedule' and state = 'done'`),
    check('wms_run_job_known', among('job', jobs)),
    check('wms_run_state_known', among('state', runStates)),
    check('wms_run_start_known', sql`started_from in ('person', 'schedule', 'webhook')`),
  ],
)

/** The result of a run for one type of data. Each status card shows the last one. */
export const wmsRunSteps = pgTable(
  'wms_run_steps',
  {
    id: rowId(),
    runId: integer('run_id')
      .notNull()
      .references(() => wmsRuns.id),
    dataType: text('data_type').notNull(),
    isSuccess: boolean('is_success').notNull(),
    /** Records processed, and how many of them were sent or changed something. */
    processed: integer('processed').notNull(),
    changed: integer('changed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    error: text('error'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at').notNull(),
  },
  (t) => [
    index('wms_run_steps_of_run').on(t.runId),
    index('wms_run_steps_of_type').on(t.dataType, t.endedAt),
    check('wms_run_step_type_known', among('data_type', dataTypes)),
  ],
)

/** Every exchanged message as sent, with its hash; inbound external IDs are unique. */
export const wmsMessages = pgTable(
  'wms_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: integer('run_id').references(() => wmsRuns.id),
    direction: text('direction').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id'),
    status: text('status').notNull(),
    records: integer('records').notNull().default(0),
    sha256: text('sha256').notNull(),
    body: text('body').notNull(),
    answer: text('answer'),
    error: text('error'),
    tookMs: integer('took_ms'),
    createdAt: since('created_at'),
  },
  (t) => [
    uniqueIndex('wms_message_once')
      .on(t.externalId)
      .where(sql`direction = 'in' and external_id is not null`),
    index('wms_messages_by_kind').on(t.kind, t.id),
    index('wms_messages_by_moment').on(t.createdAt),
    index('wms_messages_of_run').on(t.runId),
    check('wms_message_direction_known', sql`direction in ('in', 'out')`),
    check('wms_message_channel_known', sql`channel in ('api', 'webhook')`),
    check(
      'wms_message_status_known',
      sql`status in ('accepted', 'partial', 'rejected', 'parked', 'stale', 'failed')`,
    ),
  ],
)

/** Inbound events by the warehouse's own number: a repeated one changes nothing. */
export const wmsImports = pgTable(
  'wms_imports',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    messageId: bigint('message_id', { mode: 'number' }).references(() => wmsMessages.id),
    state: text('state').notNull(),
    data: jsonb('data').notNull(),
    results: jsonb('results'),
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(1),
    createdAt: since('created_at'),
    appliedAt: moment('applied_at'),
  },
  (t) => [
    uniqueIndex('wms_import_once').on(t.kind, t.externalId),
    index('wms_imports_of_record').on(sql`(data ->> 'orderNumber')`),
    index('wms_imports_by_moment').on(t.kind, t.createdAt),
    index('wms_imports_open')
      .on(t.id)
      .where(sql`state in ('parked', 'failed')`),
    check(
      'wms_import_state_known',
      sql`state in ('applied', 'partial', 'parked', 'failed', 'dismissed')`,
    ),
  ],
)

/** Problems for users to review or correct; at most one is open for each key. */
export const wmsProblems = pgTable(
  'wms_problems',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    dataType: text('data_type').notNull(),
    direction: text('direction').notNull(),
    key: text('key').notNull(),
    record: text('record').notNull(),
    link: text('link'),
    title: text('title').notNull(),
    reason: text('reason').notNull(),
    proposal: text('proposal'),
    exportId: bigint('export_id', { mode: 'number' }).references(() => wmsExports.id),
    importId: integer('import_id').references(() => wmsImports.id),
    attempts: integer('attempts').notNull().default(1),
    state: text('state').notNull().default('open'),
    firstSeenAt: since('first_seen_at'),
    lastSeenAt: since('last_seen_at'),
    endedAt: moment('ended_at'),
    endedBy: integer('ended_by').references(() => users.id),
    note: text('note'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('wms_problem_open_once')
      .on(t.key)
      .where(sql`state = 'open'`),
    index('wms_problems_by_state').on(t.state, t.id),
    check('wms_problem_kind_known', among('kind', problemKinds)),
    check('wms_problem_type_known', among('data_type', dataTypes)),
    check('wms_problem_direction_known', sql`direction in ('export', 'import')`),
    check('wms_problem_state_known', sql`state in ('open', 'solved', 'dismissed')`),
  ],
)
