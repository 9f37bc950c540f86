import { expect, test } from 'vitest'
import { day } from './days.ts'
import { capitalize, counted, formatOptionalDay } from './format.ts'

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [2, '2 orders'],
  [1240, '1,240 orders'],
])('a count of %i is shown as %s', (count, words) => {
  expect(counted(count, 'order')).toBe(words)
})

test('an irregular plural can be given', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(3, 'entry', 'entries')).toBe('3 entries')
})

test('a day is formatted for display, and a missing one as the given text', () => {
  expect(formatOptionalDay(day('2026-11-26'))).toBe('11/26/2026')
  expect(formatOptionalDay(null)).toBe('N/A')
  expect(formatOptionalDay(undefined, '-')).toBe('-')
})

test('capitalizes the first letter', () => {
  expect(capitalize('on hold')).toBe('On hold')
  expect(capitalize('')).toBe('')
})
