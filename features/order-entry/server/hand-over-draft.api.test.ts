import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { formOf as intakeFormOf } from '#features/intake/server/testing.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  customerId = (await prizm.builders.customer({ creditLimit: '1000.00' })).id
  skuId = (await prizm.builders.sku({ price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const formOf = (orderSource: string) => ({
  customer: { id: customerId, code: 'C', text: 'C' },
  orderSource,
  customerPO: 'P-1',
  shippingAddress: '',
  shipDate: '',
  notes: 'They call again',
  lines: [
    { sku: { id: skuId, code: 'S', text: 'S' }, text: '', quantity: '3' },
    { text: '', quantity: '1' },
  ],
})
async function draft(orderSource = 'phone'): Promise<number> {
  const body = { title: 'Phone order', form: formOf(orderSource) }
  return (await prizm.call('POST', '/api/order-drafts', { as, body })).json().id
}
const handOver = (id: number, by = as) =>
  prizm.call('POST', `/api/order-drafts/${id}/hand-over`, { as: by })

test('a draft becomes a message of its channel, and is placed by somebody else', async () => {
  const answer = await handOver(await draft())
  expect(answer.statusCode, answer.body).toBe(200)
  const path = `/api/intake-messages/${answer.json().messageId}`
  const other = await prizm.signIn('manager')
  expect((await prizm.call('GET', path, { as: other })).json()).toMatchObject({
    channel: 'phone',
    subject: 'Phone order',
    state: 'received',
    customerId,
    customerPO: 'P-1',
    notes: 'They call again',
    items: [{ skuId, quantity: 3 }],
  })
  expect(await prizm.rows('select id from order_drafts')).toEqual([])
  const placed = await prizm.call('POST', `${path}/place`, { as: other, body: {} })
  expect(placed.json().state).toBe('placed')
  expect(await prizm.rows('select order_source as source from sales_orders')).toEqual([
    { source: 'phone' },
  ])
})

/** Hands over a draft with other fields, and reads its message. */
async function handedOver(fields: object) {
  const body = { title: 'Phone order', form: { ...formOf('phone'), ...fields } }
  const { id } = (await prizm.call('POST', '/api/order-drafts', { as, body })).json()
  const path = `/api/intake-messages/${(await handOver(id)).json().messageId}`
  const read = async () => (await prizm.call('GET', path, { as })).json()
  return { path, message: await read() }
}
const says = (text: string) => {
  const message = `It also says “${text}”, which this form has no place for. Check it and save`
  return { path: '', message }
}

test('what the form of the inbox has no place for is a problem until a person saves', async () => {
  const { path, message } = await handedOver({
    shippingMethod: 'pickup',
    billingAddress: '500 Dock Rd\nReno',
    fills: { billingAddress: { from: { id: customerId, code: 'C' }, value: '1 Quay' } },
    backorder: true,
    shipDate: 'tomorrow',
    customerPO: 'P'.repeat(51),
    lines: [
      { text: '', quantity: '1', price: '' },
      { sku: { id: skuId }, text: '', quantity: '3', price: '10%' },
    ],
  })
  expect([message.state, message.customerPO, message.problems]).toEqual([
    'needs attention',
    'P'.repeat(50),
    [
      says('Shipping method: Customer pickup'),
      says('Billing address: 500 Dock Rd, Reno'),
      says('Backorder: yes'),
      { path: '', message: 'Customer PO: this form has only the first 50 characters' },
      says('Ship date: tomorrow'),
      says('Line 1, price: 10%'),
    ],
  ])
  const place = () => prizm.call('POST', `${path}/place`, { as, body: {} })
  expect((await place()).json().code).toBe('intake-incomplete')
  const saved = await prizm.call('PUT', path, { as, body: intakeFormOf(message) })
  expect([saved.json().state, saved.json().problems]).toEqual(['received', []])
  expect((await place()).json().state).toBe('placed')
})

test('a typed price is compared with ours before the order is placed', async () => {
  const lines = [{ sku: { id: skuId }, text: '', quantity: '3', price: '$8.50' }]
  const { path, message } = await handedOver({ lines, cancelAfter: '2026-12-31' })
  expect(message).toMatchObject({
    state: 'received',
    problems: [],
    cancelAfter: '2026-12-31',
    items: [{ skuId, quantity: 3, unitPrice: '8.50' }],
  })
  const refused = await prizm.call('POST', `${path}/place`, { as, body: {} })
  expect([refused.json().code, refused.json().detail]).toEqual([
    'intake-price-differs',
    'Line 1: customer price $8.50, our price $10.00. Turn on Use our prices, or ask the customer',
  ])
  expect(await prizm.rows('select id from sales_orders')).toEqual([])
})

test('the usual shipping method and the address of the customer ask for nothing', async () => {
  const billingAddress = '1 Quay'
  const fills = { billingAddress: { from: { id: customerId, code: 'C' }, value: billingAddress } }
  const { message } = await handedOver({ shippingMethod: 'standard', billingAddress, fills })
  expect([message.state, message.problems]).toEqual(['received', []])
})

test('handed over twice at once it is one message', async () => {
  const id = await draft('web')
  const both = await Promise.all([handOver(id), handOver(id)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await prizm.rows('select channel from intake_messages')).toEqual([{ channel: 'web' }])
})

test('a draft whose order exists is refused, and stays a draft', async () => {
  const form = { ...formOf('web'), idempotencyKey: 'cart-4711' }
  const body = { title: 'Cart', form }
  const { id } = (await prizm.call('POST', '/api/order-drafts', { as, body })).json()
  // The answer of this creation is lost, or another device had the draft open.
  const created = await prizm.call('POST', '/api/orders/create', {
    as,
    headers: { 'idempotency-key': 'cart-4711' },
    body: { customerId, items: [{ skuId, quantity: 3 }] },
  })
  const { orderNumber } = created.json().order
  const refused = await handOver(id)
  expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
    409,
    'draft-created',
    `Order ${orderNumber} was already created from this draft`,
  ])
  expect(await prizm.rows('select id from order_drafts')).toEqual([{ id }])
  expect(await prizm.rows('select id from intake_messages')).toEqual([])
})

test("another user's draft is not there", async () => {
  const id = await draft()
  expect((await handOver(id, await prizm.signIn('manager'))).statusCode).toBe(404)
  expect(await prizm.rows('select id from order_drafts')).toEqual([{ id }])
})
