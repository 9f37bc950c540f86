import { sql } from 'drizzle-orm'
import { bigint, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/server/database/columns.ts'

/**
 * How many orders there are by status and source, and what they come to: changes, whose sums are
 * the figures. Triggers write one row per statement and now and then fold them into few, so that
 * counting a million orders reads some hundred rows and no order waits for another's.
 */
export const salesOrderTotals = pgTable('sales_order_totals', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  status: text('status').notNull(),
  orderSource: text('order_source').notNull(),
  orders: bigint('orders', { mode: 'number' }).notNull(),
  amount: numeric('amount', { precision: 18, scale: 2 }).notNull().default('0'),
  createdAt: moment('created_at')
    .notNull()
    .default(sql`now()`),
})
