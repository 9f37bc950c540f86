import { expect, test } from 'vitest'
import { withLate } from './late-order.ts'

const items = (keys: string) => keys.split('').map((key) => ({ key }))
const ordered = (shown: string, all: string, chosen?: string) =>
  withLate(items(shown), items(all), chosen)
    .map(({ key }) => key)
    .join('')

test('what is found first stands in the order of all', () => {
  expect(ordered('', 'abc')).toBe('abc')
  expect(ordered('xy', 'abc')).toBe('abc')
})

test('what is found late comes into its place below the chosen row', () => {
  expect(ordered('ad', 'abcd', 'a')).toBe('abcd')
  expect(ordered('ad', 'abcde', 'a')).toBe('abcde')
})

test('what is found late and belongs above the chosen row is appended', () => {
  expect(ordered('ad', 'abcd', 'd')).toBe('adbc')
  expect(ordered('bd', 'abcde', 'b')).toBe('bcdae')
})

test('where nothing was chosen the first row counts as chosen', () => {
  expect(ordered('cd', 'abcd')).toBe('cdab')
})

test('what was appended stays where it is when more is found', () => {
  expect(ordered('dbc', 'abcde', 'd')).toBe('dbcae')
})

test('what is no longer found goes, and the others keep their order', () => {
  expect(ordered('dab', 'abc', 'd')).toBe('abc')
  expect(ordered('dba', 'ad', 'd')).toBe('da')
})
