import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** How each user made a report last: which one, of which days, grouped by what, in which form. */
export const reportChoices = pgTable('report_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  choice: jsonb('choice').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Reports that somebody left to be made in the background, and what came of them. */
export const leftReports = pgTable(
  'left_reports',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    choice: jsonb('choice').notNull(),
    days: jsonb('days').notNull(),
    /** What the call of the report is asked for. */
    query: jsonb('query').notNull(),
    state: text('state').notNull().default('waiting'),
    failure: text('failure'),
    /** What the call answered, as JSON. */
    answer: text('answer'),
    /** How often the making was begun: one that is broken off each time is given up. */
    attempts: integer('attempts').notNull().default(0),
    /** Until when who makes it has it alone; after that it was left, and another begins anew. */
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
