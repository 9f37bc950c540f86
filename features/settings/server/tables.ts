import { sql } from 'drizzle-orm'
import { check, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { day, moment, rowId } from '#platform/server/database/columns.ts'

/** Business rules changed by an administrator; rules without a row have their default. */
export const settingValues = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at')
    .notNull()
    .default(sql`now()`),
  updatedBy: integer('updated_by').references(() => users.id),
})

/** Sales tax by destination, from a date. Rates are decimal fractions: 0.082500 is 8.25 %. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: rowId(),
    country: text('country').notNull(),
    state: text('state').notNull().default(''),
    rate: numeric('rate', { precision: 7, scale: 6 }).notNull(),
    effectiveDate: day('effective_date').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  () => [
    uniqueIndex('tax_rate_taken').on(sql`lower(country)`, sql`lower(state)`, sql`effective_date`),
    check('tax_rate_is_share', sql`rate >= 0 and rate <= 1`),
  ],
)
