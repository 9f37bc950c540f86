import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readConfig } from '../runtime/config.ts'
import { createLog } from '../runtime/log.ts'
import { logLevelOf, logRequests } from './access-log.ts'

let prizm: TestApp
let app: FastifyInstance
let lines: string[] = []
const cookies = { clerk: '', viewer: '' }

beforeAll(async () => {
  prizm = await startTestApp()
  const { builders } = prizm
  cookies.clerk = await builders.session(await builders.user({ username: 'clerk', role: 'sales' }))
  cookies.viewer = await builders.session(await builders.user({ username: 'vi', role: 'viewer' }))
  const program = await startProgram({
    config: readConfig({ DEMO_DATA: 'none', PUBLIC_URL: 'https://orders.example' }),
    database: prizm.database,
    clock: () => prizm.clock.now,
    logStream: { write: (line) => lines.push(line) },
  })
  app = program.app
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const answered = () => logged().filter(({ msg }) => msg === 'answered')
/** A line of level `info` whose time, id and duration are known to be of their kind only. */
const line = (fields: object) => ({
  level: 30,
  time: expect.any(Number),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ms: expect.any(Number),
  msg: 'answered',
  ...fields,
})

test('each request is one line: who called what, from where, with which outcome', async () => {
  const remoteAddress = '192.0.2.7'
  const url = '/api/customers?q=canary&limit=5'
  const read = { method: 'GET', url, headers: { cookie: cookies.clerk }, remoteAddress } as const
  const answer = await app.inject(read)
  expect(answered()).toEqual([
    line({
      requestId: answer.headers['x-request-id'],
      user: 'clerk',
      address: remoteAddress,
      method: 'GET',
      route: '/api/customers',
      status: 200,
    }),
  ])
  expect(lines.join('')).not.toContain('canary')
})

test('a refused write is one line with its route, without its values', async () => {
  await app.inject({
    method: 'PUT',
    url: '/api/customers/912345678?note=canary',
    headers: { cookie: cookies.viewer },
    payload: { name: 'canary' },
  })
  const route = { method: 'PUT', route: '/api/customers/:id', status: 403 }
  expect(answered()).toEqual([line({ user: 'vi', address: '127.0.0.1', ...route })])
  expect(lines.join('')).not.toMatch(/canary|912345678/)
})

test('a request by API key names the key and its user', async () => {
  const as = await prizm.signIn('admin')
  const body = { name: 'Warehouse', scopes: ['read'] }
  const made = (await prizm.call('POST', '/api/api-keys', { as, body })).json<{ key: string }>()
  await app.inject({ url: '/api/skus', headers: { authorization: `Bearer ${made.key}` } })
  expect(answered()).toMatchObject([
    { user: expect.stringMatching(/^admin-\d+$/), key: 'Warehouse', route: '/api/skus' },
  ])
  expect(lines.join('')).not.toContain(made.key)
})

test('a failed sign-in is a line without a user', async () => {
  const payload = { username: 'clerk', password: 'canary' }
  await app.inject({ method: 'POST', url: '/api/login', payload })
  const route = { method: 'POST', route: '/api/login', status: 401 }
  expect(answered()).toEqual([line({ address: '127.0.0.1', ...route })])
  expect(lines.join('')).not.toContain('canary')
})

test('an address that cannot be read, or that nothing has, is a line too', async () => {
  await app.inject({ url: '/api/customers/%ff' })
  await app.inject({ method: 'POST', url: '/api/nothing-here' })
  expect(answered()).toEqual([
    line({ address: '127.0.0.1', method: 'GET', route: 'none', status: 400 }),
    line({ address: '127.0.0.1', method: 'POST', route: 'none', status: 404 }),
  ])
})

test('a refusal under overload is a warning, other failures of the program are errors', () => {
  const levels = [200, 422, 499, 500, 502, 503].map((status) => logLevelOf('/api/user', status))
  expect(levels).toEqual(['info', 'info', 'info', 'error', 'error', 'warn'])
  expect([200, 403, 503].map((status) => logLevelOf('/readyz', status))).toEqual([
    'debug',
    'info',
    'warn',
  ])
})

test('probes are logged only if they fail', async () => {
  await app.inject({ url: '/livez' })
  await app.inject({ url: '/metrics' })
  expect(lines).toEqual([])
  await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })
  expect(answered()).toMatchObject([{ level: 30, route: '/metrics', status: 403 }])
})

test('a request whose client leaves is one line with status 499', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const headers = { cookie: cookies.clerk, accept: 'text/event-stream' }
  const sent = request({ host: '127.0.0.1', port, path: '/api/changes', headers })
  sent.on('error', () => undefined)
  sent.once('response', (response) => {
    expect(response.statusCode).toBe(200)
    sent.destroy()
  })
  sent.end()
  await expect
    .poll(answered)
    .toMatchObject([{ user: 'clerk', route: '/api/changes', status: 499, level: 30 }])
})

test('a write whose client leaves while it works is one line with status 499', async () => {
  const small = fastify()
  logRequests(small, createLog('info', { write: (text) => lines.push(text) }))
  let isWorking = false
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  small.post('/work', async () => {
    isWorking = true
    await ended
    return 'saved'
  })
  const { port } = new URL(await small.listen({ host: '127.0.0.1', port: 0 }))
  const headers = { 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/work', headers })
  sent.on('error', () => undefined)
  sent.end('{}')
  await expect.poll(() => isWorking).toBe(true)
  sent.destroy()
  const route = { method: 'POST', route: '/work', status: 499 }
  const fields = { requestId: expect.any(String), address: '127.0.0.1', ...route }
  await expect.poll(answered).toEqual([line(fields)])
  end()
  await small.close()
  expect(answered()).toHaveLength(1)
})

test('the log says why a Host is refused, with its value and the expected one', async () => {
  const answer = await app.inject({ url: '/api/user', headers: { host: 'prizm-upstream:3000' } })
  expect(answer.statusCode).toBe(403)
  expect(logged()).toMatchObject([
    {
      level: 40,
      requestId: answer.json<{ requestId: string }>().requestId,
      address: '127.0.0.1',
      host: 'prizm-upstream:3000',
      expected: 'https://orders.example',
      msg:
        'refused: the Host is not a name of this server. Correct PUBLIC_URL, or let the proxy ' +
        'pass on the Host (see docs/operations.md)',
    },
    { msg: 'answered', status: 403 },
  ])
})

// As nginx sends it: the Host is the upstream's, and a page without TLS has no Sec-Fetch-Site.
test('the log names Origin and Host of a sign-in that counts as of another site', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: '127.0.0.1:3000', origin: 'http://orders.example' },
    payload: { username: 'clerk', password: 'canary' },
  })
  expect(answer.statusCode).toBe(403)
  expect(logged()).toMatchObject([
    {
      level: 40,
      address: '127.0.0.1',
      origin: 'http://orders.example',
      host: '127.0.0.1:3000',
      msg:
        'refused: a browser sent this from another site. If the origin is your own site, the ' +
        'proxy must pass on the Host (see docs/operations.md)',
    },
    { msg: 'answered', route: '/api/login', status: 403 },
  ])
})
