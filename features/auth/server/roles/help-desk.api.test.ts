import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '../../contract.ts'
import { chosenPermissions } from '../../role-rules.ts'

// What a person may not do who manages users and is no administrator.

let prizm: TestApp
let boss: User
let as: string
let roleId: number
let hal: User
let clerk: string

beforeEach(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
  const permissions = ['customers.read', 'users.manage'] as const
  roleId = await prizm.builders.ownRole({ name: 'Help desk', permissions })
  hal = await prizm.builders.user({ username: 'hal', role: 'Help desk' })
  clerk = await prizm.builders.session(hal)
})
afterEach(() => prizm.close())

const beyond = [403, 'beyond-own-rights']
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const putUser = (id: number, body: object, cookie = clerk) =>
  prizm.call('PUT', `/api/users/${id}`, { as: cookie, body })
const putRole = (id: number, body: object, cookie = clerk) =>
  prizm.call('PUT', `/api/roles/${id}`, { as: cookie, body })
const post = (url: string, body?: object, cookie = clerk) =>
  prizm.call('POST', url, { as: cookie, ...(body && { body }) })
const remove = (url: string, cookie = clerk) => prizm.call('DELETE', url, { as: cookie })

test('gives no permission that they do not hold', async () => {
  const more = { name: 'More', permissions: ['customers.read', 'customers.edit'] }
  expect(codeOf(await post('/api/roles', more))).toEqual(beyond)
  const widened = { permissions: ['customers.read', 'users.manage', 'settings.manage'] }
  expect(codeOf(await putRole(roleId, widened))).toEqual(beyond)
  const within = await post('/api/roles', { name: 'Less', permissions: ['customers.read'] })
  expect(within.statusCode).toBe(201)
})

test('neither changes nor deletes a role with more', async () => {
  const permissions = ['vendors.read', 'vendors.edit'] as const
  const id = await prizm.builders.ownRole({ name: 'Buyer', permissions })
  expect(codeOf(await putRole(id, { permissions: ['vendors.read'] }))).toEqual(beyond)
  expect(codeOf(await remove(`/api/roles/${id}`))).toEqual(beyond)
})

test('does not turn off the second factor of a role, which needs the settings', async () => {
  await putRole(roleId, { requiresSecondFactor: true }, as)
  const other = ['users.manage', 'customers.read'] as const
  await prizm.builders.ownRole({ name: 'Desk lead', permissions: other })
  const lead = await prizm.signIn('Desk lead')
  const refused = await putRole(roleId, { requiresSecondFactor: false }, lead)
  expect(codeOf(refused)).toEqual([403, 'forbidden'])
  expect(refused.json().detail).toBe(
    'Only who changes the settings turns off a required second factor',
  )
  const stored = 'select requires_second_factor as factor from own_roles order by id'
  expect(await prizm.rows(stored)).toEqual([{ factor: true }, { factor: false }])
  expect((await putRole(roleId, { requiresSecondFactor: false }, as)).statusCode).toBe(200)
})

test('makes nobody an administrator, and does not take over an account with more', async () => {
  const { id } = await prizm.builders.user({ role: 'Help desk' })
  expect(codeOf(await putUser(id, { role: 'admin' }))).toEqual(beyond)
  const taken = { password: 'seven green lanterns' }
  expect(codeOf(await putUser(boss.id, taken))).toEqual(beyond)
  expect(codeOf(await putUser(boss.id, { isActive: false }))).toEqual(beyond)
  const body = { username: 'eve', email: 'eve@example.com', ...taken, role: 'manager' }
  expect(codeOf(await post('/api/users', body))).toEqual(beyond)
  expect((await putUser(id, { isActive: false })).statusCode).toBe(200)
})

