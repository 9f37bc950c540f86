import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Vendors. */
export const vendors = pgTable(
  'vendors',
  {
    id: rowId(),
    vendorCode: varchar('vendor_code', { length: 50 }).notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    country: text('country'),
    website: text('website'),
    contactName: text('contact_name'),
    notes: text('notes'),
    paymentTerms: varchar('payment_terms', { length: 50 }),
    taxId: varchar('tax_id', { length: 50 }),
    leadTimeDays: integer('lead_time_days'),
    minimumOrderQuantity: integer('minimum_order_quantity'),
    preferredRank: integer('preferred_rank'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: moment('deleted_at'),
    version: integer('version').notNull().default(1),
    /** The searched text, in lower case, with two spaces before every word, notes last. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`replace(lower(' ' || vendor_code || ' ' ||
        regexp_replace(vendor_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '') || chr(31) || ' ' ||
        regexp_replace(coalesce(notes, ''), '\\s+', ' ', 'g')), ' ', '  ')`,
    ),
  },
  (t) => [
    uniqueIndex('vendor_code_taken')
      .on(sql`lower(vendor_code)`)
      .where(sql`deleted_at is null`),
    index('vendors_by_code')
      .on(sql`vendor_code collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    index('vendors_by_name')
      .on(sql`name collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    // For returns sorted by party, whose customers and vendors share one order.
    index('vendors_among_parties').on(sql`name collate "und-x-icu"`, sql`(2147483648 + id)`),
    index('vendors_code_start')
      .on(sql`lower(vendor_code) text_pattern_ops`)
      .where(sql`deleted_at is null`),
    index('vendors_newest').on(t.isActive, t.id),
    index('vendors_pieces').using('gin', sql`search_pieces(search_text)`),
    index('vendors_slips').using('gin', sql`search_slips(name)`),
    check('lead_time_not_negative', sql`lead_time_days >= 0`),
    check('minimum_order_not_negative', sql`minimum_order_quantity >= 0`),
  ],
)
