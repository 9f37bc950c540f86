import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/tables.ts'
import { customers } from '#features/customers/tables.ts'
import { purchaseOrderItems, purchaseOrders } from '#features/purchase-orders/tables.ts'
import { salesOrderItems, salesOrders } from '#features/sales-orders/tables.ts'
import { skus } from '#features/skus/tables.ts'
import { vendors } from '#features/vendors/tables.ts'
import { documentNumber, moment, money, rowId } from '#platform/server/columns.ts'

/** Goods that go back: from a customer to us (rma) or from us to a vendor (rtv). */
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
    check('return_total_not_negative', sql`total_amount >= 0`),
  ],
)

/** A line of a return, with the line of the original order where there is one. */
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
    quantity: integer('quantity').notNull(),
    unitPrice: money('unit_price').notNull(),
    totalPrice: money('total_price').notNull(),
    reason: text('reason'),
    condition: text('condition'),
    disposition: text('disposition'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('return_line_once').on(t.returnId, t.lineNo),
    index('return_items_of_sku').on(t.skuId, t.returnId),
    index('return_items_of_sales_line').on(t.salesOrderItemId),
    index('return_items_of_purchase_line').on(t.purchaseOrderItemId),
    check('return_line_quantity_positive', sql`quantity >= 1`),
    check('return_line_price_not_negative', sql`unit_price >= 0`),
    check('return_line_total_adds_up', sql`total_price = round(quantity * unit_price, 2)`),
    check('return_condition_known', sql`condition in ('new', 'opened', 'damaged', 'defective')`),
    check('return_disposition_known', sql`disposition in ('restock', 'scrap', 'vendor')`),
  ],
)
