import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { skus } from '#features/skus/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, moment, money, rowId } from '#platform/server/database/columns.ts'

/** A vendor's offers of SKUs. The offer with the lowest rank is preferred. */
export const vendorSkus = pgTable(
  'vendor_skus',
  {
    id: rowId(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    rank: integer('rank').notNull().default(1),
    vendorItem: text('vendor_item'),
    unitPrice: money('unit_price'),
    leadTimeDays: integer('lead_time_days'),
    minimumQuantity: integer('minimum_quantity'),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('vendor_sku_once').on(t.vendorId, t.skuId),
    index('vendor_skus_of_sku').on(t.skuId, t.rank, t.id),
    check('vendor_sku_rank_positive', sql`rank >= 1`),
    check('vendor_sku_price_not_negative', sql`unit_price >= 0`),
    check('vendor_sku_lead_time_not_negative', sql`lead_time_days >= 0`),
    check('vendor_sku_minimum_positive', sql`minimum_quantity >= 1`),
  ],
)

/** A vendor's certificate with an expiry date, for one category of SKUs or all. */
export const vendorCertificates = pgTable(
  'vendor_certificates',
  {
    id: rowId(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    name: text('name').notNull(),
    number: text('number'),
    category: text('category'),
    validFrom: day('valid_from'),
    expiresOn: day('expires_on').notNull(),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('vendor_certificates_of_vendor').on(t.vendorId, t.expiresOn),
    index('vendor_certificates_by_end').on(t.expiresOn),
    check('vendor_certificate_ends_after_it_begins', sql`valid_from <= expires_on`),
  ],
)
