import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { OrderValidation } from '../contract.ts'
import { orderBuilders } from './testing.ts'

// The day on which the customer wants the goods to ship. Today is Monday, 2026-03-02.

let prizm: TestApp
let as: string
let order: { customerId: number; items: { skuId: number; quantity: number }[] }

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  const builders = orderBuilders(prizm.database.db)
  const customerId = await builders.buyer()
  order = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
})
afterEach(() => prizm.close())

const post = (path: string, fields: object) =>
  prizm.call('POST', `/api/orders/${path}`, { as, body: { ...order, ...fields } })
const rows = async () =>
  (await prizm.database.pool.query('select ship_date::text as "shipDate" from sales_orders')).rows

test('the requested ship date is on the order, and an order without one has none', async () => {
  const made = await post('create', { shipDate: '2026-03-09' })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().order).toMatchObject({ shipDate: '2026-03-09', status: 'pending' })
  expect(await rows()).toEqual([{ shipDate: '2026-03-09' }])
  expect((await post('create', { shipDate: null })).json().order.shipDate).toBeNull()
})

test('a ship date that is no date is refused, and nothing is written', async () => {
  const refused = await post('create', { shipDate: '2026-02-30' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toMatchObject([{ path: 'shipDate' }])
  expect(await rows()).toEqual([])
})

test('validation accepts a body with a ship date, which decides nothing', async () => {
  const without = (await post('validate', {})).json<OrderValidation>()
  const dated = await post('validate', { shipDate: '2026-03-09' })
  expect(dated.statusCode, dated.body).toBe(200)
  // Each validation has a receipt of its own.
  const other = { ...without, decisionId: expect.any(Number) }
  expect(dated.json<OrderValidation>()).toEqual(other)
  expect(without).toMatchObject({ orderApproved: true, pricing: { subtotal: '10.00' } })
})
