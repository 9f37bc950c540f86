import { expect, test } from 'vitest'
import { isKeyAlive } from './key-life.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-29T08:00:00Z')
const key = {
  obtainedAt: start,
  lastUsedAt: start + hour,
  lifeMs: 12 * hour,
  idleMs: 30 * minute,
}

test.each([
  ['within the session', start + hour + 30 * minute, true],
  ['after a pause of more than 30 minutes', start + hour + 30 * minute + 1, false],
  ['if the clock was set back by some seconds', start + hour - 5000, true],
  ['if the clock was set back by a day', start - 23 * hour, false],
  ['if the clock was set forward by a day', start + 25 * hour, false],
])('a key %s', (_, now, isAlive) => {
  expect(isKeyAlive(key, now)).toBe(isAlive)
})

test('a key ends with the session, however active', () => {
  const busy = { ...key, lastUsedAt: start + 12 * hour }
  expect(isKeyAlive(busy, start + 12 * hour)).toBe(true)
  expect(isKeyAlive(busy, start + 12 * hour + 1)).toBe(false)
})
