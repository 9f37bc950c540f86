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
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'
import { deliveryStates, inactiveReasons } from '../rules.ts'

const inList = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
const since = (column: string) =>
  moment(column)
    .notNull()
    .default(sql`now()`)

/** Secrets are stored as text, or encrypted with `SECRETS_KEY`. */
const secretForm = ['secret', 'previous_secret']
  .map((column) => `${column} ~ '^(whsec_|aes256gcm[.])'`)
  .join(' and ')

/** Webhooks: which topics are sent to which address, signed with which secret. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: rowId(),
    url: varchar('url', { length: 2000 }).notNull(),
    description: varchar('description', { length: 200 }).notNull(),
    topics: text('topics').array().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Why the program deactivated it; null if a person did, or if it is active. */
    inactiveReason: text('inactive_reason'),
    /** As text, or encrypted with a key of `SECRETS_KEY`. */
    secret: text('secret').notNull(),
    /** The secret before the last rotation, which also signs until `previousUntil`. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    /** The Idempotency-Key of the call that made the current secret. */
    secretCall: varchar('secret_call', { length: 255 }),
    /** Failed attempts since the last success, and the time of the first of them. */
    failures: integer('failures').notNull().default(0),
    failingSince: moment('failing_since'),
    lastDeliveredAt: moment('last_delivered_at'),
    /** Until then one node sends, or nobody, because the receiver is given a rest. */
    leasedUntil: since('leased_until'),
    /** The Idempotency-Key of the call that created it, and the SHA-256 of its body. */
    idempotencyKey: varchar('idempotency_key', { length: 255 }),
    bodySha256: bytes('body_sha256'),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: since('created_at'),
    updatedAt: since('updated_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('webhook_of_call')
      .on(t.createdBy, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    index('webhooks_made_by').on(t.createdBy),
    check('webhook_has_topics', sql.raw('cardinality(topics) > 0')),
    check('webhook_inactive_reason_known', inList('inactive_reason', inactiveReasons)),
    check('webhook_secret_form_known', sql.raw(secretForm)),
    check('webhook_previous_ends', sql`(previous_secret is null) = (previous_until is null)`),
  ],
)

/** Each event for each webhook that wants it, and each test; the log of deliveries. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: rowId(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The id of the event, which every attempt sends as `webhook-id`. */
    messageId: uuid('message_id').notNull().defaultRandom(),
    topic: text('topic').notNull(),
    action: text('action'),
    entity: text('entity'),
    entityId: integer('entity_id'),
    entityVersion: integer('entity_version'),
    eventAt: since('event_at'),
    state: text('state').notNull().default('waiting'),
    /** Attempts since it was queued or replayed. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: since('next_attempt_at'),
    /** The status and the error of the last attempt. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    endedAt: moment('ended_at'),
    createdAt: since('created_at'),
  },
  (t) => [
    uniqueIndex('webhook_delivery_once').on(t.webhookId, t.messageId),
    index('webhook_deliveries_in_order').on(t.webhookId, t.id),
    index('webhook_deliveries_waiting')
      .on(t.webhookId, t.id)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_dead')
      .on(t.webhookId)
      .where(sql`state = 'dead'`),
    index('webhook_deliveries_by_time').using('brin', t.createdAt),
    check('webhook_delivery_state_known', inList('state', deliveryStates)),
  ],
)

/** The attempts of a delivery: what was sent, without the signature, and what was answered. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: rowId(),
    deliveryId: integer('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    at: since('at'),
    url: text('url').notNull(),
    headers: jsonb('headers').notNull(),
    status: integer('status'),
    answer: text('answer'),
    error: text('error'),
    tookMs: integer('took_ms').notNull(),
  },
  (t) => [index('webhook_attempts_of_delivery').on(t.deliveryId)],
)

/** How far the events of the outbox were queued for the webhooks. One row. */
export const webhookFeed = pgTable('webhook_feed', {
  id: integer('id').primaryKey(),
  feedPosition: bigint('feed_position', { mode: 'number' }).notNull(),
  outboxId: bigint('outbox_id', { mode: 'number' }).notNull(),
  createdAt: since('created_at'),
})
