import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/server/columns.ts'

/** How a part of the program answered when it was last tried. Kept for a week. */
export const healthSamples = pgTable(
  'health_samples',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    part: text('part').notNull(),
    status: text('status').notNull(),
    responseMs: integer('response_ms').notNull(),
    error: text('error'),
    at: moment('at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('health_samples_of_part').on(t.part, t.at),
    index('health_samples_at').on(t.at),
    check('health_known', sql`status in ('healthy', 'degraded', 'unhealthy')`),
  ],
)
