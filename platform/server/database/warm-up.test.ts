import { expect, test } from 'vitest'
import { startTestApp } from '#app/testing.ts'
import { warmUp } from './warm-up.ts'

const inPostgres = test.skipIf(process.env['TEST_DATABASE'] !== 'postgres')

inPostgres('all connections are opened before the first requests, and stay open', async () => {
  const prizm = await startTestApp({}, { isOwn: true })
  const { pool } = prizm.database
  const { max } = pool.options
  await warmUp(prizm.database)
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([max, max, 0])
  expect(pool.options.min).toBe(max)
  await prizm.close()
})
