import { expect, test } from 'vitest'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type StockChange, type StockState, valueStockChange } from './valuation-rules.ts'

const empty = { units: 0, value: 0 as Cents, average: 40_000, standard: 40_000 }
const at = (units: number, value: string) => ({ ...empty, units, value: cents(value) })
const run = (
  state: StockState,
  change: StockChange,
  method: 'average' | 'standard' = 'average',
) => {
  const { after, change: found } = valueStockChange(state, change, method)
  const { stock, counted, difference } = found
  return [
    after.units,
    decimal(after.value),
    after.average,
    ...[stock, counted, difference].map(decimal),
  ]
}
const moved = (units: number) => ({ kind: 'at-cost', units, documentUnits: units }) as const
const priced = (units: number, amount: string) =>
  ({ kind: 'at-amount', units, documentUnits: units, amount: cents(amount) }) as const
const billed = (documentUnits: number, amount: string) =>
  ({ kind: 'difference', documentUnits, amount: cents(amount) }) as const

test('goods received at two prices have their average cost', () => {
  expect(run(at(100, '800.00'), priced(100, '1000.00'))).toEqual([
    200,
    '1800.00',
    90_000,
    '1000.00',
    '0.00',
    '0.00',
  ])
})

test('the last unit takes the remaining cents', () => {
  expect(run(at(3, '10.00'), moved(-1))).toEqual([2, '6.67', 33_350, '-3.33', '0.00', '0.00'])
  expect(run(at(2, '6.67'), moved(-1))).toEqual([1, '3.33', 33_300, '-3.34', '0.00', '0.00'])
  expect(run(at(1, '3.33'), moved(-1))).toEqual([0, '0.00', 40_000, '-3.33', '0.00', '0.00'])
})

test('a first count is valued at the cost of the SKU', () => {
  expect(run(empty, moved(10))).toEqual([10, '40.00', 40_000, '40.00', '0.00', '0.00'])
})

test('negative stock has the last cost, and its replenishment posts the difference', () => {
  const before = { ...at(2, '16.00'), average: 80_000 }
  expect(run(before, moved(-5))).toEqual([-3, '-24.00', 80_000, '-40.00', '0.00', '0.00'])
  const below = { ...at(-3, '-24.00'), average: 80_000 }
  expect(run(below, priced(10, '100.00'))).toEqual([7, '70.00', 100_000, '94.00', '0.00', '6.00'])
  expect(run(below, priced(2, '20.00'))).toEqual([-1, '-8.00', 80_000, '16.00', '0.00', '4.00'])
  expect(run(below, moved(3))).toEqual([0, '0.00', 80_000, '24.00', '0.00', '0.00'])
})

test('a price difference is split between goods in stock and goods sold', () => {
  expect(run(at(40, '320.00'), billed(100, '50.00'))).toEqual([
    40,
    '340.00',
    85_000,
    '20.00',
    '0.00',
    '30.00',
  ])
  expect(run(at(0, '0.00'), billed(100, '50.00'))).toEqual([
    0,
    '0.00',
    40_000,
    '0.00',
    '0.00',
    '50.00',
  ])
  expect(run(at(100, '30.00'), billed(100, '-50.00'))).toEqual([
    100,
    '0.00',
    0,
    '-30.00',
    '0.00',
    '-20.00',
  ])
})

test('a reversed receipt takes its own amount, and the last units the whole rest', () => {
  expect(run(at(110, '1300.00'), priced(-10, '-500.00'))).toEqual([
    100,
    '800.00',
    80_000,
    '-500.00',
    '0.00',
    '0.00',
  ])
  expect(run(at(10, '54.55'), priced(-10, '-500.00'))).toEqual([
    0,
    '0.00',
    40_000,
    '-54.55',
    '0.00',
    '-445.45',
  ])
})

test('goods already included in a later count are offset against that count', () => {
  const late = { kind: 'at-cost', units: 0, documentUnits: -5 } as const
  expect(run(at(10, '80.00'), late)).toEqual([10, '80.00', 80_000, '0.00', '-40.00', '0.00'])
  const came = { kind: 'at-amount', units: 0, documentUnits: 5, amount: cents('45.00') } as const
  expect(run(at(10, '80.00'), came)).toEqual([10, '85.00', 85_000, '5.00', '40.00', '0.00'])
})

test('at standard cost every difference is variance', () => {
  expect(run(at(10, '40.00'), priced(10, '50.00'), 'standard')).toEqual([
    20,
    '80.00',
    40_000,
    '40.00',
    '0.00',
    '10.00',
  ])
  expect(run(at(10, '40.00'), moved(-4), 'standard')).toEqual([
    6,
    '24.00',
    40_000,
    '-16.00',
    '0.00',
    '0.00',
  ])
  expect(run(at(10, '40.00'), billed(10, '5.00'), 'standard')).toEqual([
    10,
    '40.00',
    40_000,
    '0.00',
    '0.00',
    '5.00',
  ])
})
