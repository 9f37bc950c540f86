import { expect, test } from 'vitest'
import { allocate, assessStock } from './rules.ts'

const twice = [
  { skuId: 1, quantity: 6 },
  { skuId: 2, quantity: 1 },
  { skuId: 1, quantity: 6 },
]
const ten = () => 10

test('the same SKU on two lines is summed before it is compared', () => {
  expect(assessStock(twice, ten)).toEqual([
    { skuId: 1, available: 10, requested: 12, shortfall: 2 },
    { skuId: 2, available: 10, requested: 1, shortfall: 0 },
  ])
})

test('negative availability is reported as is, and the shortfall is what was requested', () => {
  expect(assessStock([{ skuId: 1, quantity: 5 }], () => -4)).toEqual([
    { skuId: 1, available: -4, requested: 5, shortfall: 5 },
  ])
})

test('earlier lines are allocated first, and the rest is backordered', () => {
  expect(allocate(twice, ten)).toEqual([
    { reserved: 6, backordered: 0 },
    { reserved: 1, backordered: 0 },
    { reserved: 4, backordered: 2 },
  ])
  expect(allocate([{ skuId: 1, quantity: 3 }], () => -1)).toEqual([{ reserved: 0, backordered: 3 }])
})
