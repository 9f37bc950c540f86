import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#db/testing.ts'
import { type Context, type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { type Simulator, startSimulator } from '#wms-simulator/simulator.ts'
import { startDue } from './background-jobs.ts'
import { executeNextRun } from './execute-run.ts'

// Several processes on one PostgreSQL, with separate connections: each due sync runs once.

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const nodeCount = 2
const rounds = 12

let warehouse: Simulator
let databases: Database[] = []
let drop = async () => {}

beforeAll(async () => {
  if (!isPostgres) return
  const fresh = await freshDatabase()
  drop = fresh.drop
  const open = () => openDatabase({ DATABASE_URL: fresh.url, POOL_SIZE: 4 })
  databases = await Promise.all(Array.from({ length: nodeCount }, open))
  await migrate((databases[0] as Database).pool)
}, 120_000)
afterAll(async () => {
  for (const database of databases) await database.close()
  await drop()
})

beforeEach(async (context) => {
  context.skip(!isPostgres, 'Two programs need a PostgreSQL')
  warehouse = await startSimulator({ port: 0, token: 'T', secret: 'whsec_c2VjcmV0' })
})
afterEach(() => warehouse?.close())

const configOf = () => ({ WMS_URL: `http://127.0.0.1:${warehouse.port}`, WMS_TOKEN: 'T' })
const contextOf = ({ db }: Database): Context => {
  return { db, user: undefined, now: new Date(), requestId: 'test', channel: 'wms' }
}
const query = async <Row extends object>(text: string) =>
  ((await databases[0]?.pool.query<Row>(text)) ?? { rows: [] }).rows

test('a due sync is started by one process and executed by one', async () => {
  await Promise.all(databases.map((each) => startDue(contextOf(each), configOf())))
  expect(await query('select 1 from wms_runs')).toEqual([])
  for (let round = 1; round <= rounds; round++) {
    await query(`update wms_connection set next_run_at = now() - interval '1 second'`)
    await Promise.all(databases.map((each) => startDue(contextOf(each), configOf())))
    await Promise.all(databases.map((each) => executeNextRun(contextOf(each), configOf())))
    const runs = await query(`select job, state, started_from as "from" from wms_runs`)
    expect(runs).toEqual(
      Array.from({ length: round }, () => ({ job: 'full', state: 'done', from: 'schedule' })),
    )
  }
  const steps = await query<{ n: number }>('select count(*)::int as n from wms_run_steps')
  expect(steps).toEqual([{ n: rounds * 4 }])
})
