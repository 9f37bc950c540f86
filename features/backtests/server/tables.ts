import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Drafts that are tested on past orders, with their progress and their results. */
export const backtestRuns = pgTable(
  'backtest_runs',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    draft: jsonb('draft').notNull(),
    state: text('state').notNull().default('waiting'),
    /** Orders to compare; 0 until they are counted. */
    total: integer('total').notNull().default(0),
    /** Orders that were read so far. */
    done: integer('done').notNull().default(0),
    result: jsonb('result'),
    failure: text('failure'),
    /** The end of the lease of the node that runs it; afterwards it has stopped. */
    leasedUntil: moment('leased_until'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    check(
      'backtest_status_known',
      sql`state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'stopped')`,
    ),
    check('backtest_has_result', sql`(state = 'done') = (result is not null)`),
    check('backtest_has_failure', sql`(state = 'failed') = (failure is not null)`),
    check('backtest_finished', sql`(state in ('waiting', 'running')) = (finished_at is null)`),
    check('backtest_leased', sql`(state = 'running') = (leased_until is not null)`),
    uniqueIndex('backtest_one_per_user')
      .on(t.userId)
      .where(sql`state in ('waiting', 'running')`),
    index('backtest_runs_of_user').on(t.userId, t.id),
    index('backtest_runs_by_age').on(t.createdAt),
  ],
)
