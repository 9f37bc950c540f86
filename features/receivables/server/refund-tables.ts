import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'
import { creditMemos, customerPayments } from './tables.ts'

const who = (name: string) => integer(name).references(() => users.id)
const now = sql`now()`

/** Refunds to customers: prepared by one user, released by another. */
export const refunds = pgTable(
  'refunds',
  {
    id: rowId(),
    refundNumber: documentNumber('refund_number')
      .notNull()
      .generatedAlwaysAs(sql`'REF-' || (1000000 + id)::text`),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    paymentId: integer('payment_id').references(() => customerPayments.id),
    creditMemoId: integer('credit_memo_id').references(() => creditMemos.id),
    amount: money('amount').notNull(),
    status: text('status').notNull().default('prepared'),
    reason: text('reason').notNull(),
    releasedOn: day('released_on'),
    /** The day the money came back because the refund never arrived. */
    reversedOn: day('reversed_on'),
    preparedBy: who('prepared_by'),
    releasedBy: who('released_by'),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('refund_number_taken').on(t.refundNumber),
    index('refunds_of_customer').on(t.customerId, t.id),
    index('refunds_by_amount').on(t.amount, t.id),
    index('refunds_of_payment').on(t.paymentId),
    index('refunds_of_credit_memo').on(t.creditMemoId),
    index('refunds_by_release').on(t.releasedOn),
    index('refunds_prepared')
      .on(t.id)
      .where(sql`status = 'prepared'`),
    index('refunds_reversed')
      .on(t.reversedOn)
      .where(sql`reversed_on is not null`),
    check('refund_status_known', sql`status in ('prepared', 'released', 'cancelled', 'reversed')`),
    check('refund_amount_positive', sql`amount > 0`),
    check('refund_has_one_source', sql`num_nonnulls(payment_id, credit_memo_id) = 1`),
    check(
      'refund_release_has_its_day',
      sql`(status in ('released', 'reversed')) = (released_on is not null)`,
    ),
    check('refund_reversal_has_its_day', sql`(status = 'reversed') = (reversed_on is not null)`),
  ],
)
