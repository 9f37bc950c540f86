import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp({ RATE_PER_SESSION: '5', RATE_PER_KEY: '2' })
})

test('a session has a rate limit and is informed of it', async () => {
  const as = await prizm.signIn('sales')
  const get = (who: string) => prizm.call('GET', '/api/user', { as: who })
  const answers = [await get(as), await get(as), await get(as), await get(as), await get(as)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(answers[0]?.headers['ratelimit-policy']).toBe('"minute";q=5;w=60')
  expect(answers[0]?.headers['ratelimit']).toMatch(/^"minute";r=4;t=\d+$/)
  const refused = await get(as)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    code: 'too-many-requests',
    detail: 'This session has made 5 calls within a minute',
  })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect((await get(await prizm.signIn('sales'))).statusCode, 'somebody else').toBe(200)
})

test('an API key has a configurable rate limit of its own', async () => {
  const as = await prizm.signIn('admin')
  const made = await prizm.call('POST', '/api/api-keys', {
    as,
    body: { name: 'shop', scopes: ['read'] },
  })
  const { key } = made.json<{ key: string }>()
  const headers = { authorization: `Bearer ${key}` }
  const get = () => prizm.call('GET', '/api/customers?limit=1', { headers })
  const codes = [await get(), await get(), await get()].map(({ statusCode }) => statusCode)
  expect(codes).toEqual([200, 200, 429])
})

test('rejects an excess call before reading its body of ten megabytes', async () => {
  const apart = await startTestApp({ RATE_PER_SESSION: '2' }, { isOwn: true })
  const port = Number(new URL(await apart.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const cookie = await apart.signIn('admin')
  const get = async () => (await apart.call('GET', '/api/user', { as: cookie })).statusCode
  expect([await get(), await get()]).toEqual([200, 200])
  const head = [
    'POST /api/customers/import HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    `cookie: ${cookie}`,
    'content-type: text/csv',
    `content-length: ${10 * 1024 * 1024}`,
  ]
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.once('data', (data) => {
      resolve(String(data))
      socket.destroy()
    })
    socket.once('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
  await apart.close()
})
