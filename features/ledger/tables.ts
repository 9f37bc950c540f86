import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customers } from '#features/customers/tables.ts'
import { vendors } from '#features/vendors/tables.ts'
import { day, moment, money } from '#platform/server/columns.ts'

/** The months of the books. Made by the first posting into them; a month without a row is open. */
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

/** What was posted when, and for which document. Append-only. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text('source').notNull(),
    sourceId: integer('source_id').notNull(),
    /** What of the document was posted: `post`, or `void` that takes it back. */
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

/** A debit or a credit of an entry; on the control accounts with the customer or vendor. */
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
      sql`account in ('1000', '1100', '1200', '1300', '2000', '2050', '2100', '3000', '4000',
                      '4100', '4900', '4950', '5000', '5050', '5100', '5150', '5200', '6100')`,
    ),
    check(
      'journal_line_has_its_party',
      sql`(account <> '1100' or customer_id is not null)
          and (account <> '2000' or vendor_id is not null)`,
    ),
  ],
)

/**
 * What each account took by day and month: changes, whose sums are the figures. A trigger writes
 * one row for each statement, day and account, and now and then folds those of a day into one, so
 * that a balance reads some rows for each day and no posting waits for another's.
 */
export const journalTotals = pgTable(
  'journal_totals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    postedOn: day('posted_on').notNull(),
    periodId: integer('period_id').notNull(),
    account: text('account').notNull(),
    /** Entries whose first line is on this account. */
    entries: bigint('entries', { mode: 'number' }).notNull(),
    debit: numeric('debit', { precision: 18, scale: 2 }).notNull(),
    credit: numeric('credit', { precision: 18, scale: 2 }).notNull(),
  },
  (t) => [index('journal_totals_of_day').on(t.postedOn, t.account)],
)