test('gives no role that an approval level needs, and manages nobody who has it', async () => {
  const approves = ['purchaseOrders.read', 'purchaseOrders.approve'] as const
  await prizm.builders.ownRole({ name: 'Director', permissions: approves })
  const permissions = ['customers.read', 'users.manage', ...approves] as const
  await prizm.builders.ownRole({ name: 'Desk lead', permissions })
  const lead = await prizm.signIn('Desk lead')
  const dora = await prizm.builders.user({ username: 'dora', role: 'Director' })
  expect((await putUser(hal.id, { role: 'Director' }, lead)).statusCode).toBe(200)
  const body = { levels: [{ role: 'Director' }] }
  await prizm.call('PUT', '/api/purchase-approval-levels', { as, body })
  const { id } = await prizm.builders.user({ role: 'Help desk' })
  expect(codeOf(await putUser(id, { role: 'Director' }, lead))).toEqual(beyond)
  const taken = { password: 'seven green lanterns' }
  expect(codeOf(await putUser(dora.id, taken, lead))).toEqual(beyond)
  expect((await putUser(id, { role: 'Director' }, as)).statusCode).toBe(200)
})

test('a role of all permissions is no administrator, and makes none', async () => {
  await prizm.builders.ownRole({ name: 'Everything', permissions: chosenPermissions })
  const eva = await prizm.builders.user({ role: 'Everything' })
  const cookie = await prizm.builders.session(eva)
  expect(codeOf(await putUser(eva.id, { role: 'admin' }, cookie))).toEqual(beyond)
  expect(codeOf(await putUser(eva.id, { role: 'finance' }, cookie))).toEqual(beyond)
  expect(codeOf(await putUser(boss.id, { password: 'seven green lanterns' }, cookie))).toEqual(
    beyond,
  )
  expect((await putUser(hal.id, { role: 'sales' }, cookie)).statusCode).toBe(200)
})

test('does nothing to the access of a person with more rights', async () => {
  const { id } = boss
  await prizm.call('PUT', '/api/settings', { as, body: { mailSender: 'office@example.com' } })
  await prizm.rows(`insert into second_factors (user_id, secret, confirmed_at)
                    values (${id}, 'AAAA', now()) returning 1`)
  const ann = await prizm.builders.user({ username: 'ann', role: 'manager', isActive: false })
  const answers = [
    await remove(`/api/users/${id}/sessions`),
    await remove(`/api/users/${id}/second-factor`),
    await remove(`/api/users/${id}/single-sign-on`),
    await post(`/api/users/${id}/unlock`),
    await post(`/api/users/${id}/reset-link`),
    await post(`/api/users/${ann.id}/invitation`),
    await post(`/api/users/${ann.id}/decline`),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => beyond))
  const me = await prizm.call('GET', '/api/user', { as })
  expect(me.json<User>().id).toBe(id)
  const { id: ownId } = await prizm.builders.user({ role: 'Help desk' })
  expect((await remove(`/api/users/${ownId}/sessions`)).statusCode).toBe(204)
  expect((await post(`/api/users/${ownId}/unlock`)).statusCode).toBe(204)
})

test('revokes no key of a person with more rights', async () => {
  const key = { name: 'Key', scopes: ['read'], userId: boss.id }
  const { id } = (await post('/api/api-keys', key, as)).json<{ id: number }>()
  expect(codeOf(await remove(`/api/api-keys/${id}`))).toEqual(beyond)
  const revoked = 'select revoked_at is null as "isOpen" from api_keys'
  expect(await prizm.rows(revoked)).toEqual([{ isOpen: true }])
  expect((await remove(`/api/api-keys/${id}`, as)).statusCode).toBe(204)
})

test('makes and replaces no key of another person, also of one with fewer rights', async () => {
  const viewer = await prizm.builders.user({ role: 'viewer' })
  const keyOf = (userId: number) => ({ name: 'Key', scopes: ['read'], userId })
  expect(codeOf(await post('/api/api-keys', keyOf(boss.id)))).toEqual(beyond)
  const { id: peer } = await prizm.builders.user({ role: 'Help desk' })
  expect(codeOf(await post('/api/api-keys', keyOf(peer)))).toEqual(beyond)
  expect(codeOf(await post('/api/api-keys', keyOf(viewer.id)))).toEqual(beyond)
  const ofPeer = (await post('/api/api-keys', keyOf(peer), as)).json<{ id: number }>()
  const rotate = `/api/api-keys/${ofPeer.id}/rotate`
  expect(codeOf(await post(rotate, { overlapHours: 0 }))).toEqual(beyond)
  expect(await prizm.rows('select user_id as "userId" from api_keys')).toEqual([{ userId: peer }])
  const own = await post('/api/api-keys', keyOf(hal.id))
  expect(own.statusCode, own.body).toBe(201)
})
