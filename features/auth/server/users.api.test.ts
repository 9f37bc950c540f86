import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '../contract.ts'
import { countsOf } from './testing.ts'

let prizm: TestApp
let boss: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
})
afterEach(() => prizm.close())

const password = 'six green lanterns'
const bea = { username: 'bea', email: 'bea@example.com', password, role: 'sales' }
const change = (id: number, body: object, headers = {}) =>
  prizm.call('PUT', `/api/users/${id}`, { as, body, headers })
const login = (username: string, secret: string) =>
  prizm.call('POST', '/api/login', { body: { username, password: secret } })

async function stored(id: number): Promise<Record<string, unknown> | undefined> {
  const found = await prizm.database.pool.query('select * from users where id = $1', [id])
  return found.rows[0]
}

test('an administrator creates an account with a role, which can sign in', async () => {
  const made = await prizm.call('POST', '/api/users', { as, body: bea })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ username: 'bea', role: 'sales', isActive: true })
  expect(made.headers['set-cookie']).toBeUndefined()
  expect((await login('bea', password)).statusCode).toBe(200)
})

test('a repeated request creates one account and stores nothing of its password', async () => {
  const headers = { 'idempotency-key': 'create-bea' }
  const send = () => prizm.call('POST', '/api/users', { as, body: bea, headers })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 409])
  expect(second.json()).toMatchObject({ code: 'duplicate-user' })
  const { pool } = prizm.database
  expect((await pool.query('select count(*)::int as n from idempotency_keys')).rows).toEqual([
    { n: 0 },
  ])
})

test.each([
  ['an unknown role', { role: 'root' }, 'role'],
  ['a weak password', { password: 'password123' }, 'password'],
  ['a bad email address', { email: 'bea' }, 'email'],
])('an account with %s is refused at that field', async (_, wrong, path) => {
  const refused = await prizm.call('POST', '/api/users', { as, body: { ...bea, ...wrong } })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path }])
})

test.each(['        ', 'Summer2026', 'Passw0rd!', 'bea-bea-12', 'k'.repeat(257)])(
  'an account cannot get the password %j',
  async (weak) => {
    const { id } = (await prizm.call('POST', '/api/users', { as, body: bea })).json()
    const before = await stored(id)
    const refused = await change(id, { password: weak })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path: 'password' }])
    expect(await stored(id)).toEqual(before)
    expect((await login('bea', password)).statusCode).toBe(200)
  },
)

test('the list of accounts is filtered, sorted and paged, and shows no secrets', async () => {
  for (const [username, role] of [
    ['ada', 'sales'],
    ['cy', 'viewer'],
    ['bo', 'sales'],
  ] as const) {
    await prizm.builders.user({ username, role })
  }
  const namesAt = async (query: string) => {
    const answer = await prizm.call('GET', `/api/users${query}`, { as })
    return answer.json<User[]>().map((user) => user.username)
  }
  expect(await namesAt('')).toEqual(['ada', 'bo', 'boss', 'cy'])
  expect(await namesAt('?role=sales&sort=-username')).toEqual(['bo', 'ada'])
  expect(await namesAt('?q=BO&limit=10')).toEqual(['bo', 'boss'])
  const page = await prizm.call('GET', '/api/users?limit=2&offset=2', { as })
  expect(page.headers['x-total-count']).toBe('4')
  expect(page.body).not.toMatch(/hash|argon2/i)
})

test('a change of role and state is recorded with the old values', async () => {
  const user = await prizm.builders.user({ role: 'sales' })
  const changed = await change(user.id, { role: 'manager', isActive: false })
  expect(changed.json()).toMatchObject({ role: 'manager', isActive: false, version: 2 })
  const url = `/api/activity/${user.id}?entity=user`
  const activity = (await prizm.call('GET', url, { as })).json()
  expect(activity).toMatchObject([{ action: 'update', actor: 'boss' }])
  expect(activity[0].changes).toEqual({
    role: { from: 'sales', to: 'manager' },
    isActive: { from: true, to: false },
  })
})

