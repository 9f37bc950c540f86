import { describe, expect, test } from 'vitest'
import { isPrivateAddress, whyNotCall } from '#platform/server/outbound/safe-fetch.ts'
import {
  badgeOf,
  type DriftCause,
  driftOf,
  explainDrift,
  isProblem,
  onHandOf,
  progressText,
  retryAfter,
  scheduleText,
  statusSentence,
} from './rules.ts'
import { isSigned } from '#platform/server/outbound/webhook-signature.ts'

describe('P21 a webhook is verified by its signature', () => {
  const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
  const body =
    '{"type":"inventory.snapshot","timestamp":"2026-01-18T02:00:00Z",' +
    '"data":{"snapshotId":"SNAP-20260118-0200"}}'
  const right = {
    id: 'msg_test_0001',
    timestamp: '1768701600',
    signature: 'v1,u3GIL93Suk6jSNWlrrpGZGEYGepxhaIyOzaUo/58WOc=',
    body,
  }
  const sent = new Date(1_768_701_600_000)
  const at = (seconds: number) => new Date(sent.getTime() + seconds * 1000)

  test('the example of the specification is valid, up to five minutes early or late', () => {
    expect(isSigned(secret, right, sent)).toBe(true)
    expect(isSigned(secret, right, at(300))).toBe(true)
    expect(isSigned(secret, right, at(-300))).toBe(true)
  })

  test('with two signatures the second one may be valid', () => {
    const signature = `v1,${Buffer.alloc(32).toString('base64')} ${right.signature}`
    expect(isSigned(secret, { ...right, signature }, sent)).toBe(true)
  })

  test.each([
    ['a flipped byte of the body', { body: body.replace('snapshot', 'snapshos') }, 0],
    ['another id', { id: 'msg_test_0002' }, 0],
    ['no id', { id: '' }, 0],
    ['a moment too old', {}, 301],
    ['a moment to come', {}, -301],
    ['a timestamp that is none', { timestamp: '1768701600.0' }, 0],
    ['another version of signature', { signature: right.signature.replace('v1,', 'v2,') }, 0],
    ['an empty list', { signature: '' }, 0],
    ['the body written anew', { body: JSON.stringify(JSON.parse(body), null, 1) }, 0],
  ])('%s does not match', (_what, change, seconds) => {
    expect(isSigned(secret, { ...right, ...change }, at(seconds))).toBe(false)
  })
})

describe('P22 server-side request forgery is blocked', () => {
  test.each([
    'http://wms.example.com',
    'https://127.0.0.1',
    'https://[::1]',
    'https://0.0.0.0',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://[fc00::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://0x7f.1',
    'https://localhost.',
    'https://user@wms.example.com',
    'https://wms.example.com:22',
    'file:///etc/passwd',
    'gopher://wms.example.com',
    'no address',
    '',
  ])('%s is never called', async (url) => {
    const resolve = async (host: string) =>
      host.startsWith('localhost')
        ? [{ address: '127.0.0.1', family: 4 }]
        : [{ address: '93.184.216.34', family: 4 }]
    expect(await whyNotCall(url, resolve)).toEqual(expect.any(String))
  })

  test('a name with a private address among its public ones is not called', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await whyNotCall('https://wms.example.com', resolve)).toContain('private network')
  })

  test('a public name is called', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    expect(await whyNotCall('https://wms.example.com/prizm', resolve)).toBeUndefined()
    expect(isPrivateAddress('2606:2800:220:1:248:1893:25c8:1946')).toBe(false)
  })
})

test('on hand is as reported, or the available plus the reserved units', () => {
  expect(onHandOf({ onHand: 5, available: 9 })).toBe(5)
  expect(onHandOf({ available: 5, reserved: 2 })).toBe(7)
  expect(onHandOf({ available: 5 })).toBe(5)
  expect(onHandOf({ reserved: 2 })).toBeUndefined()
})

