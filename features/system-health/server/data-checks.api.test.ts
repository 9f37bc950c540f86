import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { DataCheckRun } from '../contract.ts'
import { checkDataNightly, deleteOldDataChecks } from './data-checks.ts'

const url = '/api/health/data-checks'
const anHour = 3600

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})

const ctx = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}
const query = async (text: string) => (await prizm.database.pool.query(text)).rows as unknown[]
const checks = async () => (await prizm.call('GET', url, { as: admin })).json<DataCheckRun[]>()
const check = async () => {
  const answer = await prizm.call('POST', url, { as: admin })
  expect(answer.statusCode).toBe(201)
  return answer.json<DataCheckRun>()
}
const notifications = () => query(`select title, text, link from notifications order by id`)
/** The rules of the views, and those on past decisions and on digests of receipts. */
const rules = async () => {
  const [found] = await query('select count(*)::int + 2 as count from check_invariants()')
  return (found as { count: number }).count
}

/** Corrupts the reserved quantity of a SKU, so that a data rule fails. */
const reserveForNobody = async () => {
  const sku = await prizm.builders.sku()
  await query(`update skus set reserved = reserved + 1 where id = ${sku.id}`)
}
/** Creates a rule whose query fails. */
const plantFailing = () =>
  query(`create view inv_99_planted as
         select g from generate_series(1, 1) g where 1 / (g - 1) = 1;
         comment on view inv_99_planted is 'Planted to fail.'`)
const failing = { name: 'inv_99_planted', says: 'Planted to fail.', count: null }

afterEach(() => query('drop view if exists inv_99_planted'))

const repair = () => query('update skus set reserved = 0')

const reservedWrongly = {
  name: 'inv_02_stock_counters',
  says: 'Stock counters are the open lines and the movements.',
  count: 1,
}

describe('the data checks', () => {
  test('check all rules and store the result', async () => {
    expect(await checks()).toEqual([])
    const first = await check()
    expect(first).toMatchObject({ ruleCount: await rules(), broken: [] })
    expect(first.ruleCount).toBeGreaterThan(30)
    expect(first.checkedAt).toBe(prizm.clock.now.toISOString())
    const second = await check()
    expect(await checks()).toEqual([second, first])
    expect(await notifications()).toEqual([])
  })

  test('report a violated rule once, with its description', async () => {
    await reserveForNobody()
    expect((await check()).broken).toContainEqual(reservedWrongly)
    expect((await check()).broken).toContainEqual(reservedWrongly)
    const found = (await notifications()) as { title: string; text: string; link: string }[]
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      title: 'A data check failed',
      link: '/system-health',
    })
    expect(found[0]?.text).toMatch(/^No longer true: [A-Z].*\.( And \d+ more)?$/)
  })

  test('report a rule again if it recovers and fails again', async () => {
    await reserveForNobody()
    await check()
    await repair()
    expect((await check()).broken).toEqual([])
    await reserveForNobody()
    await check()
    expect(await notifications()).toHaveLength(2)
  })

  test('run once a night, after 2 a.m. in the business time zone', async () => {
    const nightly = async (now: string) => {
      prizm.clock.now = new Date(now)
      await checkDataNightly(ctx(), anHour)
    }
    // 01:55 in New York, then 02:05.
    await nightly('2026-03-03T06:55:00Z')
    await nightly('2026-03-03T07:05:00Z')
    await nightly('2026-03-03T07:15:00Z')
    await nightly('2026-03-04T06:55:00Z')
    await nightly('2026-03-04T07:00:00Z')
    expect(await query('select checked_at from data_checks order by id')).toEqual([
      { checked_at: '2026-03-03T06:55:00.000Z' },
      { checked_at: '2026-03-03T07:05:00.000Z' },
      { checked_at: '2026-03-04T07:00:00.000Z' },
    ])
  })

  test('report a rule that cannot be checked beside the other results', async () => {
    await plantFailing()
    await reserveForNobody()
    const { id, broken } = await check()
    expect(broken).toContainEqual(reservedWrongly)
    expect(broken).toContainEqual(failing)
    expect(await query('select id, broken from data_checks')).toEqual([{ id, broken }])
    await check()
    expect(await notifications()).toEqual([
      expect.objectContaining({ title: 'A data check failed' }),
      {
        title: 'A data check could not run',
        text: 'Should be true: Planted to fail.',
        link: '/system-health',
      },
    ])
  })

  test('run once a night even if a rule cannot be checked', async () => {
    await plantFailing()
    prizm.clock.now = new Date('2026-03-03T07:05:00Z')
    await checkDataNightly(ctx(), anHour)
    prizm.clock.now = new Date('2026-03-03T07:15:00Z')
    await checkDataNightly(ctx(), anHour)
    expect(await query('select broken from data_checks')).toEqual([{ broken: [failing] }])
  })

  test('run one at a time: a second request returns 409', async () => {
    const answers = await Promise.all([1, 2].map(() => prizm.call('POST', url, { as: admin })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'data-check-under-way',
      detail: 'A data check is already running. Its result will be shown here',
    })
    expect(await query('select id from data_checks')).toHaveLength(1)
    await check()
    expect(await query('select id from data_checks')).toHaveLength(2)
  })

  test('ignore the idempotency key: each call checks again', async () => {
    const headers = { 'idempotency-key': 'the-same-key-again' }
    const again = () => prizm.call('POST', url, { as: admin, headers })
    const answers = [await again(), await again()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers.map((answer) => answer.json<DataCheckRun>().id)).toEqual([1, 2])
    expect(await query('select id from data_checks order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('run at night on one of two nodes only', async () => {
    await Promise.all([checkDataNightly(ctx(), anHour), checkDataNightly(ctx(), anHour)])
    await checkDataNightly(ctx(), anHour)
    expect(await query('select id from data_checks')).toHaveLength(1)
    expect(await query('select id from data_check_turns')).toEqual([])
  })

  test('run again after the lease of a crashed node expires', async () => {
    const turn = (until: string) =>
      query(`insert into data_check_turns (id, leased_until) values (1, now() + '${until}')`)
    await turn('4 minutes')
    expect((await prizm.call('POST', url, { as: admin })).statusCode).toBe(409)
    await query('delete from data_check_turns')
    await turn('-1 second')
    await check()
    expect(await query('select id from data_checks')).toHaveLength(1)
  })

  test('do not run right after a start', async () => {
    await checkDataNightly(ctx(), anHour - 1)
    expect(await query('select id from data_checks')).toEqual([])
  })

  test('keep results for a year', async () => {
    await check()
    await query(`insert into data_checks (checked_at, took_ms, rule_count, broken)
      values ('${prizm.clock.now.toISOString()}'::timestamptz - interval '366 days', 1, 1, '[]')`)
    await deleteOldDataChecks(ctx())
    expect(await query('select rule_count > 1 as "isNew" from data_checks')).toEqual([
      { isNew: true },
    ])
  })

  test.each(['manager', 'finance', 'viewer', 'user'] as const)(
    'are not visible to a %s',
    async (role) => {
      const as = await prizm.signIn(role)
      expect((await prizm.call('GET', url, { as })).statusCode).toBe(403)
      expect((await prizm.call('POST', url, { as })).statusCode).toBe(403)
      expect(await query('select id from data_checks')).toEqual([])
    },
  )
})
