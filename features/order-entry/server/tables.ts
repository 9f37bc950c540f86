import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'

/** An order draft as typed; only its owner can access it. */
export const orderDrafts = pgTable(
  'order_drafts',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull().default(''),
    form: jsonb('form').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('order_drafts_of_user').on(t.userId, t.updatedAt)],
)

/** Content hash of each imported order, to recognize an equal one. */
export const importedOrders = pgTable(
  'imported_orders',
  {
    contentSha256: bytes('content_sha256').notNull(),
    salesOrderId: integer('sales_order_id')
      .notNull()
      .references(() => salesOrders.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'imported_orders_pk', columns: [t.contentSha256, t.salesOrderId] }),
    index('imported_orders_of_order').on(t.salesOrderId),
  ],
)
