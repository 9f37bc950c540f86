import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { type DayOrder, dayByKey, dayOrder, typedDay, weeksOf } from './typed-day.ts'

// A Friday, in a month of 31 days.
const friday = day('2026-07-31')

test.each<[string, string, string]>([
  ['t', '2026-07-31', '2026-07-31'],
  ['T', '2026-07-31', '2026-07-31'],
  [' today ', '2026-07-31', '2026-07-31'],
  ['+7', '2026-07-31', '2026-08-07'],
  ['-1', '2026-08-01', '2026-07-31'],
  ['+1', '2026-12-31', '2027-01-01'],
  ['+1', '2024-02-28', '2024-02-29'],
  ['+1', '2026-02-28', '2026-03-01'],
  ['- 30', '2026-03-01', '2026-01-30'],
  ['+0', '2026-07-31', '2026-07-31'],
  ['fri', '2026-07-31', '2026-07-31'],
  ['FRIDAY', '2026-07-31', '2026-07-31'],
  ['sat', '2026-07-31', '2026-08-01'],
  ['thu', '2026-07-31', '2026-08-06'],
  ['mo', '2026-12-31', '2027-01-04'],
  ['15', '2026-07-31', '2026-07-15'],
  ['1', '2026-07-31', '2026-07-01'],
  ['31', '2026-07-01', '2026-07-31'],
  ['29', '2024-02-01', '2024-02-29'],
  ['2026-03-01', '2026-07-31', '2026-03-01'],
  ['2026-3-1', '2026-07-31', '2026-03-01'],
  ['2024-02-29', '2026-07-31', '2024-02-29'],
  ['3/1/2027', '2026-07-31', '2027-03-01'],
  ['3/1/27', '2026-07-31', '2027-03-01'],
  ['3/1', '2026-07-31', '2026-03-01'],
  ['3 1', '2026-07-31', '2026-03-01'],
])('%j typed on %s is %s', (typed, today, found) => {
  expect(typedDay(typed, day(today))).toBe(found)
})

test.each<[string, string]>([
  ['', '2026-07-31'],
  ['x', '2026-07-31'],
  ['frx', '2026-07-31'],
  ['f', '2026-07-31'],
  ['0', '2026-07-31'],
  ['32', '2026-07-31'],
  ['31', '2026-06-30'],
  ['29', '2026-02-01'],
  ['2026-02-29', '2026-07-31'],
  ['2/29', '2026-07-31'],
  ['13/1/2026', '2026-07-31'],
  ['2026-07', '2026-07-31'],
  ['1/2/3/4', '2026-07-31'],
  ['+', '2026-07-31'],
  ['+99999', '2999-01-01'],
  ['-99999', '1950-01-01'],
  ['1899-12-31', '2026-07-31'],
  ['15th', '2026-07-31'],
])('%j typed on %s is not a date', (typed, today) => {
  expect(typedDay(typed, day(today))).toBeUndefined()
})

test.each<[string, DayOrder, string]>([
  ['1.3.2027', 'dmy', '2027-03-01'],
  ['1.3.', 'dmy', '2026-03-01'],
  ['31/12/26', 'dmy', '2026-12-31'],
  ['27/3/1', 'ymd', '2027-03-01'],
  ['3/1', 'ymd', '2026-03-01'],
])('%j with the date format %s is %s', (typed, order, day) => {
  expect(typedDay(typed, friday, order)).toBe(day)
})

test('dayOrder returns the date order of a locale', () => {
  expect(['en-US', 'en-GB', 'de-DE', 'sv-SE', 'ja-JP'].map(dayOrder)).toEqual([
    'mdy',
    'dmy',
    'dmy',
    'ymd',
    'ymd',
  ])
})

test('weeksOf returns six weeks, starting on the given weekday', () => {
  const weeks = weeksOf(friday, 0)
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
