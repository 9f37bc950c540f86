import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'
import { csv, type RequestHeaders, json, statusOfHeaders } from './request-headers-testing.ts'

let prizm: TestApp
let port: number

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  port = Number(new URL(await prizm.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => prizm.close())

const statusOf = (path: string, headers: RequestHeaders) => statusOfHeaders(port, path, headers)

test('rejects an unknown host name first, against DNS rebinding', async () => {
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

test('rejects an unknown host name before checking session and body', async () => {
  const host = `evil.example:${port}`
  expect(await statusOf('/api/customers/import', { ...csv, host })).toBe(403)
  expect(await statusOf('/api/customers', { ...json, host })).toBe(403)
  const answer = await prizm.call('POST', '/api/customers', { headers: { host }, body: {} })
  expect(answer.json()).toMatchObject({ code: 'unknown-host' })
})

test('with PUBLIC_URL users need its host name; health checks may use the address', async () => {
  const named = { HOST: '0.0.0.0', PUBLIC_URL: 'https://orders.example.com' }
  const apart = await startTestApp(named, { isOwn: true })
  const ask = async (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    (await apart.call(method, url, { headers: { host } })).statusCode
  const calls = ['/api/sign-in', '/livez', '/readyz']
  const statusesFor = async (host: string) => [
    ...(await Promise.all(calls.map((url) => ask(host, url)))),
    await ask(host, '/api/wms/webhook', 'POST'),
  ]
  expect(await statusesFor('orders.example.com')).toEqual([200, 200, 200, 401])
  expect(await statusesFor('10.0.0.7:3000')).toEqual([403, 200, 200, 401])
  expect(await statusesFor('127.0.0.1:3000')).toEqual([403, 200, 200, 401])
  expect(await statusesFor('localhost:3000')).toEqual([403, 403, 403, 403])
  expect(await statusesFor('evil.example')).toEqual([403, 403, 403, 403])
  await apart.close()
})
