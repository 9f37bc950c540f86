import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { invoices } from '#features/receivables/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

/** A reminder letter as it was written: recipient, level, total and fee. */
export const dunningLetters = pgTable(
  'dunning_letters',
  {
    id: rowId(),
    letterNumber: documentNumber('letter_number')
      .notNull()
      .generatedAlwaysAs(sql`'DUN-' || (1000000 + id)::text`),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    level: integer('level').notNull(),
    letterOn: day('letter_on').notNull(),
    recipient: text('recipient').notNull(),
    address: text('address'),
    words: text('words').notNull(),
    /** The open amount of its invoices, without the fee. */
    total: money('total').notNull(),
    fee: money('fee').notNull().default('0'),
    /** The invoice that charges the fee. */
    feeInvoiceId: integer('fee_invoice_id').references(() => invoices.id),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('dunning_letter_number_taken').on(t.letterNumber),
    index('dunning_letters_of_customer').on(t.customerId, t.letterOn),
    index('dunning_letters_by_total').on(t.total, t.id),
    uniqueIndex('dunning_fee_of_one_letter').on(t.feeInvoiceId),
    check('dunning_letter_level_known', sql`level between 1 and 3`),
    check('dunning_letter_total_positive', sql`total > 0 and fee >= 0`),
    check('dunning_fee_is_charged', sql`(fee > 0) = (fee_invoice_id is not null)`),
  ],
)

/**
 * An invoice on a reminder letter, with its open amount on that day. The same level is never sent
 * twice for one invoice.
 */
export const dunningLines = pgTable(
  'dunning_lines',
  {
    id: rowId(),
    letterId: integer('letter_id')
      .notNull()
      .references(() => dunningLetters.id),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    level: integer('level').notNull(),
    daysLate: integer('days_late').notNull(),
    openAmount: money('open_amount').notNull(),
  },
  (t) => [
    uniqueIndex('invoice_reminded_once').on(t.invoiceId, t.level),
    index('dunning_lines_of_letter').on(t.letterId),
    check('dunning_line_level_known', sql`level between 1 and 3`),
    check('dunning_line_open', sql`open_amount > 0 and days_late > 0`),
  ],
)
