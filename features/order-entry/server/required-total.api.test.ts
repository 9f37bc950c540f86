import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from './testing.ts'

// A setting lets API keys create orders only with the total that they showed.

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let admin: string
let authorization: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  admin = await prizm.signIn('admin')
  const scopes = ['read', 'orders']
  const made = await prizm.call('POST', '/api/api-keys', {
    as: admin,
    body: { name: 'Web shop', scopes },
  })
  authorization = `Bearer ${made.json().key}`
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const byKey = (method: 'POST' | 'PUT', path: string, body: object) =>
  prizm.call(method, `/api/${path}`, { headers: { authorization }, body })
/** Settings are read again after a second. */
const requireTotal = async () => {
  const body = { requireShownTotal: true }
  const changed = await prizm.call('PUT', '/api/settings', { as: admin, body })
  expect(changed.statusCode, changed.body).toBe(200)
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
}
/** An order of 36.60: two units at 10.00, 8% tax and 15.00 shipping. */
const orderOf = async () => ({
  customerId: await builders.buyer(),
  items: [{ skuId: await builders.item(), quantity: 2 }],
})
const message = 'Send expectedTotal, the total that was shown, or an approvalToken'
const rowsOf = (table: string) => prizm.rows(`select id from ${table}`)

test('by default an API key creates an order without a total', async () => {
  expect((await byKey('POST', 'orders/create', await orderOf())).statusCode).toBe(201)
})

test('once it is required, an order without it is refused and leaves nothing', async () => {
  await requireTotal()
  const order = await orderOf()
  const refused = await byKey('POST', 'orders/create', order)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    code: 'expected-total-required',
    detail: message,
    errors: [{ path: 'expectedTotal', message }],
  })
  const recorded = await byKey('POST', 'sales-orders', { ...order, orderNumber: 'SO-1' })
  expect([recorded.statusCode, recorded.json().code]).toEqual([422, 'expected-total-required'])
  for (const table of ['sales_orders', 'decision_receipts', 'intake_messages']) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await rowsOf(table), table).toEqual([])
  }
})

test('with the total, or with an approval, the order is created', async () => {
  await requireTotal()
  const order = await orderOf()
  const wrong = await byKey('POST', 'orders/create', { ...order, expectedTotal: '36.59' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'total-changed'])
  const shown = await byKey('POST', 'orders/create', { ...order, expectedTotal: '36.60' })
  expect(shown.statusCode, shown.body).toBe(201)
  const validated = await byKey('POST', 'orders/validate', { ...order, requestApproval: true })
  const approvalToken = validated.json().approval.token
  const approved = await byKey('POST', 'orders/create', { ...order, approvalToken })
  expect(approved.statusCode, approved.body).toBe(201)
})

test('a change of lines needs the total as well, and a note does not', async () => {
  const order = await orderOf()
  const { id } = (await byKey('POST', 'orders/create', order)).json().order
  await requireTotal()
  const items = order.items.map((each) => ({ ...each, quantity: 3 }))
  const refused = await byKey('PUT', `sales-orders/${id}`, { items })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'expected-total-required'])
  expect((await byKey('PUT', `sales-orders/${id}`, { notes: 'Ring' })).statusCode).toBe(200)
  const changed = await byKey('PUT', `sales-orders/${id}`, { items, expectedTotal: '47.40' })
  expect([changed.statusCode, changed.json().totalAmount]).toEqual([200, '47.40'])
})

test('persons, and orders by their total alone, are not asked for it', async () => {
  await requireTotal()
  const order = await orderOf()
  const person = await prizm.call('POST', '/api/orders/create', { as: admin, body: order })
  expect(person.statusCode, person.body).toBe(201)
  const { customerId } = order
  const body = { customerId, orderNumber: 'SO-T', totalAmount: '80.00' }
  expect((await byKey('POST', 'sales-orders', body)).statusCode).toBe(201)
})
