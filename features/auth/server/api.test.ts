import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { cookieOf, countsOf, testPassword } from './testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const ana = { username: 'ana', email: 'ana@example.com', password: 'nine blue kettles' }

const register = (body: object, headers = {}) =>
  prizm.call('POST', '/api/register', { body, headers })
const login = (username: string, password = testPassword) =>
  prizm.call('POST', '/api/login', { body: { username, password } })

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  const found = await prizm.database.pool.query<Row>(query)
  return found.rows
}

/** Closes this server and starts another on an empty database. */
async function restart(env: Record<string, string>): Promise<void> {
  await prizm.close()
  prizm = await startTestApp(env)
}

test('the first account is the administrator and is signed in at once', async () => {
  const made = await register(ana)
  expect(made.statusCode).toBe(201)
  const { username, email } = ana
  expect(made.json()).toMatchObject({ id: 1, username, email, role: 'admin', isActive: true })
  expect(made.body).not.toMatch(/password|hash/i)
  const me = await prizm.call('GET', '/api/user', { as: cookieOf(made) })
  expect(me.json()).toEqual(made.json())
})

test('the second account has the role user, whatever role it requests', async () => {
  await prizm.builders.user()
  const made = await register({ ...ana, role: 'admin' })
  expect(made.json()).toMatchObject({ role: 'user' })
  expect(await rowsOf(`select role from users where username = 'ana'`)).toEqual([{ role: 'user' }])
})

test('of ten concurrent first sign-ups exactly one becomes the administrator', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `first${index}`)
  const made = await Promise.all(
    names.map((username) => register({ ...ana, username, email: `${username}@example.com` })),
  )
  expect(countsOf(made)).toEqual({ 201: 10 })
  const roles = await rowsOf(`select role, count(*) as n from users group by role order by role`)
  expect(roles).toEqual([
    { role: 'admin', n: 1 },
    { role: 'user', n: 9 },
  ])
})

test('a password is stored as an Argon2id hash, salted for each user', async () => {
  await register(ana)
  await register({ ...ana, username: 'bea', email: 'bea@example.com' })
  const stored = await rowsOf<{ hash: string }>('select password_hash as hash from users')
  const hashes = stored.map((row) => row.hash)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

test('sign-up ignores read-only fields and rejects unknown ones', async () => {
  await prizm.builders.user()
  const before = '2001-01-01T00:00:00Z'
  const planted = { id: 77, role: 'admin', createdAt: before }
  for (const name of ['isActive', 'isDemo', 'passwordHash', 'password_hash', 'usernameFolded']) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await register({ ...ana, [name]: 'x' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ errors: [{ path: name, code: 'unknown-field' }] })
  }
  const body = JSON.stringify({ ...ana, ...planted }).replace(
    '{',
    '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},',
  )
  const made = await prizm.app.inject({
    method: 'POST',
    url: '/api/register',
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  expect(made.statusCode).toBe(201)
  const found = await rowsOf(
    `select id, role, is_active, is_demo, version, username_folded, 
            created_at > '2020-01-01' as new, password_hash like '$argon2id%' as hashed
     from users where username = 'ana'`,
  )
  const untouched = { is_active: true, is_demo: false, version: 1, username_folded: 'ana' }
  expect(found).toEqual([{ id: 2, role: 'user', ...untouched, new: true, hashed: true }])
  expect(({} as { role?: string }).role).toBeUndefined()
})

test.each([
  ['another case', { username: 'ANA', email: 'other@example.com' }],
  ['a composed letter', { username: 'e\u0301lan', email: 'other@example.com' }],
  ['the dotted İ', { username: 'İan', email: 'other@example.com' }],
  ['the address in another case', { username: 'other', email: 'ANA@Example.com' }],
])('a username or email that differs only by %s is taken', async (_, names) => {
  for (const username of ['ana', 'élan', 'ian']) await prizm.builders.user({ username })
  const refused = await register({ ...ana, ...names })
  expect(refused.statusCode).toBe(409)
  const detail = 'That username or email is already used'
  expect(refused.json()).toMatchObject({ code: 'duplicate-user', detail })
  expect(await rowsOf('select count(*) as n from users')).toEqual([{ n: 3 }])
})

test('three concurrent identical sign-ups create one account', async () => {
  const answers = await Promise.all([register(ana), register(ana), register(ana)])
  expect(countsOf(answers)).toEqual({ 201: 1, 409: 2 })
  expect(await rowsOf('select count(*) as n from users')).toEqual([{ n: 1 }])
})

test('a username with NUL, a lone surrogate or a hidden character is refused', async () => {
  for (const username of ['a\u0000na', 'a\ud800na', 'a\u200bna', 'ana\r\nx']) {
    expect((await register({ ...ana, username })).statusCode).toBe(422)
  }
})

test('signing in returns the user and starts a session', async () => {
  const user = await prizm.builders.user({ username: 'Bo', role: 'sales' })
  const signedIn = await login('bO')
  expect(signedIn.statusCode).toBe(200)
  expect(signedIn.json()).toEqual(user)
  const me = await prizm.call('GET', '/api/user', { as: cookieOf(signedIn) })
  expect(me.json()).toEqual(user)
})

test('a call without a session returns a 401 problem', async () => {
  const answer = await prizm.call('GET', '/api/user')
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ code: 'unauthenticated', detail: 'Please sign in' })
})

test('a wrong password and an unknown user get the same response after the same work', async () => {
  await prizm.builders.user({ username: 'bo' })
  await prizm.builders.user({ username: 'off', isActive: false })
  const responses = []
  for (const username of ['bo', 'off', 'nobody']) {
    const answer = await login(username, 'wrong password')
    const { requestId: _id, ...problem } = answer.json<{ requestId: string }>()
    responses.push({ status: answer.statusCode, problem })
  }
  expect(responses[0]?.status).toBe(401)
  expect(responses[0]?.problem).toMatchObject({ detail: 'Incorrect username or password' })
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])
  const known = await workOf(() => login('bo', 'wrong password'))
  const unknown = await workOf(() => login('nobody', 'wrong password'))
  expect(unknown).toBeGreaterThan(known / 2)
})

