import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays } from '../testing.ts'

// The charged total must equal the shown total, because a price can change in between.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

async function createOrderRequest() {
  const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 5 })
  return { customerId: customer.id, items: [{ skuId: sku.id, quantity: 2 }] }
}
const post = (url: string, body: object) => prizm.call('POST', url, { as, body })
const displayedTotalOf = async (orderRequest: object) =>
  (await post('/api/orders/validate', orderRequest)).json().pricing.total
const orders = async () =>
  (await prizm.database.pool.query('select total_amount as total from sales_orders')).rows

test('creates an order at the shown total', async () => {
  const orderRequest = await createOrderRequest()
  const expectedTotal = await displayedTotalOf(orderRequest)
  const made = await post('/api/orders/create', { ...orderRequest, expectedTotal })
  expect(made.statusCode, made.body).toBe(201)
  expect(await orders()).toEqual([{ total: expectedTotal }])
})

test('rejects an order after a price change with the difference, and writes nothing', async () => {
  const orderRequest = await createOrderRequest()
  const expectedTotal = await displayedTotalOf(orderRequest)
  await prizm.database.pool.query("update skus set price = '12.50'")
  const total = await displayedTotalOf(orderRequest)
  expect(Number(total) - Number(expectedTotal)).toBeGreaterThanOrEqual(5)
  const refused = await post('/api/orders/create', { ...orderRequest, expectedTotal })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'total-changed',
    detail: expect.stringMatching(
      /^The total is now \$[\d.]+, \$[\d.]+ more than the \$[\d.]+ shown before$/,
    ),
    current: { orderApproved: true, pricing: { total } },
  })
  expect(await orders()).toEqual([])
  expect(
    (await post('/api/orders/create', { ...orderRequest, expectedTotal: total })).statusCode,
  ).toBe(201)
})

test('an API client that sends no expected total can still create the order', async () => {
  const orderRequest = await createOrderRequest()
  expect((await post('/api/orders/create', orderRequest)).statusCode).toBe(201)
})

test('rejects a recorded order with lines the same way', async () => {
  const orderRequest = await createOrderRequest()
  const expectedTotal = await displayedTotalOf(orderRequest)
  await prizm.database.pool.query("update skus set price = '12.50'")
  const body = { ...orderRequest, orderNumber: 'SO-1', expectedTotal }
  const refused = await post('/api/sales-orders', body)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'total-changed'])
  expect(await orders()).toEqual([])
  const total = await displayedTotalOf(orderRequest)
  expect((await post('/api/sales-orders', { ...body, expectedTotal: total })).statusCode).toBe(201)
  expect(await orders()).toEqual([{ total }])
})

test('rejects an expected total on a header-only order', async () => {
  const { customerId } = await createOrderRequest()
  const total = { totalAmount: '5.00', expectedTotal: '5.00' }
  const refused = await post('/api/sales-orders', { customerId, orderNumber: 'SO-1', ...total })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([
    { path: 'expectedTotal', message: 'Only an order with lines can be priced' },
  ])
  expect(await orders()).toEqual([])
})

const put = (id: number, body: object) => prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })

test('applies a change at the shown total, or rejects it', async () => {
  const wish = await createOrderRequest()
  const { order } = (await post('/api/orders/create', wish)).json()
  const items = wish.items.map((item) => ({ ...item, quantity: 3 }))
  const expectedTotal = await displayedTotalOf({ ...wish, items })
  await prizm.database.pool.query("update skus set price = '12.50'")
  const now = await displayedTotalOf({ ...wish, items })
  const refused = await put(order.id, { items, notes: 'Ring', expectedTotal })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'total-changed'])
  const more = (Number(now) - Number(expectedTotal)).toFixed(2)
  expect(refused.json().detail).toBe(
    `The total is now $${now}, $${more} more than the $${expectedTotal} shown before`,
  )
  const before = await prizm.call('GET', `/api/sales-orders/${order.id}`, { as })
  expect(before.json()).toMatchObject({ totalAmount: order.totalAmount, notes: null })
  const made = await put(order.id, { items, expectedTotal: now })
  expect([made.statusCode, made.json().totalAmount]).toEqual([200, now])
  expect(await orders()).toEqual([{ total: now }])
})

test('checks the total of a change without lines too, in every status', async () => {
  const wish = await createOrderRequest()
  const { order } = (await post('/api/orders/create', wish)).json()
  const { totalAmount: total } = order
  as = await prizm.signIn('manager')
  const change = async (notes: string) => {
    const refused = await put(order.id, { notes, expectedTotal: '1.00' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'total-changed'])
    const made = await put(order.id, { notes, expectedTotal: total })
    expect(made.json()).toMatchObject({ totalAmount: total, notes })
  }
  await change('Ring')
  await prizm.call('POST', `/api/sales-orders/${order.id}/process`, { as })
  await change('Ring twice')
})

test('rejects an expected total on a change of a header-only order', async () => {
  const { customerId } = await createOrderRequest()
  const body = { customerId, orderNumber: 'SO-1', totalAmount: '5.00' }
  const { id } = (await post('/api/sales-orders', body)).json()
  const refused = await put(id, { totalAmount: '6.00', expectedTotal: '6.00' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([
    { path: 'expectedTotal', message: 'Only an order with lines can be priced' },
  ])
  expect(await orders()).toEqual([{ total: '5.00' }])
})
