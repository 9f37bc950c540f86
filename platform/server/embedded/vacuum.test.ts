import { expect, onTestFinished, test } from 'vitest'
import { embeddedPool } from './embedded.ts'
import { vacuum, vacuumJobs } from './vacuum.ts'

test('the space of rows that were rolled back is used again after a vacuum', async () => {
  const { pool, close } = await embeddedPool(undefined, {})
  onTestFinished(close)
  await pool.query('create table "Things" (id integer primary key, text text)')
  const size = async () => {
    const { rows } = await pool.query<{ size: number }>(
      `select pg_relation_size('"Things"')::int as size`,
    )
    return rows[0]?.size ?? 0
  }
  const insertAndRollBack = async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query(
      `insert into "Things" select n, repeat('x', 1000) from generate_series(1, 1000) n`,
    )
    await client.query('rollback')
    client.release()
  }
  await insertAndRollBack()
  const once = await size()
  expect(once).toBeGreaterThan(1_000_000)
  await vacuum(pool)
  await insertAndRollBack()
  expect(await size()).toBeLessThan(1.2 * once)
  await insertAndRollBack()
  expect(await size()).toBeGreaterThan(1.8 * once)
  expect((await pool.query('select count(*)::int as count from "Things"')).rows).toEqual([
    { count: 0 },
  ])
})

test('only the embedded database is vacuumed by the program', async () => {
  const { pool, close } = await embeddedPool(undefined, {})
  onTestFinished(close)
  expect(vacuumJobs({ kind: 'postgres', pool })).toEqual([])
  expect(vacuumJobs({ kind: 'embedded', pool })).toMatchObject([
    { name: 'vacuum', everyMs: 3_600_000 },
  ])
})
