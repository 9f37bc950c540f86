// One file: the tests of approval levels share their fixture and their people.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import type { Approvers } from '../../contract.ts'
import { purchasingFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
  admin = await prizm.signIn('admin')
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const setLevels = (levels: object[], as = admin) =>
  prizm.call('PUT', '/api/purchase-approval-levels', { as, body: { levels } })
const twoLevels = [{ upTo: '100.00', role: 'manager' }, { role: 'admin' }]
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const stored = () =>
  prizm.rows(`select level, up_to as "upTo", role, user_id as "userId"
              from purchase_approval_levels order by level`)
const approvals = () =>
  prizm.rows(`select a.level, u.role, f.username as "onBehalfOf", a.ended_at is null as "isOpen"
              from purchase_level_approvals a join users u on u.id = a.approved_by
                left join users f on f.id = a.on_behalf_of order by a.id`)
const submitted = (totalAmount: string) => fixture.made({ totalAmount, status: 'submitted' })

describe('the chain', () => {
  test('is replaced as a whole and recorded', async () => {
    const set = await setLevels(twoLevels)
    expect(set.json()).toEqual({
      levels: [
        { upTo: '100.00', role: 'manager', userId: null, username: null },
        { upTo: null, role: 'admin', userId: null, username: null },
      ],
    })
    const versions = () => prizm.rows('select xmin::text as xmin from purchase_approval_levels')
    const written = await versions()
    await setLevels(twoLevels)
    expect(await versions(), 'the same levels write nothing').toEqual(written)
    await setLevels([])
    expect(await stored()).toEqual([])
    expect(
      await prizm.rows(`select changes from audit_log where entity = 'setting' order by id`),
    ).toEqual([
      {
        changes: {
          purchaseApprovalLevels: {
            from: '',
            to: 'up to $100.00: the role “manager”; above: the role “admin”',
          },
        },
      },
      {
        changes: {
          purchaseApprovalLevels: {
            from: 'up to $100.00: the role “manager”; above: the role “admin”',
            to: '',
          },
        },
      },
    ])
  })

  test.each([
    ['a last level with an amount', [{ upTo: '1.00', role: 'manager' }], 'levels.0.upTo'],
    [
      'a level without an amount before the last',
      [{ role: 'manager' }, { role: 'admin' }],
      'levels.0.upTo',
    ],
    [
      'amounts that do not increase',
      [{ upTo: '5', role: 'manager' }, { upTo: '5', role: 'admin' }, { role: 'admin' }],
      'levels.1.upTo',
    ],
    ['a level of nobody', [{}], 'levels.0.role'],
    ['a level of a role and a person', [{ role: 'admin', userId: 1 }], 'levels.0.role'],
    ['a role that may not approve', [{ role: 'sales' }], 'levels.0.role'],
    ['an unknown role', [{ role: 'Nobody' }], 'levels.0.role'],
    ['an unknown person', [{ userId: 999 }], 'levels.0.userId'],
  ])('is refused with %s', async (_, levels, path) => {
    const refused = await setLevels(levels)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path }])
    expect(await stored()).toEqual([])
  })

  test('offers the roles and the active persons that may approve', async () => {
    const permissions = ['purchaseOrders.read', 'purchaseOrders.approve'] as const
    await prizm.builders.ownRole({ name: 'Director', permissions })
    await prizm.builders.ownRole({ name: 'Reader', permissions: ['purchaseOrders.read'] })
    await prizm.builders.user({ username: 'dora', role: 'Director' })
    await prizm.builders.user({ username: 'gone', role: 'manager', isActive: false })
    await prizm.builders.user({ username: 'rea', role: 'Reader' })
    await prizm.builders.user({ username: 'fin', role: 'finance' })
    const read = (as: string) =>
      prizm.call('GET', '/api/purchase-approval-levels/approvers', { as })
    const { roles, users } = (await read(admin)).json<Approvers>()
    expect(roles).toEqual(['admin', 'manager', 'Director'])
    expect(users.map(({ username }) => username.replace(/-\d+$/, ''))).toEqual([
      'admin',
      'dora',
      'manager',
    ])
    expect((await read(fixture.manager)).statusCode).toBe(403)
  })

  test('is changed only by who may change settings', async () => {
    expect((await setLevels(twoLevels, fixture.manager)).statusCode).toBe(403)
  })
})

