import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payablesFixture } from '#features/payables/server/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { returnsFixture } from '#features/returns/server/testing.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// The time is 2026-03-02, some seconds after 10:00 in New York.

let prizm: TestApp
let later = 0

beforeEach(async () => {
  prizm = await startTestApp()
  // The tests move the clock, and settings are cached for a second.
  wait((later += 10_000))
})
afterEach(() => prizm.close())

const query = async (text: string, values: unknown[] = []) =>
  (await prizm.database.pool.query(text, values)).rows
const approvals = () => query('select action, is_waiver, control from approvals order by id')
const waived = (action: string, control: string) => ({ action, is_waiver: true, control })

const wait = (ms: number) => {
  prizm.clock.now = new Date(prizm.clock.now.getTime() + ms)
}

/** Sets the role change of all existing users to so many hours ago. */
async function newRoles(hours: number) {
  const at = new Date(prizm.clock.now.getTime() - hours * 3_600_000).toISOString()
  await query(
    `insert into audit_log (entity, entity_id, action, changes, at)
     select 'user', id, 'update',
            jsonb_build_object('role', jsonb_build_object('from', 'user', 'to', role)), $1
     from users`,
    [at],
  )
}

async function set(rules: object) {
  const as = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', { as, body: rules })
  wait(2000)
}

describe('a user’s own return, below the limit of sales', () => {
  const made = async () => {
    const fixture = await returnsFixture(prizm)
    const skuId = await fixture.given.item({ price: '10.00' })
    const items = [{ skuId, quantity: 1 }]
    const { id } = await fixture.made({ customerId: await fixture.given.buyer(), items })
    return { fixture, id }
  }

  test('cannot be approved with a new role, with the end time; other users can', async () => {
    const { fixture, id } = await made()
    await newRoles(23)
    await set({ sodMode: 'enforce' })
    const answer = await fixture.act(id, 'approve', 'sales')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'self-approval'])
    expect(answer.json().detail).toMatch(
      /^Your role became “sales” less than 24 hours ago\. Another person must decide on /,
    )
    expect(answer.json().detail).toMatch(/until 2026-03-02, 11:\d\d \(America\/New_York\)$/)
    expect(await approvals()).toEqual([])
    expect((await fixture.act(id, 'approve', 'manager')).statusCode).toBe(200)
    expect(await approvals()).toEqual([{ action: 'approve', is_waiver: false, control: null }])
  })

  test('is approved with a record if duties are only recorded', async () => {
    const { fixture, id } = await made()
    await newRoles(23)
    expect((await fixture.act(id, 'approve', 'sales')).statusCode).toBe(200)
    expect(await approvals()).toEqual([waived('approve', 'new-role')])
  })

  test('needs no waiver a day later', async () => {
    const old = await made()
    await set({ sodMode: 'enforce' })
    await newRoles(24)
    expect((await old.fixture.act(old.id, 'approve', 'sales')).statusCode).toBe(200)
    expect(await approvals()).toEqual([{ action: 'approve', is_waiver: false, control: null }])
  })
})

test('a changed role counts as new, the first role of an account does not', async () => {
  const admin = await prizm.signIn('admin')
  const password = 'six green lanterns'
  const body = { username: 'bea', email: 'bea@example.com', password, role: 'sales' }
  const bea = (await prizm.call('POST', '/api/users', { as: admin, body })).json()
  const asBea = () => prizm.builders.session(bea)
  const fixture = await returnsFixture(prizm)
  const items = [{ skuId: await fixture.given.item({ price: '1.00' }), quantity: 1 }]
  const fields = { customerId: await fixture.given.buyer(), items }
  const [one, two] = [
    await fixture.made(fields, await asBea()),
    await fixture.made(fields, await asBea()),
  ]
  await fixture.act(one.id, 'approve', await asBea())
  const url = `/api/users/${bea.id}`
  const roleChange = await prizm.call('PUT', url, { as: admin, body: { role: 'manager' } })
  expect(roleChange.statusCode).toBe(200)
  expect((await fixture.act(two.id, 'approve', await asBea())).statusCode).toBe(200)
  const plain = { action: 'approve', is_waiver: false, control: null }
  expect(await approvals()).toEqual([plain, waived('approve', 'new-role')])
})

test('other permissions of an own role count as a new role, another name does not', async () => {
  const admin = await prizm.signIn('admin')
  const returns = ['returns.read', 'returns.create', 'returns.createRma'] as const
  const id = await prizm.builders.ownRole({ name: 'Returns desk', permissions: returns })
  const change = (body: object) => prizm.call('PUT', `/api/roles/${id}`, { as: admin, body })
  const bea = await prizm.builders.user({ role: 'Returns desk' })
  const fixture = await returnsFixture(prizm)
  const items = [{ skuId: await fixture.given.item({ price: '1.00' }), quantity: 1 }]
  const fields = { customerId: await fixture.given.buyer(), items }
  const { id: made } = await fixture.made(fields, await prizm.builders.session(bea))
  expect((await change({ permissions: [...returns, 'returns.approve'] })).statusCode).toBe(200)
  await set({ sodMode: 'enforce' })
  const refused = await fixture.act(made, 'approve', await prizm.builders.session(bea))
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'self-approval'])
  expect(refused.json().detail).toMatch(
    /^The permissions of your role “Returns desk” changed less than 24 hours ago\. Another person /,
  )
  expect((await change({ name: 'Desk' })).statusCode).toBe(200)
  // The history has the time of the database.
  prizm.clock.now = new Date(Date.now() + 86_400_000)
  const allowed = await fixture.act(made, 'approve', await prizm.builders.session(bea))
  expect(allowed.statusCode).toBe(200)
  expect(await approvals()).toEqual([{ action: 'approve', is_waiver: false, control: null }])
})

