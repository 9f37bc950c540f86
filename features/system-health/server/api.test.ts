import { moment } from '#platform/kernel/days.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { startProgram } from '#app/program.ts'
import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { type Context, openDatabase, rows } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { DetailedHealth, Health, PartHistory } from '../contract.ts'
import { deleteOldSamples, readHealth, recordSamples } from './service.ts'
import { monitorOf } from './health-monitor.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
})
afterEach(() => prizm.close())

const contextNow = (db = prizm.database.db): Context => {
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}
const stored = async () =>
  (await prizm.database.pool.query('select * from health_samples order by at, part')).rows
const get = async <Answer>(url: string, as?: string) =>
  (await prizm.call('GET', url, as === undefined ? {} : { as })).json<Answer>()

/** A single list route with the given handler. */
function listOf(handle: (ctx: Context) => Promise<{ id: number }[]>): Route[] {
  const things = endpoint('GET', '/api/things', {
    permission: 'health.read',
    query: z.object(listQuery),
    returns: z.array(z.object({ id: z.int() })),
    summary: 'Things',
  })
  return [route(things, handle)]
}

describe('the public health endpoint', () => {
  test('requires no sign-in and reports every list endpoint', async () => {
    // On a cold start the first response may precede the tests.
    const isTried = ({ endpoints }: Health) =>
      Object.values(endpoints).every(({ status }) => status !== 'unknown')
    await expect.poll(async () => isTried(await get<Health>('/api/health'))).toBe(true)
    const answer = await prizm.call('GET', '/api/health')
    expect(answer.statusCode).toBe(200)
    const health = answer.json<Health>()
    expect(health).toMatchObject({ overall: 'healthy', timestamp: prizm.clock.now.toISOString() })
    expect(health.database).toEqual({ status: 'healthy', responseTime: expect.any(Number) })
    expect(health.uptime).toBeGreaterThan(0)
    const fine = { status: 'healthy', responseTime: expect.any(Number), error: null }
    for (const path of ['customers', 'vendors', 'skus', 'sales-orders', 'contract-pricing']) {
      expect(health.endpoints[`/api/${path}`]).toEqual(fine)
    }
    expect(Object.keys(health.endpoints).filter((path) => path.includes('health'))).toEqual([])
  })

  test('tests every endpoint with valid queries', async () => {
    const { endpoints } = (await prizm.call('GET', '/api/health')).json<Health>()
    const failed = Object.entries(endpoints).filter(([, { error }]) => error?.startsWith('5'))
    expect(failed).toEqual([])
  })

  test('exposes no stored data', async () => {
    await prizm.builders.customer({ name: 'Secret Customer' })
    const { body } = await prizm.call('GET', '/api/health')
    expect(body).not.toMatch(/Secret|select|postgres:|password/i)
  })

  test('fifty concurrent requests share one check', async () => {
    let looks = 0
    const routes = listOf(async () => {
      looks += 1
      return []
    })
    const watch = monitorOf(routes)
    await Promise.all(Array.from({ length: 50 }, () => readHealth(contextNow(), watch)))
    expect(looks).toBe(1)
  })

  test('a failing endpoint is unhealthy, with details only in the log', async () => {
    const routes = listOf(async () => {
      throw new Error('password=hunter2')
    })
    const { overall, endpoints } = await readHealth(contextNow(), monitorOf(routes))
    expect(overall).toBe('unhealthy')
    const error = '500: Something went wrong on our side'
    expect(endpoints['/api/things']).toMatchObject({ status: 'unhealthy', error })
  })

  test('a test call cannot write', async () => {
    const routes = listOf(async ({ db }) => {
      await rows(db, { name: 'try_write', text: 'delete from health_samples' })
      return []
    })
    const { endpoints } = await readHealth(contextNow(), monitorOf(routes))
    expect(endpoints['/api/things']?.error).toMatch(/^503: The database is read-only/)
  })

  test('a hanging endpoint does not delay the response and counts as degraded', async () => {
    let release = () => {}
    const hanging = new Promise<void>((resolve) => (release = resolve))
    const routes = listOf(async () => {
      await hanging
      return []
    })
    // Uses its own database: the embedded one has a single connection, which the test holds.
    const own = prizm.database.kind === 'postgres' ? prizm.database : await openDatabase(embedded)
    if (own !== prizm.database) await migrate(own.pool)
    const ctx = contextNow(own.db)
    const watch = monitorOf(routes)
    // The response arrives although the hanging call is not released yet.
    expect(await readHealth(ctx, watch)).toMatchObject({
      endpoints: { '/api/things': { status: 'unknown' } },
    })
    const later = await watch.calls(ctx, { waitMs: 2300 })
    release()
    await expect.poll(() => watch.calls(ctx, { waitMs: 500 }).then(statusOf)).toBe('degraded')
    expect(later.size).toBe(0)
    if (own !== prizm.database) await own.close()
  })
})

