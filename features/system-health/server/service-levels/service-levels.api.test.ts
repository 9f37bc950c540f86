// One file: the levels are measured, counted and shown from the same minutes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ServiceLevelsReport } from '../../contract.ts'
import { insertMinute } from './level-store.ts'
import { deleteOldServiceMinutes, runCanary } from './run-canary.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
/** The minute of the first run. */
let minute: Date

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  minute = new Date('2026-03-02T15:04:00.000Z')
  prizm.clock.now = after(20)
})
afterEach(async () => {
  await query('drop trigger if exists planted on sales_orders')
  await query('drop function if exists fail_planted')
  await query('alter table if exists canary_turns_away rename to canary_turns')
  await prizm.close()
})

const query = (text: string) => prizm.database.pool.query(text)
const after = (seconds: number) => new Date(minute.getTime() + 1000 * seconds)
const at = (seconds: number) => `'${after(seconds).toISOString()}'::timestamptz`
const context = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'canary', channel: 'worker' }
}
const run = (missed = new Set<string>()) => runCanary(context(), missed)
const report = async () => {
  const as = await prizm.signIn('viewer')
  const answer = await prizm.call('GET', '/api/health/service-levels', { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ServiceLevelsReport>()
}
const minutes = () =>
  prizm.rows(`select minute, validation_ms is not null as validated, validation_failed,
    creation_ms is not null as created, creation_failed, warehouse_ms, warehouse_failed,
    message_seconds, drift_seconds from service_minutes order by minute`)
const quiet = {
  warehouse_ms: null,
  warehouse_failed: false,
  message_seconds: 0,
  drift_seconds: 0,
}
const passed = {
  validated: true,
  validation_failed: false,
  created: true,
  creation_failed: false,
  ...quiet,
}
const notRun = { ...passed, validated: false, created: false }
const nothing = { code: null, validationMs: null, creationMs: null }
const numbers = { validationMs: expect.any(Number), creationMs: expect.any(Number) }
const startedAt = () => minute.toISOString()

/** Makes every new order fail. */
const plantFailure = () =>
  query(`create function fail_planted() returns trigger language plpgsql as
           $$ begin raise exception 'planted'; end $$;
         create trigger planted before insert on sales_orders
           for each row execute function fail_planted()`)

describe('the canary order', () => {
  test('is shown as not run, with the reason, while the business cannot take orders', async () => {
    const before = await report()
    expect(before.canary).toEqual({ ...nothing, at: null, state: 'not run', reason: null })
    await run()
    expect((await report()).canary).toEqual({
      ...nothing,
      at: startedAt(),
      state: 'not run',
      reason: 'no customer',
    })
    await builders.buyer()
    prizm.clock.now = after(60)
    await run()
    expect((await report()).canary).toMatchObject({ state: 'not run', reason: 'no SKU' })
    const none = { measured: 0, bad: 0, budgetLeft: 1, state: 'unknown' }
    const { levels } = await report()
    expect(levels.find(({ level }) => level === 'creation_success')).toMatchObject(none)
    expect(await minutes()).toEqual([
      { minute: startedAt(), ...notRun },
      { minute: after(60).toISOString(), ...notRun },
    ])
  })

  test('is not run before the first account', async () => {
    await run()
    expect(await prizm.rows('select state, reason from canary_turns')).toEqual([
      { state: 'not run', reason: 'no account' },
    ])
  })

  test('is run once per minute by all nodes together', async () => {
    await prizm.signIn('admin')
    await builders.buyer()
    await builders.item()
    await Promise.all([run(), run(), run()])
    await run()
    expect(await minutes()).toEqual([{ minute: startedAt(), ...passed }])
    // A node whose clock is behind claims no earlier minute.
    prizm.clock.now = after(-1)
    await run()
    prizm.clock.now = after(60)
    await run()
    expect((await minutes()).map((each) => (each as { minute: string }).minute)).toEqual([
      startedAt(),
      after(60).toISOString(),
    ])
    const { canary, measuredMinutes, unmeasuredMinutes } = await report()
    const result = { at: after(60).toISOString(), state: 'passed', reason: null, code: null }
    expect(canary).toEqual({ ...result, ...numbers })
    expect({ measuredMinutes, unmeasuredMinutes }).toEqual({
      measuredMinutes: 2,
      unmeasuredMinutes: 0,
    })
  })

  test('that fails is stored with its step, and its error goes to the log', async () => {
    await prizm.signIn('admin')
    await builders.buyer()
    await builders.item()
    await plantFailure()
    const missed = new Set<string>()
    await expect(run(missed)).rejects.toMatchObject({ code: 'P0001' })
    expect(missed.size).toBe(0)
    expect(await minutes()).toEqual([{ minute: startedAt(), ...passed, creation_failed: true }])
    const { canary, levels } = await report()
    const result = { state: 'failed', reason: 'creation', code: 'P0001' }
    expect(canary).toEqual({ at: startedAt(), ...result, ...numbers })
    const one = { measured: 1, bad: 1, budgetLeft: 0 }
    expect(levels.find(({ level }) => level === 'creation_success')).toMatchObject(one)
    expect(levels.find(({ level }) => level === 'creation_speed')).toMatchObject({ measured: 0 })
    expect(await prizm.rows('select id from sales_orders')).toEqual([])
  })

  test('of a minute without a database is stored as failed when it is back', async () => {
    await prizm.signIn('admin')
    await builders.buyer()
    await builders.item()
    const missed = new Set<string>()
    await query('alter table canary_turns rename to canary_turns_away')
    await expect(run(missed)).rejects.toMatchObject({ code: '42P01' })
    expect([...missed]).toEqual([startedAt()])
    await query('alter table canary_turns_away rename to canary_turns')
    prizm.clock.now = after(180)
    await run(missed)
    expect(missed.size).toBe(0)
    expect(await minutes()).toEqual([
      {
        minute: startedAt(),
        ...passed,
        validation_failed: true,
        creation_failed: true,
        message_seconds: null,
        drift_seconds: null,
      },
      { minute: after(180).toISOString(), ...passed },
    ])
    const { measuredMinutes, unmeasuredMinutes } = await report()
    expect({ measuredMinutes, unmeasuredMinutes }).toEqual({
      measuredMinutes: 2,
      unmeasuredMinutes: 2,
    })
  })

  test('of a minute that one node missed is stored as another one measured it', async () => {
    await prizm.signIn('admin')
    await builders.buyer()
    await builders.item()
    const missed = new Set([startedAt()])
    await run(missed)
    expect([...missed]).toEqual([startedAt()])
    prizm.clock.now = after(60)
    await run(missed)
    expect(missed.size).toBe(0)
    expect(await minutes()).toEqual([
      { minute: startedAt(), ...passed },
      { minute: after(60).toISOString(), ...passed },
    ])
  })

  test('that is stored after a later one is not shown, and counts with the next', async () => {
    const bad = { validationMs: 1, validationFailed: true, creationMs: 1, creationFailed: true }
    const times = { validationMs: 1, creationMs: 1 }
    const failed = { state: 'failed', reason: 'validation', code: null, ...times } as const
    const store = (seconds: number) =>
      insertMinute(context(), { minute: after(seconds).toISOString(), ...bad }, failed)
    await run()
    await store(60)
    await store(-60)
    const { canary, levels } = await report()
    expect(canary.at).toBe(after(60).toISOString())
    const success = { level: 'validation_success', measured: 1, bad: 1 }
    expect(levels).toContainEqual(expect.objectContaining(success))
    await store(120)
    expect((await report()).levels).toContainEqual(
      expect.objectContaining({ ...success, measured: 3, bad: 3 }),
    )
  })
})

describe('the other measurements', () => {
  const call = (seconds: number, { ms = 'null', status = 'accepted', channel = 'api' } = {}) =>
    `('in', '${channel}', 'orders', '${status}', 'x', 'y', ${ms}, ${at(seconds)})`

  test('are the slowest call of the minute before, and the oldest open ages', async () => {
    await query(`insert into wms_messages
        (direction, channel, kind, status, sha256, body, took_ms, created_at)
      values ${call(-61, { ms: '9000' })}, ${call(-60, { ms: '700' })},
             ${call(-1, { ms: '1200' })}, ${call(-1, { channel: 'webhook' })},
             ${call(0, { ms: '8000' })}`)
    await query(`insert into outbox
        (topic, aggregate, aggregate_id, aggregate_version, payload, created_at, dead_at)
      values ('t', 'thing', 1, 1, '{}', ${at(-70)}, null),
             ('t', 'thing', 2, 1, '{}', ${at(-900)}, ${at(-100)})`)
    const problem = (key: string, kind: string, state: string, seconds: number) =>
      `('${kind}', 'inventory', 'import', '${key}', 'SKU', 'T', 'R', '${state}', ${at(seconds)})`
    await query(`insert into wms_problems
        (kind, data_type, direction, key, record, title, reason, state, first_seen_at)
      values ${problem('a', 'drift', 'open', -3600)}, ${problem('b', 'drift', 'solved', -7200)},
             ${problem('c', 'short', 'open', -7200)}`)
    await run()
    const measured = { warehouse_ms: 1200, message_seconds: 90, drift_seconds: 3620 }
    expect(await minutes()).toEqual([{ minute: startedAt(), ...notRun, ...measured }])
  })

  test('count a call that failed, and a warehouse that could not be reached', async () => {
    await query(`insert into wms_messages
        (direction, channel, kind, status, sha256, body, took_ms, created_at)
      values ${call(-30, { ms: '400', status: 'failed' })}`)
    await run()
    await query(`insert into wms_connection (id, last_failure_at) values (1, ${at(30)})`)
    prizm.clock.now = after(60)
    await run()
    prizm.clock.now = after(120)
    await run()
    expect(await minutes()).toEqual([
      { minute: startedAt(), ...notRun, warehouse_ms: 400, warehouse_failed: true },
      { minute: after(60).toISOString(), ...notRun, warehouse_ms: 0, warehouse_failed: true },
      { minute: after(120).toISOString(), ...notRun },
    ])
  })

  test('count a failure whose time a later one of the outage has overwritten', async () => {
    await query(`insert into wms_connection (id, last_failure_at, unreachable_since)
      values (1, ${at(2)}, ${at(-30)})`)
    await run()
    await query(`update wms_connection set unreachable_since = ${at(61)},
      last_failure_at = ${at(61)}`)
    prizm.clock.now = after(60)
    await run()
    expect(await minutes()).toEqual([
      { minute: startedAt(), ...notRun, warehouse_ms: 0, warehouse_failed: true },
      { minute: after(60).toISOString(), ...notRun },
    ])
  })
})

describe('the service levels', () => {
  /**
   * Plants 599 minutes before the run: every 100th failed to validate, and in the last six the
   * creation was slow.
   */
  const plantMinutes = () =>
    query(`insert into service_minutes (minute, validation_ms, validation_failed, creation_ms,
        message_seconds, drift_seconds)
      select ${at(0)} - make_interval(mins => n), 500, n % 100 = 0,
        case when n <= 6 then 1001 else 1000 end, 300, 86400
      from generate_series(1, 599) n`)

  test('are counted over 28 days, and their burn rates over one hour and six', async () => {
    await plantMinutes()
    await query(`insert into service_minutes (minute, validation_ms, validation_failed)
      values (${at(0)} - interval '28 days', 1, true),
             (${at(0)} - interval '28 days' + interval '1 minute', 1, true)`)
    await run()
    const { levels, measuredMinutes, unmeasuredMinutes } = await report()
    expect(measuredMinutes).toBe(601)
    expect(unmeasuredMinutes).toBe(40_320 - 601)
    expect(levels).toEqual([
      {
        level: 'validation_success',
        says: 'Orders can be validated',
        state: 'unhealthy',
        targetPercent: 99.5,
        measured: 600,
        bad: 6,
        budgetLeft: -1,
        burnRates: { hour: 0, sixHours: 3000 / (359 * 5) },
      },
      {
        level: 'validation_speed',
        says: 'Validation within 0.5 s',
        state: 'healthy',
        targetPercent: 99,
        measured: 594,
        bad: 0,
        budgetLeft: 1,
        burnRates: { hour: 0, sixHours: 0 },
      },
      {
        level: 'creation_success',
        says: 'Orders can be created',
        state: 'healthy',
        targetPercent: 99.5,
        measured: 599,
        bad: 0,
        budgetLeft: 1,
        burnRates: { hour: 0, sixHours: 0 },
      },
      {
        level: 'creation_speed',
        says: 'Creation within 1 s',
        state: 'unhealthy',
        targetPercent: 99,
        measured: 599,
        bad: 6,
        budgetLeft: 1 - 6 / 5.99,
        burnRates: { hour: 6000 / 590, sixHours: 6000 / 3590 },
      },
      ...[
        ['warehouse_success', 'The warehouse responds', 99],
        ['warehouse_speed', 'The warehouse responds within 5 s', 95],
      ].map(([level, says, targetPercent]) => ({
        level,
        says,
        state: 'unknown',
        targetPercent,
        measured: 0,
        bad: 0,
        budgetLeft: 1,
        burnRates: { hour: 0, sixHours: 0 },
      })),
      ...[
        ['message_age', 'No message waits longer than 5 minutes', 99],
        ['drift_age', 'No stock difference is open longer than a day', 95],
      ].map(([level, says, targetPercent]) => ({
        level,
        says,
        state: 'healthy',
        targetPercent,
        measured: 600,
        bad: 0,
        budgetLeft: 1,
        burnRates: { hour: 0, sixHours: 0 },
      })),
    ])
  })

  test('forget minutes after 29 days', async () => {
    await plantMinutes()
    prizm.clock.now = new Date(minute.getTime() + 29 * 86_400_000 - 60_000)
    await deleteOldServiceMinutes(context())
    const [kept] = await prizm.rows('select count(*)::int as count from service_minutes')
    // Of 599 minutes only the one right before the run is exactly 29 days old.
    expect(kept).toEqual({ count: 1 })
  })

  test('need a sign-in', async () => {
    const answer = await prizm.call('GET', '/api/health/service-levels')
    expect(answer.statusCode).toBe(401)
  })
})
