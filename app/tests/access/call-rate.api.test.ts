import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp({ RATE_PER_SESSION: '5', RATE_PER_KEY: '2' })
})

test('B21 a session has a rate, and is told of it', async () => {
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

test('B21 an API key has a rate of its own, by its setting', async () => {
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
