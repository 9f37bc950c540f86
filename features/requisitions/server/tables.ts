import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { purchaseOrders } from '#features/purchase-orders/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { vendors } from '#features/vendors/server/tables.ts'
import { day, documentNumber, moment, rowId } from '#platform/server/database/columns.ts'

/** Purchase requests of users, with the reason. */
export const requisitions = pgTable(
  'requisitions',
  {
    id: rowId(),
    requisitionNumber: documentNumber('requisition_number').notNull(),
    status: text('status').notNull().default('draft'),
    reason: text('reason').notNull(),
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
    uniqueIndex('requisition_number_taken').on(t.requisitionNumber),
    index('requisitions_number_end').on(sql`reverse(requisition_number) collate "C"`),
    index('requisitions_by_status').on(t.status, t.id),
    index('requisitions_by_creation').on(t.createdAt, t.id),
    index('requisitions_reason').using('gin', sql`to_tsvector('simple', reason)`),
    index('requisitions_by_creator').on(t.createdBy, t.id),
    check(
      'requisition_status_known',
      sql`status in ('draft', 'submitted', 'approved', 'ordered', 'rejected', 'cancelled')`,
    ),
  ],
)

/** A line of a requisition: a SKU or description, and the purchase order it became. */
export const requisitionItems = pgTable(
  'requisition_items',
  {
    id: rowId(),
    requisitionId: integer('requisition_id')
      .notNull()
      .references(() => requisitions.id),
    lineNo: integer('line_no').notNull(),
    skuId: integer('sku_id').references(() => skus.id),
    description: text('description'),
    quantity: integer('quantity').notNull(),
    neededBy: day('needed_by'),
    reason: text('reason'),
    vendorId: integer('vendor_id').references(() => vendors.id),
    purchaseOrderId: integer('purchase_order_id').references(() => purchaseOrders.id),
  },
  (t) => [
    uniqueIndex('requisition_line_once').on(t.requisitionId, t.lineNo),
    index('requisition_items_of_sku').on(t.skuId, t.requisitionId),
    index('requisition_items_words').using('gin', sql`to_tsvector('simple', description)`),
    index('requisition_items_of_vendor').on(t.vendorId),
    index('requisition_items_of_order').on(t.purchaseOrderId),
    check('requisition_quantity_positive', sql`quantity >= 1`),
    check('requisition_line_says_what', sql`sku_id is not null or description is not null`),
  ],
)
