import { sql } from 'drizzle-orm'
import { bigint, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#platform/server/database/columns.ts'

/**
 * Number and amount of orders by status and source, as deltas whose sums are the totals. Triggers
 * write one row per statement and occasionally compact them, so that counting a million orders
 * reads some hundred rows and concurrent orders do not wait for each other.
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
