import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ownRoles, users } from '#features/auth/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, documentNumber, moment, money, rowId } from '#platform/server/database/columns.ts'

/** An order to a vendor. Its total is the sum of its lines; with `headerOnly` it has no lines. */
export const purchaseOrders = pgTable(
  'purchase_orders',
  {
    id: rowId(),
    orderNumber: documentNumber('order_number').notNull(),
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    status: text('status').notNull().default('draft'),
    orderDate: day('order_date').notNull(),
    expectedDate: day('expected_date'),
    totalAmount: money('total_amount').notNull().default('0'),
    notes: text('notes'),
    headerOnly: boolean('header_only').notNull().default(false),
    /** The reason for the cancellation, while the warehouse has not yet answered the request. */
    cancelRequest: text('cancel_request'),
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
    uniqueIndex('purchase_order_number_taken').on(t.orderNumber),
    index('purchase_orders_number_end').on(sql`reverse(order_number) collate "C"`),
    index('purchase_orders_notes')
      .using('gin', sql`to_tsvector('simple', notes)`)
      .where(sql`notes is not null`),
    index('purchase_orders_by_creator').on(t.createdBy, t.id),
    index('purchase_orders_of_vendor').on(t.vendorId, t.id, t.status, t.orderDate),
    index('purchase_orders_open_of_vendor')
      .on(t.vendorId)
      .where(sql`status in ('submitted', 'approved')`),
    index('purchase_orders_by_status').on(t.status, t.id, t.vendorId, t.orderDate, t.expectedDate),
    index('purchase_orders_by_total').on(t.totalAmount, t.id, t.status, t.vendorId),
    index('purchase_orders_by_date').on(t.orderDate, t.id, t.status, t.vendorId),
    index('purchase_orders_by_expected').on(t.expectedDate, t.id, t.status, t.vendorId),
    index('purchase_orders_by_expected_down').on(
      sql`expected_date desc nulls last, id desc, status, vendor_id`,
    ),
    index('purchase_orders_by_creation').on(t.createdAt, t.id, t.status, t.vendorId),
    check(
      'purchase_order_status_known',
      sql`status in ('draft', 'submitted', 'approved', 'received', 'cancelled')`,
    ),
    check('purchase_order_total_not_negative', sql`total_amount >= 0`),
    check(
      'purchase_order_cancel_request_in_warehouse',
      sql`cancel_request is null or status = 'approved'`,
    ),
    index('purchase_orders_asked_back')
      .on(t.id)
      .where(sql`cancel_request is not null`),
  ],
)

/**
 * A line of a purchase order. Open = ordered − received − cancelled. An over-receipt of at most ten
 * percent is possible if the setting allows it.
 */
export const purchaseOrderItems = pgTable(
  'purchase_order_items',
  {
    id: rowId(),
    purchaseOrderId: integer('purchase_order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    lineNo: integer('line_no').notNull(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
    qtyReceived: integer('qty_received').notNull().default(0),
    qtyCancelled: integer('qty_cancelled').notNull().default(0),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('purchase_order_line_once').on(t.purchaseOrderId, t.lineNo),
    index('purchase_order_items_of_sku').on(t.skuId, t.purchaseOrderId),
    check('purchase_line_quantity_positive', sql`quantity >= 1`),
    check('purchase_line_price_not_negative', sql`unit_price >= 0`),
    check('purchase_line_total_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check(
      'purchase_line_quantities_add_up',
      sql`qty_received >= 0 and qty_cancelled >= 0
        and qty_received + qty_cancelled <= quantity + quantity / 10`,
    ),
  ],
)

/**
 * A receipt of goods for an order, numbered per order. An order without lines has empty receipts.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: rowId(),
    purchaseOrderId: integer('purchase_order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    receiptNo: integer('receipt_no').notNull(),
    receivedOn: day('received_on').notNull(),
    deliveryNote: text('delivery_note'),
    /** The cost at the order price; zero if the receipt has no lines. */
    amount: money('amount').notNull(),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('receipt_once').on(t.purchaseOrderId, t.receiptNo),
    index('receipts_by_day').on(t.receivedOn, t.id),
    check('receipt_number_positive', sql`receipt_no >= 1`),
    check('receipt_amount_not_negative', sql`amount >= 0`),
  ],
)

