import { type Cents, fitsMoney, prorate, zero } from '#platform/kernel/money.ts'

// Valuation rules: how each movement changes the value of a SKU's stock. Pure arithmetic, applied
// under the SKU's lock (docs/rules.md, Valuation).

/** The costing methods: moving average or standard cost. */
export const costMethods = ['average', 'standard'] as const
export type CostMethod = (typeof costMethods)[number]

/** The stock of a SKU. Unit costs are integers in ten-thousandths of the currency. */
export type StockState = {
  units: number
  value: Cents
  /** The unit cost after the last change; the standard cost if there was no change yet. */
  average: number
  standard: number
}

/**
 * A stock change by `units`. `documentUnits` are the document's units when a later count already
 * included them, so that the stock does not change. `amount` is the document's value; without it
 * the units have the cost of the stock. A `difference` is a price difference for so many units,
 * without a movement.
 */
export type StockChange =
  | { kind: 'at-cost'; units: number; documentUnits: number }
  | { kind: 'at-amount'; units: number; documentUnits: number; amount: Cents }
  | { kind: 'difference'; documentUnits: number; amount: Cents }

/**
 * The journal effect of a change, signed as debits: the change of account 1200, the reversal of a
 * count's adjustment that already included the units, and the difference from the document's
 * amount.
 */
export type ValueChange = { stock: Cents; counted: Cents; difference: Cents }

/** Parses a unit cost of up to four decimals into ten-thousandths: `8.25` is 82500. */
export function unitCostOf(text: string): number {
  const [integer = '0', fraction = ''] = text.split('.')
  return Number(integer + fraction.padEnd(4, '0'))
}

/** Formats ten-thousandths as a unit cost: 82500 is `8.2500`. */
export function unitCostText(unitCost: number): string {
  const digits = String(unitCost).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** The cost of units added (positive) or removed (negative): their share of the stock's value. */
export function costOf(state: StockState, units: number): Cents {
  if (units === 0) return zero
  const atCost = state.units === 0 ? atUnitCost(state.average, units) : partOf(state, units)
  return fitsMoney(atCost) ? atCost : zero
}

function partOf({ value, units: all }: StockState, units: number): Cents {
  return all < 0 ? prorate((0 - value) as Cents, units, 0 - all) : prorate(value, units, all)
}

/** Units at a unit cost in ten-thousandths, in cents, rounded half away from zero. */
function atUnitCost(unitCost: number, units: number): Cents {
  const product = BigInt(unitCost) * BigInt(units)
  const half = product < 0n ? -50n : 50n
  return Number((product + half) / 100n) as Cents
}

/** Values one change, at moving average or standard cost, and returns the resulting stock. */
export function valueStockChange(
  before: StockState,
  change: StockChange,
  method: CostMethod,
): { after: StockState; change: ValueChange } {
  const found =
    method === 'standard' ? byStandardCost(before, change) : byMovingAverage(before, change)
  const units = before.units + ('units' in change ? change.units : 0)
  const value = (before.value + found.stock) as Cents
  const after = { ...before, units, value }
  return { after: { ...after, average: movingAverageOf(after) }, change: found }
}

/** The average unit cost in ten-thousandths; unchanged if there is no stock. */
function movingAverageOf({ units, value, average }: StockState): number {
  if (units === 0 || value * units < 0) return average
  const [amount, count] = [Math.abs(value), Math.abs(units)]
  return Number((BigInt(amount) * 200n + BigInt(count)) / (BigInt(count) * 2n))
}

function byMovingAverage(state: StockState, change: StockChange): ValueChange {
  if (change.kind === 'difference') return allocatePriceDifference(state, change)
  if (change.units === 0 && change.documentUnits !== 0) return alreadyCounted(state, change)
  if (change.kind === 'at-cost') {
    return { stock: costOf(state, change.units), counted: zero, difference: zero }
  }
  const stock = change.units > 0 ? arrival(state, change) : withdrawal(state, change)
  return { stock, counted: zero, difference: (change.amount - stock) as Cents }
}

/**
 * A later count already included these units at cost; the rest of the document's amount is a price
 * difference.
 */
function alreadyCounted(state: StockState, change: StockChange): ValueChange {
  const counted = costOf(state, change.documentUnits)
  if (change.kind === 'at-cost') return { stock: zero, counted, difference: zero }
  const units = change.documentUnits
  const amount = (('amount' in change ? change.amount : zero) - counted) as Cents
  if (units < 0) return { stock: zero, counted, difference: amount }
  return { ...allocatePriceDifference(state, { documentUnits: units, amount }), counted }
}

/**
 * Allocates a price difference to the units still in stock, and the rest to cost of goods sold. It
 * never makes the stock value negative.
 */
function allocatePriceDifference(
  state: StockState,
  { documentUnits, amount }: { documentUnits: number; amount: Cents },
): ValueChange {
  const unitsInStock = Math.min(Math.max(state.units, 0), documentUnits)
  const part = documentUnits > 0 ? prorate(amount, unitsInStock, documentUnits) : zero
  const stock = (unitsInStock > 0 ? Math.max(part, 0 - state.value) : 0) as Cents
  return { stock, counted: zero, difference: (amount - stock) as Cents }
}

type Priced = { units: number; amount: Cents }

/**
 * The value of received units: the document's amount. Units that cover a negative stock reverse the
 * cost at which they were sold; the difference is cost of goods sold.
 */
function arrival(state: StockState, { units, amount }: Priced): Cents {
  const covering = Math.min(units, Math.max(0, 0 - state.units))
  if (covering === 0) return amount
  const remainder = (amount - prorate(amount, covering, units)) as Cents
  return (costOf(state, covering) + remainder) as Cents
}

/**
 * The value of units a document takes back: its amount, but at most the stock's value; the last
 * units take all that is left. `amount` is negative.
 */
function withdrawal(state: StockState, { units, amount }: Priced): Cents {
  const remaining = state.units + units
  if (remaining < 0) return costOf(state, units)
  if (remaining === 0) return (0 - state.value) as Cents
  return Math.max(amount, 0 - Math.max(0, state.value)) as Cents
}

/** At standard cost the stock is worth units × standard cost, and every difference is variance. */
function byStandardCost(state: StockState, change: StockChange): ValueChange {
  if (change.kind === 'difference') {
    return { stock: zero, counted: zero, difference: change.amount }
  }
  const { units, documentUnits } = change
  const worth = standardValue(state, state.units + units)
  const stock = (worth - state.value) as Cents
  const isCounted = units === 0 && documentUnits !== 0
  const counted = isCounted ? standardValue(state, documentUnits) : zero
  const amount = 'amount' in change ? change.amount : standardValue(state, documentUnits)
  return { stock, counted, difference: (amount - stock - counted) as Cents }
}

/** Units at standard cost; zero if that exceeds the maximum amount. */
export function standardValue({ standard }: Pick<StockState, 'standard'>, units: number): Cents {
  const worth = atUnitCost(standard, units)
  return fitsMoney(worth) ? worth : zero
}
