import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp

beforeAll(async () => {
  prizm = await startTestApp()
})
afterAll(() => prizm.close())

test.each([
  ['/livez', 200],
  ['/api/customers', 401],
  ['/api/no-such-call', 404],
  ['/api/customers/%ff', 400],
])('GET %s has the headers that protect users from other sites', async (url, status) => {
  const { statusCode, headers } = await prizm.app.inject({ method: 'GET', url })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(String(headers['content-security-policy']).split(';')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
})

test.each(['/livez', '/api/customers', '/api/customers/%ff'])(
  'GET %s allows the camera to pages of this origin only, and no other device',
  async (url) => {
    const { headers } = await prizm.app.inject({ method: 'GET', url })
    expect(headers['permissions-policy']).toBe(
      'camera=(self), microphone=(), geolocation=(), display-capture=()',
    )
  },
)