/** CPU time of eight calls; unlike wall-clock time it varies little on a busy machine. */
async function workOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < 8; i++) await call()
  return process.cpuUsage(before).user
}

test('if sign-up needs approval, the account stays inactive until approved', async () => {
  await restart({ SIGN_UP: 'approval' })
  const boss = await prizm.signIn('admin')
  const refused = await register(ana)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'approval-needed' })
  expect(refused.headers['set-cookie']).toBeUndefined()
  const waiting = await prizm.call('GET', '/api/users?isActive=false', { as: boss })
  expect(waiting.json()).toMatchObject([{ username: 'ana', role: 'user' }])
  const tooEarly = await login('ana', ana.password)
  expect(tooEarly.statusCode).toBe(403)
  expect(tooEarly.json().detail).toBe('An administrator must activate this account first')
  const url = `/api/users/${waiting.json()[0].id}`
  await prizm.call('PUT', url, { as: boss, body: { isActive: true } })
  expect((await login('ana', ana.password)).statusCode).toBe(200)
})

test('if sign-up needs approval, a taken name or email is told, not which one', async () => {
  await restart({ SIGN_UP: 'approval' })
  await prizm.signIn('admin')
  expect((await register(ana)).json()).toMatchObject({ code: 'approval-needed' })
  for (const taken of [
    { ...ana, email: 'other@example.com' },
    { ...ana, username: 'other' },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await register(taken)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'duplicate-user',
      detail: 'That username or email is already used',
    })
  }
  expect(await rowsOf(`select username from users where role = 'user'`)).toEqual([
    { username: 'ana' },
  ])
})

test('if sign-up is closed, only the first account can be created', async () => {
  await restart({ SIGN_UP: 'closed' })
  expect((await register(ana)).json()).toMatchObject({ role: 'admin' })
  const refused = await register({ ...ana, username: 'bea', email: 'bea@example.com' })
  expect(refused.statusCode).toBe(403)
  const detail = 'Sign-up is closed here. Ask an administrator for an account'
  expect(refused.json()).toMatchObject({ code: 'sign-up-closed', detail })
  const secondSignUp = { ...ana, username: 'ana', email: 'x@example.com' }
  expect((await register(secondSignUp)).json()).toMatchObject({ code: 'sign-up-closed' })
})

