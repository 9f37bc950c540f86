import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { databaseOfPlainRole } from '#db/testing.ts'
import { checkHistory, readSealedHistory, sealHistory } from '#features/audit/server/hash-chain.ts'
import { cookieOf } from '#features/auth/server/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { prepareDemo } from '../demo.ts'
import { exportDatabase } from './dump.ts'

const folder = mkdtempSync(join(tmpdir(), 'prizm-export-'))
const file = join(folder, 'prizm.sql')
// Both runs of the suite would do the same: one is enough.
const target =
  process.env['TEST_DATABASE'] === 'postgres'
    ? undefined
    : await databaseOfPlainRole().catch(() => undefined)
const url = target?.url ?? ''
// Keep a connection open: another run drops test databases without connections.
const keeper = target && new pg.Client({ connectionString: url })
await keeper?.connect()
keeper?.on('error', () => {})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await keeper?.end()
  await target?.drop()
})

/** Runs `npm run db:export` without npm. */
function runExport(...args: string[]) {
  const env = { ...process.env, DATA_DIR: folder }
  return spawnSync(process.execPath, ['scripts/operate.mjs', 'export', ...args], {
    encoding: 'utf8',
    env,
  })
}

/** Loads SQL as psql with --single-transaction does. Returns the rows that psql would print. */
async function load(sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results: pg.QueryResult[] = [await client.query(sql)].flat()
    return results.flatMap(({ rows }) => rows.map((row) => Object.values(row).join(' | ')))
  } finally {
    await client.end()
  }
}

test('an export without a database fails', async () => {
  await expect(exportDatabase(join(folder, 'none'))).rejects.toThrow('no embedded database')
})

test('a damaged database is not exported, and the error names it', async () => {
  const damaged = join(folder, 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'PG_VERSION'), '18')
  await expect(exportDatabase(damaged)).rejects.toThrow(
    `DATA_DIR has a damaged database: ${damaged}: base is missing; `,
  )
})

test('an export without the name of a file says how to call it', () => {
  const { status, stderr } = runExport()
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Usage: npm run db:export -- FILE\n' })
})

describe.skipIf(!target)('the move to the PostgreSQL database of a plain role', () => {
  let signIns: Awaited<ReturnType<typeof prepareDemo>>
  let orders: unknown[]
  let printed: string
  let sql: string

  const context = { user: undefined, now: new Date(), requestId: 'test', channel: 'test' }

  beforeAll(async () => {
    const embedded = join(folder, 'database')
    const first = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 }, embedded)
    await migrate(first.pool)
    signIns = await prepareDemo(first, { mode: 'auto', seed: 'small', now: context.now })
    orders = (await first.pool.query('select count(*) as count from sales_orders')).rows
    await sealHistory({ ...context, db: first.db })
    await first.close()
    const { status, stderr, stdout } = runExport(file)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    printed = stdout
    sql = readFileSync(file, 'utf8')
  })

  test('the file is private and names no owner, and no line of it is of npm', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(sql.split('\n').filter((line) => /OWNER TO|^(GRANT|REVOKE) /.test(line))).toEqual([])
    expect(sql).toMatch(/^--\n-- PostgreSQL database dump\n--\n/)
  })

  test('an existing file is not overwritten', () => {
    const { status, stderr } = runExport(file)
    const sentence = `${file} exists already: remove it, or name another file\n`
    expect({ status, stderr }).toEqual({ status: 1, stderr: sentence })
  })

  test.each([
    ['a changed row', "update public.secrets set value = 'none' where name = 'demo-data'"],
    ['a lost row', "delete from public.secrets where name = 'demo-data'"],
    ['an added row', "insert into public.secrets (name, value) values ('planted', 'planted')"],
  ])('%s fails the load with the name of its table, and nothing is saved', async (_what, act) => {
    const before = '\n--\n-- Comparison of every table'
    expect(sql).toContain(before)
    const planted = sql.replace(before, `\n${act};${before}`)
    await expect(load(planted)).rejects.toThrow(
      'These tables differ from the embedded database: secrets',
    )
    const remainingTables = await keeper?.query("select from pg_tables where schemaname = 'public'")
    expect(remainingTables?.rowCount).toBe(0)
  })

  test('psql loads the file, every table is equal, and the program creates orders', async () => {
    const [, tableCount, rowCount] = /^Wrote (\d+) tables with (\d+) rows/.exec(printed) ?? []
    const output = await loadByPrintedLine(printed)
    expect(output).toContain(`All ${tableCount} tables with ${rowCount} rows equal those of the`)
    expect(output).not.toContain('DIFFERENT')

    const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO_DATA: 'none' })
    const { app, database, close } = await startProgram({ config })
    const rows = async (text: string) => (await database.pool.query(text)).rows
    try {
      const foreign = "select tablename from pg_tables where schemaname = 'public'"
      expect(await rows(`${foreign} and tableowner <> current_user`)).toEqual([])
      const plain = 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user'
      expect(await rows(plain)).toEqual([{ rolsuper: false, rolcreatedb: false }])
      expect(await rows('select count(*) as count from sales_orders')).toEqual(orders)

      const { username, password } = signIns?.find(({ role }) => role === 'admin') ?? {}
      const payload = { username, password }
      const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload })
      expect(signedIn.statusCode).toBe(200)
      // Audit log seals from there are valid here, and sealing continues.
      const here = { ...context, db: database.db }
      const { waiting } = await readSealedHistory(here)
      await sealHistory(here)
      const { sealCount, rowCount: sealed, faultCount } = await checkHistory(here)
      const acts = await rows('select count(*) as count from audit_log')
      const expected = { waiting: 1, faultCount: 0, sealed: acts[0].count }
      expect({ waiting, faultCount, sealed }).toEqual(expected)
      expect(sealCount).toBeGreaterThan(1)

      const builders = orderBuilders(database.db)
      const customerId = await builders.buyer({ customerCode: 'MOVED' })
      const skuId = await builders.item({ sku: 'MOVED' })
      const created = await app.inject({
        method: 'POST',
        url: '/api/orders/create',
        headers: { cookie: cookieOf(signedIn) },
        payload: { customerId, items: [{ skuId, quantity: 3 }] },
      })
      expect(created.statusCode, created.body).toBe(201)
      const { id } = created.json().order
      const ordered = `select quantity from sales_order_items where sales_order_id = ${id}`
      expect(await rows(ordered)).toEqual([{ quantity: 3 }])
      expect(await rows('select inv from check_invariants() where violations > 0')).toEqual([])
    } finally {
      await close()
    }
  })

  /** Runs the printed line, or loads the file with the driver where psql is not installed. */
  async function loadByPrintedLine(text: string): Promise<string> {
    const line = /^ {2}(psql .+)$/m.exec(text)?.[1] ?? ''
    expect(line).toContain(`--file=${file} "$DATABASE_URL"`)
    if (spawnSync('psql', ['--version']).status !== 0) return (await load(sql)).join('\n')
    const env = { ...process.env, DATABASE_URL: url }
    const { status, stderr, stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }
})