/** Units of one order line on a receipt. */
export const receiptItems = pgTable(
  'receipt_items',
  {
    id: rowId(),
    receiptId: integer('receipt_id')
      .notNull()
      .references(() => receipts.id),
    purchaseOrderItemId: integer('purchase_order_item_id')
      .notNull()
      .references(() => purchaseOrderItems.id),
    quantity: integer('quantity').notNull(),
    amount: money('amount').notNull(),
  },
  (t) => [
    uniqueIndex('receipt_item_once').on(t.receiptId, t.purchaseOrderItemId),
    index('receipt_items_of_line').on(t.purchaseOrderItemId),
    check('receipt_quantity_positive', sql`quantity >= 1`),
    check('receipt_item_amount_not_negative', sql`amount >= 0`),
  ],
)

/** The one reversal of an incorrect receipt, with its reason. Append-only. */
export const receiptReversals = pgTable(
  'receipt_reversals',
  {
    id: rowId(),
    receiptId: integer('receipt_id')
      .notNull()
      .references(() => receipts.id),
    reversedOn: day('reversed_on').notNull(),
    reason: text('reason').notNull(),
    createdBy: integer('created_by').references(() => users.id),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [uniqueIndex('receipt_reversed_once').on(t.receiptId)],
)

/**
 * Running counts per vendor and day of completed orders that had an expected date, and of those
 * completed on time. `…Before` counts all earlier days; the others count the day itself. The count
 * for a period is the difference of two rows. Triggers on the history maintain the table: a
 * receipt that completes an order counts it, and the reversal that opens it again takes it back.
 */
export const vendorDeliveries = pgTable(
  'vendor_deliveries',
  {
    vendorId: integer('vendor_id')
      .notNull()
      .references(() => vendors.id),
    day: day('day').notNull(),
    ordersBefore: integer('orders_before').notNull(),
    onTimeBefore: integer('on_time_before').notNull(),
    orders: integer('orders').notNull(),
    onTime: integer('on_time').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'vendor_deliveries_of_day', columns: [t.vendorId, t.day] }),
    check(
      'vendor_deliveries_add_up',
      sql`on_time_before between 0 and orders_before and on_time between 0 and orders`,
    ),
  ],
)

/** The approval chain: which role or person approves orders up to which amount. */
export const purchaseApprovalLevels = pgTable(
  'purchase_approval_levels',
  {
    level: integer('level').primaryKey(),
    /** The highest total that needs no further level; null for the last level. */
    upTo: money('up_to'),
    role: text('role'),
    /** The own role of that name; null for a built-in role or a person. */
    ownRoleId: integer('own_role_id'),
    userId: integer('user_id').references(() => users.id),
  },
  (t) => [
    // A renamed role is renamed here, too, and a role of a level cannot be deleted.
    foreignKey({
      name: 'purchase_approval_level_own_role_fk',
      columns: [t.ownRoleId, t.role],
      foreignColumns: [ownRoles.id, ownRoles.name],
    }).onUpdate('cascade'),
    check('purchase_approval_level_known', sql`level between 1 and 5`),
    check('purchase_approval_level_of_one', sql`(role is null) <> (user_id is null)`),
    check('purchase_approval_level_amount_not_negative', sql`up_to >= 0`),
  ],
)

/** Who approved which level of an order. Ended if the order went back to draft. */
export const purchaseLevelApprovals = pgTable(
  'purchase_level_approvals',
  {
    id: rowId(),
    orderId: integer('order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    level: integer('level').notNull(),
    approvedBy: integer('approved_by')
      .notNull()
      .references(() => users.id),
    onBehalfOf: integer('on_behalf_of').references(() => users.id),
    approvedAt: moment('approved_at')
      .notNull()
      .default(sql`now()`),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('purchase_level_approved_once')
      .on(t.orderId, t.level)
      .where(sql`ended_at is null`),
  ],
)
