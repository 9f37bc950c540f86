import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { deleteOldRows } from '#platform/server/jobs/retention.ts'
import { orderBuilders } from '../testing.ts'

// The key of a request that created an order is kept for good. After seven days its stored answer
// is gone, and a repetition is answered with the order as it is then.

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const builders = orderBuilders(prizm.database.db)
  customerId = await builders.buyer()
  skuId = await builders.item()
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const headers = { 'idempotency-key': 'from-the-truck-17' }
const post = (path: string, body: object) => prizm.call('POST', path, { as, body, headers })
const place = (quantity = 1) =>
  post('/api/orders/create', { customerId, items: [{ skuId, quantity }] })
const passMonth = async () => {
  await prizm.rows(`update idempotency_keys set created_at = created_at - interval '30 days'`)
  await deleteOldRows(prizm.database.db)
}
const orders = () => prizm.rows('select order_number as "orderNumber" from sales_orders')

test('an order that is sent again after a month is not created again', async () => {
  const { order } = (await place()).json<{ order: SalesOrderDetails }>()
  await passMonth()
  const cancel = `/api/sales-orders/${order.id}/cancel`
  await prizm.call('POST', cancel, { as, body: { reason: 'Not needed' } })
  const again = await place()
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(again.json()).toMatchObject({
    order: { id: order.id, orderNumber: order.orderNumber, status: 'cancelled' },
  })
  expect(await orders()).toEqual([{ orderNumber: order.orderNumber }])
})

test('concurrent repetitions after a month create nothing; another body is refused', async () => {
  const { order } = (await place()).json<{ order: SalesOrderDetails }>()
  await passMonth()
  const answers = await Promise.all(Array.from({ length: 5 }, () => place()))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
  expect((await place(2)).json()).toMatchObject({ code: 'idempotency-key-reused' })
  expect(await orders()).toEqual([{ orderNumber: order.orderNumber }])
})

test('an order that is recorded by its number is not recorded again after a month', async () => {
  const body = { orderNumber: 'SO-9', customerId, totalAmount: '12.00' }
  const first = await post('/api/sales-orders', body)
  expect(first.statusCode, first.body).toBe(201)
  await passMonth()
  const again = await post('/api/sales-orders', body)
  expect([again.statusCode, again.headers.etag]).toEqual([201, first.headers.etag])
  expect(again.json()).toMatchObject({ orderNumber: 'SO-9', totalAmount: '12.00' })
  expect(await orders()).toEqual([{ orderNumber: 'SO-9' }])
})

test('keys of other calls still expire after seven days', async () => {
  await place()
  const validation = { customerId, items: [{ skuId, quantity: 1 }] }
  const other = { 'idempotency-key': 'check-1' }
  await prizm.call('POST', '/api/orders/validate', { as, body: validation, headers: other })
  await passMonth()
  expect(await prizm.rows('select key, response_body as body from idempotency_keys')).toEqual([
    { key: 'from-the-truck-17', body: null },
  ])
})
