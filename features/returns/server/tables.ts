import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { purchaseOrderItems, purchaseOrders } from '#features/purchase-orders/server/tables.ts'
import { salesOrderItems, salesOrders } from '#features/sales-orders/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

/**
 * Returns from a customer to us (rma) or from us to a vendor (rtv). A customer's return may be
 * replaced by one order, and may be the source of returns to vendors.
 */
export const returns = pgTable(
  'returns',
  {
    id: rowId(),
    returnNumber: documentNumber('return_number').notNull(),
    type: text('type').notNull(),
    customerId: integer('customer_id').references(() => customers.id),
    vendorId: integer('vendor_id').references(() => vendors.id),
    salesOrderId: integer('sales_order_id').references(() => salesOrders.id),
    purchaseOrderId: integer('purchase_order_id').references(() => purchaseOrders.id),
    status: text('status').notNull().default('pending'),
    reason: text('reason').notNull(),
    totalAmount: money('total_amount').notNull().default('0'),
    notes: text('notes'),
    /** Reason of a pending cancellation request to the warehouse; null if there is none. */
    cancelRequest: text('cancel_request'),
    /** Reason of the hold; null if the return is not on hold. */
    holdReason: text('hold_reason'),
    /** The order that replaces a customer's goods, and its price: free or original. */
    replacementOrderId: integer('replacement_order_id').references(() => salesOrders.id),
    replacementPrice: text('replacement_price'),
    /** The customer return that these goods come from. */
    sourceReturnId: integer('source_return_id').references((): AnyPgColumn => returns.id),
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
    uniqueIndex('return_number_taken').on(t.returnNumber),
    index('returns_by_creator').on(t.createdBy, t.id),
    index('returns_of_customer').on(t.customerId, t.id, t.status),
    index('returns_of_vendor').on(t.vendorId, t.id, t.status),
    index('returns_of_sales_order').on(t.salesOrderId),
    index('returns_of_purchase_order').on(t.purchaseOrderId),
    index('returns_by_status').on(t.status, t.id, t.type),
    index('returns_by_type').on(t.type, t.id, t.status),
    index('returns_by_total').on(t.totalAmount, t.id, t.type, t.status),
    index('returns_number_end').on(sql`reverse(return_number) collate "C"`),
    index('returns_reason').using('gin', sql`to_tsvector('simple', reason)`),
    index('returns_by_reason').on(t.reason, t.id, t.type, t.status),
    // Matches the party number of the list: customers by id, then vendors by id.
    index('returns_by_party').on(
      sql`(coalesce(customer_id, 2147483648 + vendor_id))`,
      t.id,
      t.type,
      t.status,
    ),
    index('returns_by_creation').on(t.createdAt, t.id, t.type, t.status),
    check('return_type_known', sql`type in ('rma', 'rtv')`),
    check(
      'return_status_known',
      sql`status in ('pending', 'approved', 'received', 'shipped', 'completed', 'rejected',
                     'cancelled')`,
    ),
    check(
      'return_has_its_party',
      sql`case type
            when 'rma' then customer_id is not null and vendor_id is null
              and purchase_order_id is null and status <> 'shipped'
            else vendor_id is not null and customer_id is null and sales_order_id is null
              and status <> 'received'
          end`,
    ),
    uniqueIndex('replacement_order_of_one_return').on(t.replacementOrderId),
    index('returns_of_source').on(t.sourceReturnId),
    check('return_total_not_negative', sql`total_amount >= 0`),
    check('return_replacement_price_known', sql`replacement_price in ('free', 'original')`),
    check(
      'return_replaced_for_a_customer',
      sql`(replacement_order_id is null) = (replacement_price is null)
          and (replacement_order_id is null or type = 'rma')`,
    ),
    check(
      'return_cancel_request_in_warehouse',
      sql`cancel_request is null or (type = 'rma' and status = 'approved')`,
    ),
    index('returns_asked_back')
      .on(t.id)
      .where(sql`cancel_request is not null`),
    check(
      'return_held_before_its_end',
      sql`hold_reason is null or status in ('pending', 'approved', 'received')`,
    ),
    index('returns_on_hold')
      .on(t.id)
      .where(sql`hold_reason is not null`),
    check('return_source_of_a_vendor', sql`source_return_id is null or type = 'rtv'`),
  ],
)

/** The cost of goods on all units of a row. */
const cost = (name: string) => numeric(name, { precision: 14, scale: 2 })

