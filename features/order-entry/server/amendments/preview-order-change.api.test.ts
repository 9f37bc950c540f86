import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ChangePreview, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const post = (path: string, body: object, by = as) =>
  prizm.call('POST', `/api/${path}`, { as: by, body })
const put = (id: number, body: object) => prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
const preview = async (id: number, body: object): Promise<ChangePreview> => {
  const answer = await post(`sales-orders/${id}/preview`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** An order of two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
async function placed(buyer: object = {}) {
  const skuId = await builders.item({ currentStock: 10 })
  const body = { customerId: await builders.buyer(buyer), items: [{ skuId, quantity: 2 }] }
  const made = await post('orders/create', body)
  expect(made.statusCode, made.body).toBe(201)
  return { skuId, order: made.json<{ order: SalesOrderDetails }>().order }
}

test('has the totals that the change then comes to, and writes nothing', async () => {
  const { skuId, order } = await placed()
  const items = [{ skuId, quantity: 3 }]
  const before = await prizm.rows('select count(*)::int as receipts from decision_receipts')
  const found = await preview(order.id, { items })
  expect(found).toEqual({
    totals: {
      subtotal: '30.00',
      taxAmount: '2.40',
      shippingAmount: '15.00',
      totalAmount: '47.40',
    },
    problem: null,
  })
  const after = await prizm.rows('select count(*)::int as receipts from decision_receipts')
  expect(after).toEqual(before)
  const read = await prizm.call('GET', `/api/sales-orders/${order.id}`, { as })
  expect(read.json()).toMatchObject({ totalAmount: '36.60', version: order.version })
  const made = await put(order.id, { items, expectedTotal: found.totals?.totalAmount })
  expect([made.statusCode, made.json().totalAmount]).toEqual([200, '47.40'])
})

test('without a change of lines it has the total of the order', async () => {
  const { order } = await placed()
  expect((await preview(order.id, { notes: 'Ring' })).totals?.totalAmount).toBe('36.60')
  const pickup = await preview(order.id, { shippingMethod: 'pickup' })
  expect(pickup.totals).toMatchObject({ shippingAmount: '0.00', totalAmount: '21.60' })
})

test('of an order that has partly shipped, only unshipped units are priced again', async () => {
  const { skuId, order } = await placed()
  await post(`sales-orders/${order.id}/process`, {})
  await post(`sales-orders/${order.id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
  await prizm.rows('update skus set price = 50')
  const items = [{ lineNo: 1, skuId, quantity: 4 }]
  const { totals } = await preview(order.id, { items })
  expect(totals).toMatchObject({ subtotal: '40.00', taxAmount: '3.20', totalAmount: '58.20' })
  const made = await put(order.id, { items, expectedTotal: totals?.totalAmount })
  expect([made.statusCode, made.json().totalAmount]).toEqual([200, '58.20'])
})

test('says why the change would be refused', async () => {
  const { skuId, order } = await placed({ creditLimit: '50.00' })
  const problemOf = async (quantity: number) => {
    const found = await preview(order.id, { items: [{ skuId, quantity }] })
    expect(found.totals).toBeNull()
    return found.problem
  }
  expect(await problemOf(11)).toBe('Not enough stock: S-1 is 1 short (10 available)')
  expect(await problemOf(4)).toMatch(/^Credit limit exceeded by /)
  expect((await preview(order.id, { items: [] })).problem).toBe('At least one item is required')
  await post(`sales-orders/${order.id}/cancel`, { reason: 'They changed their mind' })
  expect(await problemOf(3)).toBe('This order is cancelled, so it cannot be changed')
})

/** The sentence by which both the preview and the change of an order to three units are refused. */
async function refusalOfThree({ id }: SalesOrderDetails, skuId: number) {
  const items = [{ lineNo: 1, skuId, quantity: 3 }]
  const { totals, problem } = await preview(id, { items })
  expect(totals).toBeNull()
  const refused = await put(id, { items, expectedTotal: '47.40' })
  const { code, detail } = refused.json()
  expect([refused.statusCode, detail]).toEqual([409, problem])
  return [code, detail]
}

test('says that the warehouse has shipped the order already', async () => {
  const { skuId, order } = await placed()
  await post(`sales-orders/${order.id}/process`, {})
  const data = JSON.stringify({ orderNumber: order.orderNumber })
  await prizm.database.pool.query(
    `insert into wms_imports (kind, external_id, state, data)
     values ('shipment.created', 'S-1', 'failed', $1)`,
    [data],
  )
  expect(await refusalOfThree(order, skuId)).toEqual([
    'already-shipped',
    'The warehouse has shipped goods of this order, but the shipment is not recorded yet. ' +
      'Resolve the shipment under WMS Integration first',
  ])
})

test('says that the customer must pay a higher total of an order in processing first', async () => {
  const { skuId, order } = await placed()
  await post(`sales-orders/${order.id}/process`, {})
  await prizm.rows(`update sales_orders set payment_terms = 'Prepaid'`)
  expect(await refusalOfThree(order, skuId)).toEqual([
    'not-paid',
    'This customer pays in advance: $47.40 of the new total is not paid yet. ' +
      'Record the payment first',
  ])
  const lower = [{ lineNo: 1, skuId, quantity: 1 }]
  expect((await preview(order.id, { items: lower })).totals?.totalAmount).toBe('25.80')
})

test('is for those who may change the order', async () => {
  const { order } = await placed()
  const body = { notes: 'Ring' }
  const other = await prizm.signIn('sales')
  expect((await post(`sales-orders/${order.id}/preview`, body, other)).statusCode).toBe(403)
  expect((await post('sales-orders/999/preview', body)).statusCode).toBe(404)
})
