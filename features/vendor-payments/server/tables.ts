import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { vendorBills } from '#features/payables/server/tables.ts'
import { purchaseOrders } from '#features/purchase-orders/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

/** Payments to vendors: prepared by one user, released by another. */
export const vendorPayments = pgTable(
  'vendor_payments',
  {
    id: rowId(),
    paymentNumber: documentNumber('payment_number').notNull(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    /** A `prepayment` stays on account 1300 until it is applied to a bill. */
    kind: text('kind').notNull().default('bills'),
    /** The order a prepayment is for; it is applied to that order's bills. */
    purchaseOrderId: integer('purchase_order_id').references(() => purchaseOrders.id),
    status: text('status').notNull().default('draft'),
    method: text('method').notNull(),
    reference: text('reference'),
    paidOn: day('paid_on').notNull(),
    amount: money('amount').notNull(),
    discount: money('discount').notNull().default('0'),
    notes: text('notes'),
    releasedBy: integer('released_by').references(() => users.id),
    postedOn: day('posted_on'),
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
    uniqueIndex('vendor_payment_number_taken').on(t.paymentNumber),
    index('vendor_payments_of_vendor').on(t.vendorId, t.id),
    index('vendor_payments_of_order').on(t.purchaseOrderId),
    index('vendor_prepayments')
      .on(t.vendorId, t.id)
      .where(sql`kind = 'prepayment'`),
    check(
      'vendor_payment_kind_known',
      sql`kind = 'bills' and purchase_order_id is null or kind = 'prepayment' and discount = 0`,
    ),
    index('vendor_payments_by_status').on(t.status, t.id),
    index('vendor_payments_by_day').on(t.paidOn, t.id),
    index('vendor_payments_by_method').on(t.method, t.id),
    index('vendor_payments_by_amount').on(t.amount, t.id),
    index('vendor_payments_number_end').on(sql`reverse(payment_number) collate "C"`),
    index('vendor_payments_reference_start').on(sql`lower(reference) text_pattern_ops`),
    index('vendor_payments_reference_end').on(sql`reverse(upper(reference)) collate "C"`),
    check('vendor_payment_status_known', sql`status in ('draft', 'posted', 'void')`),
    check('vendor_payment_method_known', sql`method in ('check', 'ach', 'wire', 'card')`),
    check('vendor_payment_positive', sql`amount > 0 and discount >= 0`),
    check(
      'vendor_payment_released',
      sql`case status when 'posted' then posted_on is not null and released_by is not null
            when 'draft' then posted_on is null and released_by is null
            else voided_on is not null end`,
    ),
  ],
)

/** The amount of a payment per bill. Applied to the bill when the payment is released. */
export const vendorPaymentLines = pgTable(
  'vendor_payment_lines',
  {
    id: rowId(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => vendorPayments.id),
    billId: integer('bill_id')
      .notNull()
      .references(() => vendorBills.id),
    amount: money('amount').notNull(),
    discount: money('discount').notNull().default('0'),
  },
  (t) => [
    uniqueIndex('vendor_payment_bill_once').on(t.paymentId, t.billId),
    index('vendor_payment_lines_of_bill').on(t.billId),
    check('vendor_payment_line_positive', sql`amount > 0 and discount >= 0`),
  ],
)

/**
 * Vendors' refunds of prepayments. Append-only: a refund never received is reversed by a row with
 * the negative amount.
 */
export const vendorPrepaymentRefunds = pgTable(
  'vendor_prepayment_refunds',
  {
    id: rowId(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => vendorPayments.id),
    amount: money('amount').notNull(),
    receivedOn: day('received_on').notNull(),
    reference: text('reference'),
    reason: text('reason').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    /** The refund that this row reverses. */
    reverses: integer('reverses').references((): AnyPgColumn => vendorPrepaymentRefunds.id),
  },
  (t) => [
    index('vendor_prepayment_refunds_of_payment').on(t.paymentId),
    uniqueIndex('vendor_prepayment_refund_reversed_once').on(t.reverses),
    check('vendor_prepayment_refund_sign', sql`amount <> 0 and (reverses is null) = (amount > 0)`),
  ],
)
