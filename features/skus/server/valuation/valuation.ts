import { type JournalSource, type PostingLine, signedLine } from '#features/journal/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum, decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import {
  type CostMethod,
  type StockChange,
  type StockState,
  unitCostOf,
  unitCostText,
  type ValueChange,
  valueStockChange,
} from './valuation-rules.ts'
import { stockValues } from '../tables.ts'

// The value ledger: the changes of account 1200 by SKU. Written in the transaction that moves the
// goods, under the SKU locks, for all lines of a document at once.

/** The journal entry that posts the value of some goods. */
export type ValueEntry = {
  source: JournalSource
  sourceId: number
  event?: string | undefined
  postedOn: Day
}

/** A posted movement of a document: its units, and its amount if the document has one. */
export type StockMove = {
  entry: ValueEntry
  dedupeKey: string
  units: number
  amount?: Cents | undefined
}

/** A price difference for units of a SKU that were received earlier. */
export type PriceDifference = { entry: ValueEntry; skuId: number; units: number; amount: Cents }

export type ValuedGoods = ValueChange & {
  skuId: number
  /** True for the first stock a SKU ever had. */
  isFirst: boolean
  method: CostMethod
}

/**
 * The costing method, read from the database: the cached settings may be a second older than the
 * SKU lock.
 */
export const methodSql = `coalesce(
  (select value #>> '{}' from settings where name = 'costMethod'), 'average')`

const stockColumns = `s.current_stock as "stockUnits", s.stock_value as value,
                s.average_cost as average, s.cost, ${methodSql} as method`

const readMoves = {
  name: 'read_moves_to_value',
  text: `select m.dedupe_key as "dedupeKey", m.id as "moveId", m.sku_id as "skuId",
                m.on_hand_delta as units, ${stockColumns}
         from stock_moves m join skus s on s.id = m.sku_id
         where m.dedupe_key = any($1::text[])`,
}

const readStock = {
  name: 'read_stock_to_value',
  text: `select s.id as "skuId", ${stockColumns} from skus s where s.id = any($1::int[])`,
}

const updateStock = {
  name: 'update_value_of_stock',
  text: `update skus as s
         set stock_value = t.value, average_cost = t.average, updated_at = now()
         from unnest($1::int[], $2::numeric[], $3::numeric[]) as t (id, value, average)
         where s.id = t.id`,
}

type MoveRow = StockRow & { dedupeKey: string; moveId: number; units: number }

/**
 * Values stock movements that were just posted, such as receipts, at moving average or standard
 * cost, in order, and returns their journal effects: at the
 * amounts of their documents, or else at the cost of the stock. Stock that a later count already
 * included does not change. The caller holds the SKU locks and posts the entries.
 */
export async function valueStockMoves(
  ctx: Context,
  goods: readonly StockMove[],
): Promise<ValuedGoods[]> {
  if (goods.length === 0) return []
  const keys = goods.map(({ dedupeKey }) => dedupeKey)
  const found = await rows<MoveRow>(ctx.db, readMoves, [keys])
  const moves = new Map(found.map((move) => [move.dedupeKey, move]))
  const changes = goods.map(({ entry, dedupeKey, units, amount }) => {
    const move = moves.get(dedupeKey)
    if (!move) throw new Error(`No movement ${dedupeKey} to value`)
    const moved = { units: move.units, documentUnits: units }
    const change: StockChange =
      amount === undefined ? { kind: 'at-cost', ...moved } : { kind: 'at-amount', ...moved, amount }
    return { entry, skuId: move.skuId, moveId: move.moveId, change }
  })
  return valueAll(ctx, found, changes)
}

/**
 * Allocates price differences to goods still in stock and goods sold, and returns the parts. The
 * caller holds the SKU locks and posts the entries.
 */
export async function valueDifferences(
  ctx: Context,
  differences: readonly PriceDifference[],
): Promise<ValuedGoods[]> {
  if (differences.length === 0) return []
  const ids = [...new Set(differences.map(({ skuId }) => skuId))]
  const found = await rows<StockRow>(ctx.db, readStock, [ids])
  const changes = differences.map(({ entry, skuId, units, amount }) => {
    const change: StockChange = { kind: 'difference', documentUnits: units, amount }
    return { entry, skuId, moveId: null, change }
  })
  return valueAll(ctx, found, changes)
}

