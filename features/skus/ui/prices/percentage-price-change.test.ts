import { moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { expect, test } from 'vitest'
import type { Sku } from '../../contract.ts'
import { undoPricesOf, repricingOf } from './percentage-price-change.ts'

const bolt: Sku = {
  id: 1,
  sku: 'HX-1',
  name: 'Hex bolt',
  description: null,
  category: null,
  unitOfMeasure: 'EA',
  cost: amount('4.00'),
  averageCost: null,
  stockValue: null,
  price: amount('10.00'),
  tier1Price: amount('9.00'),
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
  createdAt: moment('2026-03-02T15:00:00Z'),
  updatedAt: moment('2026-03-02T15:00:00Z'),
  version: 3,
}
const tank: Sku = { ...bolt, id: 2, sku: 'TK-1', price: amount('9999999999.99'), tier1Price: null }
const five = { percent: '5', withTiers: true }

test('a percentage applies to the displayed version', () => {
  const plan = repricingOf([bolt], five)
  expect(plan.prices).toEqual([
    { id: 1, version: 3, price: '10.50', tier1Price: '9.45', tier2Price: null, tier3Price: null },
  ])
  expect(plan.lines).toEqual([{ id: 1, sku: 'HX-1', before: 1000, after: 1050 }])
})

test('a price beyond the maximum amount is left out and named', () => {
  const plan = repricingOf([tank, bolt], five)
  expect(plan.prices.map(({ id }) => id)).toEqual([1])
  expect(plan.outgrown).toEqual(['TK-1'])
})

test('the undo has the old prices, the new versions and only changed SKUs', () => {
  expect(undoPricesOf([bolt, tank], [{ id: 1, version: 4 }])).toEqual([
    { id: 1, version: 4, price: '10.00', tier1Price: '9.00', tier2Price: null, tier3Price: null },
  ])
})
