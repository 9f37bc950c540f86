import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { loadDemo } from '#db/demo.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'

// The WMS problems and notifications that the demo data adds besides its records.

const slowMs = 900_000
let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

async function load(): Promise<void> {
  const { db } = prizm.database
  const now = prizm.clock.now
  const ctx: Context = { db, user: undefined, now, requestId: 'worker', channel: 'worker' }
  await inTransaction(ctx, (inner) => loadDemo(inner, { seed: 'small', reach: async () => {} }))
}

async function count(what: string): Promise<number> {
  const found = await prizm.database.pool.query<{ n: number }>(`select count(*) as n from ${what}`)
  return Number(found.rows[0]?.n)
}

/** The administrator's unread notifications. */
async function news(): Promise<string[]> {
  const found = await prizm.database.pool.query<{ said: string }>(
    `select title || ': ' || text as said from notifications n join users u on u.id = n.user_id
     where u.username = 'admin-1' and n.read_at is null order by title`,
  )
  return found.rows.map(({ said }) => said)
}

test('adds two open WMS problems and three notifications', { timeout: slowMs }, async () => {
  await load()
  expect(await count('wms_runs')).toBe(4)
  expect(await count('wms_run_steps s join wms_runs r on r.id = s.run_id')).toBe(16)
  expect(await count(`wms_problems where state = 'open'`)).toBe(2)
  expect(await news()).toEqual([
    expect.stringMatching(/^Low Stock Alert: \d items? below minimum threshold$/),
    'Pending Approvals: 3 purchase orders awaiting approval',
    'System Update: Maintenance scheduled for tonight',
  ])
  expect(await count('health_samples')).toBe(0)
})

test('does not overwrite existing WMS runs and notices', { timeout: slowMs }, async () => {
  await prizm.database.pool.query(
    `insert into wms_runs (job, started_from, state, ended_at)
     values ('full', 'schedule', 'done', now())`,
  )
  const body = { maintenanceNotice: 'New shelves on Friday' }
  await prizm.call('PUT', '/api/settings', { as, body })
  await load()
  expect(await count('wms_runs')).toBe(1)
  expect(await count('wms_problems')).toBe(0)
  expect((await news()).at(-1)).toBe('System Update: New shelves on Friday')
})
