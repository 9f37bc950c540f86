import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

/**
 * The response to a request with an Idempotency-Key, written in the same transaction as its effect.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id').notNull(),
    key: varchar('key', { length: 255 }).notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    bodySha256: bytes('body_sha256').notNull(),
    state: text('state').notNull().default('in_flight'),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    /** The record that the request created, if its key is permanent; its answer may expire. */
    recordId: integer('record_id'),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pk', columns: [t.userId, t.key] }),
    index('idempotency_keys_to_clean')
      .on(t.createdAt)
      .where(sql`record_id is null or response_body is not null`),
    check('idempotency_state_known', sql`state in ('in_flight', 'done')`),
  ],
)

/** The key for HMACs if SESSION_SECRET is not set: one row, shared by all nodes. */
export const serverSecrets = pgTable(
  'server_secrets',
  {
    id: integer('id').notNull(),
    secret: bytes('secret').notNull(),
  },
  (t) => [
    primaryKey({ name: 'server_secrets_pk', columns: [t.id] }),
    check('server_secrets_one', sql`id = 1`),
    check('server_secrets_long', sql`length(secret) >= 16`),
  ],
)

/** The running nodes of this database, with the last heartbeat of each. */
export const programNodes = pgTable(
  'program_nodes',
  {
    node: uuid('node').notNull(),
    version: text('version').notNull(),
    startedAt: moment('started_at')
      .notNull()
      .default(sql`now()`),
    seenAt: moment('seen_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ name: 'program_nodes_pk', columns: [t.node] })],
)

/** Current failures with external systems: since when, how often, and the last error. */
export const outsideTroubles = pgTable(
  'outside_troubles',
  {
    part: text('part').notNull(),
    title: text('title').notNull(),
    link: text('link').notNull(),
    sentence: text('sentence').notNull(),
    failures: integer('failures').notNull().default(1),
    beganAt: moment('began_at')
      .notNull()
      .default(sql`now()`),
    lastAt: moment('last_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'outside_troubles_pk', columns: [t.part] }),
    check('outside_troubles_failed', sql`failures > 0`),
  ],
)

/**
 * The outbox: messages for external systems, written in the same transaction as the change they
 * report and sent after the commit.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: uuid('message_id').notNull().defaultRandom(),
    topic: text('topic').notNull(),
    aggregate: text('aggregate').notNull(),
    aggregateId: integer('aggregate_id').notNull(),
    aggregateVersion: integer('aggregate_version').notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    nextAttemptAt: moment('next_attempt_at')
      .notNull()
      .default(sql`now()`),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    deadAt: moment('dead_at'),
    /** Set by a trigger: the order in which events are read, as in `record_changes`. */
    feedPosition: bigint('feed_position', { mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('outbox_version_once').on(t.topic, t.aggregate, t.aggregateId, t.aggregateVersion),
    uniqueIndex('outbox_message_once').on(t.messageId),
    index('outbox_in_order').on(t.feedPosition, t.id),
    index('outbox_by_time').using('brin', t.createdAt),
    index('outbox_waiting')
      .on(t.nextAttemptAt)
      .where(sql`sent_at is null and dead_at is null`),
    // For `/metrics`, which counts them every few seconds.
    index('outbox_dead')
      .on(t.deadAt)
      .where(sql`dead_at is not null`),
  ],
)

/**
 * Which record changed in which transaction, written by triggers. Rows with a later one of their
 * record are deleted, so the last change of every record is always there.
 */
export const recordChanges = pgTable(
  'record_changes',
  {
    kind: text('kind').notNull(),
    recordId: integer('record_id').notNull(),
    feedPosition: bigint('feed_position', { mode: 'number' }).notNull(),
    at: moment('at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ name: 'record_changes_pk', columns: [t.kind, t.recordId, t.feedPosition] }),
    index('record_changes_in_order').on(t.kind, t.feedPosition, t.recordId),
    index('record_changes_by_time').using('brin', t.at),
  ],
)

/**
 * The server and database that feed positions count in, and what is added to the numbers of its
 * transactions. One row, written by `open_change_feed()`.
 */
export const changeFeed = pgTable(
  'change_feed',
  {
    id: integer('id').notNull(),
    databaseIdentity: text('database_identity').notNull(),
    positionOffset: bigint('position_offset', { mode: 'number' }).notNull(),
    beganAt: moment('began_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'change_feed_pk', columns: [t.id] }),
    check('change_feed_one', sql`id = 1`),
  ],
)

/** An imported file or a bulk edit, and whether it was undone. */
export const imports = pgTable('imports', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  tableName: text('table_name').notNull(),
  madeBy: integer('made_by'),
  madeAt: moment('made_at')
    .notNull()
    .default(sql`now()`),
  undoneAt: moment('undone_at'),
  fileName: text('file_name'),
  createdCount: integer('created_count').notNull().default(0),
  updatedCount: integer('updated_count').notNull().default(0),
  /** `import`, or the action of a bulk edit. */
  action: text('action').notNull().default('import'),
  unchangedCount: integer('unchanged_count').notNull().default(0),
  skippedCount: integer('skipped_count').notNull().default(0),
  /** The records that were left as they are, with the reason of each and its row in the file. */
  skipped: jsonb('skipped').notNull().default([]),
  undoneBy: integer('undone_by'),
})

/**
 * What an import or a bulk edit changed in each record, for undo: the resulting version and the
 * previous values of the changed fields; `before` is null if the import created the record.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    recordId: integer('record_id').notNull(),
    version: integer('version').notNull(),
    before: jsonb('before'),
    /** The row of the file, as in a spreadsheet; null for a bulk edit. */
    fileRow: integer('file_row'),
    /** The new values of the fields that a bulk edit changed; null for an import. */
    after: jsonb('after'),
  },
  (t) => [primaryKey({ name: 'import_rows_pk', columns: [t.importId, t.recordId] })],
)

/** The next free number of each document number series; each node allocates a block at a time. */
export const numberSeries = pgTable('number_series', {
  series: text('series').primaryKey(),
  next: bigint('next', { mode: 'number' }).notNull(),
})

/** Values that one node generates and all nodes share, such as the key of the rate limits. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: moment('created_at')
    .notNull()
    .default(sql`now()`),
})
