// One file: the tables of receivables refer to each other and are read together.
import { sql } from 'drizzle-orm'
import {
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
import { skus } from '#features/skus/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

const who = (name: string) => integer(name).references(() => users.id)
const now = sql`now()`

/** Invoices: total = goods + tax + freight + charge; `openAmount` is what is not settled yet. */
export const invoices = pgTable(
  'invoices',
  {
    id: rowId(),
    invoiceNumber: documentNumber('invoice_number')
      .notNull()
      .generatedAlwaysAs(sql`'INV-' || (1000000 + id)::text`),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    /** Foreign key in the database only, because this feature must not import sales-orders. */
    salesOrderId: integer('sales_order_id'),
    shipmentId: integer('shipment_id'),
    docDate: day('doc_date').notNull(),
    paymentTerms: varchar('payment_terms', { length: 50 }).notNull(),
    dueDate: day('due_date').notNull(),
    /** The early-payment discount allowed until this day. */
    discountDate: day('discount_date'),
    discountAmount: money('discount_amount').notNull().default('0'),
    goods: money('goods').notNull(),
    /** The account its goods post to: sales, or late fees. */
    goodsAccount: text('goods_account').notNull().default('4000'),
    tax: money('tax').notNull(),
    freight: money('freight').notNull(),
    /** Tax location and rate of the order; older invoices have only the customer's location. */
    taxCountry: text('tax_country'),
    taxState: text('tax_state'),
    taxRate: numeric('tax_rate', { precision: 7, scale: 6 }),
    /** A refund paid out of a payment that later bounced, and is owed again. */
    charge: money('charge').notNull().default('0'),
    total: money('total').notNull(),
    openAmount: money('open_amount').notNull(),
    /** The refund of the charge. Foreign key in the database only: circular reference. */
    refundId: integer('refund_id'),
    isDisputed: boolean('is_disputed').notNull().default(false),
    /** The highest reminder level sent for it: 0 for none, 3 for the last. */
    dunningLevel: integer('dunning_level').notNull().default(0),
    dunnedOn: day('dunned_on'),
    createdBy: who('created_by'),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('invoice_number_taken').on(t.invoiceNumber),
    index('invoices_of_customer').on(t.customerId, t.docDate, t.id),
    index('invoices_of_order').on(t.salesOrderId),
    index('invoices_open')
      .on(t.customerId, t.dueDate, t.openAmount)
      .where(sql`open_amount > 0`),
    index('invoices_by_date').on(t.docDate, t.id, t.customerId, t.paymentTerms, t.total),
    index('invoices_by_total').on(t.total, t.id),
    index('invoices_by_open').on(t.openAmount, t.id),
    index('invoices_open_by_due')
      .on(t.dueDate, t.id, t.docDate, t.openAmount, t.total)
      .where(sql`open_amount > 0`),
    index('invoices_disputed')
      .on(t.id)
      .where(sql`is_disputed`),
    index('invoices_by_due_date').on(t.dueDate, t.id, t.customerId),
    uniqueIndex('charge_of_refund_once')
      .on(t.refundId)
      .where(sql`refund_id is not null`),
    check('invoice_total_adds_up', sql`total = goods + tax + freight + charge`),
    check(
      'invoice_amounts_not_negative',
      sql`goods >= 0 and tax >= 0 and freight >= 0 and charge >= 0`,
    ),
    check('invoice_charge_is_of_a_refund', sql`(charge > 0) = (refund_id is not null)`),
    check('invoice_open_within_total', sql`open_amount >= 0 and open_amount <= total`),
    check('invoice_goods_account_known', sql`goods_account in ('4000', '4200')`),
    check('invoice_tax_rate_is_share', sql`tax_rate >= 0 and tax_rate <= 1`),
    check('invoice_dunning_level_known', sql`dunning_level between 0 and 3`),
  ],
)

/** An invoice line: shipped units of an order line, at their price and cost when shipped. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: rowId(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    lineNo: integer('line_no').notNull(),
    /** The order line; foreign key in the database only. */
    salesOrderItemId: integer('sales_order_item_id'),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
    taxAmount: money('tax_amount').notNull(),
    costAmount: numeric('cost_amount', { precision: 14, scale: 2 }),
  },
  (t) => [
    uniqueIndex('invoice_line_once').on(t.invoiceId, t.lineNo),
    index('invoice_lines_of_order_line').on(t.salesOrderItemId),
    check('invoice_line_quantity_positive', sql`quantity >= 1`),
    check('invoice_line_total_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check('invoice_line_tax_not_negative', sql`tax_amount >= 0`),
  ],
)

