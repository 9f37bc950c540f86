import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { moment, money, rowId } from '#platform/server/database/columns.ts'
import { salesOrders } from './tables.ts'

/**
 * A change of an order that was processed: user, time, reason, and the total before and after.
 * `fields` has changes other than lines. Append-only: a trigger rejects updates and deletes.
 */
export const salesOrderRevisions = pgTable(
  'sales_order_revisions',
  {
    id: rowId(),
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id),
    revision: integer('revision').notNull(),
    changedBy: integer('changed_by').references(() => users.id),
    reason: text('reason'),
    totalBefore: money('total_before').notNull(),
    totalAfter: money('total_after').notNull(),
    fields: jsonb('fields').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sales_order_revision_once').on(t.salesOrderId, t.revision),
    index('sales_order_revisions_by_user').on(t.changedBy),
    check('sales_order_revision_positive', sql`revision >= 1`),
  ],
)

/** A line before and after a revision; null before is a new line, 0 after is a removed one. */
export const salesOrderRevisionLines = pgTable(
  'sales_order_revision_lines',
  {
    id: rowId(),
    revisionId: integer('revision_id')
      .notNull()
      .references(() => salesOrderRevisions.id),
    lineNo: integer('line_no').notNull(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    quantityBefore: integer('quantity_before'),
    quantityAfter: integer('quantity_after').notNull(),
    priceBefore: money('price_before'),
    priceAfter: money('price_after').notNull(),
    sourceBefore: text('source_before'),
    sourceAfter: text('source_after').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sales_order_revision_line_once').on(t.revisionId, t.lineNo),
    index('sales_order_revision_lines_of_sku').on(t.skuId),
    check('revision_quantity_not_negative', sql`quantity_after >= 0 and quantity_before >= 0`),
    check(
      'revision_line_before_is_whole',
      sql`(quantity_before is null) = (price_before is null)
          and (quantity_before is null) = (source_before is null)`,
    ),
  ],
)
