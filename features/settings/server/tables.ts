import { sql } from 'drizzle-orm'
import {
  check,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
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

/** Settings as they were at any time. Only triggers of `settings` write it. */
export const settingVersions = pgTable(
  'setting_versions',
  {
    name: text('name').notNull(),
    knownFrom: moment('known_from').notNull(),
    /** Null for the current version. */
    knownUntil: moment('known_until'),
    value: jsonb('value').notNull(),
  },
  (t) => [
    primaryKey({ name: 'setting_versions_pk', columns: [t.name, t.knownFrom] }),
    uniqueIndex('setting_version_current')
      .on(t.name)
      .where(sql`known_until is null`),
    check('setting_version_period', sql`known_until > known_from`),
  ],
)

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

/** Tax rates as they were at any time. Only triggers of `tax_rates` write it. */
export const taxRateVersions = pgTable(
  'tax_rate_versions',
  {
    taxRateId: integer('tax_rate_id').notNull(),
    knownFrom: moment('known_from').notNull(),
    /** Null for the current version. */
    knownUntil: moment('known_until'),
    country: text('country').notNull(),
    state: text('state').notNull(),
    rate: numeric('rate', { precision: 7, scale: 6 }).notNull(),
    effectiveDate: day('effective_date').notNull(),
  },
  (t) => [
    primaryKey({ name: 'tax_rate_versions_pk', columns: [t.taxRateId, t.knownFrom] }),
    uniqueIndex('tax_rate_version_current')
      .on(t.taxRateId)
      .where(sql`known_until is null`),
    check('tax_rate_version_period', sql`known_until > known_from`),
  ],
)
