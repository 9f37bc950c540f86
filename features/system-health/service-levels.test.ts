import { expect, test } from 'vitest'
import {
  allowedBad,
  budgetLeft,
  burnRate,
  canarySentence,
  countOf,
  fastBurn,
  goodShare,
  levelState,
  minuteOf,
  missingForCanary,
  serviceLevels,
  slowBurn,
} from './service-levels.ts'

test('a budget allows a share of the measured minutes, and at least one', () => {
  expect(allowedBad({ measured: 40_320 }, 5)).toBe(201.6)
  expect(allowedBad({ measured: 40_320 }, 50)).toBe(2016)
  expect(allowedBad({ measured: 10 }, 5)).toBe(1)
  expect(allowedBad({ measured: 0 }, 5)).toBe(1)
})

test.each([
  [{ measured: 0, bad: 0 }, 1],
  [{ measured: 1000, bad: 0 }, 1],
  [{ measured: 1000, bad: 5 }, 0.5],
  [{ measured: 1000, bad: 10 }, 0],
  [{ measured: 1000, bad: 20 }, -1],
  // The first bad minute of a new installation uses its budget up; it does not exceed it.
  [{ measured: 3, bad: 1 }, 0],
])('of 10 bad minutes in 1,000, %j leave %d of the budget', (count, left) => {
  expect(budgetLeft(count, 10)).toBe(left)
})

test.each([
  [{ measured: 0, bad: 0 }, 0],
  [{ measured: 60, bad: 0 }, 0],
  [{ measured: 60, bad: 6 }, 20],
  [{ measured: 50, bad: 1 }, 4],
])('%j of an hour burn the budget of 5 in 1,000 %d times as fast as allowed', (count, rate) => {
  expect(burnRate(count, { badPerThousand: 5, span: '1 hour' })).toBe(rate)
})

test('a single bad minute raises no alert, however few were measured', () => {
  for (const { badPerThousand } of serviceLevels) {
    const one = { measured: 1, bad: 1 }
    expect(burnRate(one, { badPerThousand, span: '1 hour' })).toBeLessThan(fastBurn)
    expect(burnRate(one, { badPerThousand, span: '6 hours' })).toBeLessThan(slowBurn)
  }
  const calls = { measured: 4, bad: 3 }
  expect(burnRate(calls, { badPerThousand: 10, span: '1 hour' })).toBe(20)
})

test('the alerts fire at 2 % of the budget in an hour and 5 % in six hours', () => {
  expect(fastBurn).toBeCloseTo((0.02 * 28 * 24) / 1, 10)
  expect(slowBurn).toBeCloseTo((0.05 * 28 * 24) / 6, 10)
})

test('the share of good minutes is 1 before the first measurement', () => {
  expect(goodShare({ measured: 0, bad: 0 })).toBe(1)
  expect(goodShare({ measured: 8, bad: 2 })).toBe(0.75)
})

test.each([
  ['unknown', { measured: 0, budgetLeft: 1, burnRates: { hour: 0, sixHours: 0 } }],
  ['healthy', { measured: 9, budgetLeft: 0, burnRates: { hour: 13.44, sixHours: 5.6 } }],
  ['degraded', { measured: 9, budgetLeft: 0.5, burnRates: { hour: 13.45, sixHours: 0 } }],
  ['degraded', { measured: 9, budgetLeft: 0.5, burnRates: { hour: 0, sixHours: 5.61 } }],
  ['unhealthy', { measured: 9, budgetLeft: -0.1, burnRates: { hour: 0, sixHours: 0 } }],
])('a level is %s with %j', (state, level) => {
  expect(levelState(level)).toBe(state)
})

test('counts are found by level and span, and are zero before the first measurement', () => {
  const counts = [{ level: 'drift_age', span: '1 hour', measured: 60, bad: 2 }] as const
  expect(countOf(counts, 'drift_age', '1 hour')).toMatchObject({ measured: 60, bad: 2 })
  expect(countOf(counts, 'drift_age', '6 hours')).toEqual({ measured: 0, bad: 0 })
  expect(countOf(counts, 'message_age', '1 hour')).toEqual({ measured: 0, bad: 0 })
})

test('a minute starts at second zero', () => {
  expect(minuteOf(new Date('2026-03-02T15:04:59.999Z'))).toBe('2026-03-02T15:04:00.000Z')
  expect(minuteOf(new Date('2026-03-02T15:04:00.000Z'))).toBe('2026-03-02T15:04:00.000Z')
})

test.each([
  ['no account', { userId: null, customerId: null, skuId: null }],
  ['no customer', { userId: 1, customerId: null, skuId: 3 }],
  ['no SKU', { userId: 1, customerId: 2, skuId: null }],
  [undefined, { userId: 1, customerId: 2, skuId: 3 }],
])('a canary order is stopped by %s with %j', (reason, subject) => {
  expect(missingForCanary(subject)).toBe(reason)
})

const at = '2026-03-02T15:04:00.000Z'
const none = { reason: null, code: null, validationMs: null, creationMs: null }

test.each([
  ['unknown', 'No test order yet', { ...none, at: null, state: 'not run' }],
  [
    'healthy',
    'The test order passed: validated in 12 ms, created in 25 ms',
    { ...none, at, state: 'passed', validationMs: 12, creationMs: 25 },
  ],
  [
    'unhealthy',
    'The test order failed: order creation failed (23514)',
    { ...none, at, state: 'failed', reason: 'creation', code: '23514' },
  ],
  [
    'unknown',
    'The test order was not run: there is no active customer',
    { ...none, at, state: 'not run', reason: 'no customer' },
  ],
  [
    'unknown',
    'The test order was not run: a business rule refused it (insufficient-stock)',
    { ...none, at, state: 'not run', reason: 'refused', code: 'insufficient-stock' },
  ],
] as const)('the canary is %s: %s', (status, sentence, facts) => {
  expect(canarySentence(facts)).toEqual({ status, sentence })
})
