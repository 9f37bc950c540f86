import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '#features/auth/server/tables.ts'
import { skus } from '#features/skus/server/tables.ts'
import { moment, rowId } from '#platform/server/database/columns.ts'
import { countStates } from '../rules.ts'
import { among, since } from './tables.ts'

/** Counts that would empty too many SKUs, and the user's decision on each. */
export const wmsCountChecks = pgTable(
  'wms_count_checks',
  {
    id: rowId(),
    snapshotId: text('snapshot_id').notNull(),
    asOf: moment('as_of').notNull(),
    /** SKUs with stock at that time, and how many of them the count would empty. */
    stocked: integer('stocked').notNull(),
    emptied: integer('emptied').notNull(),
    state: text('state').notNull().default('parked'),
    createdAt: since('created_at'),
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    index('wms_count_checks_by_state').on(t.state, t.id),
    index('wms_count_checks_by_decider').on(t.decidedBy),
    check('wms_count_check_state_known', among('state', countStates)),
  ],
)

/** Differences between a count and our stock. A count that agrees adds no row. */
export const wmsDrift = pgTable(
  'wms_drift',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    snapshotId: text('snapshot_id').notNull(),
    asOf: moment('as_of').notNull(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    class: text('class').notNull(),
    expected: integer('expected').notNull(),
    reported: integer('reported').notNull(),
    /**
     * Units of orders that the warehouse has not shipped yet: by our records, and as it reports.
     */
    committedExpected: integer('committed_expected').notNull(),
    committedReported: integer('committed_reported'),
    onOrderExpected: integer('on_order_expected').notNull(),
    onOrderReported: integer('on_order_reported'),
    createdAt: since('created_at'),
  },
  (t) => [
    uniqueIndex('wms_drift_once').on(t.snapshotId, t.skuId),
    index('wms_drift_of_sku').on(t.skuId, t.id),
    check('wms_drift_class_known', sql`class in ('timing', 'drift', 'big')`),
  ],
)
