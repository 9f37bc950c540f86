import { moment, day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import type { Sku, PlannedPrice } from '../../contract.ts'
import { plannedChange, type TypedChange, valueProblem } from './planned-price-change.ts'

const sku = (fields: Partial<Sku>): Sku => ({
  id: 1,
  sku: 'HX-1',
  name: 'Hex bolt',
  description: null,
  category: null,
  unitOfMeasure: 'EA',
  cost: null,
  averageCost: null,
  stockValue: null,
  price: amount('10.00'),
  tier1Price: amount('9.50'),
  tier2Price: null,
  tier3Price: null,
  minimumStock: 0,
  currentStock: 0,
  reserved: 0,
  softReserved: 0,
  available: 0,
  onOrder: 0,
  awaitingApproval: null,
  lastInventoryUpdate: null,
  barcode: null,
  wmsLocation: null,
  isActive: true,
  createdAt: moment('2026-03-01'),
  updatedAt: moment('2026-03-01'),
  version: 3,
  ...fields,
})
const plan = (effectiveDate: string, price: string): PlannedPrice => ({
  id: 7,
  skuId: 1,
  sku: 'HX-1',
  skuName: 'Hex bolt',
  effectiveDate: day(effectiveDate),
  price: amount(price),
  tier1Price: null,
  tier2Price: null,
  tier3Price: null,
  reason: null,
  createdBy: null,
  createdAt: moment('2026-03-01'),
  currentPrice: amount('10.00'),
})
const basic: TypedChange = {
  effectiveDate: '2027-01-01',
  kind: 'percent',
  value: '5',
  withTiers: true,
  roundTo: '0.01',
}
const prices = (change: Partial<TypedChange>, fields: Partial<Sku> = {}) => {
  const { prices: found } = plannedChange([sku(fields)], [], { ...basic, ...change })
  return found.map(({ price, tier1Price, tier2Price }) => [price, tier1Price, tier2Price])[0]
}

describe('a planned change of prices', () => {
  test('is by percentage, by amount, or to a price with proportional tier prices', () => {
    expect(prices({})).toEqual(['10.50', '9.98', null])
    expect(prices({ value: '-2.5' })).toEqual(['9.75', '9.26', null])
    expect(prices({ kind: 'amount', value: '0.30' })).toEqual(['10.30', '9.80', null])
    expect(prices({ kind: 'price', value: '12' })).toEqual(['12.00', '11.40', null])
    expect(prices({ kind: 'price', value: '12', withTiers: false })).toEqual([
      '12.00',
      '9.50',
      null,
    ])
  })

  test('is rounded once, half up', () => {
    expect(prices({ roundTo: '0.05' })).toEqual(['10.50', '10.00', null])
    expect(prices({ roundTo: '1.00' })).toEqual(['11.00', '10.00', null])
    // 1.0449 is nearer to 1.00; rounding to the cent first would give 1.10.
    expect(prices({ value: '4.49', roundTo: '0.10' }, { price: amount('1.00') })?.[0]).toBe('1.00')
  })

  test('leaves out prices that would be negative or too large', () => {
    const change = { ...basic, kind: 'amount', value: '-9.80' } as const
    const { outgrown, lines } = plannedChange(
      [sku({}), sku({ id: 2, tier1Price: null })],
      [],
      change,
    )
    expect([outgrown, lines.map(({ id, after }) => [id, after])]).toEqual([['HX-1'], [[2, 20]]])
    const large = sku({ price: amount('9999999999.00') })
    expect(plannedChange([large], [], basic).outgrown).toEqual(['HX-1'])
  })

  test('is based on the latest plan before its date, not on one of its date or later', () => {
    const planned = [
      plan('2026-12-01', '20.00'),
      plan('2026-11-01', '15.00'),
      plan('2027-01-01', '30.00'),
    ]
    const { lines, prices: found } = plannedChange([sku({})], planned, basic)
    expect(lines).toEqual([{ id: 1, sku: 'HX-1', before: 2000, after: 2100 }])
    expect(found[0]).toMatchObject({ version: 3, price: '21.00', tier1Price: null })
  })

  test.each([
    ['percent', '', 'Required'],
    ['percent', '-100', 'Must not reduce the price to zero'],
    ['amount', 'x', 'Must be an amount such as 12.50'],
    ['amount', '0.00', 'Must not be zero'],
    ['amount', '-1.25', undefined],
    ['price', '-1', 'Must not be negative'],
    ['price', '0', undefined],
  ] as const)('by %s of "%s" is refused with: %s', (kind, value, problem) => {
    expect(valueProblem({ kind, value })).toBe(problem)
  })
})
