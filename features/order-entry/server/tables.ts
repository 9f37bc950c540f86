import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { customers } from '#features/customers/server/tables.ts'
import { salesOrders } from '#features/sales-orders/server/tables.ts'
import { bytes, moment, money, rowId } from '#platform/server/database/columns.ts'

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

/**
 * Binding approvals of validated orders. While one is `held`, its amount and units are in the
 * soft-reserved counters of its customer and SKUs; `approved` is what was shown.
 */
export const orderApprovals = pgTable(
  'order_approvals',
  {
    id: rowId(),
    token: uuid('token').notNull().defaultRandom(),
    userId: integer('user_id').notNull(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    state: text('state').notNull().default('held'),
    amount: money('amount').notNull(),
    /** Held units by SKU id. */
    units: jsonb('units').notNull(),
    /** The hash of what was requested: an approval is for this request alone. */
    requestSha256: bytes('request_sha256').notNull(),
    approved: jsonb('approved').notNull(),
    decisionId: integer('decision_id').notNull(),
    salesOrderId: integer('sales_order_id').references(() => salesOrders.id),
    approvedAt: moment('approved_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('order_approvals_token').on(t.token),
    uniqueIndex('order_approvals_order')
      .on(t.salesOrderId)
      .where(sql`sales_order_id is not null`),
    index('order_approvals_held')
      .on(t.expiresAt)
      .where(sql`state = 'held'`),
    index('order_approvals_ended')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    index('order_approvals_of_customer').on(t.customerId),
    check('order_approval_amount_not_negative', sql`amount >= 0`),
    check(
      'order_approval_ends',
      sql`expires_at > approved_at and expires_at <= approved_at + interval '4 hours'`,
    ),
    check(
      'order_approval_placed_with_order',
      sql`(state = 'placed') = (sales_order_id is not null)`,
    ),
    check('order_approval_state_known', sql`state in ('held', 'placed', 'released')`),
  ],
)
