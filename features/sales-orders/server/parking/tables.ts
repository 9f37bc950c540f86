import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/server/database/columns.ts'
import { salesOrders } from '../tables.ts'

/** The order that an order resembled when it was parked, and in what. The row stays afterwards. */
export const parkedOrders = pgTable(
  'parked_orders',
  {
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id),
    resemblesId: integer('resembles_id')
      .notNull()
      .references(() => salesOrders.id),
    reason: text('reason').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'parked_orders_pk', columns: [t.salesOrderId] }),
    index('parked_orders_by_resembled').on(t.resemblesId),
    check('parked_order_reason_known', sql`reason in ('po', 'lines')`),
    check('parked_order_is_not_its_own', sql`sales_order_id <> resembles_id`),
  ],
)
