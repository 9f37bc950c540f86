import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '../../contract.ts'

// Who manages users has no power over people who decide on higher amounts, and cannot make one.

let prizm: TestApp
let boss: User
let as: string
let lee: User
let lead: string
let ann: User

const permissions = [
  'customers.read',
  'users.manage',
  'purchaseOrders.read',
  'purchaseOrders.approve',
] as const
const beyond = [403, 'beyond-own-rights']
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const limit = (user: User, amount: string | null) =>
  prizm.rows(
    `update users set purchase_approval_limit = ${amount ?? 'null'} where id = ${user.id}
     returning id`,
  )
const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  prizm.call(method, `/api/${path}`, { as: lead, ...(body && { body }) })
/** Makes the only approval level of purchase orders that of a person or of an own role. */
const nameLevel = (of: { user_id: number } | { role: string; own_role_id: number }) =>
  prizm.rows(
    `insert into purchase_approval_levels (level, ${Object.keys(of).join(', ')})
     values (1, ${Object.values(of)
       .map((value) => (typeof value === 'string' ? `'${value}'` : value))
       .join(', ')})
     returning level`,
  )
const endSessions = async ({ id }: User) =>
  (await call('DELETE', `users/${id}/sessions`)).statusCode
const password = 'seven green lanterns'

beforeEach(async () => {
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
  await prizm.call('PUT', '/api/settings', { as, body: { mailSender: 'office@example.com' } })
  await prizm.builders.ownRole({ name: 'Desk lead', permissions })
  lee = await prizm.builders.user({ username: 'lee', role: 'Desk lead' })
  lead = await prizm.builders.session(lee)
  ann = await prizm.builders.user({ username: 'ann', role: 'Desk lead' })
})
afterEach(() => prizm.close())

test('does nothing to the account of a person with a higher limit', async () => {
  await limit(ann, '25000.01')
  const { id } = ann
  const key = { name: 'Key', scopes: ['read'], userId: id }
  const answer = await prizm.call('POST', '/api/api-keys', { as, body: key })
  const made = answer.json<{ id: number }>()
  const delegation = { fromUserId: id, toUserId: boss.id, startsOn: '2099-01-01' }
  const answers = [
    await call('PUT', `users/${id}`, { password }),
    await call('PUT', `users/${id}`, { isActive: false }),
    await call('PUT', `users/${id}`, { role: 'viewer' }),
    await call('DELETE', `users/${id}/sessions`),
    await call('DELETE', `users/${id}/second-factor`),
    await call('DELETE', `users/${id}/single-sign-on`),
    await call('DELETE', `api-keys/${made.id}`),
    await call('POST', `users/${id}/unlock`),
    await call('POST', `users/${id}/reset-link`),
    await call('POST', `users/${id}/invitation`),
    await call('POST', `users/${id}/decline`),
    await call('POST', 'delegations', { ...delegation, endsOn: '2099-02-01' }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => beyond))
  expect(answers[0]?.json()).toMatchObject({
    detail: 'This would decide on higher amounts than you may. Ask an administrator',
  })
  expect(await prizm.rows('select email_folded from account_emails')).toEqual([])
})

test('manages a person with the same limit or a lower one', async () => {
  expect(await endSessions(ann)).toBe(204)
  await limit(ann, '25000.00')
  expect(await endSessions(ann)).toBe(204)
  expect((await call('PUT', `users/${ann.id}`, { password })).statusCode).toBe(200)
  await limit(lee, '100.00')
  expect(await endSessions(ann)).toBe(403)
  await limit(ann, '100.00')
  expect(await endSessions(ann)).toBe(204)
  expect(await endSessions(lee)).toBe(204)
})

test('the limit of own roles is that of the settings', async () => {
  await limit(ann, '25000.01')
  const body = { purchaseApprovalLimit: '30000.00' }
  const saved = await prizm.call('PUT', '/api/settings', { as, body })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(await endSessions(ann)).toBe(204)
})

test('with a lower limit than that of the role nobody gives it, or makes another one', async () => {
  await limit(lee, '100.00')
  const account = { email: 'eve@example.com', role: 'Desk lead' }
  const { id } = await prizm.builders.user({ role: 'viewer' })
  const answers = [
    await call('POST', 'users', { ...account, username: 'eve', password }),
    await call('POST', 'users/invitations', { ...account, username: 'eve' }),
    await call('PUT', `users/${id}`, { role: 'Desk lead' }),
    await call('POST', 'roles', { name: 'Puppet', permissions: permissions.slice(2) }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => beyond))
  const within = await call('POST', 'roles', { name: 'Puppet', permissions: ['customers.read'] })
  const { id: roleId } = within.json<{ id: number }>()
  const widened = await call('PUT', `roles/${roleId}`, { permissions: permissions.slice(2) })
  expect(codeOf(widened)).toEqual(beyond)
})

