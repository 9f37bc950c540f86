import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

const since = (column: string) =>
  moment(column)
    .notNull()
    .default(sql`now()`)

/**
 * An administrator's choice to start empty or with demo data, and its result. The worker loads
 * queued demo data; at most one request is queued.
 */
export const beginnings = pgTable(
  'beginnings',
  {
    id: rowId(),
    state: text('state').notNull(),
    failure: text('failure'),
    /** Load attempts so far; the load is abandoned after too many interrupted attempts. */
    attempts: integer('attempts').notNull().default(0),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: since('created_at'),
    updatedAt: since('updated_at'),
  },
  (t) => [
    check('beginning_state_known', sql`state in ('empty', 'wanted', 'loaded', 'failed')`),
    check('beginning_failure_told', sql`(state = 'failed') = (failure is not null)`),
    uniqueIndex('beginning_wanted_once')
      .on(t.state)
      .where(sql`state = 'wanted'`),
    index('beginnings_of_user').on(t.userId),
  ],
)

/** Users who hid the first-steps card. */
export const hiddenFirstSteps = pgTable('hidden_first_steps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  createdAt: since('created_at'),
})
