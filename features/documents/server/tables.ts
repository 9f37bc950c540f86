import { sql } from 'drizzle-orm'
import {
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
import { statusesOf } from '#platform/kernel/flow.ts'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'
import { sendables } from '../contract.ts'
import { sendingFlow } from '../rules.ts'

const inList = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/**
 * Every emailed document in the state in which it was sent: the log of a record, and the mail
 * queue.
 */
export const sendings = pgTable(
  'document_sendings',
  {
    id: rowId(),
    name: text('name').notNull(),
    recordId: integer('record_id').notNull(),
    status: text('status').notNull().default('queued'),
    to: text('to_addresses').notNull(),
    cc: text('cc_addresses'),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    fileName: text('file_name').notNull(),
    /** The document's content, and the company header. */
    paper: jsonb('paper').notNull(),
    company: jsonb('company').notNull(),
    /** The same for every attempt, so that a server can detect duplicates. */
    messageId: uuid('message_id').notNull().defaultRandom(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at')
      .notNull()
      .default(sql`now()`),
    lastError: text('last_error'),
    /** Set while the mail server has it; if that is never cleared, it may have been sent. */
    handedOverAt: moment('handed_over_at'),
    /** When a person decided that a failed or uncertain email needs no more attention. */
    setAsideAt: moment('set_aside_at'),
    /** Null if it was sent by itself. */
    queuedBy: integer('queued_by').references(() => users.id),
    queuedAt: moment('queued_at')
      .notNull()
      .default(sql`now()`),
    sentAt: moment('sent_at'),
    /** When a delivery report said that it did not reach a recipient. */
    bouncedAt: moment('bounced_at'),
    /** Those recipients, in lower case, as far as the reports name them. */
    bouncedAddresses: text('bounced_addresses'),
    /** The SHA-256 of the attachment as it was sent. */
    pdfSha256: text('pdf_sha256'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('document_sendings_of_record').on(t.name, t.recordId, t.id),
    index('document_sendings_of_user').on(t.queuedBy),
    index('document_sendings_due')
      .on(t.nextAttemptAt)
      .where(sql`status = 'queued'`),
    // For `/metrics`, which counts them every few seconds.
    index('document_sendings_failed')
      .on(t.id)
      .where(sql`status in ('failed', 'uncertain') and set_aside_at is null`),
    uniqueIndex('document_sendings_message').on(t.messageId),
    check('sending_status_known', inList('status', statusesOf(sendingFlow))),
    check('sending_name_known', inList('name', sendables)),
    check('sending_sent_at', sql`(status = 'sent') = (sent_at is not null)`),
  ],
)

/**
 * The addresses that a mail server refused for good, or whose emails bounced, until it accepts a
 * message to them again.
 */
export const emailBounces = pgTable(
  'email_bounces',
  {
    /** In lower case. */
    address: text('address').primaryKey(),
    reason: text('reason').notNull(),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
    sendingId: integer('sending_id')
      .notNull()
      .references(() => sendings.id),
    /** It is known from a delivery report; the mail server had accepted the message. */
    isReported: boolean('is_reported').notNull().default(false),
  },
  (t) => [index('email_bounces_of_sending').on(t.sendingId)],
)

/**
 * The company logos, as PNGs that were drawn here. None is deleted: documents that were sent show
 * the logo of their time.
 */
export const companyLogos = pgTable('company_logos', {
  sha256: text('sha256').primaryKey(),
  png: bytes('png').notNull(),
  createdAt: moment('created_at')
    .notNull()
    .default(sql`now()`),
})
