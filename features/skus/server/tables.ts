import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { day, moment, money, rowId } from '#platform/server/database/columns.ts'
import { moveKinds, stockAdjustmentStatuses } from '../rules.ts'

const tiers = ['tier1_price', 'tier2_price', 'tier3_price']

/** Products. The counters change only with a movement (`ledger.ts`). */
export const skus = pgTable(
  'skus',
  {
    id: rowId(),
    sku: varchar('sku', { length: 100 }).notNull(),
    name: text('name').notNull(),
    description: text('description'),
    category: text('category'),
    unitOfMeasure: varchar('unit_of_measure', { length: 10 }).notNull().default('EA'),
    cost: money('cost').notNull().default('0'),
    price: money('price').notNull().default('0'),
    tier1Price: money('tier1_price'),
    tier2Price: money('tier2_price'),
    tier3Price: money('tier3_price'),
    minimumStock: integer('minimum_stock').notNull().default(0),
    currentStock: integer('current_stock').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** Units that binding approvals hold; changes only in `soft-reservations.ts`. */
    softReserved: integer('soft_reserved').notNull().default(0),
    onOrder: integer('on_order').notNull().default(0),
    /** The value of the stock on hand; changes only with a row in `stock_values`. */
    stockValue: numeric('stock_value', { precision: 16, scale: 2 }).notNull().default('0'),
    /** The unit cost after the last stock change; null if there never was stock. */
    averageCost: numeric('average_cost', { precision: 16, scale: 4 }),
    lastInventoryUpdate: moment('last_inventory_update'),
    barcode: varchar('barcode', { length: 50 }),
    wmsLocation: varchar('wms_location', { length: 100 }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    deletedAt: moment('deleted_at'),
    version: integer('version').notNull().default(1),
    /** The searched text, in lower case, with two spaces before every word. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`replace(lower(' ' || sku || ' ' ||
        regexp_replace(sku, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        coalesce(category, '') || ' ' || coalesce(barcode, '')), ' ', '  ')`,
    ),
  },
  (t) => [
    uniqueIndex('sku_taken')
      .on(sql`lower(sku)`)
      .where(sql`deleted_at is null`),
    index('skus_by_code')
      .on(sql`sku collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    index('skus_by_name')
      .on(sql`name collate "und-x-icu"`, t.id)
      .where(sql`deleted_at is null`),
    index('skus_barcode').on(t.barcode),
    index('skus_code_start')
      .on(sql`lower(sku) text_pattern_ops`)
      .where(sql`deleted_at is null`),
    index('skus_newest').on(t.isActive, t.id),
    index('skus_pieces').using('gin', sql`search_pieces(search_text)`),
    index('skus_slips').using('gin', sql`search_slips(name)`),
    check('cost_not_negative', sql`cost >= 0`),
    check('average_cost_not_negative', sql`average_cost >= 0`),
    check('price_not_negative', sql`price >= 0`),
    check(
      'tier_prices_not_negative',
      sql.raw(tiers.map((tier) => `coalesce(${tier}, 0) >= 0`).join(' and ')),
    ),
    check('reserved_not_negative', sql`reserved >= 0`),
    check('soft_reserved_not_negative', sql`soft_reserved >= 0`),
    check('on_order_not_negative', sql`on_order >= 0`),
  ],
)

/**
 * SKU prices from a date until the next row's date. Rows exist once a price changes or a change is
 * planned (`record-prices.ts`); the first is then effective from `-infinity`. A row is unapplied
 * until the SKU's own columns have its prices.
 */
export const skuPrices = pgTable(
  'sku_prices',
  {
    id: rowId(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    effectiveDate: day('effective_date').notNull(),
    price: money('price').notNull(),
    tier1Price: money('tier1_price'),
    tier2Price: money('tier2_price'),
    tier3Price: money('tier3_price'),
    reason: text('reason'),
    appliedAt: moment('applied_at'),
    createdBy: integer('created_by'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sku_prices_one_a_day').on(t.skuId, t.effectiveDate),
    index('sku_prices_coming')
      .on(t.effectiveDate, t.skuId)
      .where(sql`applied_at is null`),
    check(
      'sku_prices_not_negative',
      sql.raw(['price', ...tiers].map((name) => `coalesce(${name}, 0) >= 0`).join(' and ')),
    ),
  ],
)

/**
 * List prices as they were at any time. Only triggers of `skus` and `sku_prices` write it. A
 * deleted SKU has no current version of its own prices.
 */
export const listPriceVersions = pgTable(
  'list_price_versions',
  {
    skuId: integer('sku_id').notNull(),
    /** The id of the row of `sku_prices`; 0 for the SKU's own prices. */
    listId: integer('list_id').notNull(),
    knownFrom: moment('known_from').notNull(),
    /** Null for the current version. */
    knownUntil: moment('known_until'),
    effectiveDate: day('effective_date'),
    price: money('price').notNull(),
    tier1Price: money('tier1_price'),
    tier2Price: money('tier2_price'),
    tier3Price: money('tier3_price'),
  },
  (t) => [
    primaryKey({ name: 'list_price_versions_pk', columns: [t.skuId, t.listId, t.knownFrom] }),
    uniqueIndex('list_price_version_current')
      .on(t.skuId, t.listId)
      .where(sql`known_until is null`),
    check('list_price_version_of_list', sql`(list_id = 0) = (effective_date is null)`),
    check('list_price_version_period', sql`known_until > known_from`),
  ],
)

/** The stock ledger: every change of a SKU's counters, exactly once. Append-only. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id),
    kind: text('kind').notNull(),
    onHandDelta: integer('on_hand_delta').notNull().default(0),
    reservedDelta: integer('reserved_delta').notNull().default(0),
    onOrderDelta: integer('on_order_delta').notNull().default(0),
    refType: text('ref_type').notNull(),
    refId: integer('ref_id').notNull(),
    refLine: integer('ref_line').notNull().default(0),
    reason: text('reason'),
    dedupeKey: text('dedupe_key').notNull(),
    occurredAt: moment('occurred_at')
      .notNull()
      .default(sql`now()`),
    createdBy: integer('created_by'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('stock_move_once').on(t.dedupeKey),
    index('stock_moves_of_sku').on(t.skuId, t.id),
    index('stock_moves_by_moment').on(t.occurredAt),
    check(
      'stock_move_kind_known',
      sql`kind in (${sql.raw(moveKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)

/**
 * The value ledger: every change of the stock's value, by its posting date in account 1200. Rows
 * without a SKU predate the valuation by SKU. Append-only.
 */
export const stockValues = pgTable(
  'stock_values',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    skuId: integer('sku_id').references(() => skus.id),
    /** The valued movement; null if only the value changed. */
    stockMoveId: bigint('stock_move_id', { mode: 'number' }),
    /** The journal entry that posted the value. */
    source: text('source').notNull(),
    sourceId: integer('source_id').notNull(),
    event: text('event').notNull().default('post'),
    postedOn: day('posted_on').notNull(),
    units: integer('units').notNull().default(0),
    amount: numeric('amount', { precision: 16, scale: 2 }).notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex('stock_move_valued_once')
      .on(t.stockMoveId)
      .where(sql`stock_move_id is not null`),
    index('stock_values_of_sku').on(t.skuId, t.id),
    index('stock_values_by_day').on(t.postedOn, t.skuId),
    index('stock_values_of_entry').on(t.source, t.sourceId, t.event),
  ],
)

/**
 * SKUs with more units reserved than on hand, and by how many: warehouse facts are never rejected,
 * only new reservations are. A trigger maintains the rows, so they are exact at every commit.
 */
export const stockShortages = pgTable(
  'stock_shortages',
  {
    skuId: integer('sku_id')
      .primaryKey()
      .references(() => skus.id),
    units: integer('units').notNull(),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
  },
  () => [check('shortage_is_some', sql`units > 0`)],
)

/** Manual adjustments that need a second person, and their decisions. */
export const stockAdjustments = pgTable(
  'stock_adjustments',
  {
    id: rowId(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id, { onDelete: 'cascade' }),
    units: integer('units').notNull(),
    reason: text('reason'),
    status: text('status').notNull().default('waiting'),
    askedBy: integer('asked_by').notNull(),
    askedAt: moment('asked_at')
      .notNull()
      .default(sql`now()`),
    decidedBy: integer('decided_by'),
    decidedAt: moment('decided_at'),
    decisionReason: text('decision_reason'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('stock_adjustment_waits_once')
      .on(t.skuId)
      .where(sql`status = 'waiting'`),
    index('stock_adjustments_of_sku').on(t.skuId, t.id),
    check(
      'stock_adjustment_status_known',
      sql.raw(`status in (${stockAdjustmentStatuses.map((each) => `'${each}'`).join(', ')})`),
    ),
    check('stock_adjustment_moves', sql`units <> 0`),
    check('stock_adjustment_decided', sql`(status = 'waiting') = (decided_by is null)`),
  ],
)
