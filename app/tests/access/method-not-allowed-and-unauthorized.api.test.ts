import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp

beforeAll(async () => {
  prizm = await startTestApp()
})
afterAll(() => prizm.close())

const request = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD', url: string) =>
  prizm.app.inject({ method, url })

test.each([
  ['DELETE', '/api/customers', 'GET, HEAD, POST'],
  ['GET', '/api/orders/create', 'POST'],
  ['HEAD', '/api/orders/create', 'POST'],
  ['PUT', '/api/sales-orders/7/process', 'POST'],
  ['OPTIONS', '/api/customers/7', 'DELETE, GET, HEAD, PATCH, PUT'],
  ['DELETE', '/api/openapi.json', 'GET, HEAD'],
  ['PUT', '/livez', 'GET, HEAD'],
] as const)('%s %s is refused with the methods of the address', async (method, url, allow) => {
  const answer = await request(method, `${url}?q=1`)
  expect(answer.statusCode).toBe(405)
  expect(answer.headers['allow']).toBe(allow)
  if (method === 'HEAD') return
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.json()).toMatchObject({
    title: 'Method not allowed',
    code: 'method-not-allowed',
    detail: `This address takes ${allow}`,
  })
})

test('TRACE sends no request back', async () => {
  // The program receives it, although the type of these calls does not list it.
  const method = 'TRACE' as 'GET'
  const headers = { cookie: 'sid=canary', 'x-typed': 'canary' }
  for (const [url, status, allow] of [
    ['/api/customers/7', 405, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/livez', 405, 'GET, HEAD'],
    ['/', 404, undefined],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.app.inject({ method, url, headers })
    expect([answer.statusCode, answer.headers['allow']], url).toEqual([status, allow])
    expect(answer.body + JSON.stringify(answer.headers), url).not.toContain('canary')
  }
})

test.each([
  ['DELETE', '/api/no-such-call'],
  ['PUT', '/api/customers/7/no-such-call'],
  ['GET', '/api/no-such-call'],
  ['PUT', `/api${'/x'.repeat(4000)}`],
] as const)('%s of an address without calls is not found: %.60s', async (method, url) => {
  const answer = await request(method, url)
  expect([answer.statusCode, answer.headers['allow']]).toEqual([404, undefined])
})

test('who is not signed in learns how programs sign in', async () => {
  const answer = await request('GET', '/api/customers')
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="Prizm Order Management"')
})

test('an API key that is not valid is named as the reason', async () => {
  const headers = { authorization: 'Bearer prizm_nothing' }
  const answer = await prizm.app.inject({ url: '/api/customers', headers })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe(
    'Bearer realm="Prizm Order Management", error="invalid_token"',
  )
})

test('a webhook that is not signed is asked for a signature', async () => {
  const answer = await prizm.app.inject({ method: 'POST', url: '/api/wms/webhook', payload: {} })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Signature realm="Standard Webhooks"')
})
