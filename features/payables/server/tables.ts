import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { purchaseOrderItems, purchaseOrders } from '#features/purchase-orders/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, moment, money, rowId } from '#platform/server/database/columns.ts'

const createdColumns = {
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
}

/**
 * A vendor's bill under the vendor's own number. `settledAmount` is the total of its applications.
 */
export const vendorBills = pgTable(
  'vendor_bills',
  {
    id: rowId(),
    billNumber: varchar('bill_number', { length: 50 }).notNull(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    status: text('status').notNull().default('draft'),
    docDate: day('doc_date').notNull(),
    dueDate: day('due_date').notNull(),
    terms: text('terms').notNull(),
    /** The last day and the amount of the early-payment discount; null and 0 if none is agreed. */
    discountDate: day('discount_date'),
    /** The discount as a percentage of the goods: 2 for 2 %. */
    discountPercent: numeric('discount_percent', { precision: 4, scale: 2 }).notNull().default('0'),
    discountAmount: money('discount_amount').notNull().default('0'),
    subtotal: money('subtotal').notNull(),
    taxAmount: money('tax_amount').notNull().default('0'),
    totalAmount: money('total_amount').notNull(),
    settledAmount: money('settled_amount').notNull().default('0'),
    /** The findings of matching, with codes, lines, amounts and sentences. */
    findings: jsonb('findings').notNull().default([]),
    notes: text('notes'),
    /** The requested posting date; null to post on the day the bill passes matching. */
    postingDate: day('posting_date'),
    postedOn: day('posted_on'),
    voidedOn: day('voided_on'),
    ...createdColumns,
  },
  (t) => [
    uniqueIndex('vendor_bill_number_taken')
      .on(t.vendorId, sql`lower(bill_number)`)
      .where(sql`status <> 'void'`),
    index('vendor_bills_by_status').on(t.status, t.id),
    index('vendor_bills_by_due').on(t.dueDate, t.id, t.status),
    index('vendor_bills_voided')
      .on(t.voidedOn)
      .where(sql`voided_on is not null`),
    index('vendor_bills_open')
      .on(t.dueDate, t.id)
      .where(sql`status = 'posted' and settled_amount < total_amount`),
    index('vendor_bills_by_date').on(t.docDate, t.id),
    index('vendor_bills_by_number').on(sql`lower(bill_number)`),
    index('vendor_bills_number_start').on(sql`lower(bill_number) text_pattern_ops`),
    index('vendor_bills_number_end').on(sql`reverse(upper(bill_number)) collate "C"`),
    index('vendor_bills_of_vendor').on(t.vendorId, t.id),
    index('vendor_bills_by_total').on(t.totalAmount, t.id),
    index('vendor_bills_by_standing').on(
      sql`(case when status <> 'posted' then status when settled_amount = total_amount then 'paid'
        when settled_amount > 0 then 'part-paid' else 'open' end)`,
      t.id,
      // These columns make the index covering, so counts by standing are index-only.
      t.status,
      t.settledAmount,
      t.totalAmount,
    ),
    index('vendor_bills_by_open').on(
      sql`((case when status = 'posted' then total_amount - settled_amount else 0 end)
        ::numeric(12, 2))`,
      t.id,
    ),
    check(
      'vendor_bill_status_known',
      sql`status in ('draft', 'matched', 'blocked', 'posted', 'void')`,
    ),
    check(
      'vendor_bill_adds_up',
      sql`total_amount = subtotal + tax_amount and subtotal >= 0 and tax_amount >= 0
        and total_amount > 0`,
    ),
    check(
      'vendor_bill_not_overpaid',
      sql`settled_amount between 0 and total_amount
        and (settled_amount = 0 or status = 'posted')`,
    ),
    check(
      'vendor_bill_posting_date_after_its_day',
      sql`posting_date is null or posting_date >= doc_date`,
    ),
    check(
      'vendor_bill_posted_on_its_posting_date',
      sql`posting_date is null or posted_on is null or posted_on = posting_date`,
    ),
    check('vendor_bill_discount_within', sql`discount_amount between 0 and subtotal`),
    check(
      'vendor_bill_posted_on_a_day',
      sql`case status when 'posted' then posted_on is not null and voided_on is null
            when 'void' then voided_on is not null else posted_on is null end`,
    ),
  ],
)

/** A bill line: for an order line, for an order without lines, or for neither, with an account. */
export const vendorBillLines = pgTable(
  'vendor_bill_lines',
  {
    id: rowId(),
    vendorBillId: integer('vendor_bill_id')
      .notNull()
      .references(() => vendorBills.id),
    lineNo: integer('line_no').notNull(),
    purchaseOrderId: integer('purchase_order_id').references(() => purchaseOrders.id),
    purchaseOrderItemId: integer('purchase_order_item_id').references(() => purchaseOrderItems.id),
    description: text('description').notNull(),
    account: text('account'),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
  },
  (t) => [
    uniqueIndex('vendor_bill_line_once').on(t.vendorBillId, t.lineNo),
    uniqueIndex('vendor_bill_order_line_once').on(t.vendorBillId, t.purchaseOrderItemId),
    index('vendor_bill_lines_of_order').on(t.purchaseOrderId),
    index('vendor_bill_lines_of_order_line').on(t.purchaseOrderItemId),
    check('vendor_bill_line_quantity_positive', sql`quantity >= 1`),
    check('vendor_bill_line_price_not_negative', sql`unit_price >= 0`),
    check('vendor_bill_line_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check(
      'vendor_bill_line_has_its_account',
      sql`(purchase_order_id is null) = (account is not null)
        and (purchase_order_item_id is null or purchase_order_id is not null)
        and (account is null or account in ('inventory', 'costOfGoods', 'scrap'))`,
    ),
  ],
)

/**
 * What a vendor owes us: for returned goods, or by a credit note with its account. `appliedAmount`
 * is the total applied to bills.
 */
export const vendorCredits = pgTable(
  'vendor_credits',
  {
    id: rowId(),
    creditNumber: text('credit_number').notNull(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    returnId: integer('return_id'),
    reason: text('reason'),
    account: text('account'),
    postedOn: day('posted_on').notNull(),
    amount: money('amount').notNull(),
    appliedAmount: money('applied_amount').notNull().default('0'),
    /**
     * The cost of its goods at the order price, posted to account 2050; null if equal to `amount`.
     */
    goodsAmount: money('goods_amount'),
    /** The early-payment discount of its goods, which is reversed with them. */
    discountAmount: money('discount_amount').notNull().default('0'),
    /** The day on which it was voided and its posting reversed. */
    voidedOn: day('voided_on'),
    ...createdColumns,
  },
  (t) => [
    index('vendor_credits_of_return').on(t.returnId),
    uniqueIndex('vendor_credit_number_taken')
      .on(t.vendorId, sql`lower(credit_number)`)
      .where(sql`voided_on is null`),
    index('vendor_credits_of_vendor').on(t.vendorId, t.id),
    index('vendor_credits_by_amount').on(t.amount, t.id),
    index('vendor_credits_number_start').on(sql`lower(credit_number) text_pattern_ops`),
    check(
      'vendor_credit_has_its_account',
      sql`(return_id is null) = (account is not null)
        and (account is null or reason is not null)
        and (account is null
          or account in ('priceVariance', 'inventory', 'costOfGoods', 'scrap'))`,
    ),
    check(
      'vendor_credit_goods_of_return',
      sql`goods_amount is null or (return_id is not null and goods_amount >= 0)`,
    ),
    check(
      'vendor_credit_discount_of_goods',
      sql`discount_amount >= 0 and (discount_amount = 0 or goods_amount is not null)`,
    ),
    check('vendor_credit_not_overused', sql`amount > 0 and applied_amount between 0 and amount`),
    check(
      'vendor_credit_void_unapplied',
      sql`voided_on is null or (applied_amount = 0 and voided_on >= posted_on)`,
    ),
  ],
)

/** The lines of a vendor return that a credit covers: billed units. */
export const vendorCreditLines = pgTable(
  'vendor_credit_lines',
  {
    id: rowId(),
    vendorCreditId: integer('vendor_credit_id')
      .notNull()
      .references(() => vendorCredits.id),
    returnItemId: integer('return_item_id').notNull(),
    quantity: integer('quantity').notNull(),
    amount: money('amount').notNull(),
  },
  (t) => [
    uniqueIndex('vendor_credit_line_once').on(t.vendorCreditId, t.returnItemId),
    index('vendor_credit_lines_of_return_line').on(t.returnItemId),
    check('vendor_credit_line_positive', sql`quantity >= 1 and amount >= 0`),
  ],
)

/** An application of a payment, prepayment or credit to a bill, and the day it was reversed. */
export const payableApplications = pgTable(
  'payable_applications',
  {
    id: rowId(),
    source: text('source').notNull(),
    sourceId: integer('source_id').notNull(),
    billId: integer('bill_id')
      .notNull()
      .references(() => vendorBills.id),
    amount: money('amount').notNull(),
    discount: money('discount').notNull().default('0'),
    appliedOn: day('applied_on').notNull(),
    reversedOn: day('reversed_on'),
  },
  (t) => [
    uniqueIndex('payable_application_once')
      .on(t.source, t.sourceId, t.billId)
      .where(sql`reversed_on is null`),
    index('payable_applications_of_source').on(t.source, t.sourceId),
    index('payable_applications_of_bill').on(t.billId),
    index('payable_applications_by_day').on(t.appliedOn),
    check('payable_application_source_known', sql`source in ('payment', 'credit', 'prepayment')`),
    check(
      'payable_application_positive',
      sql`amount > 0 and discount >= 0 and (source = 'payment' or discount = 0)`,
    ),
    check('payable_application_in_order', sql`reversed_on is null or reversed_on >= applied_on`),
  ],
)
