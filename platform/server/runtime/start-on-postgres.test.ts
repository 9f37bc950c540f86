import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase, testServer } from '#db/testing.ts'
import { openDatabase } from '../database/db.ts'
import { migrate, requireReachable } from '../database/migrate.ts'
import { usualTimeouts } from '../database/session-settings.ts'
import { projectRoot } from './config.ts'
import { describeError } from './error-serializer.ts'
import { spawnProgram } from './testing.ts'

// The lines of a start on a PostgreSQL that is away, refuses the program, or is behind a pooler.

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
const inPostgres = test.skipIf(!isPostgres)
/** Tests that bring their own server. */
const anywhere = test.skipIf(isPostgres)
const certificateFile = join(projectRoot, 'platform/server/runtime/self-signed.pem')

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** Starts a server that handles each connection so, and returns its port. */
async function listen(handle: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => {})
    handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The message with which a server of PostgreSQL refuses a connection. */
function refusal(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** The line with which a start on this address ends, or `it started`. */
async function startLine(url: string, pooler?: 'transaction'): Promise<string> {
  const config = { DATABASE_URL: url, POOL_SIZE: 1, DATABASE_POOLER: pooler }
  const patient = { ...usualTimeouts, connectMs: 60_000 }
  const { pool, close } = await openDatabase(config, undefined, patient)
  const line = await migrate(pool).then(() => 'it started', describeError)
  await close()
  return line
}

const remedy = 'Set DATABASE_POOLER=transaction, or use the address of PostgreSQL itself'

anywhere(
  'a start that waits for the database prints its address, the reason and the try',
  async () => {
    const port = await listen(() => {})
    server?.close()
    const url = `postgres://prizm@127.0.0.1:${port}/prizm`
    const { child, told, ended } = spawnProgram({ DATABASE_URL: url })
    await Promise.race([once(child.stdout, 'data'), ended])
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(told.text.split('\n')[0]).toBe(
      `Waiting for the database at 127.0.0.1:${port} (try 1 of 30): nothing answers`,
    )
  },
)

anywhere('a pooler that refuses startup options ends the start at once', async () => {
  const port = await listen((socket) => {
    socket.once('data', () => {
      socket.end(refusal('08P01', 'unsupported startup parameter: options'))
    })
  })
  const url = `postgres://prizm@127.0.0.1:${port}/prizm`
  const { told, ended } = spawnProgram({ DATABASE_URL: url })
  expect(await ended).toEqual([1, null])
  const reason = `a connection pooler at 127.0.0.1:${port} refuses startup options`
  expect(told.text).toBe(`DATABASE_URL cannot be used: ${reason}. ${remedy}\n`)
  const withOptions = `${url}?options=-c%20search_path%3Dprizm`
  const removeOptions = 'Remove `options` from the database address, and unset PGOPTIONS'
  expect(await startLine(withOptions, 'transaction')).toBe(
    `DATABASE_URL cannot be used: ${reason}. ${removeOptions}`,
  )
  // The operator's commands, such as user:password, say the same.
  const { pool, close } = await openDatabase({ DATABASE_URL: url, POOL_SIZE: 1 }, undefined)
  const line = await requireReachable(pool).then(() => 'it connected', describeError)
  await close()
  expect(line).toBe(`DATABASE_URL cannot be used: ${reason}. ${remedy}`)
})

/** Passes a connection on to the test server, without the options of its first message. */
function dropOptions(socket: Socket): void {
  const { hostname, port } = new URL(testServer)
  const target = connect(Number(port || 5432), hostname)
  target.on('error', () => socket.destroy())
  socket.on('close', () => target.destroy())
  socket.once('data', (first: Buffer) => {
    const words = first.toString('utf8', 8).split('\0')
    const at = words.indexOf('options')
    if (at >= 0) words.splice(at, 2)
    const parameters = Buffer.from(words.join('\0'))
    const head = Buffer.alloc(8)
    head.writeInt32BE(parameters.length + 8, 0)
    head.writeInt32BE(first.readInt32BE(4), 4)
    target.write(Buffer.concat([head, parameters]))
    socket.pipe(target).pipe(socket)
  })
}

inPostgres('a pooler that drops startup options ends the start, unless it is named', async () => {
  const made = await freshDatabase()
  const port = await listen(dropOptions)
  const url = new URL(made.url)
  url.host = `127.0.0.1:${port}`
  expect(await startLine(url.href)).toBe(
    'DATABASE_URL cannot be used: a connection pooler at ' +
      `127.0.0.1:${port} drops the startup options. ${remedy}`,
  )
  expect(await startLine(url.href, 'transaction')).toBe('it started')
  await made.drop()
})

anywhere('sslmode=require without TLS ends the start with one line and no warning', async () => {
  const port = await listen((socket) => {
    socket.once('data', () => socket.write('N'))
  })
  const url = `postgres://prizm@127.0.0.1:${port}/prizm?sslmode=require`
  const { told, ended } = spawnProgram({ DATABASE_URL: url })
  expect(await ended).toEqual([1, null])
  expect(told.text).toBe(
    `DATABASE_URL cannot be used: no TLS at 127.0.0.1:${port}. ` +
      'Turn on ssl there, or set sslmode=disable in the address\n',
  )
})

/** A server with a self-signed certificate that rejects every password. */
function rejectOverTls(socket: Socket): void {
  const pem = readFileSync(certificateFile)
  socket.once('data', () => {
    socket.write('S')
    const secureContext = createSecureContext({ key: pem, cert: pem })
    const secure = new TLSSocket(socket, { isServer: true, secureContext })
    secure.on('error', () => {})
    secure.once('data', () => secure.end(refusal('28P01', 'password authentication failed')))
  })
}

anywhere('a self-signed certificate ends the start with what to set in the address', async () => {
  const port = await listen(rejectOverTls)
  const url = `postgres://prizm@127.0.0.1:${port}/prizm`
  for (const mode of ['require', 'verify-full']) {
    expect(await startLine(`${url}?sslmode=${mode}`)).toBe(
      `DATABASE_URL cannot be used: self-signed certificate at 127.0.0.1:${port}. ` +
        'In the address, set sslrootcert to the file with the certificate of its authority, ' +
        'or sslmode=no-verify to accept any certificate',
    )
  }
  const rejected = 'DATABASE_URL cannot be used: password authentication failed'
  expect(await startLine(`${url}?sslmode=no-verify`)).toBe(rejected)
  expect(await startLine(`${url}?sslmode=require&sslrootcert=${certificateFile}`)).toBe(rejected)
})

/** Runs `work` with a database and the address of a new role without rights in it. */
async function withRole(
  work: (parts: { url: string; name: string; owner: pg.Client }) => Promise<void>,
): Promise<void> {
  const made: TestDatabase = await freshDatabase()
  const name = new URL(made.url).pathname.slice(1)
  const owner = new pg.Client({ connectionString: made.url })
  await owner.connect()
  await owner.query(`create role ${name} login`)
  const url = new URL(made.url)
  url.username = name
  await work({ url: url.href, name, owner })
  await owner.end()
  await made.drop()
  const administrator = new pg.Client({ connectionString: testServer })
  await administrator.connect()
  await administrator.query(`drop role ${name}`)
  await administrator.end()
}

inPostgres('a role that may not create tables ends the start with the grant that helps', () =>
  withRole(async ({ url, name, owner }) => {
    const grant = `grant usage, create on schema public to "${name}"`
    expect(await startLine(url)).toBe(
      'DATABASE_URL cannot be used: permission denied for schema public. ' +
        `In the database ${name}, run as its owner: ${grant}`,
    )
    await owner.query(grant)
    expect(await startLine(url)).toBe('it started')
  }),
)

inPostgres('a role that does not own the tables ends the start with which role to use', () =>
  withRole(async ({ url, name, owner }) => {
    await owner.query(
      `create table migrations (
         name text primary key, program_version text, older_may_write boolean)`,
    )
    expect(await startLine(url)).toBe(
      'DATABASE_URL cannot be used: permission denied for table migrations. ' +
        `Use the role that created the tables, or make ${name} a member of it`,
    )
  }),
)

inPostgres('a missing database ends the start with its name', async () => {
  const url = new URL(testServer)
  url.pathname = '/prizm_nowhere'
  expect(await startLine(url.href)).toBe(
    'DATABASE_URL cannot be used: database "prizm_nowhere" does not exist',
  )
})