const embedded = { DATABASE_URL: undefined, POOL_SIZE: 1 }
const statusOf = (calls: ReadonlyMap<string, Record<string, { status: string }>>) =>
  calls.get('/api/things')?.['list']?.status

describe('an unavailable database', () => {
  const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', POOL_SIZE: 1 }

  test('is reported as unhealthy', async () => {
    const unreachable = await openDatabase(nowhere)
    const routes = listOf(async () => [])
    const health = await readHealth(contextNow(unreachable.db), monitorOf(routes))
    expect(health).toMatchObject({ overall: 'unhealthy', database: { status: 'unhealthy' } })
    const error = 'The database cannot be reached. Try again shortly'
    expect(health.endpoints['/api/things']).toMatchObject({ status: 'unhealthy', error })
    await unreachable.close()
  })

  test('is reported with or without a session', async () => {
    const unreachable = await openDatabase(nowhere)
    const config = readConfig({
      LOG_LEVEL: 'silent',
      DEMO_DATA: 'none',
      SESSION_SECRET: 'a secret that is long enough',
    })
    const { app } = await startProgram({ config, database: unreachable })
    for (const headers of [{}, { cookie: `sid=${'a'.repeat(43)}` }]) {
      const answer = await app.inject({ method: 'GET', url: '/api/health', headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.json<Health>()).toMatchObject({
        overall: 'unhealthy',
        database: { status: 'unhealthy' },
      })
    }
    await app.close()
    await unreachable.close()
  })

  test('appears in the history after it recovers', async () => {
    const unreachable = await openDatabase(nowhere)
    const watch = monitorOf(listOf(async () => []))
    await expect(recordSamples(contextNow(unreachable.db), watch)).rejects.toThrow()
    expect(await stored()).toEqual([])
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 30_000)
    await recordSamples(contextNow(), watch)
    expect(await stored()).toHaveLength(4)
    expect((await stored())[0]).toMatchObject({ part: '/api/things', status: 'unhealthy' })
    expect(watch.unwritten).toEqual([])
    await unreachable.close()
  })
})

describe('the detailed health endpoint', () => {
  test('requires a session', async () => {
    expect((await prizm.call('GET', '/api/health/detailed')).statusCode).toBe(401)
    expect((await prizm.call('GET', '/api/health/history')).statusCode).toBe(401)
    expect((await prizm.call('GET', '/api/health/incidents')).statusCode).toBe(401)
  })

  test('tests each list in several ways and counts the records', async () => {
    const as = await prizm.signIn('viewer')
    await prizm.builders.customer()
    await prizm.builders.customer({ name: 'Acme' })
    await prizm.builders.customer({ deletedAt: moment(prizm.clock.now) })
    await prizm.builders.sku()
    const health = await get<DetailedHealth>('/api/health/detailed', as)
    expect(health.database).toMatchObject({
      status: 'healthy',
      details: { totalCustomers: 2, totalVendors: 0, totalSkus: 1 },
    })
    expect(health).toMatchObject({ environment: 'test', overall: 'healthy' })
    for (const bytes of Object.values(health.memory)) expect(bytes).toBeGreaterThan(0)
    const customers = health.endpoints['/api/customers']
    expect(customers?.tests).toMatchObject({
      list: { status: 'healthy', result: 2, error: null },
      search: { status: 'healthy', error: null },
      read: { status: 'healthy', result: 'Answered', error: null },
    })
    const times = Object.values(customers?.tests ?? {}).map((each) => each.responseTime ?? 0)
    expect(customers?.totalResponseTime).toBe(times.reduce((sum, time) => sum + time, 0))
    expect(health.endpoints['/api/vendors']?.tests).not.toHaveProperty('read')
  })
})

