import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { OwnRole, User } from '../../contract.ts'
import { countsOf } from '../testing.ts'

let prizm: TestApp
let boss: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
})
afterEach(() => prizm.close())

const buyer = { name: 'Buyer', permissions: ['vendors.read', 'vendors.edit'] }
const create = (body: object, cookie = as) => prizm.call('POST', '/api/roles', { as: cookie, body })
const change = (id: number, body: object, headers = {}, cookie = as) =>
  prizm.call('PUT', `/api/roles/${id}`, { as: cookie, body, headers })
const remove = (id: number, cookie = as) => prizm.call('DELETE', `/api/roles/${id}`, { as: cookie })
const made = async (body: object = buyer) => (await create(body)).json<OwnRole>()
const storedRoles = () =>
  prizm.rows(`select name, name_folded as folded, permissions, requires_second_factor as "factor",
                version from own_roles order by id`)
const history = () =>
  prizm.rows(`select action, changes from audit_log where entity = 'role' order by id`)
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

test('a user with an own role may do what it says and nothing else', async () => {
  const answer = await create(buyer)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    name: 'Buyer',
    permissions: ['vendors.read', 'vendors.edit'],
    requiresSecondFactor: false,
    userCount: 0,
    version: 1,
  })
  const user = { username: 'bea', email: 'bea@example.com', password: 'six green lanterns' }
  const bea = await prizm.call('POST', '/api/users', { as, body: { ...user, role: 'Buyer' } })
  expect(bea.json()).toMatchObject({ username: 'bea', role: 'Buyer' })
  const session = await prizm.builders.session(bea.json<User>())
  const get = async (path: string) =>
    (await prizm.call('GET', `/api/${path}`, { as: session })).statusCode
  expect([await get('vendors'), await get('customers'), await get('users')]).toEqual([
    200, 403, 403,
  ])
  const me = await prizm.call('GET', '/api/user', { as: session })
  expect(me.json<User>().grants).toEqual([
    'profile.own',
    'device.own',
    'settings.read',
    'activity.read',
    'search.all',
    'health.read',
    'notifications.own',
    'views.own',
    'reports.own',
    'vendors.read',
    'vendors.edit',
  ])
  expect(
    await prizm.rows(`select role, own_role_id is not null as "isOwn" from users
                           where username = 'bea'`),
  ).toEqual([{ role: 'Buyer', isOwn: true }])
  const listed = await prizm.call('GET', '/api/roles', { as })
  expect(listed.json()).toMatchObject([{ name: 'Buyer', userCount: 1 }])
})

test('a role is recorded as it is created, changed and deleted', async () => {
  const { id } = await made()
  const changed = await change(id, { name: 'Purchaser', permissions: ['vendors.read'] })
  expect(changed.json()).toMatchObject({ name: 'Purchaser', version: 2 })
  expect((await remove(id)).statusCode).toBe(204)
  expect(await storedRoles()).toEqual([])
  expect(await history()).toEqual([
    {
      action: 'create',
      changes: {
        name: { from: null, to: 'Buyer' },
        permissions: { from: null, to: 'vendors.read, vendors.edit' },
        requiresSecondFactor: { from: null, to: false },
      },
    },
    {
      action: 'update',
      changes: {
        name: { from: 'Buyer', to: 'Purchaser' },
        permissions: { from: 'vendors.read, vendors.edit', to: 'vendors.read' },
      },
    },
    {
      action: 'delete',
      changes: {
        name: { from: 'Purchaser', to: null },
        permissions: { from: 'vendors.read', to: null },
        requiresSecondFactor: { from: false, to: null },
      },
    },
  ])
})

test('a role sent back as it was answered changes nothing', async () => {
  const role = await made()
  expect((await change(role.id, role)).json()).toEqual(role)
  expect(await history()).toHaveLength(1)
})

test('a stale change is refused', async () => {
  const { id } = await made()
  await change(id, { requiresSecondFactor: true })
  const stale = await change(id, { name: 'Other' }, { 'if-match': '"1"' })
  expect(stale.statusCode).toBe(412)
  expect(await storedRoles()).toEqual([
    {
      name: 'Buyer',
      folded: 'buyer',
      permissions: ['vendors.read', 'vendors.edit'],
      factor: true,
      version: 2,
    },
  ])
})

