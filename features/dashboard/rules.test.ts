import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/kernel/days.ts'
import { changeOf, periodsUpTo, weeksUpTo } from './rules.ts'

test('a period is thirty days with the last one, and the one before ends where it begins', () => {
  expect(periodsUpTo('2026-03-01' as Day)).toEqual({
    from: '2026-01-31',
    to: '2026-03-01',
    previousFrom: '2026-01-01',
    previousTo: '2026-01-30',
  })
})

test.each([
  ['2026-11-21', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2019-01-01', '2018-12-31'],
])('the week of %s begins on Monday, %s', (to, begin) => {
  const weeks = weeksUpTo(to as Day)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toBe(begin)
})

describe('a change', () => {
  test.each([
    [112.5, 100, '+12.5%', 'up'],
    [100, 92.42, '+8.2%', 'up'],
    [90, 100, '-10.0%', 'down'],
    [100, 100, '0.0%', 'same'],
    [0, 100, '-100.0%', 'down'],
    [2500, 100, '+2,400.0%', 'up'],
  ])('from %s after %s is told as %s', (current, previous, text, direction) => {
    expect(changeOf({ current, previous })).toEqual({ text, direction })
  })

  test('from nothing is no change to tell', () => {
    expect(changeOf({ current: 5, previous: 0 })).toBeUndefined()
  })
})
