import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Program, startProgram } from '#app/program.ts'
import { authBuilders } from '#features/auth/server/testing.ts'
import { readConfig } from '../runtime/config.ts'
import { openDatabase } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'

// Damages the files of the embedded database while the program runs.

const page = 8192
let here: string
let folder: string
let cookie: string
let vendorsFile: string
let program: Program

beforeEach(async () => {
  here = mkdtempSync(join(tmpdir(), 'prizm-seen-'))
  folder = join(here, 'database')
  const { pool, db, close } = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 }, folder)
  await migrate(pool)
  await pool.query(
    `insert into vendors (vendor_code, name, email)
     select 'V-' || n, 'Vendor ' || n, n || '@example.com' from generate_series(1, 2000) n`,
  )
  const path = await pool.query<{ path: string }>(`select pg_relation_filepath('vendors') as path`)
  vendorsFile = join(folder, path.rows[0]?.path ?? '')
  const builders = authBuilders(db)
  cookie = await builders.session(await builders.user({ role: 'admin' }))
  await close()
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO_DATA: 'none', DATA_DIR: here })
  program = await startProgram({ config })
})
afterEach(async () => {
  await program.close().catch(() => undefined)
  rmSync(here, { recursive: true })
})

const get = (url: string) => program.app.inject({ method: 'GET', url, headers: { cookie } })

test('a request that reads a damaged page returns 503, and the program is not ready', async () => {
  expect((await get('/readyz')).body).toBe('ok')
  const file = openSync(vendorsFile, 'r+')
  for (let each = 1; each < 8; each++) {
    writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, each * page + 4000)
  }
  closeSync(file)
  const message = 'The database is damaged. An administrator must restore a backup'
  const refused = await get('/api/vendors')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'database-damaged', detail: message })
  expect(refused.headers['retry-after']).toBe('60')
  const ready = await get('/readyz')
  expect([ready.statusCode, ready.body]).toEqual([503, message])
  await expect
    .poll(async () => (await get('/api/health')).json())
    .toMatchObject({ overall: 'unhealthy', database: { status: 'unhealthy', error: message } })
  // Requests for other data still succeed.
  expect((await get('/api/user')).statusCode).toBe(200)
})

test('a crashed database returns 503, is reopened, and is found damaged', async () => {
  rmSync(join(folder, 'global/pg_control'))
  const { pool } = program.database
  const broken = await pool
    .query('create table tried (n integer); checkpoint')
    .catch((error: Error) => error)
  expect(broken).toMatchObject({ name: 'AbortedDatabase' })
  const aborted = 'The database crashed and is being reopened. It may be damaged'
  expect((await get('/readyz')).body).toBe(aborted)
  const refused = await get('/api/vendors')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'database-damaged' })
  const again = await pool.query('select 1').catch((error: Error) => error.message)
  expect(again).toMatch(
    `DATA_DIR has a damaged database: ${folder}: global/pg_control is missing. `,
  )
})
