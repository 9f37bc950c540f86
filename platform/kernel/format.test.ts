import { expect, test } from 'vitest'
import { capitalize, counted, formatOptionalDay } from './format.ts'

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [2, '2 orders'],
  [1240, '1,240 orders'],
])('%i of them reads %s', (count, words) => {
  expect(counted(count, 'order')).toBe(words)
})

test('a noun with a plural of its own has it', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(3, 'entry', 'entries')).toBe('3 entries')
})

test('a day is written as people read it, and a missing one as asked', () => {
  expect(formatOptionalDay('2026-11-26')).toBe('11/26/2026')
  expect(formatOptionalDay(null)).toBe('N/A')
  expect(formatOptionalDay(undefined, '-')).toBe('-')
})

test('a text begins with a capital', () => {
  expect(capitalize('on hold')).toBe('On hold')
  expect(capitalize('')).toBe('')
})
