import { moment } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import {
  dataStateOf,
  historyStateOf,
  incidentsOf,
  isDataCheckDue,
  overallOf,
  percentile,
  type Sample,
  spansOfStrip,
  stateOf,
  verdictOf,
  worstOf,
} from './rules.ts'

test.each([
  [{ responseTime: 1000, error: null }, 'healthy'],
  [{ responseTime: 1001, error: null }, 'degraded'],
  [{ responseTime: 3, error: '500: It failed' }, 'unhealthy'],
])('%j is %s at a limit of 1000 ms', (outcome, status) => {
  expect(stateOf(outcome, 1000)).toBe(status)
})

test.each([
  ['healthy', ['healthy', 'healthy'], 'healthy'],
  ['healthy', ['healthy', 'degraded'], 'degraded'],
  ['healthy', ['healthy', 'unhealthy'], 'degraded'],
  ['healthy', ['unhealthy', 'unhealthy'], 'unhealthy'],
  ['degraded', ['healthy'], 'degraded'],
  ['unhealthy', ['healthy'], 'unhealthy'],
  ['healthy', [], 'healthy'],
  ['healthy', ['unknown'], 'healthy'],
  ['unknown', ['unknown'], 'unknown'],
] as const)('a %s database and endpoints %j make the program %s', (database, calls, overall) => {
  expect(overallOf(database, calls)).toBe(overall)
})

test('the worst state of an empty or all-unknown list is unknown', () => {
  expect(worstOf([])).toBe('unknown')
  expect(worstOf(['unknown', 'healthy'])).toBe('healthy')
})

