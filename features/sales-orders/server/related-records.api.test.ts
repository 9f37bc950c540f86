import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { type Role, roles } from '#features/auth/rules.ts'
import type { RelatedDocument } from '#features/documents/related-records.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const post = async (url: string, body: object, by = as) => {
  const answer = await prizm.call('POST', url, { as: by, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const place = async (skuId: number, quantity: number) => {
  const body = { customerId: await builders.buyer(), items: [{ skuId, quantity }], backorder: true }
  return (await post('/api/orders/create', body)).order
}
const relatedOf = async (id: number, by = as): Promise<RelatedDocument[]> =>
  (await prizm.call('GET', `/api/sales-orders/${id}/related`, { as: by })).json()

test('an order lists its backorders, incoming purchases and invoices', async () => {
  const skuId = await builders.item({ sku: 'BOLT', price: '10.00', currentStock: 1 })
  const { id } = await place(skuId, 3)
  expect(await relatedOf(id)).toMatchObject([
    { kind: 'backorder', number: 'BOLT', status: 'backordered', says: '2 of 3 to follow' },
  ])
  const fixture = await purchasingFixture(prizm)
  const bringing = { items: [{ skuId, quantity: 5 }], expectedDate: '2026-03-09' }
  await fixture.made({ items: [{ skuId, quantity: 7 }] })
  const { orderNumber } = await fixture.made({ ...bringing, status: 'submitted' })
  await post(`/api/sales-orders/${id}/process`, {})
  await post(`/api/sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
  const open = await relatedOf(id)
  expect(open.map(({ kind }) => kind)).toEqual(['backorder', 'incoming', 'invoice', 'shipment'])
  expect(open[1]).toMatchObject({
    number: orderNumber,
    status: 'submitted',
    on: '2026-03-09',
    says: 'BOLT: 5 to come',
  })
  const [, , invoice, shipment] = open
  expect(invoice).toMatchObject({ status: 'open', on: '2026-03-02', says: null })
  expect(invoice?.number).toMatch(/^INV-\d+$/)
  expect(shipment).toMatchObject({ status: 'shipped', on: '2026-03-02', follows: null })
  expect(invoice?.follows).toBe(shipment?.number)
})

test('a payment follows each invoice that it pays, until its application is reversed', async () => {
  const { id, customerId } = await place(await builders.item({ price: '10.00' }), 2)
  await post(`/api/sales-orders/${id}/process`, {})
  await post(`/api/sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
  await post(`/api/sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
  const invoices = (await relatedOf(id)).filter(({ kind }) => kind === 'invoice')
  expect(invoices).toHaveLength(2)
  const [first, second] = invoices
  const applications = [
    { invoiceId: first?.id, amount: first?.amount },
    { invoiceId: second?.id, amount: '4.00' },
  ]
  const finance = await prizm.signIn('finance')
  const received = { customerId, method: 'check', receivedOn: '2026-03-02', amount: '30.00' }
  const payment = await post('/api/payments', { ...received, applications }, finance)
  const payments = (await relatedOf(id)).filter(({ kind }) => kind === 'payment')
  const number = payment.paymentNumber
  expect(payments).toMatchObject([
    { number, status: 'posted', amount: first?.amount, follows: first?.number },
    { number, status: 'posted', amount: '4.00', follows: second?.number },
  ])
  await post(`/api/payments/${payment.id}/void`, { reason: 'Bounced' }, finance)
  expect((await relatedOf(id)).filter(({ kind }) => kind === 'payment')).toEqual([])
})

test('a role sees only kinds it may read: the warehouse sees no invoices', async () => {
  const { id } = await place(await builders.item(), 3)
  await post(`/api/sales-orders/${id}/process`, {})
  await post(`/api/sales-orders/${id}/ship`, {})
  const back = { type: 'rma', originalOrderId: id, reason: 'Too many' }
  const { items } = (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json()
  const returnRequest = { ...back, items: [{ originalItemId: items[0].id, quantity: 1 }] }
  const { returnNumber } = await post('/api/returns', returnRequest)
  const kindsFor = async (by: string) => (await relatedOf(id, by)).map(({ kind }) => kind)
  expect(await kindsFor(as)).toEqual(['invoice', 'return', 'shipment'])
  const readers: readonly Role[] = ['admin', 'manager', 'sales', 'finance', 'viewer', 'user']
  for (const role of roles) {
    const kinds = await kindsFor(await prizm.signIn(role))
    const always = ['return', 'shipment']
    const expected = readers.includes(role) ? ['invoice', ...always] : always
    expect(kinds, `A2 ${role}`).toEqual(expected)
  }
  const warehouse = await prizm.signIn('warehouse')
  expect(await relatedOf(id, warehouse)).toMatchObject([
    { kind: 'return', number: returnNumber, status: 'pending', says: 'Too many', on: null },
    { kind: 'shipment', status: 'shipped', says: null },
  ])
})

test('a replacement order links to its return, and the original order to it', async () => {
  const first = await place(await builders.item(), 2)
  await post(`/api/sales-orders/${first.id}/process`, {})
  await post(`/api/sales-orders/${first.id}/ship`, {})
  const items = [{ originalItemId: first.items[0].id, quantity: 2 }]
  const back = { type: 'rma', originalOrderId: first.id, reason: 'Defective', items }
  const goods = await post('/api/returns', back)
  await post(`/api/returns/${goods.id}/approve`, {})
  await post(`/api/returns/${goods.id}/replace`, { price: 'free' })
  const replacement = (await relatedOf(first.id)).find(({ kind }) => kind === 'replacement')
  expect(replacement).toMatchObject({ status: 'pending', says: `for ${goods.returnNumber}` })
  expect(await relatedOf(replacement?.id ?? 0)).toMatchObject([
    { kind: 'replaces', number: goods.returnNumber, says: 'free of charge' },
  ])
})

test('an unknown order returns 404', async () => {
  const answer = await prizm.call('GET', '/api/sales-orders/99/related', { as })
  expect(answer.statusCode).toBe(404)
})