test('a user with a new role cannot release a hold on their own order', async () => {
  const fixture = await returnsFixture(prizm)
  const manager = fixture.people['manager'] ?? ''
  const customerId = await fixture.given.buyer()
  const body = { customerId, items: [{ skuId: await fixture.given.item(), quantity: 1 }] }
  const placed = await prizm.call('POST', '/api/orders/create', { as: manager, body })
  const url = `/api/sales-orders/${placed.json().order.id}`
  const step = (verb: string, fields: object = {}, as = manager) =>
    prizm.call('POST', `${url}/${verb}`, { as, body: fields })
  await step('hold', { reason: 'manual' })
  await newRoles(1)
  await set({ sodMode: 'enforce' })
  const own = await step('release')
  expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
  const other = await step('release', {}, fixture.people['finance'])
  expect(other.json()).toMatchObject({ holdReason: null })
  expect(await approvals()).toEqual([])
  await step('hold', { reason: 'manual' })
  await set({ sodMode: 'record' })
  expect((await step('release')).json()).toMatchObject({ holdReason: null })
  expect(await approvals()).toEqual([waived('release', 'new-role')])
})

describe('self-approval with a new role is recorded under both controls', () => {
  test('a purchase order, a bill and a payment', async () => {
    const fixture = await payablesFixture(prizm)
    const bill = await fixture.posted()
    const free = { description: 'Freight', quantity: 1, unitPrice: '25.00' }
    const blocked = await fixture.entered({ lines: [free] })
    const applied = { bills: [{ billId: bill.id, amount: '40.00' }] }
    const draft = (await fixture.prepare(applied)).json()
    const order = await fixture.made(
      { items: fixture.lines(), status: 'submitted' },
      fixture.manager,
    )
    await query('alter table approvals disable trigger all')
    await query('delete from approvals')
    await query('alter table approvals enable trigger all')
    await newRoles(2)
    expect((await fixture.act(order.id, 'approve', fixture.manager)).statusCode).toBe(200)
    expect((await fixture.billAct(blocked.id, 'release', fixture.finance)).json()).toMatchObject({
      releases: [{ controls: ['self-release', 'new-role'] }],
    })
    expect((await fixture.release(draft.id, fixture.finance)).json()).toMatchObject({
      waivers: [{ controls: ['self-release', 'new-role'] }],
    })
    expect((await fixture.read(order.id)).waivers).toMatchObject([
      { controls: ['self-approval', 'new-role'] },
    ])
    expect(await approvals()).toEqual([
      waived('approve', 'self-approval, new-role'),
      waived('release', 'self-release, new-role'),
      waived('release', 'self-release, new-role'),
    ])
  })

  test('an order created at a later status', async () => {
    const fixture = await purchasingFixture(prizm)
    await newRoles(2)
    await fixture.made({ items: fixture.lines(), status: 'approved' }, fixture.manager)
    expect(await approvals()).toEqual([waived('approve', 'self-approval, new-role')])
  })

  test('a refund, and an order over its credit limit', async () => {
    const fixture = await receivablesFixture(prizm)
    const id = await fixture.customer({ creditLimit: '10.00' })
    const payment = await fixture.paid(id, '5.00')
    const refund = { paymentId: payment.id, amount: '1.00', reason: 'Paid twice' }
    const prepared = (await fixture.post('refunds', refund)).json()
    const body = { orderNumber: 'OC-1', customerId: id, status: 'pending', totalAmount: '90.00' }
    const order = (await fixture.post('sales-orders', body, 'manager')).json()
    expect(order).toMatchObject({ holdReason: 'credit' })
    await newRoles(2)
    await fixture.post(`refunds/${prepared.id}/release`)
    const reason = 'Their bank has called'
    await fixture.post(`sales-orders/${order.id}/override-credit`, { reason }, 'manager')
    expect(await approvals()).toEqual([
      waived('release-refund', 'self-approval, new-role'),
      waived('override-credit', 'enter-override, new-role'),
    ])
  })

  test('an adjustment requested while duties were enforced', async () => {
    const as = await prizm.signIn('manager')
    const { id } = await prizm.builders.sku({ cost: '4.00', currentStock: 0 })
    await set({ sodMode: 'enforce' })
    const body = { currentStock: 251 }
    await prizm.call('POST', `/api/skus/${id}/adjust`, { as, body })
    await set({ sodMode: 'record' })
    await newRoles(2)
    const answer = await prizm.call('POST', '/api/stock-adjustments/1/approve', { as })
    expect(answer.json()).toMatchObject({ status: 'approved', units: 251 })
    expect(await approvals()).toEqual([waived('approve-adjust', 'adjust-approve, new-role')])
  })

  test('reopening a month that the user closed', async () => {
    const as = await prizm.signIn('admin')
    await newRoles(2)
    const act = (verb: string, body?: object) =>
      prizm.call('POST', `/api/periods/202501/${verb}`, { as, ...(body && { body }) })
    await act('soft-close')
    await act('close')
    expect((await act('reopen', { reason: 'A late bill' })).statusCode).toBe(200)
    expect(await approvals()).toEqual([waived('reopen', 'close-reopen, new-role')])
  })
})
