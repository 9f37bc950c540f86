import { expect, test } from 'vitest'
import { capitalize, counted } from './plurals-and-capitals.ts'

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

test('capitalizes the first letter', () => {
  expect(capitalize('on hold')).toBe('On hold')
  expect(capitalize('')).toBe('')
})
