import { type Cents, fitsMoney, portion, zero } from '#platform/kernel/money.ts'

// What goods do to the value of the stock: pure arithmetic, movement by movement, under the lock of
// their SKU (docs/rules.md, Valuation).

/** How units are valued: at the moving average of what they cost, or at a standard cost. */
export const costMethods = ['average', 'standard'] as const
export type CostMethod = (typeof costMethods)[number]

/** The stock of a SKU. Unit costs are whole ten-thousandths of the currency. */
export type StockState = {
  units: number
  value: Cents
  /** What a unit cost at the last change; the standard cost before there was any. */
  average: number
  standard: number
}

/**
 * A change of the stock by `units`; `documentUnits` are those of its document where a later count
 * has seen them already, and the stock does not change. `amount` is what the document says they
 * are worth; without it they have the cost of the stock. `difference` is a difference in price of
 * so many units that does not move them.
 */
export type StockChange =
  | { kind: 'at-cost'; units: number; documentUnits: number }
  | { kind: 'at-amount'; units: number; documentUnits: number; amount: Cents }
  | { kind: 'difference'; documentUnits: number; amount: Cents }

/**
 * What a change does to the books, signed as debits of stock: what account 1200 takes, what goes
 * against the adjustment by which a count took the units already, and what is the difference to
 * the amount of the document.
 */
export type ValueChange = { stock: Cents; counted: Cents; difference: Cents }

/** A unit cost of up to four decimals as whole ten-thousandths: `8.25` is 82500. */
export function unitCostOf(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(whole + fraction.padEnd(4, '0'))
}

/** Ten-thousandths as a unit cost of four decimals: 82500 is `8.2500`. */
export function unitCostText(unitCost: number): string {
  const digits = String(unitCost).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** What units cost, added (above zero) or taken away: their part of the value that is there. */
export function costOf(state: StockState, units: number): Cents {
  if (units === 0) return zero
  const atCost = state.units === 0 ? atUnitCost(state.average, units) : partOf(state, units)
  return fitsMoney(atCost) ? atCost : zero
}

function partOf({ value, units: all }: StockState, units: number): Cents {
  return all < 0 ? portion((0 - value) as Cents, units, 0 - all) : portion(value, units, all)
}

/** Units at a cost of ten-thousandths, in cents, rounded half away from zero. */
function atUnitCost(unitCost: number, units: number): Cents {
  const product = BigInt(unitCost) * BigInt(units)
  const half = product < 0n ? -50n : 50n
  return Number((product + half) / 100n) as Cents
}

/** Values one change, and answers the stock after it. */
export function valueChange(
  before: StockState,
  change: StockChange,
  method: CostMethod,
): { after: StockState; change: ValueChange } {
  const found = method === 'standard' ? byStandard(before, change) : byAverage(before, change)
  const units = before.units + ('units' in change ? change.units : 0)
  const value = (before.value + found.stock) as Cents
  const after = { ...before, units, value }
  return { after: { ...after, average: averageOf(after) }, change: found }
}

/** What a unit costs in ten-thousandths; without stock it stays what it was. */
function averageOf({ units, value, average }: StockState): number {
  if (units === 0 || value * units < 0) return average
  const [amount, count] = [Math.abs(value), Math.abs(units)]
  return Number((BigInt(amount) * 200n + BigInt(count)) / (BigInt(count) * 2n))
}

function byAverage(state: StockState, change: StockChange): ValueChange {
  if (change.kind === 'difference') return allocatePriceDifference(state, change)
  if (change.units === 0 && change.documentUnits !== 0) return alreadyCounted(state, change)
  if (change.kind === 'at-cost') {
    return { stock: costOf(state, change.units), counted: zero, difference: zero }
  }
  const stock = change.units > 0 ? arrival(state, change) : withdrawal(state, change)
  return { stock, counted: zero, difference: (change.amount - stock) as Cents }
}

/** A later count took these units at cost; what the document adds to that is a price difference. */
function alreadyCounted(state: StockState, change: StockChange): ValueChange {
  const counted = costOf(state, change.documentUnits)
  if (change.kind === 'at-cost') return { stock: zero, counted, difference: zero }
  const units = change.documentUnits
  const amount = (('amount' in change ? change.amount : zero) - counted) as Cents
  if (units < 0) return { stock: zero, counted, difference: amount }
  return { ...allocatePriceDifference(state, { documentUnits: units, amount }), counted }
}

/**
 * A difference in price goes to the goods that are still there, and for the rest to the cost of
 * goods sold. It never makes goods worth less than nothing.
 */
function allocatePriceDifference(
  state: StockState,
  { documentUnits, amount }: { documentUnits: number; amount: Cents },
): ValueChange {
  const there = Math.min(Math.max(state.units, 0), documentUnits)
  const part = documentUnits > 0 ? portion(amount, there, documentUnits) : zero
  const stock = (there > 0 ? Math.max(part, 0 - state.value) : 0) as Cents
  return { stock, counted: zero, difference: (amount - stock) as Cents }
}

type Priced = { units: number; amount: Cents }

/**
 * Units that come in have the amount of their document. Those that fill up a stock below zero were
 * sold at the cost of then: they take that back, and the difference is cost of goods.
 */
function arrival(state: StockState, { units, amount }: Priced): Cents {
  const covering = Math.min(units, Math.max(0, 0 - state.units))
  if (covering === 0) return amount
  const rest = (amount - portion(amount, covering, units)) as Cents
  return (costOf(state, covering) + rest) as Cents
}

/**
 * Units that a document takes back leave with its amount, and at most with all that is there; the
 * last units take all that is left. `amount` is below zero.
 */
function withdrawal(state: StockState, { units, amount }: Priced): Cents {
  const left = state.units + units
  if (left < 0) return costOf(state, units)
  if (left === 0) return (0 - state.value) as Cents
  return Math.max(amount, 0 - Math.max(0, state.value)) as Cents
}

/** At a standard cost the stock is worth its units at it, and every difference is variance. */
function byStandard(state: StockState, change: StockChange): ValueChange {
  if (change.kind === 'difference') {
    return { stock: zero, counted: zero, difference: change.amount }
  }
  const { units, documentUnits } = change
  const worth = standardWorth(state, state.units + units)
  const stock = (worth - state.value) as Cents
  const isCounted = units === 0 && documentUnits !== 0
  const counted = isCounted ? standardWorth(state, documentUnits) : zero
  const amount = 'amount' in change ? change.amount : standardWorth(state, documentUnits)
  return { stock, counted, difference: (amount - stock - counted) as Cents }
}

/** Units at the standard cost; worth nothing where that is no amount. */
export function standardWorth({ standard }: Pick<StockState, 'standard'>, units: number): Cents {
  const worth = atUnitCost(standard, units)
  return fitsMoney(worth) ? worth : zero
}
