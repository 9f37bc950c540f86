import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../database/db.ts'
import { lockFolder } from '../embedded/folder-lock.ts'
import { readConfig } from './config.ts'
import {
  listenError,
  requirePostgresVersion,
  requireSecretsKey,
  unreachable,
} from './start-errors.ts'
import { spawnProgram } from './testing.ts'

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'prizm-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The error of a server that listens on this address. */
async function refusalAt(host: string, port: number): Promise<unknown> {
  const server = createServer()
  server.listen({ host, port })
  const [error] = (await once(server, 'error')) as [unknown]
  return listenError(error, { HOST: host, PORT: port })
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
  expect(() => requirePostgresVersion(140_012)).toThrow(
    'DATABASE_URL is PostgreSQL 14: 15 or newer is needed',
  )
  expect(() => requirePostgresVersion(150_000)).not.toThrow()
})

const needsKey =
  'SECRETS_KEY must be set if other machines reach the program (HOST or PUBLIC_URL), because ' +
  'it encrypts stored secrets. Use the output of openssl rand -base64 32, the same on all ' +
  'nodes, and store a copy apart from the backups'

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.0.2.1' },
  { PUBLIC_URL: 'https://orders.example.com' },
  { PUBLIC_URL: 'http://localhost:3000, https://orders.example.com' },
])('a server that other machines reach does not start without SECRETS_KEY: %j', (env) => {
  expect(() => requireSecretsKey(readConfig(env))).toThrow(needsKey)
  const key = { SECRETS_KEY: 'gZ3mR8vQ1xT6kN0wB5yH2cJ4' }
  expect(() => requireSecretsKey(readConfig({ ...env, ...key }))).not.toThrow()
})

test.each([
  {},
  { HOST: 'localhost' },
  { HOST: '127.0.0.2' },
  { HOST: '::1' },
  { PUBLIC_URL: 'http://localhost:3000, http://127.0.0.1:3000, http://[::1]:3000' },
  { TRUSTED_PROXY: 'loopback' },
])('a trial on this machine needs no SECRETS_KEY: %j', (env) => {
  expect(() => requireSecretsKey(readConfig(env))).not.toThrow()
})

test('a start without SECRETS_KEY ends with 1 and that line; nothing is opened', async () => {
  const data = join(folder, 'unopened')
  mkdirSync(data)
  const { told, ended } = spawnProgram({ DATA_DIR: data, HOST: '0.0.0.0', PORT: '0' })
  expect([await ended, told.text]).toEqual([[1, null], `${needsKey}\n`])
  expect(existsSync(join(data, 'database'))).toBe(false)
}, 120_000)

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

test.skipIf(isPostgres)(
  'a program stopped during its start ends immediately, like a ready one',
  async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const { child, told, ended } = spawnProgram({ DATA_DIR: data, PORT: '0' })
    // The folder's lock file appears when the database is being opened.
    const watcher = watch(data)
    await Promise.race([once(watcher, 'change'), ended])
    watcher.close()
    child.kill('SIGTERM')
    expect([await ended, told.text]).toEqual([[0, null], ''])
  },
  60_000,
)

test('warns at startup about a variable that is almost a setting', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  const { told, ended } = spawnProgram({ DATA_DIR: file, SIGNUP: 'closed' })
  expect(await ended).toEqual([1, null])
  expect(told.errors.split('\n')[0]).toBe(
    'Warning: SIGNUP is not a setting and has no effect. Did you mean SIGN_UP?',
  )
}, 120_000)

test.skipIf(isPostgres)(
  'passwords generated by a start are shown, even if the start fails later',
  async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const settings = { DATA_DIR: join(folder, 'demo'), DEMO_DATA: 'load', SEED: 'small' }
    const { told, ended } = spawnProgram({ ...settings, HOST: '127.0.0.1', PORT: String(port) })
    expect(await ended).toEqual([1, null])
    other.close()
    expect(told.text).toContain('The passwords are shown only once:')
    expect(told.text).toMatch(/\n {2}admin +[a-z]+-[a-z]+-[a-z]+-\d{3} +admin\n/)
    expect(told.text).toContain(`PORT ${port} is in use already`)
  },
  120_000,
)