test('two levels approve one after another, and only the last puts goods on order', async () => {
  await setLevels(twoLevels)
  const order = await fixture.made({ items: fixture.lines(50), status: 'submitted' })
  expect(await fixture.read(order.id, admin)).toMatchObject({
    approvals: [],
    awaits: { level: 1, of: 2, who: 'the role “manager”' },
  })
  expect(codeOf(await fixture.act(order.id, 'approve', admin))).toEqual([403, 'not-your-level'])
  const first = await fixture.act(order.id, 'approve', fixture.manager)
  expect(first.json()).toMatchObject({
    status: 'submitted',
    approvals: [{ level: 1, onBehalfOf: null }],
    awaits: { level: 2, of: 2, who: 'the role “admin”' },
  })
  expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
  const second = await fixture.act(order.id, 'approve', admin)
  expect(second.json()).toMatchObject({ status: 'approved', awaits: null })
  expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 50 }])
  expect(await approvals()).toEqual([
    { level: 1, role: 'manager', onBehalfOf: null, isOpen: true },
    { level: 2, role: 'admin', onBehalfOf: null, isOpen: true },
  ])
  expect(await fixture.steps()).toEqual([
    { action: 'create', from: null, to: 'draft' },
    { action: 'submit', from: 'draft', to: 'submitted' },
    { action: 'approve-level', from: null, to: null },
    { action: 'approve', from: 'submitted', to: 'approved' },
  ])
  expect(await fixture.approvals()).toEqual([
    { action: 'approve-level', isWaiver: false, control: null },
    { action: 'approve', isWaiver: false, control: null },
  ])
})

describe('the next level', () => {
  const titlesOf = async (as: string) => {
    const answer = await prizm.call('GET', '/api/notifications?kind=approvals', { as })
    return answer.json<{ title: string }[]>().map(({ title }) => title)
  }

  test('is notified on submission, and when the level before was approved', async () => {
    await setLevels([...twoLevels.slice(0, 1), { role: 'manager' }])
    const other = await prizm.signIn('manager')
    const { id, orderNumber } = await submitted('100.01')
    const title = `${orderNumber} awaits your approval`
    expect(await titlesOf(fixture.manager)).toEqual([title])
    expect(await titlesOf(other)).toEqual([title])
    await fixture.act(id, 'approve', fixture.manager)
    expect(await titlesOf(other)).toEqual([title, title])
    expect(await titlesOf(fixture.manager), 'nobody approves twice').toEqual([title])
    expect(await titlesOf(admin)).toEqual([])
    await fixture.act(id, 'approve', other)
    const texts = await prizm.rows<{ text: string }>(
      `select text from notifications where kind = 'approvals' order by id`,
    )
    expect(texts.map(({ text }) => text.replace(/^\S+ /, ''))).toEqual([
      'submitted it. Yours is level 1',
      'submitted it. Yours is level 1',
      'approved level 1. Yours is level 2',
    ])
  })

  test('of a person is notified, and who substitutes for that person on the day', async () => {
    const max = await prizm.builders.user({ username: 'max', role: 'manager' })
    const mia = await prizm.builders.user({ username: 'mia', role: 'manager' })
    const ida = await prizm.builders.user({ username: 'ida', role: 'manager' })
    const as = await prizm.builders.session(max)
    const delegate = (toUserId: number, startsOn: string) =>
      prizm.call('POST', '/api/delegations', { as, body: { toUserId, startsOn, endsOn: startsOn } })
    await delegate(mia.id, '2026-03-02')
    await delegate(ida.id, '2026-03-03')
    await setLevels([{ upTo: '100.00', role: 'admin' }, { userId: max.id }])
    const { id, orderNumber } = await submitted('100.01')
    await fixture.act(id, 'approve', admin)
    const title = `${orderNumber} awaits your approval`
    expect(await titlesOf(as)).toEqual([title])
    expect(await titlesOf(await prizm.builders.session(mia))).toEqual([title])
    expect(await titlesOf(await prizm.builders.session(ida))).toEqual([])
  })
})