test('only the listed fields of an account change', async () => {
  const user = await prizm.builders.user({ role: 'sales' })
  const before = await stored(user.id)
  const planted = { id: 99, username: 'x', email: 'x@x' }
  const more = { createdAt: '2001-01-01T00:00:00Z', version: 50 }
  for (const name of ['isDemo', 'passwordHash', 'emailFolded']) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await change(user.id, { role: 'viewer', [name]: 'x' })
    expect(refused.json()).toMatchObject({ errors: [{ path: name, code: 'unknown-field' }] })
  }
  await change(user.id, { role: 'viewer', ...planted, ...more })
  const after = await stored(user.id)
  const { updated_at: _, ...rest } = after ?? {}
  const { updated_at: _old, ...old } = before ?? {}
  expect(rest).toEqual({ ...old, role: 'viewer', version: 2 })
})

test('an update without changes does not increase the version', async () => {
  const user = await prizm.builders.user({ role: 'sales' })
  expect((await change(user.id, { role: 'sales' })).json()).toMatchObject({ version: 1 })
  expect((await change(user.id, {})).statusCode).toBe(200)
})

test('an update based on an outdated version returns 412 and changes nothing', async () => {
  const user = await prizm.builders.user({ role: 'sales' })
  const etag = { 'if-match': '"1"' }
  expect((await change(user.id, { role: 'viewer' }, etag)).headers['etag']).toBe('"2"')
  const refused = await change(user.id, { role: 'finance' }, etag)
  expect(refused.statusCode).toBe(412)
  expect(refused.json().current).toMatchObject({ role: 'viewer', version: 2 })
})

test.each([
  ['demoted', { role: 'manager' }],
  ['switched off', { isActive: false }],
])('the last active administrator cannot be %s', async (_, body) => {
  await prizm.builders.user({ role: 'admin', isActive: false })
  const refused = await change(boss.id, body)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'last-administrator',
    detail: 'This is the last active administrator. Make another user an administrator first',
  })
  expect(await stored(boss.id)).toMatchObject({ role: 'admin', is_active: true })
})

test('of two administrators who demote each other concurrently, one remains', async () => {
  const other = await prizm.builders.user({ role: 'admin' })
  const otherSession = await prizm.builders.session(other)
  const demote = (id: number, by: string) =>
    prizm.call('PUT', `/api/users/${id}`, { as: by, body: { role: 'viewer' } })
  const answers = await Promise.all([demote(other.id, as), demote(boss.id, otherSession)])
  expect(countsOf(answers)[200]).toBe(1)
  const remainingAdmins = await prizm.database.pool.query(
    `select id from users where role = 'admin'`,
  )
  expect(remainingAdmins.rows).toHaveLength(1)
})

test('an administrator resets a forgotten password', async () => {
  const user = await prizm.builders.user({ username: 'cy' })
  expect((await change(user.id, { password })).statusCode).toBe(200)
  expect((await login('cy', password)).statusCode).toBe(200)
  expect((await change(user.id, { password: 'password123' })).statusCode).toBe(422)
})

test('a deactivated account cannot sign in, and its name remains in the history', async () => {
  const user = await prizm.builders.user({ username: 'cy', role: 'admin' })
  await prizm.call('POST', '/api/users', { as: await prizm.builders.session(user), body: bea })
  await change(user.id, { isActive: false })
  const made = await prizm.database.pool.query(`select id from users where username = 'bea'`)
  const url = `/api/activity/${made.rows[0].id}?entity=user`
  expect((await prizm.call('GET', url, { as })).json()).toMatchObject([{ actor: 'cy' }])
})

test('an unknown account returns 404', async () => {
  expect((await change(999, { role: 'sales' })).statusCode).toBe(404)
  const ended = await prizm.call('DELETE', '/api/users/999/sessions', { as })
  expect(ended.statusCode).toBe(404)
})
