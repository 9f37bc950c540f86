import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customers } from '#features/customers/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { day, moment, money, rowId } from '#platform/server/database/columns.ts'

/**
 * A contract price of a customer for a SKU, from a minimum quantity, between two days inclusive.
 * The exclusion constraint `contract_prices_overlap` (migration 0002) rejects overlaps.
 */
export const contractPricing = pgTable(
  'contract_pricing',
  {
    id: rowId(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    contractPrice: money('contract_price').notNull(),
    effectiveDate: day('effective_date').notNull(),
    expirationDate: day('expiration_date'),
    minimumQuantity: integer('minimum_quantity').notNull().default(1),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('contract_pricing_of_customer').on(t.customerId, t.skuId),
    index('contract_pricing_of_sku').on(t.skuId),
    check('contract_price_not_negative', sql`contract_price >= 0`),
    check('contract_minimum_positive', sql`minimum_quantity >= 1`),
    check('contract_days_in_order', sql`expiration_date >= effective_date`),
  ],
)

/** Contract prices as they were at any time. Only triggers of `contract_pricing` write it. */
export const contractPriceVersions = pgTable(
  'contract_price_versions',
  {
    contractPriceId: integer('contract_price_id').notNull(),
    knownFrom: moment('known_from').notNull(),
    /** Null for the current version. */
    knownUntil: moment('known_until'),
    customerId: integer('customer_id').notNull(),
    skuId: integer('sku_id').notNull(),
    contractPrice: money('contract_price').notNull(),
    effectiveDate: day('effective_date').notNull(),
    expirationDate: day('expiration_date'),
    minimumQuantity: integer('minimum_quantity').notNull(),
    isActive: boolean('is_active').notNull(),
  },
  (t) => [
    primaryKey({ name: 'contract_price_versions_pk', columns: [t.contractPriceId, t.knownFrom] }),
    uniqueIndex('contract_price_version_current')
      .on(t.contractPriceId)
      .where(sql`known_until is null`),
    index('contract_price_versions_of_customer').on(t.customerId, t.skuId),
    check('contract_price_version_period', sql`known_until > known_from`),
  ],
)
