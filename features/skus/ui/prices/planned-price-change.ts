import { type Day, isDay } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, fitsMoney, isDecimal } from '#platform/kernel/money.ts'
import type { Sku, PlannedPrice } from '../../contract.ts'
import type { Repricing } from './percentage-price-change.ts'
import { percentProblem } from '../../rules.ts'

/** How a planned change computes the new prices. */
export const changeKinds = ['percent', 'amount', 'price'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** The units prices may be rounded to. */
export const roundings = ['0.01', '0.05', '0.10', '1.00'] as const

/** A planned change as entered in the form. */
export type TypedChange = {
  effectiveDate: string
  kind: ChangeKind
  value: string
  withTiers: boolean
  roundTo: (typeof roundings)[number]
}

/** Why an entered value is invalid; undefined if valid. */
export function valueProblem({ kind, value }: Pick<TypedChange, 'kind' | 'value'>) {
  if (kind === 'percent') return percentProblem(value)
  const text = value.trim().replace(/^\+/, '')
  if (text === '') return 'Required'
  const isNegative = text.startsWith('-')
  if (!isDecimal(isNegative ? text.slice(1) : text)) return 'Must be an amount such as 12.50'
  if (kind === 'price') return isNegative ? 'Must not be negative' : undefined
  return cents(text) === 0 ? 'Must not be zero' : undefined
}

type Prices = Record<(typeof names)[number], string | null>
const names = ['price', 'tier1Price', 'tier2Price', 'tier3Price'] as const

/**
 * The effect of a planned change on some SKUs: the request's prices, the preview lines, and the
 * SKUs left out because a price would be negative or too large. Based on the prices of the day
 * before: earlier plans count, later ones do not.
 */
export function plannedChange(
  skus: readonly Sku[],
  planned: readonly PlannedPrice[],
  change: TypedChange,
): Repricing {
  const plan: Repricing = { prices: [], lines: [], outgrown: [] }
  if (!isDay(change.effectiveDate)) return plan
  const before = latestBefore(planned, change.effectiveDate)
  for (const sku of skus) {
    const base: Prices = before.get(sku.id) ?? sku
    const after = pricesOn(base, change)
    if (!after) {
      plan.outgrown.push(sku.sku)
      continue
    }
    plan.prices.push({ id: sku.id, version: sku.version, ...after })
    const [was, will] = [cents(base.price ?? '0'), cents(after.price)]
    plan.lines.push({ id: sku.id, sku: sku.sku, before: was, after: will })
  }
  return plan
}

/** The last plan of each SKU that starts before a date. */
function latestBefore(planned: readonly PlannedPrice[], date: Day): Map<number, PlannedPrice> {
  const found = new Map<number, PlannedPrice>()
  for (const each of planned) {
    if (each.effectiveDate >= date) continue
    const other = found.get(each.skuId)
    if (!other || other.effectiveDate < each.effectiveDate) found.set(each.skuId, each)
  }
  return found
}

type After = { price: string } & Omit<Prices, 'price'>

function pricesOn(base: Prices, change: TypedChange): After | undefined {
  const standard = cents(base.price ?? '0')
  const unit = cents(change.roundTo)
  const results = names.map((name) => {
    const text = base[name]
    if (text === null) return null
    if (name !== 'price' && !change.withTiers) return cents(text)
    return changed(cents(text), { ...change, standard, isTier: name !== 'price', unit })
  })
  if (results.some((amount) => amount !== null && (amount < 0 || !fitsMoney(amount)))) return
  const [price, tier1Price, tier2Price, tier3Price] = results.map((amount) =>
    amount === null ? null : decimal(amount),
  )
  const tiers = { tier1Price, tier2Price, tier3Price } as Omit<Prices, 'price'>
  return { price: price ?? '0.00', ...tiers }
}

type Changing = { kind: ChangeKind; value: string; standard: Cents; isTier: boolean; unit: Cents }

/** A price after the change. For a new price, tiers keep their percentage of the standard price. */
function changed(amount: Cents, { kind, value, standard, isTier, unit }: Changing): Cents {
  const typed = cents(value.trim().replace('+', ''))
  if (kind === 'price' && !isTier) return typed
  if (kind === 'percent') return rounded(amount, { by: 10_000 + typed, of: 10_000, unit })
  if (kind === 'amount') return rounded((amount + typed) as Cents, { by: 1, of: 1, unit })
  return standard === 0 ? amount : rounded(amount, { by: typed, of: standard, unit })
}

/** `amount × by / of` rounded half up to a multiple of `unit`, in integer arithmetic. */
function rounded(amount: Cents, { by, of, unit }: { by: number; of: number; unit: Cents }): Cents {
  if (amount < 0) return amount
  const divisor = BigInt(of) * BigInt(unit)
  const units = (2n * BigInt(amount) * BigInt(by) + divisor) / (2n * divisor)
  return (Number(units) * unit) as Cents
}
