import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'
import { notificationEmailStates } from '../email-rules.ts'

/** Notifications of users. `key` identifies the event, so that no user gets it twice. */
export const notifications = pgTable(
  'notifications',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    link: text('link'),
    readAt: moment('read_at'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('notification_once').on(t.userId, t.key),
    index('notifications_of_user').on(t.userId, t.id),
    index('notifications_unread')
      .on(t.userId)
      .where(sql`read_at is null`),
  ],
)

/** The kinds of notifications a user has turned off. */
export const mutedNotifications = pgTable(
  'muted_notifications',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** The kinds of notifications that a user gets by email: at once, or in the daily digest. */
export const notificationEmailChoices = pgTable(
  'notification_email_choices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    mode: text('mode').notNull(),
    /** Earlier notifications are not emailed. */
    since: moment('since').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check('notification_email_mode_known', sql`mode in ('now', 'digest')`),
  ],
)

/** The emails about notifications. `key` is the notification or the day, so that each is one. */
export const notificationEmails = pgTable(
  'notification_emails',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** The notification; null for a digest, which has those since `since`. */
    notificationId: integer('notification_id').references(() => notifications.id, {
      onDelete: 'cascade',
    }),
    since: moment('since'),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at')
      .notNull()
      .default(sql`now()`),
    /** Set while the mail server has it. */
    handedOverAt: moment('handed_over_at'),
    lastError: text('last_error'),
    messageId: uuid('message_id').notNull().defaultRandom(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('notification_email_once').on(t.userId, t.key),
    uniqueIndex('notification_email_message').on(t.messageId),
    index('notification_emails_waiting')
      .on(t.nextAttemptAt)
      .where(sql`state = 'waiting'`),
    index('notification_emails_of_notification').on(t.notificationId),
    index('notification_emails_by_time').on(t.createdAt),
    check(
      'notification_email_state_known',
      sql.raw(`state in (${notificationEmailStates.map((state) => `'${state}'`).join(', ')})`),
    ),
  ],
)
