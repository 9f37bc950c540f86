import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { day, moment, money, rowId } from '#platform/server/database/columns.ts'

/** The address as lowercase letters and digits, as `lettersAndDigits` writes it, for comparison. */
export const sqlOfAddress = sql`left(regexp_replace(lower(coalesce(address, '')
  || coalesce(city, '') || coalesce(state, '') || coalesce(zip_code, '')
  || coalesce(country, '')), '[^a-z0-9]', '', 'g'), 500)`

/** Customers. Balance and open order amount are updated together with their documents. */
export const customers = pgTable(
  'customers',
  {
    id: rowId(),
    customerCode: varchar('customer_code', { length: 50 }).notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    country: text('country'),
    billingAddress: text('billing_address'),
    website: text('website'),
    notes: text('notes'),
    contactName: text('contact_name'),
    contactRole: text('contact_role'),
    contactEmail: text('contact_email'),
    contactPhone: text('contact_phone'),
    creditLimit: money('credit_limit').notNull().default('0'),
    currentBalance: money('current_balance').notNull().default('0'),
    openOrderAmount: money('open_order_amount').notNull().default('0'),
    /** Credit that binding approvals hold. */
    softReservedAmount: money('soft_reserved_amount').notNull().default('0'),
    creditStatus: text('credit_status').notNull().default('normal'),
    paymentTerms: varchar('payment_terms', { length: 50 }).notNull().default('net-30'),
    priceLevel: varchar('price_level', { length: 20 }).notNull().default('standard'),
    taxExempt: boolean('tax_exempt').notNull().default(false),
    taxExemptNumber: varchar('tax_exempt_number', { length: 50 }),
    allowBackorder: boolean('allow_backorder').notNull().default(false),
    /** Whether packing slips for this customer show prices. */
    packingSlipPrices: boolean('packing_slip_prices').notNull().default(false),
    /** Which orders are parked because they resemble another; null: as the settings say. */
    duplicateCheck: text('duplicate_check'),
    /** Our number in the customer's system, and the note on documents for the customer. */
    supplierNumber: text('supplier_number'),
    documentNote: text('document_note'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: moment('deleted_at'),
    /** The date of the newest order that is not cancelled; a trigger on sales orders sets it. */
    lastOrderOn: day('last_order_on'),
    version: integer('version').notNull().default(1),
    /** Lowercase search text; two spaces precede each word, and the notes come last. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`replace(lower(' ' || customer_code || ' ' ||
        regexp_replace(customer_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '') || chr(31) || ' ' ||
        regexp_replace(coalesce(notes, ''), '\\s+', ' ', 'g')), ' ', '  ')`,
    ),
  },
  (t) => [
    uniqueIndex('customer_code_taken')
      .on(sql`lower(customer_code)`)
      .where(sql`deleted_at is null`),
    index('customers_by_code')
      .on(sql`customer_code collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    index('customers_by_address')
      .on(sqlOfAddress)
      .where(sql`deleted_at is null`),
    // Includes deleted customers: order lists sort by the names of all customers.
    index('customers_by_name').on(sql`name collate "und-x-icu"`, t.id),
    // Matches the vendors' index, because returns sort by either party.
    index('customers_among_parties').on(sql`name collate "und-x-icu"`, sql`(id::bigint)`),
    index('customers_code_start')
      .on(sql`lower(customer_code) text_pattern_ops`)
      .where(sql`deleted_at is null`),
    index('customers_by_last_order').on(t.lastOrderOn, t.id),
    index('customers_newest').on(t.isActive, t.id),
    index('customers_pieces').using('gin', sql`search_pieces(search_text)`),
    index('customers_slips').using('gin', sql`search_slips(name)`),
    check('credit_limit_not_negative', sql`credit_limit >= 0`),
    check('open_orders_not_negative', sql`open_order_amount >= 0`),
    check('duplicate_check_known', sql`duplicate_check in ('off', 'po', 'lines')`),
    check('soft_reserved_amount_not_negative', sql`soft_reserved_amount >= 0`),
    check('credit_status_known', sql`credit_status in ('normal', 'blocked')`),
    check('price_level_known', sql`price_level in ('standard', 'tier1', 'tier2', 'tier3')`),
    check('tax_exempt_with_number', sql`not tax_exempt or tax_exempt_number is not null`),
  ],
)

/**
 * What decisions read of customers, as it was at any time. Only triggers of `customers` write it. A
 * deleted customer has no current version.
 */
export const customerTermVersions = pgTable(
  'customer_term_versions',
  {
    customerId: integer('customer_id').notNull(),
    knownFrom: moment('known_from').notNull(),
    /** Null for the current version. */
    knownUntil: moment('known_until'),
    creditLimit: money('credit_limit').notNull(),
    creditStatus: text('credit_status').notNull(),
    paymentTerms: varchar('payment_terms', { length: 50 }).notNull(),
    priceLevel: varchar('price_level', { length: 20 }).notNull(),
    taxExempt: boolean('tax_exempt').notNull(),
    country: text('country'),
    state: text('state'),
    isActive: boolean('is_active').notNull(),
    allowBackorder: boolean('allow_backorder').notNull(),
  },
  (t) => [
    primaryKey({ name: 'customer_term_versions_pk', columns: [t.customerId, t.knownFrom] }),
    uniqueIndex('customer_term_version_current')
      .on(t.customerId)
      .where(sql`known_until is null`),
    check('customer_term_version_period', sql`known_until > known_from`),
  ],
)