test('if sign-up is closed, only one of two concurrent first sign-ups succeeds', async () => {
  await restart({ SIGN_UP: 'closed' })
  const bea = { ...ana, username: 'bea', email: 'bea@example.com' }
  const answers = await Promise.all([register(ana), register(bea)])
  expect(countsOf(answers)).toEqual({ 201: 1, 403: 1 })
})

test('the sign-in screen reads the sign-up policy', async () => {
  const empty = await prizm.call('GET', '/api/sign-in')
  expect(empty.json()).toEqual({
    signUp: 'open',
    firstAccount: true,
    demoAccounts: false,
    needsToken: false,
    passwordReset: false,
    singleSignOn: null,
  })
  await prizm.builders.user()
  const filled = await prizm.call('GET', '/api/sign-in')
  expect(filled.json()).toEqual({
    signUp: 'open',
    firstAccount: false,
    demoAccounts: false,
    needsToken: false,
    passwordReset: false,
    singleSignOn: null,
  })
})

test('sign-up, sign-in and sign-out are recorded in the audit log, without secrets', async () => {
  const made = await register(ana)
  const again = await login('ana', ana.password)
  await prizm.call('POST', '/api/logout', { as: cookieOf(again) })
  const acts = await rowsOf<{ action: string }>(
    `select action, entity, entity_id, actor_id from audit_log order by id`,
  )
  expect(acts.map((act) => act.action)).toEqual(['sign-up', 'sign-in', 'sign-out'])
  for (const act of acts) expect(act).toMatchObject({ entity: 'user', entity_id: 1, actor_id: 1 })
  const [all] = await rowsOf<{ text: string }>(
    `select string_agg(a::text, ' ') as text from audit_log a`,
  )
  for (const secret of [ana.password, 'argon2', cookieOf(made).slice(4)]) {
    expect(all?.text).not.toContain(secret)
  }
})

test('a change of preferences is merged into those stored with the account', async () => {
  const as = await prizm.signIn('sales')
  const other = await prizm.signIn('finance')
  const put = (body: object, by = as) =>
    prizm.call('PUT', '/api/user/preferences', { as: by, body })
  const mine = async (by = as) => (await prizm.call('GET', '/api/user', { as: by })).json()
  expect((await mine()).preferences).toBeUndefined()
  expect((await put({ theme: 'dark', singleKeys: false })).json()).toEqual({
    theme: 'dark',
    singleKeys: false,
  })
  await put({ theme: 'light', toastMs: 0 })
  const savedPreferences = { theme: 'light', singleKeys: false, toastMs: 0 }
  expect((await mine()).preferences).toEqual(savedPreferences)
  expect((await mine(other)).preferences).toBeUndefined()
  const refused = await put({ theme: 'pink' })
  expect([refused.statusCode, (await mine()).preferences]).toEqual([422, savedPreferences])
  await put({ pageSize: 25, lists: { customers: { columns: ['name', 'city'] } } })
  await put({ lists: { skus: { widths: { sku: 90 } } } })
  await put({ lists: { customers: { columns: ['name'] } } })
  const lists = { customers: { columns: ['name'] }, skus: { widths: { sku: 90 } } }
  const all = { ...savedPreferences, pageSize: 25, lists }
  expect((await mine()).preferences).toEqual(all)
  const names = Array.from({ length: 99 }, (_, at) => [`list-${at}`, {}] as const)
  expect((await put({ lists: Object.fromEntries(names) })).statusCode).toBe(422)
  expect((await put({ lists: { 'Not a name': {} } })).statusCode).toBe(422)
  expect((await mine()).preferences).toEqual(all)
  expect((await prizm.call('PUT', '/api/user/preferences', { body: {} })).statusCode).toBe(401)
})
