import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

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
