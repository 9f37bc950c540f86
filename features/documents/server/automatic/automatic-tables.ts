import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { day, moment, rowId } from '#platform/server/database/columns.ts'
import { automaticNames, automaticStates, emailParties } from '../../rules.ts'
import { sendings } from '../tables.ts'

const inList = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/**
 * What a customer or vendor gets by email without a person sending it, and where. No row, or null:
 * the company's setting, and the email address of the record.
 */
export const emailRules = pgTable(
  'email_rules',
  {
    party: text('party').notNull(),
    /** A customer or a vendor. Without a foreign key: their rooms are to the right of this one. */
    partyId: integer('party_id').notNull(),
    name: text('name').notNull(),
    isSent: boolean('is_sent'),
    to: text('to_addresses'),
    /** The day of the month; of statements only. */
    dayOfMonth: integer('day_of_month'),
  },
  (t) => [
    primaryKey({ columns: [t.party, t.partyId, t.name] }),
    check('email_rule_party_known', inList('party', emailParties)),
    check('email_rule_name_known', inList('name', automaticNames)),
    check(
      'email_rule_day_of_statement',
      sql`day_of_month is null or (name = 'statement' and day_of_month between 1 and 28)`,
    ),
  ],
)

/**
 * The emails that follow from events and from the calendar, each version of a document once. The
 * message itself is in `document_sendings`.
 */
export const automaticEmails = pgTable(
  'automatic_emails',
  {
    id: rowId(),
    name: text('name').notNull(),
    recordId: integer('record_id').notNull(),
    /** `first`, `v` and the version of the record, or the month of a statement. */
    documentVersion: text('document_version').notNull(),
    /** The event in the outbox; null for a statement. */
    messageId: uuid('message_id'),
    periodFrom: day('period_from'),
    periodTo: day('period_to'),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at')
      .notNull()
      .default(sql`now()`),
    reason: text('reason'),
    sendingId: integer('sending_id').references(() => sendings.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('automatic_email_once').on(t.name, t.recordId, t.documentVersion),
    index('automatic_emails_waiting')
      .on(t.nextAttemptAt)
      .where(sql`state = 'waiting'`),
    index('automatic_emails_refused')
      .on(t.id)
      .where(sql`state = 'refused'`),
    index('automatic_emails_of_sending').on(t.sendingId),
    index('automatic_emails_ended').on(t.endedAt),
    check('automatic_email_name_known', inList('name', automaticNames)),
    check('automatic_email_status_known', inList('state', automaticStates)),
    check('automatic_email_queued', sql`(state = 'queued') = (sending_id is not null)`),
  ],
)

/** How far the events of the outbox were turned into automatic emails. One row. */
export const emailFeed = pgTable('email_feed', {
  id: integer('id').primaryKey(),
  feedPosition: bigint('feed_position', { mode: 'number' }).notNull(),
  outboxId: bigint('outbox_id', { mode: 'number' }).notNull(),
  createdAt: moment('created_at')
    .notNull()
    .default(sql`now()`),
})
