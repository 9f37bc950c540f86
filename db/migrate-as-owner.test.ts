import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { databaseOfPlainRole, plainRoleOf } from '#db/testing.ts'
import { checkHistory, sealHistory } from '#features/audit/server/hash-chain.ts'
import { cookieOf } from '#features/auth/server/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { readConfig } from '#platform/server/runtime/config.ts'

// One role owns the tables and migrates them; the program runs as another one.

// Both runs of the suite would do the same: one is enough.
const owner =
  process.env['TEST_DATABASE'] === 'postgres'
    ? undefined
    : await databaseOfPlainRole().catch(() => undefined)
const program = owner && (await plainRoleOf(owner))
const url = program?.url ?? ''
// Keep a connection open: another run drops test databases without connections.
const keeper = owner && new pg.Client({ connectionString: url })
await keeper?.connect()
keeper?.on('error', () => {})

afterAll(async () => {
  await keeper?.end()
  await owner?.drop()
  await program?.drop()
})

/** Runs `npm run db:migrate` without npm. */
function runMigrate(databaseUrl: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const command = ['scripts/operate.mjs', 'migrate-as-owner', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

const refused = (stderr: string) => ({ status: 1, stdout: '', stderr })

test('without a role or an address the command says how to call it', () => {
  expect(runMigrate('')).toEqual(refused('Usage: npm run db:migrate -- ROLE\n'))
  const sentence =
    'Set DATABASE_URL to the address of PostgreSQL with the role that owns the tables\n'
  expect(runMigrate('', 'prizm')).toEqual(refused(sentence))
})

describe.skipIf(!owner)('a program whose role does not own the tables', () => {
  const roleOf = (address = '') => new URL(address).username

  test('cannot migrate, and is told the right that it lacks', async () => {
    const { pool, close } = await openDatabase({ DATABASE_URL: url, POOL_SIZE: 1 })
    await expect(migrate(pool)).rejects.toThrow('permission denied for schema public')
    await close()
  })

  test('is not let in by a role that is unknown or owns the tables', () => {
    const unknown = 'There is no role called nobody_here: create it first\n'
    expect(runMigrate(owner?.url ?? '', 'nobody_here')).toEqual(refused(unknown))
    const own = roleOf(owner?.url)
    const sentence = `${own} owns the tables or is a superuser: name another role for the program\n`
    expect(runMigrate(owner?.url ?? '', own)).toEqual(refused(sentence))
  })

  test('starts, signs up, creates orders and seals the history', async () => {
    const role = roleOf(url)
    const said = `Applied 0 migrations. ${role} may read and write all tables, and change none.\n`
    // The two refused runs have applied the migrations.
    expect(runMigrate(owner?.url ?? '', role)).toEqual({ status: 0, stdout: said, stderr: '' })
    const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO_DATA: 'none' })
    const { app, database, close } = await startProgram({ config })
    const rows = async (text: string) => (await database.pool.query(text)).rows
    try {
      const owned = 'select count(*)::int as count from pg_tables where tableowner = current_user'
      expect(await rows(owned)).toEqual([{ count: 0 }])
      expect((await app.inject('/readyz')).statusCode).toBe(200)
      const payload = {
        username: 'boss',
        email: 'boss@example.com',
        password: 'brass lantern 41 harbour',
      }
      const signedUp = await app.inject({ method: 'POST', url: '/api/register', payload })
      expect(signedUp.statusCode, signedUp.body).toBe(201)
      const builders = orderBuilders(database.db)
      const customerId = await builders.buyer({ customerCode: 'C-1' })
      const skuId = await builders.item({ sku: 'BOLT' })
      const created = await app.inject({
        method: 'POST',
        url: '/api/orders/create',
        headers: { cookie: cookieOf(signedUp) },
        payload: { customerId, items: [{ skuId, quantity: 3 }] },
      })
      expect(created.statusCode, created.body).toBe(201)
      const now = new Date()
      const context = { db: database.db, user: undefined, now, requestId: 'test', channel: 'test' }
      await sealHistory(context)
      expect((await checkHistory(context)).faultCount).toBe(0)
      expect(await rows('select inv from check_invariants() where violations > 0')).toEqual([])
    } finally {
      await close()
    }
  })

  test.each([
    'drop table customers',
    'alter table audit_log disable trigger all',
    'truncate stock_moves',
    'delete from audit_log',
    'create table planted (id integer)',
    "insert into migrations (name) values ('planted')",
    'alter table journal_entries add column planted integer',
  ])('may not: %s', async (statement) => {
    await expect(keeper?.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
