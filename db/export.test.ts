import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { freshDatabase } from '#db/testing.ts'
import { checkHistory, readSealedHistory, sealHistory } from '#features/audit/server/seals.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { prepareDemo } from './demo.ts'
import { exportDatabase } from './export.ts'

const slowMs = 900_000

const folder = mkdtempSync(join(tmpdir(), 'prizm-export-'))
const hasPsql = spawnSync('psql', ['--version']).status === 0
const target = hasPsql ? await freshDatabase().catch(() => undefined) : undefined
// Keep a connection open: another run drops test databases without connections.
const keeper = target && new pg.Client({ connectionString: target.url })
await keeper?.connect()
keeper?.on('error', () => {})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await keeper?.end()
  await target?.drop()
})

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

// Both runs of the suite would do the same: one is enough, and it reports a skip where it cannot
// run.
if (process.env['TEST_DATABASE'] !== 'postgres') {
  test.skipIf(!target)(
    'an exported database is loaded by psql, and the program goes on with it',
    { timeout: slowMs },
    async () => {
      const url = target?.url ?? ''
      const embedded = join(folder, 'database')
      const first = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 }, embedded)
      await migrate(first.pool)
      const now = new Date()
      const signIns = await prepareDemo(first, { mode: 'auto', seed: 'small', now })
      const orders = await first.pool.query('select count(*) as count from sales_orders')
      const ctx = { user: undefined, now, requestId: 'test', channel: 'test' }
      await sealHistory({ ...ctx, db: first.db })
      await first.close()

      const input = await exportDatabase(embedded)
      const psql = ['-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', url]
      const loaded = spawnSync('psql', psql, { input, encoding: 'utf8' })
      expect(loaded.stderr).toBe('')
      expect(loaded.status).toBe(0)

      const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO_DATA: 'none' })
      const { app, database, close } = await startProgram({ config })
      try {
        const { username, password } = signIns?.[0] ?? {}
        const payload = { username, password }
        const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload })
        expect(signedIn.statusCode).toBe(200)
        const found = await database.pool.query('select count(*) as count from sales_orders')
        expect(found.rows).toEqual(orders.rows)
        const broken = 'select inv from check_invariants() where violations > 0'
        expect((await database.pool.query(broken)).rows).toEqual([])
        // Audit log seals from there are valid here, and sealing continues.
        const here = { ...ctx, db: database.db }
        const { waiting } = await readSealedHistory(here)
        await sealHistory(here)
        const { sealCount, rowCount, faultCount } = await checkHistory(here)
        const acts = await database.pool.query('select count(*) as count from audit_log')
        expect({ waiting, faultCount, rowCount }).toEqual({
          waiting: 1,
          faultCount: 0,
          rowCount: acts.rows[0].count,
        })
        expect(sealCount).toBeGreaterThan(1)
        const next = await database.pool.query(
          `insert into vendors (vendor_code, name, email)
           values ('V-next', 'Next', 'next@example.com') returning id`,
        )
        expect(next.rows).toEqual([{ id: 11 }])
      } finally {
        await close()
      }
    },
  )
}
