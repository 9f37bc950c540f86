import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/tables.ts'
import { moment, rowId } from '#platform/server/columns.ts'

/** An unfinished order as a clerk typed it; it belongs to that clerk alone. */
export const orderDrafts = pgTable(
  'order_drafts',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull().default(''),
    form: jsonb('form').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('order_drafts_of_user').on(t.userId, t.updatedAt)],
)
