import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

/**
 * The accounting periods. The first posting into a month inserts its row; without one it is open.
 */
export const accountingPeriods = pgTable(
  'accounting_periods',
  {
    /** The month as a number: 202603. */
    id: integer('id').primaryKey(),
    status: text('status').notNull().default('open'),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  () => [
    check('accounting_period_status_known', sql`status in ('open', 'soft_closed', 'closed')`),
    check(
      'accounting_period_is_a_month',
      sql`id between 190001 and 299912 and id % 100 between 1 and 12`,
    ),
  ],
)

/** The journal entries: posting date and source document. Append-only. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text('source').notNull(),
    sourceId: integer('source_id').notNull(),
    /** The posted event of the document: `post`, or `void` for its reversal. */
    event: text('event').notNull().default('post'),
    postedOn: day('posted_on').notNull(),
    periodId: integer('period_id')
      .notNull()
      .references(() => accountingPeriods.id),
    memo: text('memo').notNull(),
    createdBy: integer('created_by'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('journal_entry_once').on(t.source, t.sourceId, t.event),
    index('journal_entries_by_day').on(t.postedOn, t.id),
    index('journal_entries_by_period').on(t.periodId),
    index('journal_entries_memo').using('gin', sql`to_tsvector('simple', memo)`),
    index('journal_entries_memo_end').on(sql`reverse(memo) collate "C"`),
  ],
)

/** A debit or credit of an entry, with the customer or vendor on control accounts. */
export const journalLines = pgTable(
  'journal_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => journalEntries.id),
    account: text('account').notNull(),
    customerId: integer('customer_id').references(() => customers.id),
    vendorId: integer('vendor_id').references(() => vendors.id),
    debit: money('debit').notNull().default('0'),
    credit: money('credit').notNull().default('0'),
  },
  (t) => [
    index('journal_lines_of_entry').on(t.entryId),
    index('journal_lines_of_account').on(t.account, t.id, t.entryId),
    index('journal_lines_by_debit').on(t.debit, t.id),
    index('journal_lines_by_credit').on(t.credit, t.id),
    index('journal_lines_of_customer')
      .on(t.customerId, t.entryId)
      .where(sql`customer_id is not null`),
    index('journal_lines_of_vendor')
      .on(t.vendorId, t.entryId)
      .where(sql`vendor_id is not null`),
    check(
      'journal_line_has_one_side',
      sql`debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0)`,
    ),
    check(
      'journal_account_known',
      sql`account in ('1000', '1100', '1200', '1300', '2000', '2050', '2100', '2200', '3000',
                      '4000', '4100', '4200', '4900', '4950', '5000', '5050', '5100', '5150',
                      '5200', '6000', '6100')`,
    ),
    check(
      'journal_line_has_its_party',
      sql`(account <> '1100' or customer_id is not null)
          and (account <> '2000' or vendor_id is not null)`,
    ),
  ],
)

/**
 * Account totals by day and month, stored as deltas to be summed. A trigger inserts one row per
 * statement, day and account, and occasionally folds the rows of a day into one, so that a balance
 * reads few rows per day and postings do not wait for each other.
 */
export const journalTotals = pgTable(
  'journal_totals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    postedOn: day('posted_on').notNull(),
    periodId: integer('period_id').notNull(),
    account: text('account').notNull(),
    /** The number of entries whose first line is on this account. */
    entries: bigint('entries', { mode: 'number' }).notNull(),
    debit: numeric('debit', { precision: 18, scale: 2 }).notNull(),
    credit: numeric('credit', { precision: 18, scale: 2 }).notNull(),
  },
  (t) => [index('journal_totals_of_day').on(t.postedOn, t.account)],
)

/** Manual journal entries: drafts until posted, then immutable. */
export const manualEntries = pgTable(
  'manual_entries',
  {
    id: rowId(),
    entryNumber: documentNumber('entry_number').notNull(),
    status: text('status').notNull().default('draft'),
    postedOn: day('posted_on').notNull(),
    reason: text('reason').notNull(),
    /** The sum of the debits, which equals that of the credits. */
    amount: money('amount').notNull(),
    /** True if a user other than the creator has to post it, per the setting at its creation. */
    needsApproval: boolean('needs_approval').notNull(),
    /** The entry that this one reverses. */
    reversalOf: integer('reversal_of').references((): AnyPgColumn => manualEntries.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    postedBy: integer('posted_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('manual_entry_number_taken').on(t.entryNumber),
    uniqueIndex('manual_entry_reversed_once')
      .on(t.reversalOf)
      .where(sql`status <> 'cancelled'`),
    index('manual_entries_by_status').on(t.status, t.id),
    index('manual_entries_by_day').on(t.postedOn, t.id),
    index('manual_entries_by_amount').on(t.amount, t.id),
    index('manual_entries_number_end').on(sql`reverse(entry_number) collate "C"`),
    index('manual_entries_reason').using('gin', sql`to_tsvector('simple', reason)`),
    check('manual_entry_status_known', sql`status in ('draft', 'posted', 'cancelled')`),
    check('manual_entry_has_an_amount', sql`amount > 0`),
    check('manual_entry_posted_by_somebody', sql`(status = 'posted') = (posted_by is not null)`),
    check(
      'manual_entry_by_two_people',
      sql`not needs_approval or posted_by is null or posted_by <> created_by`,
    ),
  ],
)

/** The lines of manual entries. Append-only. */
export const manualEntryLines = pgTable(
  'manual_entry_lines',
  {
    id: rowId(),
    manualEntryId: integer('manual_entry_id')
      .notNull()
      .references(() => manualEntries.id),
    lineNo: integer('line_no').notNull(),
    account: text('account').notNull(),
    debit: money('debit').notNull().default('0'),
    credit: money('credit').notNull().default('0'),
    description: text('description'),
  },
  (t) => [
    uniqueIndex('manual_entry_line_place').on(t.manualEntryId, t.lineNo),
    index('manual_entry_lines_of_account').on(t.account, t.manualEntryId),
    check(
      'manual_line_has_one_side',
      sql`debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0)`,
    ),
    check(
      'manual_line_is_not_controlled',
      sql`account not in ('1100', '1200', '1300', '2000', '2050')`,
    ),
  ],
)

/** Sales tax payments for a jurisdiction and a range of invoice dates. A void reverses them. */
export const salesTaxPayments = pgTable(
  'sales_tax_payments',
  {
    id: rowId(),
    paymentNumber: documentNumber('payment_number').notNull(),
    /** The jurisdiction; both are empty if it is unknown. */
    country: text('country').notNull(),
    state: text('state').notNull(),
    periodFrom: day('period_from').notNull(),
    periodTo: day('period_to').notNull(),
    amount: money('amount').notNull(),
    paidOn: day('paid_on').notNull(),
    reference: varchar('reference', { length: 100 }),
    status: text('status').notNull().default('posted'),
    voidedOn: day('voided_on'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('sales_tax_payment_number_taken').on(t.paymentNumber),
    index('sales_tax_payments_of_place').on(t.country, t.state, t.periodTo),
    index('sales_tax_payments_by_day').on(t.paidOn, t.id),
    index('sales_tax_payments_number_end').on(sql`reverse(payment_number) collate "C"`),
    check('sales_tax_payment_status_known', sql`status in ('posted', 'void')`),
    check('sales_tax_payment_positive', sql`amount > 0`),
    check('sales_tax_payment_period_in_order', sql`period_from <= period_to`),
    check('sales_tax_payment_after_its_period', sql`paid_on >= period_to`),
    check('sales_tax_payment_void_has_its_day', sql`(status = 'void') = (voided_on is not null)`),
  ],
)
