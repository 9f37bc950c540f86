import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { isBelowMargin, leastPriceOf, marginRuleOf } from './margin.ts'

const seed = 20_261_129
const anyCost = fc.integer({ min: 1, max: 10 ** 9 })
const anyPercent = fc.integer({ min: 0, max: 99 })
const percent = (minimumPercent: number) => ({ minimumPercent })

test('the rule is off by default, and has the percentage of the settings', () => {
  expect(marginRuleOf({ marginBelow: 'accept', minimumMarginPercent: 20 })).toBeUndefined()
  expect(marginRuleOf({ marginBelow: 'hold', minimumMarginPercent: 20 })).toEqual(percent(20))
})

test.each([
  ['9.99', '10.00', 0, true],
  ['10.00', '10.00', 0, false],
  ['12.49', '10.00', 20, true],
  ['12.50', '10.00', 20, false],
  ['0.00', '0.01', 0, true],
  ['0.00', '0.00', 20, false],
])(
  'a price of %s for a cost of %s is below a least margin of %i%%: %s',
  (price, cost, least, isBelow) => {
    expect(isBelowMargin(cents(price), cents(cost), percent(least))).toBe(isBelow)
  },
)

test.each([
  ['10.00', 20, '12.50'],
  ['10.00', 30, '14.29'],
  ['10.00', 0, '10.00'],
  ['0.01', 99, '1.00'],
])('a cost of %s with a least margin of %i%% needs a price of %s', (cost, least, price) => {
  expect(leastPriceOf(cents(cost), percent(least))).toBe(cents(price))
})

test('the least price is accepted, and a cent less is not', () => {
  fc.assert(
    fc.property(anyCost, anyPercent, (cost, least) => {
      const rule = percent(least)
      const price = leastPriceOf(cost as Cents, rule)
      expect(isBelowMargin(price, cost as Cents, rule)).toBe(false)
      expect(isBelowMargin((price - 1) as Cents, cost as Cents, rule)).toBe(true)
    }),
    { seed },
  )
})