/**
 * A line of a return, with the line of the original order or of the customer return, if any. For a
 * customer return, open = quantity − received − cancelled. Condition and disposition are those
 * planned, then those last found; a reversed receipt restores the planned ones.
 */
export const returnItems = pgTable(
  'return_items',
  {
    id: rowId(),
    returnId: integer('return_id')
      .notNull()
      .references(() => returns.id),
    lineNo: integer('line_no').notNull(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    salesOrderItemId: integer('sales_order_item_id').references(() => salesOrderItems.id),
    purchaseOrderItemId: integer('purchase_order_item_id').references(() => purchaseOrderItems.id),
    sourceItemId: integer('source_item_id').references((): AnyPgColumn => returnItems.id),
    quantity: integer('quantity').notNull(),
    qtyReceived: integer('qty_received').notNull().default(0),
    qtyCancelled: integer('qty_cancelled').notNull().default(0),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
    reason: text('reason'),
    /** Further remarks on the line. */
    note: text('note'),
    condition: text('condition'),
    disposition: text('disposition'),
    plannedCondition: text('planned_condition'),
    /** Null on lines received before plans were stored. */
    plannedDisposition: text('planned_disposition'),
    /** Customer goods that shipped to a vendor: the cost at which they were sold. */
    costAmount: cost('cost_amount'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('return_line_once').on(t.returnId, t.lineNo),
    index('return_items_of_sku').on(t.skuId, t.returnId),
    index('return_items_of_sales_line').on(t.salesOrderItemId),
    index('return_items_of_purchase_line').on(t.purchaseOrderItemId),
    index('return_items_of_source').on(t.sourceItemId),
    check('return_line_quantity_positive', sql`quantity >= 1`),
    check(
      'return_line_quantities_add_up',
      sql`qty_received >= 0 and qty_cancelled >= 0 and qty_received + qty_cancelled <= quantity`,
    ),
    check('return_line_price_not_negative', sql`unit_price >= 0`),
    check('return_line_total_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check('return_condition_known', sql`condition in ('new', 'opened', 'damaged', 'defective')`),
    check('return_disposition_known', sql`disposition in ('restock', 'scrap', 'vendor')`),
  ],
)

/** One receipt of a customer's return; `receiptNo` counts its receipts. */
export const returnReceipts = pgTable(
  'return_receipts',
  {
    id: rowId(),
    returnId: integer('return_id')
      .notNull()
      .references(() => returns.id),
    receiptNo: integer('receipt_no').notNull(),
    receivedOn: day('received_on').notNull(),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('return_receipt_once').on(t.returnId, t.receiptNo),
    check('return_receipt_number_positive', sql`receipt_no >= 1`),
  ],
)

/** Units of a line on a receipt, and what happens to them; `inspect` means not decided yet. */
export const returnReceiptItems = pgTable(
  'return_receipt_items',
  {
    id: rowId(),
    returnReceiptId: integer('return_receipt_id')
      .notNull()
      .references(() => returnReceipts.id),
    returnItemId: integer('return_item_id')
      .notNull()
      .references(() => returnItems.id),
    quantity: integer('quantity').notNull(),
    condition: text('condition'),
    disposition: text('disposition').notNull(),
    /** Restocked or scrapped units: the posted cost of all of them. Null on older rows. */
    costAmount: cost('cost_amount'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index('return_receipt_items_of_receipt').on(t.returnReceiptId),
    index('return_receipt_items_of_line').on(t.returnItemId, t.disposition),
    check('return_receipt_quantity_positive', sql`quantity >= 1`),
    check(
      'return_receipt_condition_known',
      sql`condition in ('new', 'opened', 'damaged', 'defective')`,
    ),
    check(
      'return_receipt_disposition_known',
      sql`disposition in ('restock', 'scrap', 'vendor', 'inspect')`,
    ),
    check(
      'return_receipt_cost_of_final_units',
      sql`cost_amount is null or disposition in ('restock', 'scrap')`,
    ),
  ],
)

/** The one reversal of an incorrect receipt of customer goods, with its reason. Append-only. */
export const returnReceiptReversals = pgTable(
  'return_receipt_reversals',
  {
    id: rowId(),
    returnReceiptId: integer('return_receipt_id')
      .notNull()
      .references(() => returnReceipts.id),
    reversedOn: day('reversed_on').notNull(),
    reason: text('reason').notNull(),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [uniqueIndex('return_receipt_reversed_once').on(t.returnReceiptId)],
)
