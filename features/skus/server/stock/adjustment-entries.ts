import type { PostingLine } from '#features/journal/rules.ts'
import { guardOpen, lockOpenMonths, post } from '#features/journal/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Cents, sum } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { deltaText } from '../../rules.ts'
import { type ValuedGoods as ValuedMove, valueStockMoves } from '../valuation/valuation.ts'

// Journal entries of stock adjustments: account 1200 changes at cost, against 5200, or against
// opening equity for the first stock of a SKU. All other movements are posted by their documents.

const readAdjusted = {
  name: 'read_adjustments_to_post',
  text: `select m.sku_id as "skuId", s.sku, m.on_hand_delta as units, m.reason,
                m.dedupe_key as "dedupeKey"
         from stock_moves m
         join skus s on s.id = m.sku_id
         where m.dedupe_key = any($1::text[]) and m.on_hand_delta <> 0
         order by m.id`,
}

type Adjusted = {
  skuId: number
  sku: string
  units: number
  reason: string | null
  dedupeKey: string
}

/** Locks the month an adjustment would be posted to; call it before locking SKUs. */
export async function lockAdjustmentMonth(ctx: Context): Promise<void> {
  await lockOpenMonths(ctx, [await businessDay(ctx)])
}

/**
 * Values and posts the movements with these keys in one entry of today: gains as debits to
 * inventory, losses as credits, at current cost. Goods without a cost have no value and post
 * nothing. Rejected while the month is closed.
 */
export async function postAdjustments(ctx: Context, dedupeKeys: readonly string[]): Promise<void> {
  const found = await rows<Adjusted>(ctx.db, readAdjusted, [dedupeKeys])
  const [first] = found
  if (!first) return
  const date = await businessDay(ctx)
  const { skuId: sourceId, dedupeKey: event } = first
  const entry = { source: 'stock_adjustment', sourceId, event, postedOn: date } as const
  const moves = found.map(({ dedupeKey, units }) => ({ entry, dedupeKey, units }))
  const valued = await valueStockMoves(ctx, moves)
  const moved = found.filter((_, index) => valued[index]?.stock !== 0)
  const [named] = moved
  if (!named) return
  await guardOpen(ctx, [date])
  await post(ctx, [{ ...entry, memo: memoOf(named, moved.length), lines: linesOf(valued) }])
}

/** Separate sums for gains and losses, and for first stock and adjustments. */
function linesOf(valued: readonly ValuedMove[]): PostingLine[] {
  const sumOf = (isFirst: boolean, sign: number) =>
    sum(
      valued
        .filter((each) => each.isFirst === isFirst && Math.sign(each.stock) === sign)
        .map(({ stock }) => Math.abs(stock) as Cents),
    )
  return (
    [
      [true, 'openingEquity'],
      [false, 'scrap'],
    ] as const
  ).flatMap(([isFirst, account]): PostingLine[] => [
    { account: 'inventory', debit: sumOf(isFirst, 1) },
    { account, credit: sumOf(isFirst, 1) },
    { account, debit: sumOf(isFirst, -1) },
    { account: 'inventory', credit: sumOf(isFirst, -1) },
  ])
}

function memoOf({ sku, units, reason }: Adjusted, count: number): string {
  const what = count === 1 ? `${deltaText(units)} of ${sku}` : `of ${count} SKUs`
  return `Adjustment ${what}${reason ? `: ${reason}` : ''}`
}
