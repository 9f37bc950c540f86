import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { dayByKey, weeksOf } from './calendar-days.ts'

test('weeksOf returns six weeks, starting on the given weekday', () => {
  const weeks = weeksOf(day('2026-07-31'), 0)
  expect(weeks.map((week) => week[0])).toEqual([
    '2026-06-28',
    '2026-07-05',
    '2026-07-12',
    '2026-07-19',
    '2026-07-26',
    '2026-08-02',
  ])
  expect(weeks.every((week) => week.length === 7)).toBe(true)
  expect(weeksOf(day('2026-06-15'), 1)[0]?.[0]).toBe('2026-06-01')
})

test.each<[string, string, string | undefined]>([
  ['ArrowLeft', '2026-08-01', '2026-07-31'],
  ['ArrowRight', '2026-07-31', '2026-08-01'],
  ['ArrowUp', '2026-08-01', '2026-07-25'],
  ['ArrowDown', '2026-07-31', '2026-08-07'],
  ['Home', '2026-07-31', '2026-07-26'],
  ['End', '2026-07-31', '2026-08-01'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['PageUp', '2024-03-31', '2024-02-29'],
  ['PageUp', '2026-01-15', '2025-12-15'],
  ['Enter', '2026-01-15', undefined],
])('%s in a calendar moves from %s to %s', (key, from, to) => {
  expect(dayByKey(key, day(from), 0)).toBe(to)
})

test('no key moves beyond the supported years', () => {
  expect(dayByKey('ArrowRight', day('2999-12-31'), 0)).toBeUndefined()
  expect(dayByKey('PageUp', day('1900-01-15'), 0)).toBeUndefined()
})
