import { signedLine } from '#features/journal/rules.ts'
import { guardOpen, post } from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, sum } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { lockAdjustmentMonth } from '../stock/adjustment-entries.ts'
import { methodSql, stockStateOf, type StockRow, writeValues } from './valuation.ts'
import { type StockState, standardValue } from './valuation-rules.ts'

// Revaluation. At standard cost, changing the cost revalues the stock on hand. At moving average,
// an entered cost is only the SKU's initial cost and revalues only stock received before its cost
// was known.

/** The stock of the SKUs with these ids; of all if null. */
const lockStock = {
  name: 'lock_stock_to_revalue',
  text: `select id as "skuId", sku, current_stock as "stockUnits", stock_value as value,
                average_cost as average, cost, ${methodSql} as method
         from skus where current_stock <> 0 and ($1::int[] is null or id = any($1::int[]))
         order by id for no key update`,
}

type Revalued = {
  /** The SKUs whose cost may have changed; all if omitted. */
  skuIds?: readonly number[] | undefined
  /** Permanent key of the revaluation. */
  event: string
}

/**
 * Revalues the stock of SKUs to their costs in one entry of today against stock revaluation. The
 * caller holds the month (`lockAdjustmentMonth`). Rejected if the month is closed and there is a
 * difference.
 */
export async function revalueStock(ctx: Context, { skuIds, event }: Revalued): Promise<void> {
  if (skuIds?.length === 0) return
  const found = await rows<StockRow & { sku: string }>(ctx.db, lockStock, [skuIds ?? null])
  const changed = found
    .map((row) => ({ row, before: stockStateOf(row), worth: revaluedAmountOf(row) }))
    .filter(({ before, worth }) => worth !== before.value)
  const [first] = changed
  if (!first) return
  const { businessTimeZone } = await readSettings(ctx)
  const postedOn = today(ctx.now, businessTimeZone)
  await guardOpen(ctx, [postedOn])
  const sourceId = changed.length === 1 ? first.row.skuId : 0
  const entry = { source: 'stock_revaluation', sourceId, event, postedOn } as const
  const changes = changed.map(({ row, before, worth }) => {
    return { entry, skuId: row.skuId, moveId: null, amount: (worth - before.value) as Cents }
  })
  const stocks = new Map<number, StockState>(
    changed.map(({ row, before, worth }) => {
      return [row.skuId, { ...before, value: worth, average: before.standard }]
    }),
  )
  await writeValues(ctx, changes, stocks)
  const amount = sum(changes.map((each) => each.amount))
  const what = changed.length === 1 ? first.row.sku : `${changed.length} SKUs`
  await post(ctx, [
    {
      ...entry,
      memo: `Stock of ${what} revalued at standard cost`,
      lines: [signedLine('inventory', amount), signedLine('revaluation', (0 - amount) as Cents)],
    },
  ])
}

function revaluedAmountOf(row: StockRow): Cents {
  const state = stockStateOf(row)
  const hasAverageValue = row.method === 'average' && state.value !== 0
  return hasAverageValue ? state.value : standardValue(state, state.units)
}

/** Revalues all stock when the settings switch to standard cost. */
export async function applyCostMethod(
  ctx: Context,
  { before, after }: { before: { costMethod: string }; after: { costMethod: string } },
): Promise<void> {
  if (before.costMethod === after.costMethod || after.costMethod !== 'standard') return
  await lockAdjustmentMonth(ctx)
  await revalueStock(ctx, { event: `settings:${ctx.requestId}` })
}