/** Customer payments. The open amount is neither applied nor refunded. */
export const customerPayments = pgTable(
  'customer_payments',
  {
    id: rowId(),
    paymentNumber: documentNumber('payment_number')
      .notNull()
      .generatedAlwaysAs(sql`'PAY-' || (1000000 + id)::text`),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    receivedOn: day('received_on').notNull(),
    method: text('method').notNull(),
    reference: varchar('reference', { length: 100 }),
    amount: money('amount').notNull(),
    openAmount: money('open_amount').notNull(),
    status: text('status').notNull().default('posted'),
    voidedOn: day('voided_on'),
    notes: text('notes'),
    createdBy: who('created_by'),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('payment_number_taken').on(t.paymentNumber),
    index('payments_of_customer').on(t.customerId, t.receivedOn, t.id),
    index('payments_by_day').on(t.receivedOn, t.id, t.amount, t.voidedOn),
    index('payments_by_status').on(t.status, t.receivedOn, t.id),
    index('payments_by_amount').on(t.amount, t.id),
    index('payments_by_open').on(t.openAmount, t.id),
    index('payments_reference_start').on(sql`lower(reference) text_pattern_ops`),
    index('payments_reference_end').on(sql`reverse(upper(reference)) collate "C"`),
    index('payments_open')
      .on(t.customerId)
      .where(sql`open_amount > 0`),
    index('payments_voided')
      .on(t.voidedOn)
      .where(sql`voided_on is not null`),
    check('customer_payment_status_known', sql`status in ('posted', 'void')`),
    check('payment_method_known', sql`method in ('check', 'ach', 'wire', 'card', 'cash')`),
    check('payment_amount_positive', sql`amount > 0`),
    check('payment_open_within_amount', sql`open_amount >= 0 and open_amount <= amount`),
    check('payment_void_has_its_day', sql`(status = 'void') = (voided_on is not null)`),
  ],
)

/** Credit memos: total = goods + tax − restocking fee; applied like payments. */
export const creditMemos = pgTable(
  'credit_memos',
  {
    id: rowId(),
    creditMemoNumber: documentNumber('credit_memo_number')
      .notNull()
      .generatedAlwaysAs(sql`'CM-' || (1000000 + id)::text`),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    /** The credited invoice; null for a return without a known order. */
    invoiceId: integer('invoice_id').references(() => invoices.id),
    /** The return that created it; foreign key in the database only. */
    returnId: integer('return_id'),
    docDate: day('doc_date').notNull(),
    goods: money('goods').notNull(),
    /** The account debited for its goods: returns, or late fees if it credits a fee. */
    goodsAccount: text('goods_account').notNull().default('4900'),
    tax: money('tax').notNull(),
    restockingFee: money('restocking_fee').notNull().default('0'),
    total: money('total').notNull(),
    openAmount: money('open_amount').notNull(),
    reason: text('reason').notNull(),
    /** The day on which it was voided. */
    voidedOn: day('voided_on'),
    createdBy: who('created_by'),
    createdAt: moment('created_at').notNull().default(now),
    updatedAt: moment('updated_at').notNull().default(now),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('credit_memo_number_taken').on(t.creditMemoNumber),
    index('credit_memos_of_customer').on(t.customerId, t.docDate, t.id),
    index('credit_memos_of_invoice').on(t.invoiceId),
    index('credit_memos_by_day').on(t.docDate, t.id),
    index('credit_memos_by_total').on(t.total, t.id),
    index('credit_memos_open')
      .on(t.customerId)
      .where(sql`open_amount > 0`),
    index('credit_memos_voided')
      .on(t.voidedOn)
      .where(sql`voided_on is not null`),
    check('credit_memo_void_has_nothing_open', sql`voided_on is null or open_amount = 0`),
    check('credit_memo_total_adds_up', sql`total = goods + tax - restocking_fee`),
    check('credit_memo_goods_account_known', sql`goods_account in ('4900', '4200')`),
    check('credit_memo_total_positive', sql`total > 0`),
    check('credit_memo_parts_not_negative', sql`least(goods, tax, restocking_fee) >= 0`),
    check('credit_memo_open_within_total', sql`open_amount >= 0 and open_amount <= total`),
  ],
)

