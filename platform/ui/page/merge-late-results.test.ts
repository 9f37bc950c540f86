import { expect, test } from 'vitest'
import { withAdded } from './merge-late-results.ts'

const items = (keys: string) => keys.split('').map((key) => ({ key }))
const ordered = (displayed: string, all: string, chosen?: string) =>
  withAdded(items(displayed), items(all), chosen)
    .map(({ key }) => key)
    .join('')

test('the first results are in their own order', () => {
  expect(ordered('', 'abc')).toBe('abc')
  expect(ordered('xy', 'abc')).toBe('abc')
})

test('a late result below the selected row is inserted in order', () => {
  expect(ordered('ad', 'abcd', 'a')).toBe('abcd')
  expect(ordered('ad', 'abcde', 'a')).toBe('abcde')
})

test('a late result above the selected row is appended', () => {
  expect(ordered('ad', 'abcd', 'd')).toBe('adbc')
  expect(ordered('bd', 'abcde', 'b')).toBe('bcdae')
})

test('without a selection the first row counts as selected', () => {
  expect(ordered('cd', 'abcd')).toBe('cdab')
})

test('appended results do not move when more arrive', () => {
  expect(ordered('dbc', 'abcde', 'd')).toBe('dbcae')
})

test('results that are gone are removed, and the others retain their order', () => {
  expect(ordered('dab', 'abc', 'd')).toBe('abc')
  expect(ordered('dba', 'ad', 'd')).toBe('da')
})
