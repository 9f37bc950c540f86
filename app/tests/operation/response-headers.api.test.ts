import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)

let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterAll(() => prizm.close())

const headersOfEveryAnswer = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';" +
    "img-src 'self' data: blob:;worker-src 'self';manifest-src 'self';object-src 'none';" +
    "base-uri 'none';frame-ancestors 'none';form-action 'self'",
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  // The program's own pages scan barcodes by camera.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), display-capture=()',
}

test.each([
  ['GET', '/api/customers', 200],
  ['GET', '/api/customers/7', 404],
  ['GET', '/api/customers?no-such-filter=1', 422],
  ['POST', '/api/customers', 422],
  ['GET', '/api/no-such-call', 404],
  ['DELETE', '/api/customers', 405],
  ['GET', '/%ff', 400],
  ['GET', '/livez', 200],
  ['GET', '/api/docs', 200],
] as const)('%s %s, answered with %i, has the security headers', async (method, url, status) => {
  const body = method === 'POST' ? { body: {} } : {}
  const answer = await prizm.call(method, url, { as, ...body })
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.headers).toMatchObject(headersOfEveryAnswer)
})

test('a call without a session has them, too', async () => {
  const answer = await prizm.call('GET', '/api/customers')
  expect(answer.statusCode).toBe(401)
  expect(answer.headers).toMatchObject(headersOfEveryAnswer)
})

test('no other site is allowed to read an answer', async () => {
  const headers = { origin: 'https://evil.example' }
  const answer = await prizm.call('GET', '/api/customers', { as, headers })
  const names = Object.keys(answer.headers)
  expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('no answer of a call may be stored, whoever calls and whatever the outcome', async () => {
  const stored: string[] = []
  const find = async (url: string, session?: string) => {
    const answer = await prizm.call('GET', url, session === undefined ? {} : { as: session })
    const { 'cache-control': caching } = answer.headers
    if (caching !== 'no-store') stored.push(`${url}: ${answer.statusCode}, ${String(caching)}`)
  }
  expect(reads.length).toBeGreaterThan(150)
  for (const path of reads) {
    const url = path.replace(/:\w+/g, '2147483647')
    // oxlint-disable-next-line no-await-in-loop
    await find(url, as)
    // oxlint-disable-next-line no-await-in-loop
    await find(url)
  }
  await find('/api/no-such-call', as)
  await find('/api/customers/%ff', as)
  expect(stored).toEqual([])
})

test('what is refused before a call is found may not be stored either', async () => {
  const answers = [
    await prizm.call('DELETE', '/api/customers', { as }),
    await prizm.call('POST', '/api/no-such-call', { as }),
    await prizm.call('GET', '/api/customers', { as, headers: { host: 'evil.example' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 404, 403])
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store')
})

test('a write and its refusal may not be stored either', async () => {
  const body = { customerCode: 'C-1', name: 'North', email: 'n@example.com' }
  for (const status of [201, 409]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('POST', '/api/customers', { as, body })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})