test('an own role of a level is renamed with it, and is not deleted', async () => {
  const permissions = ['purchaseOrders.read', 'purchaseOrders.approve'] as const
  const id = await prizm.builders.ownRole({ name: 'Director', permissions })
  await setLevels([{ role: 'Director' }])
  const url = `/api/roles/${id}`
  const deleted = await prizm.call('DELETE', url, { as: admin })
  expect(codeOf(deleted)).toEqual([409, 'role-in-use'])
  await prizm.call('PUT', url, { as: admin, body: { name: 'Head' } })
  expect(await stored()).toEqual([{ level: 1, upTo: null, role: 'Head', userId: null }])
  const order = await submitted('9.00')
  const head = await prizm.signIn('Head')
  expect((await fixture.act(order.id, 'approve', head)).json()).toMatchObject({
    status: 'approved',
  })
})

test('an order up to the first amount needs one level', async () => {
  await setLevels(twoLevels)
  const { id } = await submitted('100.00')
  expect((await fixture.act(id, 'approve', fixture.manager)).json()).toMatchObject({
    status: 'approved',
  })
})

test('nobody approves two levels', async () => {
  await setLevels([{ upTo: '100.00', role: 'manager' }, { role: 'manager' }])
  const { id } = await submitted('100.01')
  await fixture.act(id, 'approve', fixture.manager)
  const again = await fixture.act(id, 'approve', fixture.manager)
  expect(codeOf(again)).toEqual([403, 'second-person'])
  const other = await fixture.act(id, 'approve', await prizm.signIn('manager'))
  expect(other.json()).toMatchObject({ status: 'approved' })
})

test('of concurrent approvals of a level one counts', async () => {
  await setLevels([{ upTo: '100.00', role: 'manager' }, { role: 'admin' }])
  const { id } = await submitted('100.01')
  const managers = await Promise.all([1, 2, 3].map(() => prizm.signIn('manager')))
  const answers = await Promise.all(managers.map((as) => fixture.act(id, 'approve', as)))
  expect(countsOf(answers)).toEqual({ 200: 1, 403: 2 })
  expect(await approvals()).toEqual([{ level: 1, role: 'manager', onBehalfOf: null, isOpen: true }])
})

test('a rejected order begins again with the first level', async () => {
  await setLevels(twoLevels)
  const { id } = await submitted('100.01')
  await fixture.act(id, 'approve', fixture.manager)
  await fixture.act(id, 'reject', admin, { reason: 'Too dear' })
  await fixture.act(id, 'submit', fixture.buyer)
  expect(await approvals()).toEqual([
    { level: 1, role: 'manager', onBehalfOf: null, isOpen: false },
  ])
  expect(codeOf(await fixture.act(id, 'approve', admin))).toEqual([403, 'not-your-level'])
  expect((await fixture.act(id, 'approve', fixture.manager)).statusCode).toBe(200)
})

test('one’s own order is approved as the setting says', async () => {
  await setLevels([{ role: 'manager' }])
  const own = await fixture.made({ totalAmount: '9.00', status: 'submitted' }, fixture.manager)
  await fixture.set({ sodMode: 'enforce' })
  const refused = await fixture.act(own.id, 'approve', fixture.manager)
  expect(codeOf(refused)).toEqual([403, 'self-approval'])
})

