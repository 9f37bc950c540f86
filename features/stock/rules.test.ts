import { expect, test } from 'vitest'
import {
  allocate,
  assessStock,
  mostRingFenced,
  ringFencedForOthers,
  ringFencesAfter,
} from './rules.ts'

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

const ringFences = [
  { skuId: 1, customerId: 7, units: 3 },
  { skuId: 1, customerId: 8, units: 2 },
  { skuId: 2, customerId: 7, units: 9 },
]

test('units are ring-fenced from everybody but their customer', () => {
  const of = (customerId: number) => ringFencedForOthers(ringFences, { skuId: 1, customerId })
  expect([of(7), of(8), of(9)]).toEqual([2, 3, 5])
})

test('what the orders of the customer reserve is no longer kept for them', () => {
  const unitsAfter = (reserved: number) =>
    ringFencesAfter(ringFences, { skuId: 1, customerId: 7, reserved }).map(({ units }) => units)
  expect(unitsAfter(2)).toEqual([1, 2, 9])
  expect(unitsAfter(5)).toEqual([-2, 2, 9])
})

test('a ring-fence that is used up keeps nothing, and units given back restore it', () => {
  const own = { skuId: 1, customerId: 7 }
  const used = ringFencesAfter(ringFences, { ...own, reserved: 5 })
  expect(ringFencedForOthers(used, { skuId: 1, customerId: 9 })).toBe(2)
  const back = ringFencesAfter(used, { ...own, reserved: -3 })
  expect(ringFencedForOthers(back, { skuId: 1, customerId: 9 })).toBe(3)
  expect(ringFencesAfter(back, { ...own, reserved: -2 })).toEqual(ringFences)
})

test('no more can be ring-fenced than is free and on the orders of the customer', () => {
  const most = (available: number) =>
    mostRingFenced({ available, ringFencedForOthers: 2, reserved: 4 })
  expect([most(5), most(2), most(-3)]).toEqual([7, 4, 4])
})