describe('the health history', () => {
  test('stores one sample per part, however many nodes sample concurrently', async () => {
    const as = await prizm.signIn('viewer')
    const node = () => monitorOf(listOf(async () => [{ id: 1 }]))
    await Promise.all([recordSamples(contextNow(), node()), recordSamples(contextNow(), node())])
    expect(await stored()).toMatchObject([
      { part: '/api/things', status: 'healthy', error: null },
      { part: 'database', status: 'healthy', error: null },
    ])
    const url = '/api/health/history?part=database'
    const [history] = await get<PartHistory[]>(url, as)
    expect(history).toMatchObject({ part: 'database', bars: [{ status: 'healthy', checks: 1 }] })
  })

  test('shows the worst sample of each span, without samples before the range', async () => {
    const as = await prizm.signIn('viewer')
    const at = (minutesAgo: number) =>
      new Date(prizm.clock.now.getTime() - minutesAgo * 60_000).toISOString()
    await keep([
      ['/api/skus', 'healthy', 10, null, at(90)],
      ['/api/skus', 'unhealthy', 30, '503: Busy', at(89.9)],
      ['/api/skus', 'degraded', 1700, null, at(10)],
      ['/api/skus', 'healthy', 20, null, at(60 * 30)],
    ])
    const url = '/api/health/history?part=/api/skus&hours=24'
    const [history] = await get<PartHistory[]>(url, as)
    expect(history).toMatchObject({ part: '/api/skus', p50: 30, p95: 1700 })
    const isBad = ({ status }: { status: string }) => status !== 'healthy' && status !== 'unknown'
    const bars = history?.bars.filter(isBad) ?? []
    expect(bars.map(({ status, error }) => [status, error])).toEqual([
      ['unhealthy', '503: Busy'],
      ['degraded', null],
    ])
    const checks = history?.bars.reduce((sum, bar) => sum + bar.checks, 0)
    expect(checks).toBe(3)
    expect(await get('/api/health/incidents', as)).toMatchObject([
      { part: '/api/skus', cause: 'Slow: up to 1700 ms' },
      { part: '/api/skus', cause: '503: Busy', status: 'unhealthy' },
    ])
  })

  test('accepts known parts and at most a week', async () => {
    const as = await prizm.signIn('viewer')
    expect(await get('/api/health/history?part=/etc/passwd', as)).toEqual([])
    for (const hours of ['0', '169', '1.5', 'x']) {
      const answer = await prizm.call('GET', `/api/health/history?hours=${hours}`, { as })
      expect([hours, answer.statusCode]).toEqual([hours, 422])
    }
  })

  test('is deleted after a week', async () => {
    const days = (count: number) =>
      new Date(prizm.clock.now.getTime() - count * 86_400_000).toISOString()
    await keep([
      ['database', 'healthy', 1, null, days(7.01)],
      ['database', 'healthy', 2, null, days(6.99)],
    ])
    await deleteOldSamples(contextNow())
    expect(await stored()).toMatchObject([{ response_ms: 2 }])
  })
})

async function keep(samples: readonly (readonly unknown[])[]): Promise<void> {
  for (const sample of samples) {
    await prizm.database.pool.query(
      `insert into health_samples (part, status, response_ms, error, at)
       values ($1, $2, $3, $4, $5)`,
      [...sample],
    )
  }
}