test('a substitute approves the level of an absent person, in that person’s name', async () => {
  const max = await prizm.builders.user({ username: 'max', role: 'manager' })
  const mia = await prizm.builders.user({ username: 'mia', role: 'manager' })
  const session = () => prizm.builders.session(mia)
  await setLevels([{ upTo: '100.00', userId: max.id }, { role: 'admin' }])
  const { id } = await submitted('50.00')
  const refused = await fixture.act(id, 'approve', await session())
  expect(codeOf(refused)).toEqual([403, 'not-your-level'])
  expect(refused.json().detail).toBe('This purchase order awaits the approval of max (level 1)')
  const body = { toUserId: mia.id, startsOn: '2026-03-02', endsOn: '2026-03-06' }
  await prizm.call('POST', '/api/delegations', { as: await prizm.builders.session(max), body })
  expect((await fixture.act(id, 'approve', await session())).statusCode).toBe(200)
  expect(await approvals()).toEqual([
    { level: 1, role: 'manager', onBehalfOf: 'max', isOpen: true },
  ])
  const [last] = await prizm.rows(`select changes from audit_log
    where entity = 'purchase_order' order by id desc limit 1`)
  expect(last).toEqual({
    changes: { level: { from: null, to: 1 }, 'on behalf of': { from: null, to: 'max' } },
  })
})

test('a substitute approves no level of a person who may not approve any more', async () => {
  const max = await prizm.builders.user({ username: 'max', role: 'manager' })
  const mia = await prizm.builders.user({ username: 'mia', role: 'manager' })
  await setLevels([{ upTo: '100.00', userId: max.id }, { role: 'admin' }])
  const { id } = await submitted('50.00')
  const body = { toUserId: mia.id, startsOn: '2026-03-02', endsOn: '2026-03-06' }
  await prizm.call('POST', '/api/delegations', { as: await prizm.builders.session(max), body })
  await prizm.call('PUT', `/api/users/${max.id}`, { as: admin, body: { role: 'viewer' } })
  const refused = await fixture.act(id, 'approve', await prizm.builders.session(mia))
  expect(codeOf(refused)).toEqual([403, 'not-your-level'])
  expect(await approvals()).toEqual([])
})

test('with a chain no order is created as approved', async () => {
  await setLevels(twoLevels)
  const refused = await fixture.create({ totalAmount: '100.01', status: 'approved' }, admin)
  expect(codeOf(refused)).toEqual([403, 'not-your-level'])
  expect(refused.json().detail).toBe(
    'This purchase order needs the approval of 2 levels. Create it as submitted',
  )
  expect(await prizm.rows('select id from purchase_orders')).toEqual([])
})

test('a person who approved a level does not receive the goods', async () => {
  await setLevels([{ upTo: '1.00', role: 'manager' }, { role: 'admin' }])
  const { id } = await submitted('2.00')
  await fixture.act(id, 'approve', fixture.manager)
  await fixture.act(id, 'approve', admin)
  await fixture.set({ sodMode: 'enforce' })
  const refused = await fixture.act(id, 'receive', fixture.manager, {})
  expect(codeOf(refused)).toEqual([403, 'self-approval'])
})

test.each([
  ['a level of an order', true],
  ['an order', false],
])('a person in whose name %s was approved does not receive the goods', async (_, hasLevels) => {
  const max = await prizm.builders.user({ username: 'max', role: 'manager' })
  const mia = await prizm.builders.user({ username: 'mia', role: 'manager' })
  await setLevels(hasLevels ? [{ upTo: '1.00', userId: max.id }, { role: 'admin' }] : [])
  const none = { purchaseApprovalLimit: '0' }
  await prizm.call('PUT', `/api/users/${mia.id}/limits`, { as: admin, body: none })
  const body = { toUserId: mia.id, startsOn: '2026-03-02', endsOn: '2026-03-06' }
  await prizm.call('POST', '/api/delegations', { as: await prizm.builders.session(max), body })
  const { id } = await fixture.made({ items: fixture.lines(1), status: 'submitted' })
  const byMia = await fixture.act(id, 'approve', await prizm.builders.session(mia))
  expect(byMia.statusCode, byMia.body).toBe(200)
  if (hasLevels) await fixture.act(id, 'approve', admin)
  await fixture.set({ sodMode: 'enforce' })
  const receive = async (of: { id: number }) =>
    fixture.act(id, 'receive', await prizm.builders.session(of), {})
  expect(codeOf(await receive(max))).toEqual([403, 'self-approval'])
  expect(codeOf(await receive(mia))).toEqual([403, 'self-approval'])
  expect((await fixture.act(id, 'receive', fixture.warehouse, {})).statusCode).toBe(200)
})