describe('a role is refused', () => {
  test.each([
    ['with the name of a built-in role', { ...buyer, name: 'Admin' }, 'name'],
    ['without a name', { ...buyer, name: '  ' }, 'name'],
    ['with a comma in its name', { ...buyer, name: 'Buyer, senior' }, 'name'],
    ['without permissions', { ...buyer, permissions: [] }, 'permissions'],
    [
      'that may change what it may not see',
      { ...buyer, permissions: ['vendors.edit'] },
      'permissions',
    ],
  ])('%s', async (_, body, path) => {
    const refused = await create(body)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path }])
    expect(await storedRoles()).toEqual([])
  })

  test.each([
    ['an unknown permission', 'root'],
    ['a basic permission', 'profile.own'],
  ])('with %s', async (_, permission) => {
    const refused = await create({ ...buyer, permissions: [permission] })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path: 'permissions.0' }])
  })

  test('with the name of another role, however it is written', async () => {
    await made()
    expect(codeOf(await create({ ...buyer, name: 'BUYER' }))).toEqual([409, 'duplicate'])
    const { id } = await made({ ...buyer, name: 'Second' })
    expect(codeOf(await change(id, { name: 'buyer' }))).toEqual([409, 'duplicate'])
  })

  test('as one too many', async () => {
    await prizm.database.pool.query(`insert into own_roles (name, name_folded, permissions)
      select 'Role ' || n, 'role ' || n, '{customers.read}' from generate_series(1, 100) n`)
    expect(codeOf(await create(buyer))).toEqual([409, 'too-many-roles'])
  })
})

test('two roles of the same name at the same time are one role', async () => {
  const answers = await Promise.all([create(buyer), create(buyer)])
  expect(countsOf(answers)).toEqual({ 201: 1, 409: 1 })
  expect(await storedRoles()).toHaveLength(1)
})

test('a role that a user has is not deleted, also if the user cannot sign in', async () => {
  const { id } = await made()
  await prizm.builders.user({ role: 'Buyer', isActive: false })
  const refused = await remove(id)
  expect(codeOf(refused)).toEqual([409, 'role-in-use'])
  expect(refused.json().detail).toBe('1 user has the role “Buyer”. Give them another role first')
  expect(await storedRoles()).toHaveLength(1)
})

test('a renamed role is renamed for its users, who stay signed in', async () => {
  const { id } = await made()
  const session = await prizm.builders.session(await prizm.builders.user({ role: 'Buyer' }))
  await change(id, { name: 'Purchaser' })
  const me = await prizm.call('GET', '/api/user', { as: session })
  expect(me.json()).toMatchObject({ role: 'Purchaser' })
})

test('other permissions end the sessions of users with the role alone', async () => {
  const { id } = await made()
  const session = await prizm.builders.session(await prizm.builders.user({ role: 'Buyer' }))
  const other = await prizm.signIn('viewer')
  const me = async (cookie: string) =>
    (await prizm.call('GET', '/api/user', { as: cookie })).statusCode
  expect([await me(session), await me(other)]).toEqual([200, 200])
  await change(id, { permissions: ['vendors.read'] })
  expect([await me(session), await me(other), await me(as)]).toEqual([401, 200, 200])
})

test('an own role can require a second factor', async () => {
  const { id } = await made()
  await change(id, { requiresSecondFactor: true })
  const session = await prizm.builders.session(await prizm.builders.user({ role: 'Buyer' }))
  const refused = await prizm.call('GET', '/api/vendors', { as: session })
  expect(codeOf(refused)).toEqual([403, 'second-factor-missing'])
})

test('a user cannot get a role that does not exist', async () => {
  const { id } = await prizm.builders.user({ role: 'sales' })
  const refused = await prizm.call('PUT', `/api/users/${id}`, { as, body: { role: 'Buyer' } })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'role' }])
})

test('the last administrator stays, whatever own roles there are', async () => {
  await prizm.builders.ownRole({ name: 'Help desk', permissions: ['users.manage'] })
  await prizm.builders.user({ role: 'Help desk' })
  const body = { role: 'Help desk' }
  const refused = await prizm.call('PUT', `/api/users/${boss.id}`, { as, body })
  expect(codeOf(refused)).toEqual([409, 'last-administrator'])
})

test('a role that is given and deleted at the same time is either given or deleted', async () => {
  const { id } = await made()
  const user = await prizm.builders.user({ role: 'sales' })
  const body = { role: 'Buyer' }
  const [deleted, given] = await Promise.all([
    remove(id),
    prizm.call('PUT', `/api/users/${user.id}`, { as, body }),
  ])
  const outcome = [deleted.statusCode, given.statusCode]
  expect([
    [204, 422],
    [409, 200],
  ]).toContainEqual(outcome)
  const [{ count }] = (await prizm.rows<{ count: number }>(
    `select count(*)::int as count from users u join own_roles o on o.id = u.own_role_id`,
  )) as [{ count: number }]
  expect(count).toBe(given.statusCode === 200 ? 1 : 0)
})
