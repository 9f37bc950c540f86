import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Role } from '#features/auth/rules.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const step = (id: number, verb: string, body: object = {}, more: object = {}) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body, ...more })
const place = async (items: object[], fields: object = {}, by = as) => {
  const body = { customerId: await builders.buyer(), items, ...fields }
  const answer = await prizm.call('POST', '/api/orders/create', { as: by, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().order
}
const stock = () => prizm.rows('select current_stock as on_hand, reserved from skus order by id')
const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open
const lines = () =>
  prizm.rows(`select qty_reserved as reserved, qty_backordered as backordered,
                 qty_shipped as shipped from sales_order_items order by id`)
const sound = async () => expect(await brokenInvariants()).toEqual([])

test('an order runs all steps: its stock ships once and its credit is released', async () => {
  const skuId = await builders.item({ currentStock: 10 })
  const two = await builders.item({ currentStock: 1 })
  const order = await place([
    { skuId, quantity: 4 },
    { skuId, quantity: 2 },
    { skuId: two, quantity: 1 },
  ])
  expect((await step(order.id, 'process')).json()).toMatchObject({
    status: 'processing',
    version: 2,
  })
  expect(await open()).toBe(order.totalAmount)
  const shipped = (await step(order.id, 'ship')).json()
  expect(shipped).toMatchObject({ status: 'shipped', shipDate: '2026-03-02', version: 3 })
  expect(await stock()).toEqual([
    { on_hand: 4, reserved: 0 },
    { on_hand: 0, reserved: 0 },
  ])
  expect(await lines()).toEqual([
    { reserved: 0, backordered: 0, shipped: 4 },
    { reserved: 0, backordered: 0, shipped: 2 },
    { reserved: 0, backordered: 0, shipped: 1 },
  ])
  expect(await open()).toBe('0.00')
  await sound()
  const delivered = (await step(order.id, 'deliver')).json()
  expect(delivered).toMatchObject({ status: 'delivered', shipDate: '2026-03-02', version: 4 })
  expect(
    await prizm.rows(`select topic, aggregate_version as v, payload->>'status' as status
                  from outbox order by id`),
  ).toEqual([
    { topic: 'sales-order.created', v: 1, status: null },
    { topic: 'sales-order.changed', v: 2, status: 'processing' },
    { topic: 'invoice.posted', v: 1, status: null },
    { topic: 'sales-order.changed', v: 3, status: 'shipped' },
    { topic: 'sales-order.changed', v: 4, status: 'delivered' },
  ])
  await sound()
})

test('steps cannot go backward, and a rejected step writes nothing', async () => {
  const skuId = await builders.item()
  const { id } = await place([{ skuId, quantity: 1 }])
  for (const verb of ['ship', 'deliver', 'recall']) {
    const refused = await step(id, verb)
    expect([verb, refused.statusCode]).toEqual([verb, 409])
    expect(refused.json().code).toBe('illegal-transition')
  }
  await step(id, 'process')
  await step(id, 'ship')
  expect((await step(id, 'cancel', { reason: 'Late' })).statusCode).toBe(409)
  expect((await step(id, 'ship')).statusCode).toBe(409)
  expect(await stock()).toEqual([{ on_hand: 99, reserved: 0 }])
  expect((await step(77, 'process')).statusCode).toBe(404)
  await sound()
})

test('a cancelled order releases stock and credit, and records the reason', async () => {
  const skuId = await builders.item({ currentStock: 3 })
  const { id } = await place([{ skuId, quantity: 5 }], { backorder: true })
  expect((await step(id, 'cancel')).statusCode).toBe(422)
  const cancelled = await step(id, 'cancel', { reason: 'Ordered twice' })
  expect(cancelled.json()).toMatchObject({ status: 'cancelled', items: [{ quantity: 5 }] })
  expect(await stock()).toEqual([{ on_hand: 3, reserved: 0 }])
  expect(await lines()).toEqual([{ reserved: 0, backordered: 0, shipped: 0 }])
  expect(await open()).toBe('0.00')
  const [act] = await prizm.rows(
    `select reason, from_status from audit_log where action = 'cancel'`,
  )
  expect(act).toEqual({ reason: 'Ordered twice', from_status: 'pending' })
  await sound()
})

test('a recalled order is pending again and retains its reservations', async () => {
  const skuId = await builders.item()
  const order = await place([{ skuId, quantity: 2 }])
  await step(order.id, 'process')
  const back = (await step(order.id, 'recall', { reason: 'Wrong address' })).json()
  expect(back).toMatchObject({ status: 'pending', version: 3 })
  expect(await stock()).toEqual([{ on_hand: 100, reserved: 2 }])
  expect(await open()).toBe(order.totalAmount)
  await step(order.id, 'process')
  await sound()
})

describe('backordered units', () => {
  test('block shipment until they have come in', async () => {
    const skuId = await builders.item({ sku: 'HX-1', currentStock: 2 })
    const { id } = await place([{ skuId, quantity: 5 }], { backorder: true })
    await step(id, 'process')
    const refused = await step(id, 'ship')
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe('Backordered units have not arrived yet: 3 of HX-1')
    const count = { currentStock: 6, stockReason: 'Found' }
    await prizm.call('POST', `/api/skus/${skuId}/adjust`, { as, body: count })
    expect((await step(id, 'ship')).statusCode).toBe(200)
    expect(await stock()).toEqual([{ on_hand: 1, reserved: 0 }])
    await sound()
  })

  test('cannot be processed if nothing is reserved', async () => {
    const skuId = await builders.item({ currentStock: 0 })
    const { id } = await place([{ skuId, quantity: 1 }], { backorder: true })
    expect((await step(id, 'process')).json().code).toBe('nothing-reserved')
  })
})

test.each([
  ['2026-03-03', 'Must not be in the future'],
  ['2026-03-01', 'Must not be before the order date'],
])('goods cannot be shipped on %s', async (shipDate, message) => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  await step(id, 'process')
  const refused = await step(id, 'ship', { shipDate })
  expect(refused.json().errors).toEqual([{ path: 'shipDate', code: 'invalid', message }])
  expect(await stock()).toEqual([{ on_hand: 100, reserved: 1 }])
})

test('rejects a step on an outdated version', async () => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  const headers = { 'if-match': '"1"' }
  expect((await step(id, 'process', {}, { headers })).statusCode).toBe(200)
  const stale = await step(id, 'recall', {}, { headers })
  expect([stale.statusCode, stale.json().current.status]).toEqual([412, 'processing'])
})

