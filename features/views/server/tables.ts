import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Saved views: filters, sort, columns and page size under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: rowId(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    list: varchar('list', { length: 50 }).notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    search: jsonb('search').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('view_name_taken').on(t.ownerId, t.list, sql`lower(name)`),
    uniqueIndex('one_default_view')
      .on(t.ownerId, t.list)
      .where(sql`is_default`),
    index('saved_views_shared')
      .on(t.list)
      .where(sql`is_shared`),
  ],
)
