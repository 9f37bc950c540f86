import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFilesIn } from '#platform/server/imports/file-parsing-thread.ts'
import { openFileThread } from '../../open-file-thread.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { csv, type RequestHeaders, json, statusOfHeaders } from './request-headers-testing.ts'

// Authentication, authorization and rate limits are checked before the body is read.

let prizm: TestApp
let port: number

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  port = Number(new URL(await prizm.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  readFilesIn(openFileThread)
  return prizm.close()
})

const statusOf = (path: string, headers: RequestHeaders) => statusOfHeaders(port, path, headers)

test('rejects a request without a session before reading its ten megabytes', async () => {
  expect(await statusOf('/api/customers/import', csv)).toBe(401)
  expect(await statusOf('/api/customers', json)).toBe(401)
  expect(await statusOf('/api/login', json)).toBe(413)
  expect(await statusOf('/api/nothing-here', json)).toBe(404)
})

test('checks the import permission before reading the file', async () => {
  const cookie = await prizm.signIn('viewer')
  expect(await statusOf('/api/customers/import', { ...csv, cookie })).toBe(403)
})

test('only files may be large: a form of two megabytes is refused by its length', async () => {
  const cookie = await prizm.signIn('admin')
  const large = { ...json, 'content-length': String(2 * 1024 * 1024), cookie }
  expect(await statusOf('/api/customers', large)).toBe(413)
  expect(await statusOf('/api/customers', { ...large, 'content-type': 'text/csv' })).toBe(415)
})

test('one user uploads at most four large files at a time, and slots are freed', async () => {
  const cookie = await prizm.signIn('admin')
  const head = { host: `127.0.0.1:${port}`, ...csv, cookie }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`POST /api/customers/import HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\ncustomer`)
      return socket
    }),
  )
  const isFull = async () => (await statusOf('/api/customers/import', { ...csv, cookie })) === 429
  await expect.poll(isFull).toBe(true)
  const another = await prizm.signIn('manager')
  const file = 'customerCode,name,email\nA-1,Acme,a@acme.example\n'
  const send = (as: string) =>
    prizm.call('POST', '/api/customers/import?check=true', {
      as,
      headers: { 'content-type': 'text/csv' },
      body: file,
    })
  expect((await send(another)).statusCode).toBeLessThan(500)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(
      async () =>
        await statusOf('/api/customers/import', {
          ...json,
          cookie,
          'content-type': 'text/csv',
          'content-length': '70000',
          expect: '100-continue',
        }),
    )
    .toBe(100)
})

/** A worker that waits with its first file until it is terminated. */
const waitingThread = () => {
  const code = "require('node:worker_threads').parentPort.on('message', () => {}).postMessage('up')"
  return new Worker(code, { eval: true })
}

test('a large file counts until it is imported, not only until it is read', async () => {
  const opened: Worker[] = []
  readFilesIn(() => {
    opened.push(waitingThread())
    return opened.at(-1) as Worker
  }, 600_000)
  const as = await prizm.signIn('admin')
  const row = `A-1,${'x'.repeat(100)},a@acme.example\n`
  const body = `customerCode,name,email\n${row.repeat(1000)}`
  const send = () =>
    prizm.call('POST', '/api/customers/import?dryRun=true', {
      as,
      headers: { 'content-type': 'text/csv' },
      body,
    })
  const four = [send(), send(), send(), send()]
  await expect.poll(() => opened.length).toBe(1)
  const first = await Promise.race([send(), ...four])
  expect([first.statusCode, first.json<object>()]).toMatchObject([429, { code: 'too-many-files' }])
  const ended = Promise.all(four)
  // Each file that waits gets a thread of its own, as the one before it ends.
  for (let place = 0; place < four.length; place++) {
    await expect.poll(() => opened.length).toBe(place + 1)
    await opened[place]?.terminate()
  }
  expect((await ended).map(({ statusCode }) => statusCode)).toEqual([413, 413, 413, 413])
  readFilesIn(openFileThread)
  expect((await send()).statusCode).toBe(200)
})

/** Sends a customer in two parts; `between` runs once the request is admitted. */
async function sendSlowly(
  headers: Record<string, string>,
  isAdmitted: () => Promise<boolean>,
  between: () => Promise<unknown>,
): Promise<number> {
  const body = JSON.stringify({ customerCode: 'C1', name: 'North', email: 'n@example.com' })
  const own = { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers }
  const all = { ...own, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /api/customers HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
  await expect.poll(isAdmitted).toBe(true)
  await between()
  const answered = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('error', reject)
  })
  socket.write(body.slice(20))
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(await answered)?.[1])
  socket.destroy()
  return status
}

const rowsOf = async (query: string) => (await prizm.database.pool.query(query)).rows
const lately = `select 1 from sessions where last_seen_at > now() - interval '1 minute'`
const customers = 'select customer_code as code from customers'

test.each([
  ['deleted', 401, []],
  ['left as it is', 201, [{ code: 'C1' }]],
] as const)(
  'A1 an API key that is %s while the body is read gets %i',
  async (what, status, rows) => {
    const as = await prizm.signIn('admin')
    const form = { name: 'shop', scopes: ['masterData'] }
    const made = await prizm.call('POST', '/api/api-keys', { as, body: form })
    const { id, key } = made.json<{ id: number; key: string }>()
    const usedKeysQuery = 'select 1 from api_keys where last_used_at is not null'
    const got = await sendSlowly(
      { authorization: `Bearer ${key}` },
      async () => (await rowsOf(usedKeysQuery)).length === 1,
      async () => what === 'deleted' && prizm.call('DELETE', `/api/api-keys/${id}`, { as }),
    )
    expect(got).toBe(status)
    expect(await rowsOf(customers)).toEqual(rows)
  },
)

test.each([
  ['ends', 401, []],
  ['goes on', 201, [{ code: 'C1' }]],
] as const)('A1 a session that %s while the body is read gets %i', async (what, status, rows) => {
  const cookie = await prizm.signIn('admin')
  await rowsOf(`update sessions set last_seen_at = now() - interval '5 minutes'`)
  const got = await sendSlowly(
    { cookie },
    async () => (await rowsOf(lately)).length === 1,
    async () => what === 'ends' && prizm.call('POST', '/api/logout', { as: cookie }),
  )
  expect(got).toBe(status)
  expect(await rowsOf(customers)).toEqual(rows)
})

test('a loopback-only trial has no rate limit', async () => {
  const as = await prizm.signIn('viewer')
  const ask = () => prizm.call('GET', '/api/sign-in', { as })
  // All within one minute of program time, but not concurrently: that would hit another limit.
  const statuses = new Set<number>()
  for (let part = 0; part < 80; part++) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    for (const { statusCode } of answers) statuses.add(statusCode)
  }
  expect([...statuses]).toEqual([200])
  expect((await ask()).headers['ratelimit']).toBeUndefined()
})
