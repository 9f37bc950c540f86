import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

async function keyOf(scope: string): Promise<string> {
  const as = await prizm.signIn('admin')
  const body = { name: 'metrics', scopes: [scope] }
  const made = await prizm.call('POST', '/api/api-keys', { as, body })
  return made.json<{ key: string }>().key
}

test('metrics are open to local requests, and to remote ones with a metrics key', async () => {
  const text = await keyOf('metrics')
  const other = await keyOf('read')
  const ask = (headers: Record<string, string>) =>
    prizm.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers })
  expect((await ask({})).statusCode).toBe(403)
  expect((await ask({ authorization: `Bearer ${other}` })).statusCode).toBe(403)
  const response = await ask({ authorization: `Bearer ${text}` })
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain('http_request_duration_seconds')
})

test('with a trusted proxy no request counts as local, whatever its headers', async () => {
  await prizm.close()
  prizm = await startTestApp({ TRUSTED_PROXY: '127.0.0.1' }, { isOwn: true })
  const ask = (headers: Record<string, string>) => prizm.app.inject({ url: '/metrics', headers })
  expect((await ask({})).statusCode).toBe(403)
  expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403)
  const text = await keyOf('metrics')
  const response = await ask({ authorization: `Bearer ${text}` })
  expect(response.statusCode, 'a key of that scope').toBe(200)
  expect(response.body).toContain('http_request_duration_seconds')
})

test('a request forwarded by a local proxy does not count as local', async () => {
  const ask = (headers: Record<string, string>) => prizm.app.inject({ url: '/metrics', headers })
  expect((await ask({})).statusCode).toBe(200)
  expect((await ask({ 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(403)
  expect((await ask({ forwarded: 'for=203.0.113.7' })).statusCode).toBe(403)
})
