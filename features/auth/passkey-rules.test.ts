import { expect, test } from 'vitest'
import { mayFollow } from './passkey-rules.ts'

test.each([
  [0, 0, true],
  [1, 0, true],
  [8, 7, true],
  [7, 7, false],
  [6, 7, false],
  [0, 7, false],
])('counter %i after %i: %s', (counter, last, isAccepted) => {
  expect(mayFollow(counter, last)).toBe(isAccepted)
})
