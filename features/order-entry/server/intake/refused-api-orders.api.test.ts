import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { formOf } from '#features/intake/server/testing.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { createEnteredOrders } from '../service.ts'
import { differentReplays } from '../testing.ts'

// Stock of five: six are refused. A SKU costs 5.00 and is sold for 10.00.

let prizm: TestApp
let admin: string
let headers: Record<string, string>
let keyUser: Actor
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
  const manager = await prizm.builders.user({ role: 'manager' })
  const scopes = ['orders', 'override']
  keyUser = { id: manager.id, username: manager.username, role: 'manager', scopes: ['orders'] }
  const body = { name: 'web shop', scopes, userId: manager.id }
  const made = await prizm.call('POST', '/api/api-keys', { as: admin, body })
  expect(made.statusCode, made.body).toBe(201)
  headers = { authorization: `Bearer ${made.json().key}` }
  customerId = (await prizm.builders.customer({ creditLimit: '10000.00' })).id
  const item = { sku: 'W', price: '10.00', cost: '5.00', currentStock: 5 }
  skuId = (await prizm.builders.sku(item)).id
})
afterEach(async () => {
  await settled()
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const settled = () => prizm.app.background.finish()
const orderOf = (quantity: number, fields: object = {}) => {
  return { customerId, items: [{ skuId, quantity }], ...fields }
}
const byKey = (path: string, body: object) => prizm.call('POST', path, { headers, body })
const create = (body: object) => byKey('/api/orders/create', body)
const record = (body: object) => byKey('/api/sales-orders', { orderNumber: 'X-1', ...body })
const orderCount = async () => (await prizm.rows('select id from sales_orders')).length
const restock = async (currentStock: number) => {
  const body = { currentStock }
  const answer = await prizm.call('PATCH', `/api/skus/${skuId}`, { as: admin, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const messages = () =>
  prizm.rows(
    `select m.channel, m.sender, m.subject, m.state, m.problems,
       array(select s.order_number::text from intake_orders o
             join sales_orders s on s.id = o.sales_order_id where o.message_id = m.id) as orders
     from intake_messages m order by m.id`,
  )
const receipts = () =>
  prizm.rows('select sales_order_id as "orderId" from decision_receipts order by id')
const says = (text: string) => {
  const message = `It also says “${text}”, which this form has no place for. Check it and save`
  return { path: '', message }
}
/** Does work, also what it leaves to the background, while no message can be written. */
async function withBrokenInbox<R>(work: () => Promise<R>): Promise<R> {
  const { pool } = prizm.database
  await pool.query('alter table intake_messages add constraint broken check (false) not valid')
  try {
    const result = await work()
    await settled()
    return result
  } finally {
    await pool.query('alter table intake_messages drop constraint broken')
  }
}

describe('a refused order of an API key', () => {
  test('becomes a message with its typed price and what the form has no place for', async () => {
    const items = [{ skuId, quantity: 6, manualPrice: '8.50' }]
    const body = { customerId, customerPO: 'P-1', shippingMethod: 'pickup', items }
    const refused = await create(body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    await settled()
    const known = { channel: 'api', sender: 'web shop', subject: 'Order of 1 lines', orders: [] }
    const pickup = says('Shipping method: Customer pickup')
    const problems = [{ path: '', message: refused.json().detail }, pickup]
    expect(await messages()).toEqual([{ ...known, state: 'needs attention', problems }])
    const [{ id }] = await prizm.rows('select id from intake_messages')
    const path = `/api/intake-messages/${id}`
    const message = (await prizm.call('GET', path, { as: admin })).json()
    expect(message.items).toMatchObject([{ skuId, quantity: 6, unitPrice: '8.50' }])
    await restock(10)
    const place = (request: object = {}) =>
      prizm.call('POST', `${path}/place`, { as: admin, body: request })
    expect((await place()).json()).toMatchObject({
      code: 'intake-incomplete',
      detail: pickup.message,
    })
    const saved = await prizm.call('PUT', path, { as: admin, body: formOf(message) })
    expect([saved.json().state, saved.json().problems]).toEqual(['received', []])
    expect((await place()).json()).toMatchObject({
      code: 'intake-price-differs',
      detail: 'Line 1: they state $8.50, our price is $10.00',
    })
    expect((await place({ isPriceAccepted: true })).json().state).toBe('placed')
    expect(await orderCount()).toBe(1)
  })

  test('of a person leaves no message', async () => {
    const as = await prizm.signIn('sales')
    const refused = await prizm.call('POST', '/api/orders/create', { as, body: orderOf(6) })
    expect(refused.statusCode).toBe(409)
    const recorded = { ...orderOf(6), orderNumber: 'X-1' }
    const other = await prizm.call('POST', '/api/sales-orders', { as, body: recorded })
    expect(other.statusCode).toBe(409)
    await settled()
    expect(await messages()).toEqual([])
  })

  test('is settled once the same order is created after all', async () => {
    expect((await create(orderOf(6))).statusCode).toBe(409)
    await settled()
    await restock(10)
    const created = await create(orderOf(6))
    expect(created.statusCode, created.body).toBe(201)
    await settled()
    const orders = [created.json().order.orderNumber]
    expect(await messages()).toMatchObject([{ state: 'placed', problems: [], orders }])
  })
})

describe('an order under a typed number', () => {
  test('that is refused becomes a message, which names the number', async () => {
    const refused = await record(orderOf(6))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    await settled()
    expect(await messages()).toEqual([
      {
        channel: 'api',
        sender: 'web shop',
        subject: 'Order X-1',
        state: 'needs attention',
        problems: [{ path: '', message: refused.json().detail }, says('Order number: X-1')],
        orders: [],
      },
    ])
    expect(await receipts()).toEqual([{ orderId: null }])
  })

  test('that succeeds later settles its message, so that nobody places it again', async () => {
    expect((await record(orderOf(6))).statusCode).toBe(409)
    await settled()
    await restock(10)
    const created = await record(orderOf(6))
    expect(created.statusCode, created.body).toBe(201)
    await settled()
    expect(await messages()).toMatchObject([{ state: 'placed', problems: [], orders: ['X-1'] }])
    const [{ id }] = await prizm.rows('select id from intake_messages')
    const path = `/api/intake-messages/${id}/place`
    const again = await prizm.call('POST', path, { as: admin, body: {} })
    expect([again.statusCode, again.json().code]).toEqual([409, 'illegal-transition'])
    expect(await orderCount()).toBe(1)
  })

  test('with an idempotency key settles its message as well', async () => {
    const send = () =>
      prizm.call('POST', '/api/sales-orders', {
        headers: { ...headers, 'idempotency-key': 'once' },
        body: orderOf(6, { orderNumber: 'X-1' }),
      })
    expect((await send()).statusCode).toBe(409)
    await settled()
    expect(await messages()).toMatchObject([{ state: 'needs attention' }])
    await restock(10)
    expect((await send()).statusCode).toBe(201)
    await settled()
    expect(await messages()).toMatchObject([{ state: 'placed', orders: ['X-1'] }])
  })

  test('that is refused after it was created becomes a message, too', async () => {
    const settings = { marginBelow: 'hold', minimumMarginPercent: 60 }
    await prizm.call('PUT', '/api/settings', { as: admin, body: settings })
    const refused = await record(orderOf(2, { status: 'processing' }))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'below-margin'])
    await settled()
    const problems = [
      { path: '', message: refused.json().detail },
      says('Order number: X-1'),
      says('Status: processing'),
    ]
    expect(await messages()).toMatchObject([{ state: 'needs attention', problems }])
    expect(await orderCount()).toBe(0)
  })

  test('whose number is in use leaves no message, because that order exists', async () => {
    expect((await record(orderOf(1))).statusCode).toBe(201)
    const again = await record(orderOf(1))
    expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate-order-number'])
    await settled()
    expect(await messages()).toEqual([])
  })
})

describe('an inbox that cannot record', () => {
  test('neither fails the orders of a batch nor creates them twice', async () => {
    const as = await prizm.signIn('sales')
    const ofPerson = () => prizm.call('POST', '/api/orders/create', { as, body: orderOf(1) })
    const answers = await withBrokenInbox(() =>
      Promise.all([create(orderOf(6)), ofPerson(), ofPerson()]),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 201, 201])
    expect(await orderCount()).toBe(2)
    expect(await messages()).toEqual([])
  })

  test('does not replace the refusal of a recorded order, nor drop its receipt', async () => {
    const refused = await withBrokenInbox(() => record(orderOf(6)))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    expect(await receipts()).toEqual([{ orderId: null }])
    expect(await messages()).toEqual([])
  })

  test('does not fail a recorded order that is created', async () => {
    expect((await record(orderOf(6))).statusCode).toBe(409)
    await settled()
    await restock(10)
    const created = await withBrokenInbox(() => record(orderOf(6)))
    expect(created.statusCode, created.body).toBe(201)
    expect(await messages()).toMatchObject([{ state: 'needs attention', orders: [] }])
    expect(await orderCount()).toBe(1)
  })
})

test('the orders of a batch are answered before one of them is recorded', async () => {
  const waiting: ((own: Context) => Promise<unknown>)[] = []
  const { db } = prizm.database
  const { now } = prizm.clock
  const own: Context = { db, user: undefined, now, requestId: 'r', channel: 'api' }
  const ctx: Context = { ...own, runInBackground: (_name, work) => void waiting.push(work) }
  const request = (quantity: number) => {
    const body = { customerId, items: [{ skuId, quantity }] }
    return { body, user: keyUser, requestId: 'r', call: undefined }
  }
  const answers = await createEnteredOrders(ctx, [request(6), request(1), request(7)])
  const outcomes = answers.map((each) => (each instanceof Refusal ? each.code : each.status))
  expect(outcomes).toEqual(['insufficient-stock', 201, 'insufficient-stock'])
  expect(await messages()).toEqual([])
  expect(waiting).toHaveLength(3)
  await Promise.all(waiting.map((work) => work(own)))
  expect(await messages()).toMatchObject([
    { state: 'needs attention', orders: [] },
    { state: 'needs attention', orders: [] },
  ])
  expect(await orderCount()).toBe(1)
})