test.each([
  [[5, 1, 3], 0.5, 3],
  [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  [[7], 0.95, 7],
  [[], 0.5, null],
] as const)('percentile of %j: the share %d is at most %s', (values, share, most) => {
  expect(percentile(values, share)).toBe(most)
})

const time = (text: string) => new Date(`2026-03-02T${text}.000Z`)
// One-hour spans: from 07:30, the spans from 8 to 11 are complete.
const strip = { since: time('07:30:00'), now: time('12:10:00'), seconds: 3600 }
const hour = (of: number) => Date.parse('2026-03-02T00:00:00.000Z') / 3_600_000 + of

test.each([
  [
    'measured from the start of its time',
    '2026-03-01T00:00:00.000Z',
    [7, 9, 12],
    [7, 8, 9, 10, 11, 12],
  ],
  ['first measured within it', '2026-03-02T09:40:00.000Z', [9, 11], [9, 10, 11]],
  ['measured before it alone', '2026-03-01T00:00:00.000Z', [], [8, 9, 10, 11]],
  ['first measured just now', '2026-03-02T12:05:00.000Z', [12], [12]],
  ['never measured', null, [], []],
])('a strip of a part %s has these spans', (_, firstAt, measured, spans) => {
  expect(
    spansOfStrip(measured.map(hour), {
      ...strip,
      firstAt: firstAt === null ? null : moment(firstAt),
    }),
  ).toEqual(spans.map(hour))
})

const sample = (part: string, at: string, fields: Partial<Sample> = {}): Sample => {
  const usual = { status: 'degraded', responseTime: 1200, error: null } as const
  return { part, at: moment(`2026-03-02T${at}.000Z`), ...usual, ...fields }
}

test('merges consecutive bad samples into one incident with the worst cause', () => {
  const found = incidentsOf(
    [
      sample('/api/skus', '14:05:00'),
      sample('/api/skus', '14:05:30', { status: 'unhealthy', error: '503: Busy' }),
      sample('/api/skus', '14:06:00'),
      sample('/api/skus', '14:30:00', { responseTime: 1500 }),
      sample('/api/vendors', '14:40:00'),
    ],
    new Date('2026-03-02T14:40:20Z'),
  )
  expect(found).toEqual([
    {
      part: '/api/vendors',
      from: '2026-03-02T14:40:00.000Z',
      to: null,
      status: 'degraded',
      cause: 'Slow: up to 1200 ms',
    },
    {
      part: '/api/skus',
      from: '2026-03-02T14:30:00.000Z',
      to: '2026-03-02T14:30:30.000Z',
      status: 'degraded',
      cause: 'Slow: up to 1500 ms',
    },
    {
      part: '/api/skus',
      from: '2026-03-02T14:05:00.000Z',
      to: '2026-03-02T14:06:30.000Z',
      status: 'unhealthy',
      cause: '503: Busy',
    },
  ])
})

const named = (...states: ('healthy' | 'degraded' | 'unhealthy')[]) =>
  states.map((status, index) => ({ name: `/api/${index}`, status }))

test.each([
  ['healthy', 'healthy', named('healthy'), 'All systems healthy'],
  ['degraded', 'healthy', named('degraded', 'degraded'), '2 endpoints degraded'],
  [
    'degraded',
    'healthy',
    named('unhealthy', 'degraded'),
    '1 endpoint unhealthy, 1 endpoint degraded',
  ],
  ['unhealthy', 'unhealthy', named('healthy'), 'The database does not answer'],
  ['degraded', 'degraded', named('degraded'), 'The database is slow'],
] as const)(
  '%s with a %s database is described in one sentence',
  (overall, database, all, sentence) => {
    expect(verdictOf({ overall, database }, all)).toBe(sentence)
  },
)

test('names the problem of the database or the server', () => {
  const all = named('healthy')
  const full = 'The database disk is full'
  const stand = { overall: 'unhealthy', database: 'unhealthy', databaseError: full } as const
  expect(verdictOf(stand, all)).toBe(full)
  const warnings = ['The clock of this server is 12 seconds ahead of the database’s']
  const late = { overall: 'degraded', database: 'healthy', warnings } as const
  expect(verdictOf(late, all)).toBe(warnings[0])
})

test('describes the last check of the audit log in one sentence', () => {
  expect(historyStateOf(null)).toEqual({ status: 'unknown', sentence: 'Not checked yet' })
  expect(historyStateOf({ faultCount: 0, firstFault: null })).toEqual({
    status: 'healthy',
    sentence: 'No changes found',
  })
  expect(historyStateOf({ faultCount: 3, firstFault: 'Acts 1 to 3 were 3 and are 2' })).toEqual({
    status: 'unhealthy',
    sentence: 'Changes found: Acts 1 to 3 were 3 and are 2, and 2 more',
  })
})

const times = (count: number | null) => ({ count })

test.each([
  [undefined, 'unknown', 'Not checked yet'],
  [{ broken: [], ruleCount: 37 }, 'healthy', 'All 37 checks pass'],
  [{ broken: [times(1)], ruleCount: 37 }, 'unhealthy', '1 of 37 checks failed'],
  [{ broken: [times(1), times(2)], ruleCount: 37 }, 'unhealthy', '2 of 37 checks failed'],
  [{ broken: [times(null)], ruleCount: 37 }, 'degraded', '1 of 37 checks could not run'],
  [
    { broken: [times(1), times(null)], ruleCount: 37 },
    'unhealthy',
    '1 of 37 checks failed, 1 could not run',
  ],
])('a data check with the result %j is %s: %s', (found, status, sentence) => {
  expect(dataStateOf(found)).toEqual({ status, sentence })
})

test.each([
  [null, '2026-03-03T07:05:00Z', true],
  // 2 a.m. in New York is 7:00 UTC in winter and 6:00 UTC in summer.
  ['2026-03-03T06:59:00Z', '2026-03-03T06:59:59Z', false],
  ['2026-03-03T06:59:00Z', '2026-03-03T07:00:00Z', true],
  ['2026-03-03T07:00:00Z', '2026-03-04T06:59:00Z', false],
  ['2026-07-03T06:00:00Z', '2026-07-04T06:00:00Z', true],
])('after a check at %s another one is due at %s: %s', (last, now, isDue) => {
  expect(isDataCheckDue(new Date(now), 'America/New_York', last)).toBe(isDue)
})