test('one of many concurrent ships and cancellations succeeds, and stock moves once', async () => {
  const skuId = await builders.item()
  const { id } = await place([{ skuId, quantity: 7 }])
  await step(id, 'process')
  const all = await Promise.all([
    ...[1, 2, 3].map(() => step(id, 'ship')),
    ...[1, 2, 3].map(() => step(id, 'cancel', { reason: 'Race' })),
  ])
  expect(all.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect(await open()).toBe('0.00')
  await sound()
})

describe('a credit hold', () => {
  const held = async () => {
    const customerId = await builders.buyer({ creditLimit: '100.00' })
    const body = { orderNumber: 'SO-9', customerId, totalAmount: '150.00' }
    return (await prizm.call('POST', '/api/sales-orders', { as, body })).json()
  }

  test('can be released once the limit covers the order', async () => {
    const { id, customerId } = await held()
    const refused = await step(id, 'release')
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'credit-limit-exceeded',
      detail: expect.stringContaining('Credit limit exceeded by $50.00'),
    })
    const text = `update customers set credit_limit = 150 where id = ${customerId}`
    await prizm.database.pool.query(text)
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: null, version: 2 })
    expect(await open()).toBe('150.00')
    expect((await step(id, 'release')).json().code).toBe('not-on-hold')
    expect((await step(id, 'process')).statusCode).toBe(200)
    await sound()
  })

  test('is listed by its reason', async () => {
    const { id } = await held()
    const list = await prizm.call('GET', '/api/sales-orders?holdReason=credit', { as })
    expect(list.json()).toMatchObject([{ id, displayStatus: 'on hold' }])
    const other = await prizm.call('GET', '/api/sales-orders?holdReason=stock', { as })
    expect(other.json()).toEqual([])
  })
})

