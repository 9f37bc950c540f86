import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment, rowId } from '#platform/server/database/columns.ts'

/**
 * Receipts of decisions. `canonical` is the text that `sha256` is of. Rows never change; triggers
 * also keep the receipts of orders from being deleted. The order has no foreign key, because it
 * belongs to a later feature and its receipt is written before it in the same transaction.
 */
export const decisionReceipts = pgTable(
  'decision_receipts',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    salesOrderId: integer('sales_order_id'),
    actorId: integer('actor_id'),
    apiKeyId: integer('api_key_id'),
    channel: text('channel').notNull(),
    decidedAt: moment('decided_at')
      .notNull()
      .default(sql`now()`),
    canonical: text('canonical').notNull(),
    sha256: bytes('sha256').notNull(),
  },
  (t) => [
    index('decision_receipts_of_order')
      .on(t.salesOrderId, t.id)
      .where(sql`sales_order_id is not null`),
    index('decision_receipts_to_delete')
      .on(t.decidedAt)
      .where(sql`sales_order_id is null`),
    // For backtests, which read the creations of a period.
    index('decision_receipts_of_creations')
      .on(t.decidedAt, t.id)
      .where(sql`kind = 'create'`),
    check(
      'decision_receipt_kind_known',
      sql`kind in ('validate', 'create', 'amend', 'hold', 'release')`,
    ),
    check('decision_receipt_hash_length', sql`octet_length(sha256) = 32`),
  ],
)