test('a difference is classified as ok, timing, drift or big', () => {
  const facts = { expected: 100, reported: 100, movedAround: 0, costInCents: 1000 }
  expect(driftOf(facts)).toBe('ok')
  expect(driftOf({ ...facts, reported: 97, movedAround: 3 })).toBe('timing')
  expect(driftOf({ ...facts, reported: 96, movedAround: 3 })).toBe('drift')
  expect(driftOf({ ...facts, reported: 89 })).toBe('drift')
  expect(driftOf({ ...facts, reported: 89, costInCents: 5000 })).toBe('big')
  expect(driftOf({ ...facts, reported: 94, costInCents: 8334 })).toBe('big')
  expect(driftOf({ ...facts, reported: 95, costInCents: 100_000 })).toBe('drift')
})

test('a drift is reported after two counts in a row, a big one at once', () => {
  expect(isProblem('big', undefined)).toBe(true)
  expect(isProblem('drift', undefined)).toBe(false)
  expect(isProblem('drift', 'timing')).toBe(false)
  expect(isProblem('drift', 'drift')).toBe(true)
  expect(isProblem('timing', 'big')).toBe(false)
})

test('retries are 5 s, 5 min, 30 min, 2 h, 5 h and 10 h apart, ±10%', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((each) => retryAfter(each))).toEqual([
    5, 300, 1800, 7200, 18_000, 36_000, 36_000,
  ])
  expect([retryAfter(2, 0), retryAfter(2, 1)]).toEqual([270, 330])
})

test('progress and schedule are formatted as text', () => {
  const progress = { step: 2, of: 4, label: 'Inventory', done: 640, total: 1240 }
  expect(progressText(progress)).toBe('2 of 4 · Inventory 640/1,240')
  expect(progressText({ ...progress, total: 0 })).toBe('2 of 4 · Inventory')
  expect([1, 15, 60, 90, 120].map(scheduleText)).toEqual([
    'Every minute',
    'Every 15 minutes',
    'Every hour',
    'Every 90 minutes',
    'Every 2 hours',
  ])
})

test('a type is synced if its last run succeeded and it has no errors', () => {
  const ran = { lastSync: '2026-03-02T12:00:00Z', day: [{}] }
  const never = { lastSync: null, day: [] }
  expect(badgeOf({ ...ran, success: true, errors: [] })).toBe('synced')
  expect(badgeOf({ ...ran, success: true, errors: ['x'] })).toBe('error')
  expect(badgeOf({ ...ran, success: false, errors: [] })).toBe('error')
  expect(badgeOf({ ...never, success: false, errors: [] })).toBe('not synced')
  expect(badgeOf({ ...never, success: false, errors: ['x'] })).toBe('error')
  expect(badgeOf({ ...never, day: [{}], success: false, errors: [] })).toBe('error')
})

const off = { class: 'drift', expected: 50, reported: 45 }
const cause = (kind: 'booked' | 'order' | 'purchase') => [{ kind, document: 'SO-1', units: -5 }]

test('a difference is explained by posted movements, by open documents, or not at all', () => {
  const explanationOf = (causes: DriftCause[]) => explainDrift(off, causes).explanation
  expect(explanationOf(cause('booked'))).toBe(
    '5 fewer than expected: the count lacks the units recorded for SO-1',
  )
  expect(explanationOf(cause('order'))).toBe(
    '5 fewer than expected: equal to the open units of SO-1, which may have moved',
  )
  expect(explanationOf([])).toBe('5 fewer than expected: no document accounts for the difference')
  expect(explainDrift({ ...off, class: 'timing' }, []).proposal).toContain(
    'the next count corrects it',
  )
})

test('everything is reported as synced only if nothing is open', () => {
  const connection = { url: 'https://wms.example.com', unreachableSince: null, waiting: 0 }
  const statusText = (change: object, openProblems = 0) =>
    statusSentence({ connection: { ...connection, ...change }, openProblems }, '9:00 AM')
  expect(statusText({})).toBe('Everything is synced')
  expect(statusText({ url: null })).toBe('No warehouse is connected yet')
  expect(statusText({ waiting: 1 })).toBe('1 document waits to be sent')
  expect(statusText({}, 1)).toBe('1 problem is open')
  const away = { unreachableSince: '2026-03-02T09:00:00Z' }
  expect(statusText(away)).toBe('The warehouse connection has been down since 9:00 AM')
  expect(statusText({ ...away, waiting: 1200 }, 2)).toBe(
    'The warehouse connection has been down since 9:00 AM, 1,200 documents wait to be sent, ' +
      '2 problems are open',
  )
})
