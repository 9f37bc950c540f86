import { guardOpen, holdMonths, post } from '#features/ledger/service.ts'
import { currentSettings } from '#features/settings/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, fitsMoney, sum, times, zero } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { deltaText } from './rules.ts'

// What stock that was counted, found or lost does to the books: account 1200 follows it at cost,
// against 5200. Every other movement of goods is posted by the document that it belongs to.

const readWorth = {
  name: 'read_worth_of_adjustments',
  text: `select m.sku_id as "skuId", s.sku, m.on_hand_delta as units, m.reason,
                m.dedupe_key as "dedupeKey", s.cost
         from stock_moves m
         join skus s on s.id = m.sku_id
         where m.dedupe_key = any($1::text[]) and m.on_hand_delta <> 0 and s.cost > 0
         order by m.id`,
}

type Adjusted = {
  skuId: number
  sku: string
  units: number
  reason: string | null
  dedupeKey: string
  cost: string
}

/** Holds the month that an adjustment would be posted into: before the SKUs are locked. */
export async function holdBooks(ctx: Context): Promise<void> {
  await holdMonths(ctx, [await dayOf(ctx)])
}

/**
 * Posts the movements of these keys, just booked, in one entry of today: what was gained as debit
 * of the stock, what was lost as credit, at the cost of now. A SKU without a cost is worth nothing,
 * and what is worth more than an amount may be is left out. Refuses while the month is closed.
 */
export async function postAdjustments(ctx: Context, dedupeKeys: readonly string[]): Promise<void> {
  const found = await rows<Adjusted>(ctx.db, readWorth, [dedupeKeys])
  const gained = found.filter(({ units }) => units > 0).map(worthOf)
  const lost = found.filter(({ units }) => units < 0).map(worthOf)
  const [first] = found
  if (!first) return
  const date = await dayOf(ctx)
  await guardOpen(ctx, [date])
  await post(ctx, [
    {
      source: 'stock_adjustment',
      sourceId: first.skuId,
      event: first.dedupeKey,
      postedOn: date,
      memo: memoOf(first, found.length),
      lines: [
        ...amountsOf(gained).flatMap((amount) => moved(amount, 'inventory', 'scrap')),
        ...amountsOf(lost).flatMap((amount) => moved(amount, 'scrap', 'inventory')),
      ],
    },
  ])
}

async function dayOf(ctx: Context): Promise<Day> {
  const { businessTimeZone } = await currentSettings(ctx)
  return today(ctx.now, businessTimeZone)
}

function worthOf({ cost, units }: Adjusted): Cents {
  return times(cents(cost), Math.abs(units)) ?? zero
}

/** The sum of some amounts as few lines: each no more than a line of the journal holds. */
function amountsOf(worths: readonly Cents[]): Cents[] {
  const amounts: Cents[] = []
  for (const worth of worths) {
    const grown = sum([amounts.at(-1) ?? zero, worth])
    if (amounts.length > 0 && fitsMoney(grown)) amounts[amounts.length - 1] = grown
    else amounts.push(worth)
  }
  return amounts
}

function moved(amount: Cents, debit: 'inventory' | 'scrap', credit: 'inventory' | 'scrap') {
  return [
    { account: debit, debit: amount },
    { account: credit, credit: amount },
  ]
}

function memoOf({ sku, units, reason }: Adjusted, count: number): string {
  const what = count === 1 ? `${deltaText(units)} of ${sku}` : `of ${count} SKUs`
  return `Adjustment ${what}${reason ? `: ${reason}` : ''}`
}
