import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customers } from '#features/customers/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'

/** Units of a SKU that only one customer's orders may reserve. What those orders hold counts. */
export const stockRingFences = pgTable(
  'stock_ring_fences',
  {
    id: rowId(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    quantity: integer('quantity').notNull(),
    reason: text('reason').notNull(),
    createdBy: integer('created_by'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('ring_fence_once').on(t.skuId, t.customerId),
    index('stock_ring_fences_of_customer').on(t.customerId),
    check('ring_fence_quantity_positive', sql`quantity >= 1`),
  ],
)
