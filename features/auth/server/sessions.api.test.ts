import { createHash, createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import type { Session } from '../contract.ts'
import { setTokenSecret } from './sessions.ts'
import { cookieOf, countsOf, testPassword } from './testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const login = (username: string, headers = {}) =>
  prizm.call('POST', '/api/login', { body: { username, password: testPassword }, headers })
const statusAs = async (as: string) => (await prizm.call('GET', '/api/user', { as })).statusCode
const run = (query: string) => prizm.database.pool.query(query)
const wait = (ms: number) => {
  prizm.clock.now = new Date(prizm.clock.now.getTime() + ms)
}

/** Another node on the same database, with a cache of its own. */
async function secondNode() {
  const { app } = await startProgram({
    config: readConfig({ LOG_LEVEL: 'silent', DEMO_DATA: 'none' }),
    database: prizm.database,
    clock: () => prizm.clock.now,
  })
  const status = async (as: string) => {
    const answer = await app.inject({ url: '/api/user', headers: { cookie: as } })
    return answer.statusCode
  }
  return { app, status }
}

test('a session is 256 random bits in a cookie, and only their hash is stored', async () => {
  await prizm.builders.user({ username: 'bo' })
  const signedIn = await login('bo')
  expect([signedIn.headers['set-cookie']].flat()[0]).toMatch(
    /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const token = cookieOf(signedIn).slice(4)
  const stored = await run(`select encode(token_sha256, 'hex') as hash, user_id from sessions`)
  const hash = createHash('sha256').update(token).digest('hex')
  expect(stored.rows).toEqual([{ hash, user_id: 1 }])
})

test('a session token is hashed with the configured secret and invalid under another', async () => {
  await prizm.builders.user({ username: 'bo' })
  const secret = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
  const { SESSION_SECRET } = readConfig({ SESSION_SECRET: secret })
  setTokenSecret(SESSION_SECRET)
  const as = cookieOf(await login('bo'))
  const stored = await run(`select encode(token_sha256, 'hex') as hash from sessions`)
  const hash = createHmac('sha256', secret).update(as.slice(4)).digest('hex')
  expect(stored.rows).toEqual([{ hash }])
  expect(await statusAs(as)).toBe(200)
  setTokenSecret(undefined)
  wait(1000)
  expect(await statusAs(as)).toBe(401)
})

test('behind TLS the cookie is __Host-sid and Secure, and a plain one is ignored', async () => {
  await prizm.close()
  prizm = await startTestApp({ TRUSTED_PROXY: '127.0.0.1' })
  await prizm.builders.user({ username: 'bo' })
  const tls = { 'x-forwarded-proto': 'https' }
  const signedIn = await login('bo', tls)
  expect([signedIn.headers['set-cookie']].flat()[0]).toMatch(
    /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const as = cookieOf(signedIn)
  const me = (cookie: string) => prizm.call('GET', '/api/user', { as: cookie, headers: tls })
  expect((await me(as)).statusCode).toBe(200)
  expect((await me(as.replace('__Host-', ''))).statusCode).toBe(401)
})

test('ignores a forwarded protocol from an untrusted sender', async () => {
  await prizm.builders.user({ username: 'bo' })
  const signedIn = await login('bo', { 'x-forwarded-proto': 'https' })
  expect([signedIn.headers['set-cookie']].flat()[0]).toMatch(/^sid=/)
})

test('signing in ignores a planted cookie and ends the session it came with', async () => {
  const [bo, mallory] = [await prizm.builders.user({ username: 'bo' }), await prizm.builders.user()]
  const planted = await prizm.builders.session(mallory)
  const made = await login('bo', { cookie: planted })
  expect(cookieOf(made)).not.toBe(planted)
  expect(await statusAs(planted)).toBe(401)
  const invented = 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const again = await login('bo', { cookie: invented })
  expect(cookieOf(again)).not.toBe(invented)
  expect(await statusAs(invented)).toBe(401)
  const remainingSessions = await run(`select distinct user_id from sessions`)
  expect(remainingSessions.rows).toEqual([{ user_id: bo.id }])
})

test("signing out ends the session and clears the browser's stored data", async () => {
  const as = await prizm.signIn('sales')
  expect(await statusAs(as)).toBe(200)
  const out = await prizm.call('POST', '/api/logout', { as })
  expect(out.statusCode).toBe(204)
  expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(out.headers['set-cookie']).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/)
  expect(await statusAs(as)).toBe(401)
  expect((await run('select 1 from sessions')).rows).toEqual([])
})

test('signing out without a session succeeds', async () => {
  expect((await prizm.call('POST', '/api/logout')).statusCode).toBe(204)
})

test('a session expires after 30 minutes without use', async () => {
  const as = await prizm.signIn('sales')
  await run(`update sessions set last_seen_at = now() - interval '29 minutes 50 seconds'`)
  expect(await statusAs(as)).toBe(200)
  wait(600)
  await run(`update sessions set last_seen_at = now() - interval '30 minutes 1 second'`)
  expect(await statusAs(as)).toBe(401)
})

test('a session expires after 12 hours, however active', async () => {
  const as = await prizm.signIn('sales')
  await run(`update sessions set created_at = now() - interval '11 hours 59 minutes'`)
  expect(await statusAs(as)).toBe(200)
  wait(600)
  await run(`update sessions set created_at = now() - interval '12 hours 1 second'`)
  expect(await statusAs(as)).toBe(401)
})

test('updates the last use of a session at most once a minute', async () => {
  const as = await prizm.signIn('sales')
  const age = async () => {
    const found = await run(
      'select extract(epoch from now() - last_seen_at)::int as s from sessions',
    )
    return found.rows[0].s as number
  }
  await run(`update sessions set last_seen_at = now() - interval '50 seconds'`)
  await statusAs(as)
  expect(await age()).toBeGreaterThanOrEqual(50)
  await run(`update sessions set last_seen_at = now() - interval '61 seconds'`)
  wait(600)
  await statusAs(as)
  expect(await age()).toBeLessThan(50)
})

test("sessions expire by the database clock, not the node's", async () => {
  const as = await prizm.signIn('sales')
  for (const hours of [1, -2, 48]) {
    wait(hours * 3_600_000)
    expect(await statusAs(as)).toBe(200)
  }
})

test('caches a session for half a second without a query', async () => {
  const as = await prizm.signIn('sales')
  const protectedCall = () => prizm.call('GET', '/api/settings', { as })
  await protectedCall()
  await run('delete from sessions')
  wait(400)
  expect((await protectedCall()).statusCode).toBe(200)
  wait(100)
  expect((await protectedCall()).statusCode).toBe(401)
})

test.each([
  ['signing out', (as: string) => prizm.call('POST', '/api/logout', { as })],
  ['switching the account off', () => change({ isActive: false })],
  ['another role', () => change({ role: 'viewer' })],
  ['a new password from an administrator', () => change({ password: 'six green lanterns' })],
  ['an administrator', () => prizm.call('DELETE', '/api/users/1/sessions', { as: boss })],
])('%s ends a session immediately here, and on other nodes within a second', async (_, act) => {
  const as = await prizm.builders.session(await prizm.builders.user({ role: 'sales' }))
  boss = await prizm.signIn('admin')
  const other = await secondNode()
  expect([await statusAs(as), await other.status(as)]).toEqual([200, 200])
  expect((await act(as)).statusCode).toBeLessThan(300)
  expect(await statusAs(as)).toBe(401)
  wait(1000)
  expect(await other.status(as)).toBe(401)
  await other.app.close()
})

test('an own role with other permissions ends sessions here and on other nodes', async () => {
  const id = await prizm.builders.ownRole({ name: 'Buyer', permissions: ['vendors.read'] })
  const as = await prizm.builders.session(await prizm.builders.user({ role: 'Buyer' }))
  boss = await prizm.signIn('admin')
  const other = await secondNode()
  expect([await statusAs(as), await other.status(as)]).toEqual([200, 200])
  const body = { permissions: ['customers.read'] }
  const changed = await prizm.call('PUT', `/api/roles/${id}`, { as: boss, body })
  expect(changed.statusCode).toBe(200)
  expect(await statusAs(as)).toBe(401)
  wait(1000)
  expect(await other.status(as)).toBe(401)
  await other.app.close()
})

let boss = ''
const change = (body: object) => prizm.call('PUT', '/api/users/1', { as: boss, body })

test('a new password ends every session and starts a new one in this browser', async () => {
  const user = await prizm.builders.user({ username: 'bo' })
  const [here, there] = [await prizm.builders.session(user), await prizm.builders.session(user)]
  const body = { currentPassword: testPassword, newPassword: 'six green lanterns' }
  const changed = await prizm.call('POST', '/api/user/password', { as: here, body })
  expect(changed.statusCode).toBe(204)
  const now = await Promise.all([here, there, cookieOf(changed)].map(statusAs))
  expect(now).toEqual([401, 401, 200])
  expect((await login('bo')).statusCode).toBe(401)
})

test('a new password requires the current one and must be strong', async () => {
  const as = await prizm.signIn('sales')
  const tryWith = (currentPassword: string, newPassword: string) =>
    prizm.call('POST', '/api/user/password', { as, body: { currentPassword, newPassword } })
  const wrong = await tryWith('not this one', 'six green lanterns')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toMatchObject([{ path: 'currentPassword' }])
  const weak = await tryWith(testPassword, 'password123')
  expect(weak.json().errors).toMatchObject([{ path: 'newPassword' }])
  for (const [path, current, wanted] of [
    ['currentPassword', 'k'.repeat(257), 'six green lanterns'],
    ['newPassword', testPassword, 'k'.repeat(257)],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const long = await tryWith(current, wanted)
    expect(long.statusCode).toBe(422)
    expect(long.json().errors).toMatchObject([{ path, message: 'Use at most 256 characters' }])
  }
  expect(await statusAs(as)).toBe(200)
})

test('of two concurrent password changes one succeeds', async () => {
  const as = await prizm.signIn('sales')
  const answers = await Promise.all(
    ['six green lanterns', 'ten green lanterns'].map((newPassword) => {
      const body = { currentPassword: testPassword, newPassword }
      return prizm.call('POST', '/api/user/password', { as, body })
    }),
  )
  expect(countsOf(answers)[204]).toBe(1)
})

test('users list their own sessions only', async () => {
  const user = await prizm.builders.user()
  const as = await prizm.builders.session(user)
  await prizm.builders.session(user)
  await prizm.signIn('admin')
  const response = await prizm.call('GET', '/api/user/sessions', { as })
  const sessions = response.json<{ isCurrent: boolean }[]>()
  expect(sessions).toHaveLength(2)
  expect(sessions.filter((each) => each.isCurrent)).toHaveLength(1)
})

test('users end their other sessions and stay signed in here', async () => {
  const user = await prizm.builders.user()
  const [here, there] = [await prizm.builders.session(user), await prizm.builders.session(user)]
  const stranger = await prizm.signIn('sales')
  expect((await prizm.call('DELETE', '/api/user/sessions', { as: here })).statusCode).toBe(204)
  const now = await Promise.all([here, there, stranger].map(statusAs))
  expect(now).toEqual([200, 401, 200])
})

test('users end one other session; the current one and those of others return 404', async () => {
  const user = await prizm.builders.user()
  const [here, there] = [await prizm.builders.session(user), await prizm.builders.session(user)]
  const stranger = await prizm.signIn('sales')
  const own = (await prizm.call('GET', '/api/user/sessions', { as: here })).json<Session[]>()
  const strangerResponse = await prizm.call('GET', '/api/user/sessions', { as: stranger })
  const end = async (id: number | undefined, as = here) =>
    (await prizm.call('DELETE', `/api/user/sessions/${id}`, { as })).statusCode
  expect(await end(own.find(({ isCurrent }) => isCurrent)?.id)).toBe(404)
  expect(await end(strangerResponse.json<Session[]>()[0]?.id)).toBe(404)
  const other = own.find(({ isCurrent }) => !isCurrent)?.id
  expect(await end(other)).toBe(204)
  expect(await end(other)).toBe(404)
  expect(await Promise.all([here, there, stranger].map(statusAs))).toEqual([200, 401, 200])
  const acts = await run(`select action from audit_log where entity = 'user' order by id`)
  expect(acts.rows).toEqual([{ action: 'end-session' }])
})
