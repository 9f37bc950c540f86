import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

const since = (column: string) =>
  moment(column)
    .notNull()
    .default(sql`now()`)

/**
 * With what an administrator chose to begin: empty, or with the demo data, and what became of
 * that. What is wanted is loaded by the worker; one wish waits at most.
 */
export const beginnings = pgTable(
  'beginnings',
  {
    id: rowId(),
    state: text('state').notNull(),
    failure: text('failure'),
    /** How often the load was begun: one that is broken off each time is given up. */
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

/** Who does not want to see the card of first steps. */
export const hiddenFirstSteps = pgTable('hidden_first_steps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  createdAt: since('created_at'),
})
