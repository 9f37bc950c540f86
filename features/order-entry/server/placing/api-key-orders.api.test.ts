import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { differentReplays } from '../testing.ts'

// Credit limit 5.00 and a larger order: rejected for a user, created on hold for an API key.

let prizm: TestApp
let headers: Record<string, string>
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  const manager = await prizm.builders.user({ role: 'manager' })
  const form = { name: 'web shop', scopes: ['orders'], userId: manager.id }
  const as = await prizm.signIn('admin')
  const made = await prizm.call('POST', '/api/api-keys', { as, body: form })
  headers = { authorization: `Bearer ${made.json().key}` }
  const place = { city: 'Reno', state: 'NV', zipCode: '89502', country: 'US' }
  const buyer = { creditLimit: '5.00', address: '500 Dock Rd', ...place }
  customerId = (await prizm.builders.customer(buyer)).id
  skuId = (await prizm.builders.sku({ price: '10.00', currentStock: 5 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const orders = () => prizm.rows('select id from sales_orders')
const orderRequestOf = (quantity = 2) => ({ customerId, items: [{ skuId, quantity }] })
const byKey = (path: string, body: object) => prizm.call('POST', path, { headers, body })
const held = { status: 'pending', holdReason: 'credit', displayStatus: 'on hold' }

test('an API-key order over the credit limit is created on hold, without stock', async () => {
  const made = await byKey('/api/orders/create', orderRequestOf())
  expect(made.statusCode, made.body).toBe(201)
  const { orderNumber } = made.json().order
  expect(made.json().order).toMatchObject({ ...held, orderSource: 'api' })
  expect(await prizm.rows('select distinct kind, title, link from notifications')).toEqual([
    {
      kind: 'credit',
      title: `${orderNumber} is on hold for credit`,
      link: `/sales-orders?open=${orderNumber}`,
    },
  ])
  expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 0 }])
  expect(await prizm.rows('select open_order_amount as open from customers')).toEqual([
    { open: '0.00' },
  ])
})

test("a user's order is rejected, and nothing is written", async () => {
  const as = await prizm.signIn('sales')
  const body = { ...orderRequestOf(), orderSource: 'api' }
  const refused = await prizm.call('POST', '/api/orders/create', { as, body })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
  expect(refused.json().detail).toMatch(/^Credit limit exceeded by \$/)
  expect(await orders()).toEqual([])
})

test('an API-key order short of stock is rejected, even within credit', async () => {
  await prizm.database.pool.query('update customers set credit_limit = 1000')
  const refused = await byKey('/api/orders/create', orderRequestOf(6))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
  expect(await orders()).toEqual([])
})

test('concurrent orders are held or rejected independently', async () => {
  const as = await prizm.signIn('sales')
  const both = await Promise.all([
    byKey('/api/orders/create', orderRequestOf()),
    prizm.call('POST', '/api/orders/create', { as, body: orderRequestOf() }),
  ])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 409])
})

test('a recorded order with lines is held if pending, otherwise rejected', async () => {
  const body = { ...orderRequestOf(), orderNumber: 'X-1', status: 'processing' }
  const refused = await byKey('/api/sales-orders', body)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
  const made = await byKey('/api/sales-orders', { ...body, status: 'pending' })
  expect(made.json<SalesOrderDetails>()).toMatchObject({ ...held, orderNumber: 'X-1' })
})

test('an order without addresses gets those of the customer on both endpoints', async () => {
  const fullAddress = '500 Dock Rd\nReno, NV 89502\nUS'
  const addresses = { shippingAddress: fullAddress, billingAddress: fullAddress }
  const made = await byKey('/api/orders/create', orderRequestOf())
  expect(made.json().order).toMatchObject(addresses)
  const body = { orderNumber: 'X-2', customerId, totalAmount: '1.00' }
  expect((await byKey('/api/sales-orders', body)).json()).toMatchObject(addresses)
  const typed = { ...orderRequestOf(), shippingAddress: ' Dock 4\r\n\r\n1 Quay ' }
  expect((await byKey('/api/orders/create', typed)).json().order).toMatchObject({
    shippingAddress: 'Dock 4\n1 Quay',
    billingAddress: fullAddress,
  })
})
