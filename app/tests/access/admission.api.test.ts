import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// Who asks, whether they may, and how often they have asked is decided before a body is read.

let prizm: TestApp
let port: number

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  port = Number(new URL(await prizm.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => prizm.close())

/** The head of a request whose body never comes, and the status that answers it. */
function statusOf(path: string, headers: Record<string, string>, method = 'POST'): Promise<number> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1]))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

const csv = { 'content-type': 'text/csv', 'content-length': String(10 * 1024 * 1024) }
const json = { 'content-type': 'application/json', 'content-length': String(900 * 1024) }

test('B16 a stranger is answered before any of ten megabytes is read', async () => {
  expect(await statusOf('/api/customers/import', csv)).toBe(401)
  expect(await statusOf('/api/customers', json)).toBe(401)
  expect(await statusOf('/api/login', json)).toBe(413)
  expect(await statusOf('/api/nothing-here', json)).toBe(404)
})

test('B16 who may not import is told before the file is read', async () => {
  const cookie = await prizm.signIn('viewer')
  expect(await statusOf('/api/customers/import', { ...csv, cookie })).toBe(403)
})

test('B16 only files may be large: a form of two megabytes is refused by its length', async () => {
  const cookie = await prizm.signIn('admin')
  const large = { ...json, 'content-length': String(2 * 1024 * 1024), cookie }
  expect(await statusOf('/api/customers', large)).toBe(413)
  expect(await statusOf('/api/customers', { ...large, 'content-type': 'text/csv' })).toBe(415)
})

test('B16 one person has four large files read at a time, and room is free again', async () => {
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

test('A6 a name that leads here by somebody else’s DNS is refused first', async () => {
  const as = await prizm.signIn('admin')
  const answer = await prizm.call('GET', '/api/user', { as, headers: { host: 'evil.example' } })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'unknown-host' })
  const page = await prizm.call('GET', '/livez', { headers: { host: 'evil.example:3000' } })
  expect(page.statusCode).toBe(403)
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST']) {
    // oxlint-disable-next-line no-await-in-loop
    const own = await prizm.call('GET', '/api/user', { as, headers: { host } })
    expect(own.statusCode, host).toBe(200)
  }
})

test('B21 who tries the program out on its own machine is never slowed down', async () => {
  const as = await prizm.signIn('viewer')
  const ask = () => prizm.call('GET', '/api/sign-in', { as })
  // All of them within one minute of the program, but not all at once: that would be another limit.
  const statuses = new Set<number>()
  for (let part = 0; part < 80; part++) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    for (const { statusCode } of answers) statuses.add(statusCode)
  }
  expect([...statuses]).toEqual([200])
  expect((await ask()).headers['ratelimit']).toBeUndefined()
})
