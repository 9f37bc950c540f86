import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { type Role, roles } from '#features/auth/rules.ts'
import type { RelatedDocument } from '#features/documents/related-records.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(() => prizm.close())

const relatedOf = async (id: number, as: string): Promise<RelatedDocument[]> =>
  (await prizm.call('GET', `/api/purchase-orders/${id}/related`, { as })).json()

test('an order lists the sales orders that wait for its goods, until it is received', async () => {
  const { id } = await fixture.approved(10)
  const draft = await fixture.made({ items: fixture.lines(10) })
  const customerId = await orderBuilders(prizm.database.db).buyer()
  const body = { customerId, items: [{ skuId: fixture.skuId, quantity: 3 }], backorder: true }
  const placed = await prizm.call('POST', '/api/orders/create', { as: fixture.manager, body })
  expect(placed.statusCode, placed.body).toBe(201)
  const { orderNumber } = placed.json().order
  const [{ sku }] = await fixture.query('select sku from skus')
  expect(await relatedOf(id, fixture.buyer)).toMatchObject([
    { kind: 'waiting', number: orderNumber, status: 'pending', says: `${sku}: 3 to follow` },
  ])
  expect(await relatedOf(draft.id, fixture.buyer)).toEqual([])
  await fixture.act(id, 'receive', fixture.warehouse, {})
  expect(await relatedOf(id, fixture.buyer)).toMatchObject([
    { kind: 'receipt', status: 'received', follows: null },
  ])
})

test('its related records include returns, and bills for users who may read them', async () => {
  const order = await fixture.received(10)
  const bill = await fixture.entered({ lines: [fixture.lineOf(order)] })
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2 }]
  const back = { type: 'rtv', reason: 'Faulty', originalOrderId: order.id, items }
  const made = await prizm.call('POST', '/api/returns', { as: fixture.buyer, body: back })
  expect(made.statusCode, made.body).toBe(201)
  const { returnNumber } = made.json()
  const goods = { kind: 'return', number: returnNumber, amount: '8.00', says: 'Faulty' }
  const number = `${order.orderNumber} / 1`
  const receipt = { kind: 'receipt', number, status: 'received', amount: '40.00', follows: null }
  expect(await relatedOf(order.id, fixture.finance)).toMatchObject([
    { kind: 'bill', id: bill.id, number: bill.billNumber, amount: '40.00', on: '2026-03-01' },
    receipt,
    goods,
  ])
  expect(await relatedOf(order.id, fixture.warehouse)).toMatchObject([receipt, goods])
  const readers: readonly Role[] = ['admin', 'manager', 'purchasing', 'finance', 'user']
  for (const role of roles) {
    const kinds = (await relatedOf(order.id, await prizm.signIn(role))).map(({ kind }) => kind)
    const always = ['receipt', 'return']
    expect(kinds, `A2 ${role}`).toEqual(readers.includes(role) ? ['bill', ...always] : always)
  }
})

test('the credit for returned goods follows their return, if the user may read it', async () => {
  const order = await fixture.received(10)
  await fixture.entered({ lines: [fixture.lineOf(order)] })
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2 }]
  const back = { type: 'rtv', reason: 'Faulty', originalOrderId: order.id, items }
  const made = await fixture.post('/api/returns', fixture.buyer, back)
  expect(made.statusCode, made.body).toBe(201)
  const { id, returnNumber } = made.json()
  await fixture.post(`/api/returns/${id}/approve`, fixture.manager, {})
  await fixture.post(`/api/returns/${id}/ship`, fixture.warehouse, {})
  await fixture.post(`/api/returns/${id}/complete`, fixture.finance, {})
  const creditsOf = async (as: string) =>
    (await relatedOf(order.id, as)).filter(({ kind }) => kind === 'vendor-credit')
  const [credit] = await fixture.query('select id, credit_number as number from vendor_credits')
  expect(await creditsOf(fixture.finance)).toEqual([
    {
      kind: 'vendor-credit',
      id: credit.id,
      number: credit.number,
      status: 'open',
      on: '2026-03-02',
      amount: '8.00',
      says: null,
      follows: returnNumber,
    },
  ])
  expect(await creditsOf(fixture.warehouse)).toEqual([])
  const applied = await fixture.post(`/api/vendor-credits/${credit.id}/apply`, fixture.finance, {})
  expect(applied.json()).toMatchObject({ openAmount: '0.00' })
  expect(await creditsOf(fixture.finance)).toMatchObject([{ status: 'applied' }])
})
