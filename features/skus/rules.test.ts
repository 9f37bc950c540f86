import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { cents, maxCents } from '#platform/kernel/money.ts'
import {
  ageText,
  effectText,
  isLow,
  marginPercent,
  marginText,
  percentProblem,
  pricesAfter,
  promiseOn,
} from './rules.ts'

const prices = {
  price: cents('10.00'),
  tier1Price: cents('9.25'),
  tier2Price: null,
  tier3Price: cents('8.33'),
}

describe('prices after a percentage', () => {
  const tiers = { tier1Price: null, tier2Price: null, tier3Price: null }
  test.each([
    ['10.00', '5', '10.50'],
    ['10.00', '+5', '10.50'],
    ['10.00', '-5', '9.50'],
    ['0.10', '5', '0.11'],
    ['0.10', '4.99', '0.10'],
    ['19.99', '2.5', '20.49'],
    ['0.01', '-49.99', '0.01'],
    ['0.01', '-99.99', '0.00'],
    ['10.00', '999.99', '110.00'],
  ])('%s changed by %s %% is %s', (before, percent, after) => {
    const adjusted = pricesAfter({ ...tiers, price: cents(before) }, { percent, withTiers: false })
    expect(adjusted?.price).toBe(cents(after))
  })

  test('tiers change only if requested, and a missing tier price stays missing', () => {
    const alone = pricesAfter(prices, { percent: '10', withTiers: false })
    expect(alone).toEqual({ ...prices, price: 1100 })
    const all = pricesAfter(prices, { percent: '10', withTiers: true })
    expect(all).toEqual({ price: 1100, tier1Price: 1018, tier2Price: null, tier3Price: 916 })
  })

  test('a price beyond the maximum amount is undefined', () => {
    const most = { ...tiers, price: maxCents }
    expect(pricesAfter(most, { percent: '0.01', withTiers: false })).toBeUndefined()
  })
})

describe('an entered percentage', () => {
  test.each(['5', '-5', '+2.5', '0.01', '-99.99', '999.99', ' 5 '])(
    '%s is a valid percentage',
    (typed) => {
      expect(percentProblem(typed)).toBeUndefined()
    },
  )
  test.each([
    ['', 'Required'],
    ['five', 'Must be a percentage with at most two decimals'],
    ['1.234', 'Must be a percentage with at most two decimals'],
    ['1000', 'Must be a percentage with at most two decimals'],
    ['0', 'Must not be zero'],
    ['0.00', 'Must not be zero'],
    ['-100', 'Must not reduce the price to zero'],
  ])('"%s" is not a valid percentage: %s', (typed, problem) => {
    expect(percentProblem(typed)).toBe(problem)
  })
})

test.each([
  ['10.00', '4.00', 60],
  ['10.00', '10.00', 0],
  ['8.00', '10.00', -25],
  ['0.00', '4.00', undefined],
])('a price of %s at a cost of %s leaves a margin of %s %%', (price, cost, margin) => {
  expect(marginPercent(cents(price), cents(cost))).toBe(margin)
})

test.each([
  [5, 5, true],
  [4, 5, true],
  [6, 5, false],
  [0, 0, true],
])('a stock of %s with a minimum of %s is low: %s', (currentStock, minimumStock, low) => {
  expect(isLow({ currentStock, minimumStock })).toBe(low)
})

test('a movement is described with signs, omitting unchanged counters', () => {
  const shipped = { onHandDelta: -1234, reservedDelta: -1234, onOrderDelta: 0 }
  expect(effectText(shipped)).toBe('on hand −1,234, reserved −1,234')
  expect(effectText({ onHandDelta: 0, reservedDelta: 5, onOrderDelta: 0 })).toBe('reserved +5')
})

test.each([
  ['10.00', '4.00', '60.0%'],
  ['10.00', '12.00', '-20.0%'],
  ['3.00', '2.00', '33.3%'],
  ['10.00', null, ''],
  ['0.00', '1.00', ''],
])('the margin of %s at a cost of %s is shown as "%s"', (price, cost, text) => {
  expect(marginText({ price, cost })).toBe(text)
})

test.each([
  ['2026-03-01T11:59:40Z', 'just now'],
  ['2026-03-01T11:59:00Z', '1 minute ago'],
  ['2026-03-01T10:30:00Z', '1 hour ago'],
  ['2026-02-27T12:00:00Z', '2 days ago'],
  ['2026-03-01T12:05:00Z', 'just now'],
])('a count of %s is shown at noon as %s', (countedAt, expected) => {
  expect(ageText(countedAt, new Date('2026-03-01T12:00:00Z'))).toBe(expected)
})

const arriving = [
  { expectedDate: day('2026-03-01'), isLate: true, quantity: 100 },
  { expectedDate: day('2026-03-10'), isLate: false, quantity: 5 },
  { expectedDate: day('2026-03-20'), isLate: false, quantity: 5 },
  { expectedDate: null, isLate: false, quantity: 100 },
]

test.each([
  [9, 9, '2026-03-05', 'they are there'],
  [4, 9, '2026-03-10', 'the first arrival makes them enough'],
  [0, 9, '2026-03-20', 'both arrivals do'],
  [-2, 9, undefined, 'others wait already'],
  [0, 11, undefined, 'what is late or has no day promises nothing'],
])('with %i available of %i wanted, the promise date is %s: %s', (free, quantity, promise, _) => {
  const date = day('2026-03-05')
  expect(promiseOn({ free, quantity, arrivals: arriving, date })).toBe(promise)
})