describe('permission to', () => {
  const as_ = (role: Role) => prizm.signIn(role)
  const order = async (by?: string) =>
    place([{ skuId: await builders.item(), quantity: 1 }], {}, by)

  test('cancel a pending order: its creator, and managers', async () => {
    const mine = await as_('sales')
    const { id } = await order(mine)
    const other = { as: await as_('user') }
    const refused = await step(id, 'cancel', { reason: 'x' }, other)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      403,
      'Someone else entered this order. That person or a manager can cancel it',
    ])
    expect((await step(id, 'cancel', { reason: 'x' }, { as: mine })).statusCode).toBe(200)
  })

  test('cancel an order in processing: managers', async () => {
    const mine = await as_('sales')
    const { id } = await order(mine)
    await step(id, 'process', {}, { as: mine })
    expect((await step(id, 'cancel', { reason: 'x' }, { as: mine })).statusCode).toBe(403)
    expect((await step(id, 'recall', {}, { as: mine })).statusCode).toBe(403)
    expect((await step(id, 'cancel', { reason: 'x' })).statusCode).toBe(200)
  })

  test('ship: the warehouse, not sales', async () => {
    const { id } = await order()
    await step(id, 'process')
    expect((await step(id, 'ship', {}, { as: await as_('sales') })).statusCode).toBe(403)
    expect((await step(id, 'ship', {}, { as: await as_('warehouse') })).statusCode).toBe(200)
  })
})

describe('credit approved more than a day ago', () => {
  /** Moves the audit log 25 hours into the past. */
  const aDayLater = () =>
    prizm.database.pool.query(
      `begin; set local session_replication_role = replica;
       update audit_log set at = at - interval '25 hours'; commit`,
    )
  const limit = (amount: number) =>
    prizm.database.pool.query(`update customers set credit_limit = ${amount}`)

  test('is checked again before processing, and rejected if no longer sufficient', async () => {
    const skuId = await builders.item({ currentStock: 10 })
    const order = await place([{ skuId, quantity: 4 }])
    await limit(10)
    await aDayLater()
    const refused = await step(order.id, 'process')
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'credit-limit-exceeded',
      detail: expect.stringMatching(
        /^The credit approval is more than a day old, .* is no longer sufficient\. Credit limit/,
      ),
    })
    expect(await stock()).toEqual([{ on_hand: 10, reserved: 4 }])
    expect(await open()).toBe(order.totalAmount)
    await limit(Math.ceil(Number(order.totalAmount)))
    expect((await step(order.id, 'process')).json()).toMatchObject({ status: 'processing' })
    await sound()
  })

  test('is not checked again on the same day', async () => {
    const skuId = await builders.item({ currentStock: 10 })
    const order = await place([{ skuId, quantity: 4 }])
    await limit(10)
    expect((await step(order.id, 'process')).json()).toMatchObject({ status: 'processing' })
  })

  test('remains valid if a user overrode the limit with a reason', async () => {
    const skuId = await builders.item({ currentStock: 10 })
    const order = await place([{ skuId, quantity: 4 }], {}, await prizm.signIn('sales'))
    await step(order.id, 'hold', { reason: 'credit' })
    await limit(10)
    const reason = 'Agreed with their bank'
    expect((await step(order.id, 'override-credit', { reason })).statusCode).toBe(200)
    await aDayLater()
    expect((await step(order.id, 'process')).json()).toMatchObject({ status: 'processing' })
    await sound()
  })
})
