import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { changeOf, daysOf, grossMarginOf, periodsUpTo, skuHintOf, weeksUpTo } from './rules.ts'

test('a period is 30 days, both ends included, and follows directly on the previous period', () => {
  expect(periodsUpTo(day('2026-03-01'))).toEqual({
    from: '2026-01-31',
    to: '2026-03-01',
    previousFrom: '2026-01-01',
    previousTo: '2026-01-30',
  })
})

test('daysOf lists the thirty days of a period, both ends included', () => {
  const days = daysOf(periodsUpTo(day('2026-03-01')))
  expect([days.length, days[0], days[1], days.at(-1)]).toEqual([
    30,
    '2026-01-31',
    '2026-02-01',
    '2026-03-01',
  ])
})

test.each([
  ['2026-11-21', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2019-01-01', '2018-12-31'],
])('the week of %s begins on Monday, %s', (to, begin) => {
  const weeks = weeksUpTo(day(to))
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toBe(begin)
})

describe('changeOf', () => {
  test.each([
    [112.5, 100, '+12.5%', 'up'],
    [100, 92.42, '+8.2%', 'up'],
    [90, 100, '-10.0%', 'down'],
    [100, 100, '0.0%', 'same'],
    [0, 100, '-100.0%', 'down'],
    [2500, 100, '+2,400.0%', 'up'],
  ])('%s after %s is shown as %s', (current, previous, text, direction) => {
    expect(changeOf({ current, previous })).toEqual({ text, direction })
  })

  test('returns undefined if the previous figure is zero', () => {
    expect(changeOf({ current: 5, previous: 0 })).toBeUndefined()
  })
})

test.each([
  [0, 0, 'Stable'],
  [4, 4, 'Stable'],
  [4, 1, '+3 this month'],
  [1, 2, '-1 this month'],
  [1500, 0, '+1,500 this month'],
])('%s SKUs created and %s deleted are shown as %s', (newSkus, deletedSkus, text) => {
  expect(skuHintOf({ newSkus, deletedSkus })).toBe(text)
})

test('weeks may be more or fewer than twelve', () => {
  expect(weeksUpTo(day('2026-03-04'), 2)).toEqual(['2026-02-23', '2026-03-02'])
})

test.each([
  ['100.00', '62.25', 3775, '37.8'],
  ['50.00', '0.00', 5000, '100.0'],
  ['10.00', '12.50', -250, '-25.0'],
  ['0.00', '2.00', -200, undefined],
  ['-5.00', '0.00', -500, undefined],
])(
  'income of %s and cost of goods of %s are a margin of %i cents',
  (income, cost, profit, percent) => {
    expect(grossMarginOf({ income, costOfGoods: cost })).toEqual({ profit, percent })
  },
)
