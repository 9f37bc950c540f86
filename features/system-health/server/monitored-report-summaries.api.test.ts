import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { route } from '#platform/server/http/route.ts'
import type { Health } from '../contract.ts'
import { monitorOf } from './health-monitor.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})

const summaryPath = '/api/reports/ar-summary'
const contextNow = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}

/** Watches a single summary route with the given handler. */
function watchOf(look: (ctx: Context) => Promise<{ looks: number }>) {
  const summary = endpoint('GET', summaryPath, {
    permission: 'health.read',
    returns: z.object({ looks: z.int() }),
    summary: 'A summary',
  })
  return monitorOf([route(summary, look)])
}

test('monitors the report summaries but not the other reports', async () => {
  const { endpoints } = (await prizm.call('GET', '/api/health')).json<Health>()
  const tried = Object.keys(endpoints).filter((path) => path.startsWith('/api/reports/'))
  expect(tried).toEqual(['/api/reports/ap-summary', summaryPath])
})

test('caches a successful summary test for a while', async () => {
  let looks = 0
  const watch = watchOf(async () => ({ looks: (looks += 1) }))
  for (const all of [false, true]) {
    const tried = await watch.calls(contextNow(), { all, waitMs: 5000 })
    expect(tried.get(summaryPath)).toMatchObject({
      list: { status: 'healthy', result: 'Answered', error: null },
    })
  }
  expect(looks).toBe(1)
})

test('a slow summary is degraded, and cached as well', async () => {
  let looks = 0
  const slowly = { name: '', text: 'select pg_sleep(1.1)' }
  const watch = watchOf(async ({ db }) => {
    await rows(db, slowly)
    return { looks: (looks += 1) }
  })
  for (const all of [false, true]) {
    const tried = await watch.calls(contextNow(), { all, waitMs: 5000 })
    expect(tried.get(summaryPath)).toMatchObject({
      list: { status: 'degraded', result: 'Answered', error: null },
    })
  }
  expect(looks).toBe(1)
})

test('a failed summary is tested again at once', async () => {
  let looks = 0
  const watch = watchOf(async () => {
    looks += 1
    if (looks === 1) throw new Error('It failed')
    return { looks }
  })
  const states = []
  for (const all of [false, true]) {
    const tried = await watch.calls(contextNow(), { all, waitMs: 5000 })
    states.push(tried.get(summaryPath)?.['list']?.status)
  }
  expect(states).toEqual(['unhealthy', 'healthy'])
})