type Change = { entry: ValueEntry; skuId: number; moveId: number | null; change: StockChange }
export type StockRow = {
  skuId: number
  stockUnits: number
  value: string
  average: string | null
  cost: string
  method: CostMethod
}

type Stock = StockState & { isFirst: boolean; method: CostMethod }

async function valueAll(
  ctx: Context,
  found: readonly StockRow[],
  changes: readonly Change[],
): Promise<ValuedGoods[]> {
  const stocks = stocksBefore(found, changes)
  const valued = changes.map(({ skuId, change }) => {
    const before = stocks.get(skuId)
    if (!before) throw new Error(`No SKU ${skuId} to value`)
    const { isFirst, method } = before
    const { after, change: valuedChange } = valueStockChange(before, change, method)
    stocks.set(skuId, { ...after, isFirst: false, method })
    return { skuId, isFirst, method, ...valuedChange }
  })
  await writeValues(
    ctx,
    changes.map((each, index) => ({ ...each, amount: valued[index]?.stock ?? zero })),
    stocks,
  )
  return valued
}

/** The stock before the changes; the counters already include their units. */
function stocksBefore(found: readonly StockRow[], changes: readonly Change[]): Map<number, Stock> {
  const moved = new Map<number, number>()
  for (const { skuId, change } of changes) {
    const units = 'units' in change ? change.units : 0
    moved.set(skuId, (moved.get(skuId) ?? 0) + units)
  }
  return new Map(
    found.map((row) => {
      const { skuId, average, method } = row
      const state = stockStateOf(row)
      const units = state.units - (moved.get(skuId) ?? 0)
      return [skuId, { ...state, units, isFirst: average === null, method }]
    }),
  )
}

/** The current stock of a SKU. */
export function stockStateOf({ stockUnits, value, average, cost }: StockRow): StockState {
  return {
    units: stockUnits,
    value: centsOfSum(value),
    average: unitCostOf(average ?? cost),
    standard: unitCostOf(cost),
  }
}

type Valued = Omit<Change, 'change'> & { change?: StockChange; amount: Cents }

/** Inserts value ledger rows and updates the stock values. */
export async function writeValues(
  ctx: Context,
  values: readonly Valued[],
  stocks: ReadonlyMap<number, StockState>,
): Promise<void> {
  const units = ({ change }: Valued) => (change && 'units' in change ? change.units : 0)
  const written = values.filter((each) => each.amount !== 0 || units(each) !== 0)
  const valueRows = written.map((each) => ({
    skuId: each.skuId,
    stockMoveId: each.moveId,
    source: each.entry.source,
    sourceId: each.entry.sourceId,
    event: each.entry.event ?? 'post',
    postedOn: each.entry.postedOn,
    units: units(each),
    amount: decimal(each.amount),
  }))
  await insertMany(ctx, stockValues, valueRows)
  const all = [...stocks]
  await send(ctx, updateStock, [
    all.map(([id]) => id),
    all.map(([, { value }]) => decimal(value)),
    all.map(([, { average }]) => unitCostText(average)),
  ])
}

/**
 * The stock side of a document's posting: inventory, the reversal of a count's adjustment, and the
 * difference from the document's amount, which is cost of goods sold, or price variance at standard
 * cost.
 */
export function stockLines(valued: readonly ValuedGoods[]): PostingLine[] {
  const differenceAt = (costMethod: CostMethod) =>
    sum(valued.filter(({ method }) => method === costMethod).map(({ difference }) => difference))
  return [
    signedLine('inventory', sum(valued.map(({ stock }) => stock))),
    signedLine('scrap', sum(valued.map(({ counted }) => counted))),
    signedLine('costOfGoods', differenceAt('average')),
    signedLine('priceVariance', differenceAt('standard')),
  ]
}

/** The cost of goods that left, wherever it was posted. */
export function costOfIssue({ stock, counted, difference }: ValueChange): Cents {
  return (0 - stock - counted - difference) as Cents
}
