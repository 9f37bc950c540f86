import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User, UserRow } from '../../contract.ts'
import { testPassword } from '../testing.ts'

let prizm: TestApp
let bo: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  bo = await prizm.builders.user({ username: 'Bo' })
})

const login = (password: string) =>
  prizm.call('POST', '/api/login', { body: { username: 'bo', password } })
const slowed = async () => (await prizm.call('GET', '/api/users/slowed', { as })).json().userIds
const unlock = (id: number) => prizm.call('POST', `/api/users/${id}/unlock`, { as })
const listed = async () => {
  const rows = (await prizm.call('GET', '/api/users', { as })).json<UserRow[]>()
  return rows.find(({ id }) => id === bo.id)
}

test('an administrator sees and unlocks an account with many wrong passwords', async () => {
  for (let n = 0; n < 9; n++) {
    // oxlint-disable-next-line no-await-in-loop
    await login('wrong password')
  }
  expect(await slowed()).toEqual([])
  await login('wrong password')
  expect(await slowed()).toEqual([bo.id])
  expect((await login(testPassword)).statusCode).toBe(429)
  expect((await unlock(bo.id)).statusCode).toBe(204)
  expect(await slowed()).toEqual([])
  expect((await login(testPassword)).statusCode).toBe(200)
  expect((await unlock(999_999)).statusCode).toBe(404)
  const acts = await prizm.rows(`select entity_id from audit_log where action = 'unlock'`)
  expect(acts).toEqual([{ entity_id: bo.id }])
})

test('the list of users has their state, sessions, last use and second factor', async () => {
  expect(await listed()).toMatchObject({
    state: 'active',
    hasSecondFactor: false,
    lastSeenAt: null,
    sessionCount: 0,
  })
  await login(testPassword)
  const seen = await listed()
  expect(seen?.sessionCount).toBe(1)
  expect(seen?.lastSeenAt).not.toBeNull()
  await prizm.rows(`update sessions set last_seen_at = now() - interval '31 minutes' returning 1`)
  as = await prizm.signIn('admin')
  expect(await listed()).toMatchObject({ sessionCount: 0, lastSeenAt: expect.any(String) })
  const change = { as, body: { isActive: false } }
  await prizm.call('PUT', `/api/users/${bo.id}`, change)
  expect(await listed()).toMatchObject({ state: 'deactivated', isActive: false })
  const off = await prizm.call('GET', '/api/users?state=deactivated', { as })
  expect(off.json()).toMatchObject([{ id: bo.id }])
  const on = await prizm.call('GET', '/api/users?hasSecondFactor=true', { as })
  expect(on.json()).toEqual([])
})

test('an account that signed up awaits approval until an administrator decides', async () => {
  await prizm.close()
  prizm = await startTestApp({ SIGN_UP: 'approval' })
  as = await prizm.signIn('admin')
  const register = (username: string) => {
    const body = { username, email: `${username}@example.com`, password: 'nine blue kettles' }
    return prizm.call('POST', '/api/register', { body })
  }
  await register('ada')
  await register('eve')
  const url = '/api/users?state=awaiting%20approval&sort=username'
  const waiting = (await prizm.call('GET', url, { as })).json<UserRow[]>()
  expect(waiting.map(({ username }) => username)).toEqual(['ada', 'eve'])
  const [ada, eve] = waiting
  const change = (id: number | undefined, body: object) =>
    prizm.call('PUT', `/api/users/${id}`, { as, body })
  expect((await change(ada?.id, { isActive: true, role: 'sales' })).statusCode).toBe(200)
  const sentBack = await change(eve?.id, eve ?? {})
  expect(sentBack.statusCode, 'a row sent back changes nothing').toBe(200)
  expect((await prizm.call('GET', url, { as })).json()).toEqual([eve])
  const decline = (id: number | undefined) => prizm.call('POST', `/api/users/${id}/decline`, { as })
  expect((await decline(eve?.id)).statusCode).toBe(204)
  expect((await decline(ada?.id)).json()).toMatchObject({ status: 409, code: 'nothing-pending' })
  const rows = (await prizm.call('GET', '/api/users?sort=username', { as })).json<UserRow[]>()
  const states = rows.map(({ username, state }) => `${username} ${state}`)
  expect(states).toEqual(expect.arrayContaining(['ada active', 'eve deactivated']))
})
