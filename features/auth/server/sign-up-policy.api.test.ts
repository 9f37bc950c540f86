import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { setupToken, signUpRules } from './sign-up-policy.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp({ HOST: '0.0.0.0' })
})

const ana = { username: 'ana', email: 'ana@example.com', password: 'nine blue kettles' }
const register = (body: object, on = prizm) => on.call('POST', '/api/register', { body })
const accounts = async () =>
  (await prizm.database.pool.query('select username, role, is_active from users')).rows

test('a server reachable from other machines requires the setup token', async () => {
  const facts = (await prizm.call('GET', '/api/sign-in')).json()
  expect(facts).toMatchObject({ firstAccount: true, needsToken: true, signUp: 'approval' })
  for (const token of [{}, { setupToken: '' }, { setupToken: 'a'.repeat(24) }]) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await register({ ...ana, ...token })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'setup-token-needed',
      errors: [{ path: 'setupToken' }],
    })
  }
  expect(await accounts()).toEqual([])
  const made = await register({ ...ana, setupToken: ` ${setupToken().toUpperCase()} ` })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ role: 'admin' })
  expect((await prizm.call('GET', '/api/sign-in')).json()).toMatchObject({ needsToken: false })
})

test("with SIGN_UP unset a remote sign-up needs an administrator's approval", async () => {
  await prizm.builders.user({ role: 'admin' })
  const made = await register({ ...ana, setupToken: setupToken() })
  expect(made.statusCode).toBe(403)
  expect(made.json()).toMatchObject({ code: 'approval-needed' })
  expect(await accounts()).toContainEqual({ username: 'ana', role: 'user', is_active: false })
})

test('on a loopback-only server sign-up needs neither a token nor approval', async () => {
  const own = await startTestApp()
  const made = await register(ana, own)
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ role: 'admin' })
  const second = { username: 'bo', email: 'bo@example.com', password: 'six green lanterns' }
  expect((await register(second, own)).json()).toMatchObject({ role: 'user', isActive: true })
})

test.each(['X-Forwarded-For: 203.0.113.7', 'Via: 1.1 gate', 'Forwarded: for=203.0.113.7', ''])(
  'A4 sign-up is refused behind an unknown proxy: %s',
  async (header) => {
    const own = await startTestApp({}, { isOwn: true })
    const { port } = new URL(await own.app.listen({ host: '127.0.0.1', port: 0 }))
    const body = JSON.stringify(ana)
    // The default of nginx: HTTP/1.0, without proxy headers.
    const lines = [
      `POST /api/register HTTP/1.${header === '' ? 0 : 1}`,
      `Host: 127.0.0.1:${port}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(header === '' ? [] : [header]),
    ]
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 403/)
    expect(answer).toContain('"code":"unknown-proxy"')
    const { rows } = await own.database.pool.query('select count(*)::int as n from users')
    expect(rows).toEqual([{ n: 0 }])
    await own.close()
  },
)

test.each([
  [{ HOST: '127.0.0.1' }, { signUp: 'open', needsToken: false }],
  [{ HOST: 'localhost' }, { signUp: 'open', needsToken: false }],
  [{ HOST: '::1' }, { signUp: 'open', needsToken: false }],
  [{ HOST: '0.0.0.0' }, { signUp: 'approval', needsToken: true }],
  [{ HOST: '::' }, { signUp: 'approval', needsToken: true }],
  [
    { HOST: '127.0.0.1', TRUSTED_PROXY: 'loopback' },
    { signUp: 'approval', needsToken: true },
  ],
  [
    { HOST: '0.0.0.0', SIGN_UP: 'open' as const },
    { signUp: 'open', needsToken: true },
  ],
])('%j: %j', (config, rules) => {
  expect(signUpRules({ SIGN_UP: undefined, ...config })).toEqual(rules)
})
