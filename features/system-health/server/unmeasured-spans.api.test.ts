import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { PartHistory } from '../contract.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
})
afterEach(() => prizm.close())

async function history(part: string): Promise<PartHistory[]> {
  const url = `/api/health/history?part=${part}&hours=24`
  return (await prizm.call('GET', url, { as: await prizm.signIn('viewer') })).json()
}

test('a span without a sample is unknown, except before the first sample', async () => {
  const spanMs = 24 * 60_000
  const current = Math.floor(prizm.clock.now.getTime() / spanMs)
  const at = (spansAgo: number) => new Date((current - spansAgo) * spanMs).toISOString()
  await prizm.database.pool.query(
    `insert into health_samples (part, status, response_ms, at)
     values ('/api/skus', 'healthy', 10, $1), ('/api/skus', 'degraded', 1700, $2)`,
    [at(5), at(2)],
  )
  const none = { status: 'unknown', responseTime: null, checks: 0, error: null }
  expect(await history('/api/skus')).toEqual([
    {
      part: '/api/skus',
      p50: 10,
      p95: 1700,
      bars: [
        { at: at(5), status: 'healthy', responseTime: 10, checks: 1, error: null },
        { at: at(4), ...none },
        { at: at(3), ...none },
        { at: at(2), status: 'degraded', responseTime: 1700, checks: 1, error: null },
        { at: at(1), ...none },
      ],
    },
  ])
  const [never] = await history('/api/vendors')
  expect(never).toEqual({ part: '/api/vendors', p50: null, p95: null, bars: [] })
})
