import { expect, test } from 'vitest'
import { joinedUpTo } from './joined-up-to.ts'

test('what does not fit is counted', () => {
  const limits = { separator: '. ', longest: 100, place: 'the 850 under EDI' }
  expect(joinedUpTo([], limits)).toBe('')
  expect(joinedUpTo(['a'.repeat(49), 'b'.repeat(49)], limits)).toBe(
    `${'a'.repeat(49)}. ${'b'.repeat(49)}`,
  )
  // 100 less 50 for the count leaves room for two texts of 20 and their separators, 44 in all.
  const texts = Array.from({ length: 1234 }, () => 'c'.repeat(20))
  const shown = `${'c'.repeat(20)}. ${'c'.repeat(20)}`
  expect(joinedUpTo(texts, limits)).toBe(`${shown}. And 1,232 more in the 850 under EDI`)
})

test('a first text that is too long ends in an ellipsis', () => {
  const limits = { separator: '. ', longest: 100, place: 'the 850 under EDI' }
  // 100 less 50 for the count and 3 for the ellipsis and the separator leaves 47.
  expect(joinedUpTo(['d'.repeat(101)], limits)).toBe(`${'d'.repeat(47)}…`)
  expect(joinedUpTo(['d'.repeat(101), 'e'], limits)).toBe(
    `${'d'.repeat(47)}…. And 1 more in the 850 under EDI`,
  )
})
