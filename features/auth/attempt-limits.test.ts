import { expect, test } from 'vitest'
import { networkOf, waitSecondsFor } from './attempt-limits.ts'

test('a closed limit waits until its oldest attempt leaves the window', () => {
  const limit = { subject: 's', max: 10, seconds: 900 }
  expect(waitSecondsFor(limit, { count: 9, sinceLast: 0, untilFree: 0 })).toBe(0)
  expect(waitSecondsFor(limit, { count: 10, sinceLast: 5, untilFree: 890.2 })).toBe(891)
  expect(waitSecondsFor(limit, { count: 10, sinceLast: 5, untilFree: 0 })).toBe(1)
})

test('a growing limit doubles its wait up to a minute and never closes', () => {
  const limit = { subject: 's', max: 100, seconds: 3600, isProgressive: true } as const
  const waits = [100, 101, 104, 110, 5000].map((count) =>
    waitSecondsFor(limit, { count, sinceLast: 0, untilFree: 3000 }),
  )
  expect(waits).toEqual([5, 10, 60, 60, 60])
  expect(waitSecondsFor(limit, { count: 5000, sinceLast: 60, untilFree: 3000 })).toBe(0)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