/** A line of a credit memo, with the invoice line it credits. */
export const creditMemoLines = pgTable(
  'credit_memo_lines',
  {
    id: rowId(),
    creditMemoId: integer('credit_memo_id')
      .notNull()
      .references(() => creditMemos.id),
    lineNo: integer('line_no').notNull(),
    invoiceLineId: integer('invoice_line_id').references(() => invoiceLines.id),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
    taxAmount: money('tax_amount').notNull(),
  },
  (t) => [
    uniqueIndex('credit_memo_line_once').on(t.creditMemoId, t.lineNo),
    index('credit_memo_lines_of_invoice_line').on(t.invoiceLineId),
    check('credit_memo_line_quantity_positive', sql`quantity >= 1`),
    check('credit_memo_line_not_negative', sql`least(unit_price, total_price, tax_amount) >= 0`),
  ],
)

/**
 * What settled an invoice (payment, credit memo or write-off), with its discount. `reversed_on` is
 * set once it has been reversed.
 */
export const receivableApplications = pgTable(
  'receivable_applications',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    paymentId: integer('payment_id').references(() => customerPayments.id),
    creditMemoId: integer('credit_memo_id').references(() => creditMemos.id),
    amount: money('amount').notNull(),
    discount: money('discount').notNull().default('0'),
    appliedOn: day('applied_on').notNull(),
    reversedOn: day('reversed_on'),
    reason: text('reason'),
    /** Why the customer paid less than was open. */
    shortPayReason: text('short_pay_reason'),
    /** The payment that paid the invoice short, if this writes off the rest. */
    restOfPaymentId: integer('rest_of_payment').references(() => customerPayments.id),
    createdBy: who('created_by'),
    createdAt: moment('created_at').notNull().default(now),
  },
  (t) => [
    index('applications_of_invoice').on(t.invoiceId, t.appliedOn),
    index('applications_of_payment').on(t.paymentId),
    index('applications_of_credit_memo').on(t.creditMemoId),
    index('applications_rest_of_payment')
      .on(t.restOfPaymentId)
      .where(sql`rest_of_payment is not null`),
    index('applications_by_day').on(t.appliedOn, t.id),
    index('applications_reversed').on(t.reversedOn, t.invoiceId),
    check('application_kind_known', sql`kind in ('payment', 'credit', 'write-off')`),
    check('application_amount_positive', sql`amount > 0 and discount >= 0`),
    check(
      'application_short_pay_reason_known',
      sql`short_pay_reason in ('pricing', 'shortage', 'damaged', 'returned', 'freight', 'tax',
            'late-discount', 'other')`,
    ),
    check('application_rest_is_written_off', sql`rest_of_payment is null or kind = 'write-off'`),
    check(
      'application_has_its_source',
      sql`case kind
            when 'payment' then payment_id is not null and credit_memo_id is null
            when 'credit' then credit_memo_id is not null and payment_id is null
            else payment_id is null and credit_memo_id is null and reason is not null
          end and (discount = 0 or kind = 'payment')`,
    ),
  ],
)