test('a limit that an account has does not become one by another role', async () => {
  await prizm.builders.ownRole({ name: 'Clerk', permissions: ['customers.read'] })
  const val = await prizm.builders.user({ role: 'Clerk' })
  await limit(val, '90000.00')
  expect(await endSessions(val)).toBe(204)
  const role = { role: 'Desk lead' }
  expect(codeOf(await call('PUT', `users/${val.id}`, role))).toEqual(beyond)
  await limit(val, null)
  expect((await call('PUT', `users/${val.id}`, role)).statusCode).toBe(200)
})

test('widens no role of a person who has a higher limit', async () => {
  const id = await prizm.builders.ownRole({ name: 'Clerk', permissions: ['customers.read'] })
  const val = await prizm.builders.user({ role: 'Clerk' })
  const widen = () => call('PUT', `roles/${id}`, { permissions: permissions.slice(2) })
  await limit(val, '25000.01')
  expect(codeOf(await widen())).toEqual(beyond)
  await limit(val, '25000.00')
  expect((await widen()).statusCode).toBe(200)
})

test('does nothing to a person who decides in the name of one with more', async () => {
  const max = await prizm.builders.user({ role: 'manager' })
  await prizm.rows(
    `insert into approval_delegations (from_user_id, to_user_id, starts_on, ends_on)
     values (${max.id}, ${ann.id}, current_date + 1, current_date + 30) returning id`,
  )
  expect(await endSessions(ann)).toBe(403)
  await prizm.rows('update approval_delegations set ended_at = now() returning id')
  expect(await endSessions(ann)).toBe(204)
})

test('does nothing to a person whom an approval level names', async () => {
  await nameLevel({ user_id: ann.id })
  expect(await endSessions(ann)).toBe(403)
})

test('widens no role of a person whom an approval level names', async () => {
  const id = await prizm.builders.ownRole({ name: 'Clerk', permissions: ['customers.read'] })
  const val = await prizm.builders.user({ role: 'Clerk' })
  await nameLevel({ user_id: val.id })
  const widened = await call('PUT', `roles/${id}`, { permissions: permissions.slice(2) })
  expect(codeOf(widened)).toEqual(beyond)
  const named = await prizm.rows(`select permissions from own_roles where id = ${id}`)
  expect(named).toEqual([{ permissions: ['customers.read'] }])
})

test('changes no role that an approval level names, unless it is their own', async () => {
  const id = await prizm.builders.ownRole({
    name: 'Director',
    permissions: ['purchaseOrders.read', 'purchaseOrders.approve'],
  })
  await nameLevel({ role: 'Director', own_role_id: id })
  const narrowed = { permissions: ['purchaseOrders.read'] }
  expect(codeOf(await call('PUT', `roles/${id}`, narrowed))).toEqual(beyond)
  expect(codeOf(await call('DELETE', `roles/${id}`))).toEqual(beyond)
  await prizm.rows('delete from purchase_approval_levels returning level')
  expect((await call('PUT', `roles/${id}`, narrowed)).statusCode).toBe(200)
})

test('does nothing to a person who decides in the name of a role of a level', async () => {
  const director = await prizm.builders.ownRole({
    name: 'Director',
    permissions: ['purchaseOrders.read', 'purchaseOrders.approve'],
  })
  const dora = await prizm.builders.user({ role: 'Director' })
  await prizm.rows(
    `insert into approval_delegations (from_user_id, to_user_id, starts_on, ends_on)
     values (${dora.id}, ${ann.id}, current_date, current_date + 30) returning id`,
  )
  expect(await endSessions(ann)).toBe(204)
  await nameLevel({ role: 'Director', own_role_id: director })
  expect(await endSessions(ann)).toBe(403)
})

test('with a limit of their own nobody makes an account of a level without one', async () => {
  const [role] = await prizm.rows<{ id: number }>(
    `select id from own_roles where name = 'Desk lead'`,
  )
  await limit(lee, '30000.00')
  const account = { email: 'eve@example.com', role: 'Desk lead', username: 'eve', password }
  await nameLevel({ role: 'Desk lead', own_role_id: role?.id ?? 0 })
  expect(codeOf(await call('POST', 'users', account))).toEqual(beyond)
  await limit(lee, null)
  expect((await call('POST', 'users', account)).statusCode).toBe(201)
})

test('a limit is not avoided by changing the settings meanwhile', async () => {
  const all = [...permissions, 'settings.manage'] as const
  await prizm.builders.ownRole({ name: 'Office lead', permissions: all })
  const olga = await prizm.builders.user({ role: 'Office lead' })
  const cookie = await prizm.builders.session(olga)
  await limit(olga, '100.00')
  const settings = (purchaseApprovalLimit: string) =>
    prizm.call('PUT', '/api/settings', { as: cookie, body: { purchaseApprovalLimit } })
  expect((await settings('100.00')).statusCode).toBe(200)
  const body = { email: 'eve@example.com', role: 'Desk lead', username: 'eve', password }
  const refused = await prizm.call('POST', '/api/users', { as: cookie, body })
  expect(codeOf(refused)).toEqual(beyond)
})
