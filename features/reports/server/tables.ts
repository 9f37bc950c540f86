import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** The last report settings per user: report, period, grouping and format. */
export const reportChoices = pgTable('report_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  choice: jsonb('choice').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Background reports and their outcomes. */
export const backgroundReports = pgTable(
  'left_reports',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    choice: jsonb('choice').notNull(),
    days: jsonb('days').notNull(),
    /** The query parameters of the report's endpoint. */
    query: jsonb('query').notNull(),
    state: text('state').notNull().default('waiting'),
    failure: text('failure'),
    /** The response of the endpoint, as JSON. */
    answer: text('answer'),
    /** The number of attempts; the report fails after too many interrupted ones. */
    attempts: integer('attempts').notNull().default(0),
    /** The end of the current worker's lease; afterwards another worker may claim the report. */
    leasedUntil: moment('leased_until'),
    createdAt: moment('created_at').notNull(),
    doneAt: moment('done_at'),
  },
  (t) => [
    check('left_report_state_known', sql`state in ('waiting', 'made', 'failed')`),
    check('left_report_has_answer', sql`(state = 'made') = (answer is not null)`),
    check('left_report_failure_told', sql`(state = 'failed') = (failure is not null)`),
    check('left_report_done', sql`(state = 'waiting') = (done_at is null)`),
    index('left_reports_waiting')
      .on(t.id)
      .where(sql`state = 'waiting'`),
    index('left_reports_of_user').on(t.userId),
    index('left_reports_by_age').on(t.createdAt),
  ],
)
