import { expect, test } from 'vitest'
import { counted } from './counted.ts'

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
