import { expect, test } from 'vitest'
import { bodyOf, consequenceOf, failureOf, retryAfterSeconds } from './rules.ts'

const failed = { status: 500, error: null }
const event = { topic: 'invoice.posted', attempts: 1, isFailingForDays: false }

test('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 6 h and 8 h, and then no more', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => retryAfterSeconds(attempts, 0.5))
  expect(seconds).toEqual([5, 300, 1800, 7200, 18_000, 21_600, 28_800, undefined])
})

test('even the latest retries end within 24 hours, and the earliest go on for 19 hours', () => {
  const secondsOfAll = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7]
      .map((attempts) => retryAfterSeconds(attempts, random) ?? 0)
      .reduce((sum, each) => sum + each)
  expect(secondsOfAll(0)).toBeCloseTo(69_934.5)
  expect(secondsOfAll(1)).toBeCloseTo(85_475.5)
  expect(secondsOfAll(1)).toBeLessThan(24 * 3600)
})

test('a retry is up to a tenth earlier or later', () => {
  expect(retryAfterSeconds(2, 0)).toBe(270)
  expect(retryAfterSeconds(2, 0.999_999)).toBeCloseTo(330)
})

test('any 2xx is accepted, and nothing else', () => {
  for (const status of [200, 204, 299]) {
    expect(consequenceOf({ status, error: null }, event, 0.5).state).toBe('delivered')
  }
  for (const status of [199, 300, 302, 400, 429, 500]) {
    expect(consequenceOf({ status, error: null }, event, 0.5).state).toBe('waiting')
  }
  expect(consequenceOf({ status: null, error: 'no answer' }, event, 0.5).state).toBe('waiting')
})

test('410 deactivates the webhook, and the delivery is dead', () => {
  expect(consequenceOf({ status: 410, error: null }, event, 0.5)).toEqual({
    state: 'dead',
    retrySeconds: 0,
    deactivates: 'gone',
  })
})

test('the eighth failure is the last', () => {
  expect(consequenceOf(failed, { ...event, attempts: 7 }, 0.5)).toEqual({
    state: 'waiting',
    retrySeconds: 28_800,
    deactivates: null,
  })
  expect(consequenceOf(failed, { ...event, attempts: 8 }, 0.5).state).toBe('dead')
})

test('days of failures deactivate the webhook, but a test does not', () => {
  const late = { ...event, isFailingForDays: true }
  expect(consequenceOf(failed, late, 0.5).deactivates).toBe('failing')
  const ofTest = consequenceOf(failed, { ...late, topic: 'ping' }, 0.5)
  expect(ofTest).toEqual({ state: 'dead', retrySeconds: 0, deactivates: null })
})

test('a failure is one sentence', () => {
  expect(failureOf({ status: 204, error: null })).toBeNull()
  expect(failureOf({ status: 302, error: null })).toBe(
    'The receiver answered 302: redirects are not followed',
  )
  expect(failureOf({ status: null, error: 'The receiver refuses connections' })).toBe(
    'The receiver refuses connections',
  )
})

test('the body has type, timestamp and data, and a test only its webhook', () => {
  const delivered = {
    messageId: '0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d',
    topic: 'invoice.posted',
    action: null,
    entity: 'invoice',
    entityId: 7,
    entityVersion: 1,
    eventAt: '2026-03-01T15:00:00.000Z',
    webhookId: 3,
  }
  expect(bodyOf(delivered)).toBe(
    '{"type":"invoice.posted","timestamp":"2026-03-01T15:00:00.000Z","data":{' +
      '"id":"0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d","topic":"invoice.posted","action":null,' +
      '"at":"2026-03-01T15:00:00.000Z","entity":"invoice","entityId":7,"version":1}}',
  )
  expect(JSON.parse(bodyOf({ ...delivered, topic: 'ping' }))).toEqual({
    type: 'ping',
    timestamp: '2026-03-01T15:00:00.000Z',
    data: { webhookId: 3 },
  })
})
