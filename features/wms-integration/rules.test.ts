import { expect, test } from 'vitest'
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
