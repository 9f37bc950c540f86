import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import type { Database } from '#platform/server/database/db.ts'
import { prepareDemo } from './demo.ts'

const load = { mode: 'load', seed: 'small', now: new Date('2026-03-02T15:00:00Z') } as const

test('prints the demo passwords even if a step after the commit fails', async () => {
  const database = await testDatabase()
  await emptyDatabase(database)
  const receivedSignIns: unknown[] = []
  const announcements: string[] = []
  // Simulates a busy machine: gathering statistics exceeds the statement timeout.
  const pool = {
    query: (text: string) => database.pool.query(`set statement_timeout = 1; ${text}`),
  } as unknown as Database['pool']
  const slow = { ...database, pool }
  const announce = (sentence: string) => void announcements.push(sentence)
  const signIns = await prepareDemo(slow, {
    ...load,
    announce,
    onDemoSignIns: (all) => receivedSignIns.push(all),
  })
  await database.pool.query('reset statement_timeout')
  expect(signIns?.length).toBeGreaterThan(0)
  expect(receivedSignIns).toEqual([signIns])
  const why = process.env['TEST_DATABASE'] === 'postgres' ? '57014' : ''
  expect(announcements.at(-1)).toContain(why && `its statistics are not: Database error, ${why}`)
})
