import { expect, test } from 'vitest'
import { ageText } from './age-text.ts'

const saved = Date.parse('2026-11-29T08:00:00Z')

test.each([
  [30_000, 'less than a minute old'],
  [60_000, '1 minute old'],
  [59 * 60_000, '59 minutes old'],
  [3 * 3_600_000, '3 hours old'],
  [47 * 3_600_000, '47 hours old'],
  [48 * 3_600_000, '2 days old'],
  [-30_000, 'less than a minute old'],
  [-24 * 3_600_000, 'of unknown age: the clock of this device was changed'],
])('after %i ms: %s', (age, text) => {
  expect(ageText(saved, saved + age)).toBe(text)
})
