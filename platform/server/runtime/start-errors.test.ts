import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '#db/testing.ts'
import { projectRoot } from './config.ts'
import { openDatabase } from '../database/db.ts'
import { lockFolder } from '../embedded/folder-lock.ts'
import { migrate } from '../database/migrate.ts'
import { refuseOld, unheard, unreachable } from './start-errors.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'prizm-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The error of a server that listens on this address. */
async function refusalAt(host: string, port: number): Promise<unknown> {
  const server = createServer()
  server.listen({ host, port })
  const [error] = (await once(server, 'error')) as [unknown]
  return unheard(error, { HOST: host, PORT: port })
}

test('names a port that is in use and a host that is not an address of this machine', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as { port: number }
  expect(String(await refusalAt('127.0.0.1', port))).toContain(`PORT ${port} is in use already`)
  expect(String(await refusalAt('192.0.2.1', 0))).toContain('HOST must be an address of this')
  first.close()
})

const refused = (code: string) => Object.assign(new Error(''), { code })

test.each([
  [refused('ECONNREFUSED'), 'nothing answers at db.example:5433'],
  [new Error('timeout exceeded when trying to connect'), 'nothing answers at db.example:5433'],
  [refused('ENOTFOUND'), 'the host db.example is not known'],
  [
    Object.assign(new Error('password authentication failed for user "prizm"'), { code: '28P01' }),
    'password authentication failed for user "prizm"',
  ],
])('the error of an unreachable database names the cause and DATABASE_URL: %s', (error, reason) => {
  const { message } = unreachable(error, { host: 'db.example', port: 5433 })
  expect(message).toBe(`DATABASE_URL cannot be used: ${reason}`)
})

test('rejects PostgreSQL before version 15', () => {
  expect(() => refuseOld(140_012)).toThrow('DATABASE_URL is PostgreSQL 14: 15 or newer is needed')
  expect(() => refuseOld(150_000)).not.toThrow()
})

test.runIf(isPostgres)(
  'a missing database stops the start with a line that names DATABASE_URL',
  async () => {
    const url = new URL(testServer)
    url.pathname = '/prizm_nowhere'
    const { pool, close } = await openDatabase({ DATABASE_URL: url.href, POOL_SIZE: 1 })
    const line = 'DATABASE_URL cannot be used: database "prizm_nowhere" does not exist'
    await expect(migrate(pool)).rejects.toThrow(line)
    await close()
  },
)

test('names a DATA_DIR that is not a folder or has no database', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const line = `DATA_DIR cannot be written: ${file}: it is not a folder`
  await expect(lockFolder(join(file, 'database'))).rejects.toThrow(line)
  const wrong = join(folder, 'wrong')
  mkdirSync(wrong)
  writeFileSync(join(wrong, 'database'), '', { mode: 0o600 })
  const opening = openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 }, join(wrong, 'database'))
  await expect(opening).rejects.toThrow(
    /^The database in DATA_DIR cannot be opened: .+ not a folder$/,
  )
  expect(existsSync(join(wrong, 'database.lock'))).toBe(false)
})

/** Starts the program from source with these settings and collects its output. */
function start(settings: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'app/server.ts'], {
    cwd: projectRoot,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const told = { text: '', errors: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (told.text += chunk.toString()))
  }
  child.stderr.on('data', (chunk: Buffer) => (told.errors += chunk.toString()))
  return { child, told, ended: once(child, 'exit') }
}

test.skipIf(isPostgres)(
  'a program stopped during its start ends immediately, like a ready one',
  async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const { child, told, ended } = start({ DATA_DIR: data, PORT: '0' })
    // The folder's lock file appears when the database is being opened.
    const watcher = watch(data)
    await Promise.race([once(watcher, 'change'), ended])
    watcher.close()
    child.kill('SIGTERM')
    expect([await ended, told.text]).toEqual([[0, null], ''])
  },
  60_000,
)

test('C22 warns at startup about a variable that is almost a setting', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  const { told, ended } = start({ DATA_DIR: file, SIGNUP: 'closed' })
  expect(await ended).toEqual([1, null])
  expect(told.errors.split('\n')[0]).toBe(
    'Warning: SIGNUP is not a setting and has no effect. Did you mean SIGN_UP?',
  )
}, 120_000)

test.skipIf(isPostgres)(
  'D29 passwords generated by a start are shown, even if the start fails later',
  async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const settings = { DATA_DIR: join(folder, 'demo'), DEMO_DATA: 'load', SEED: 'small' }
    const { told, ended } = start({ ...settings, HOST: '127.0.0.1', PORT: String(port) })
    expect(await ended).toEqual([1, null])
    other.close()
    expect(told.text).toContain('The passwords are shown only once:')
    expect(told.text).toMatch(/\n {2}admin +[a-z]+-[a-z]+-[a-z]+-\d{3} +admin\n/)
    expect(told.text).toContain(`PORT ${port} is in use already`)
  },
  120_000,
)
