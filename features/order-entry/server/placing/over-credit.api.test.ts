import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { ImportedOrder, OrderValidation } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

// Credit limit 5.00 and larger orders. With `hold` set, every channel creates them on hold.

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  const place = { address: '500 Dock Rd', city: 'Reno', state: 'NV', zipCode: '89502' }
  const buyer = { customerCode: 'C-9', creditLimit: '5.00', country: 'US', ...place }
  customerId = (await prizm.builders.customer(buyer)).id
  skuId = (await prizm.builders.sku({ sku: 'ABR-9', price: '10.00', currentStock: 5 })).id
  as = await prizm.signIn('sales')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const rule = async (creditOver: string) => {
  const admin = await prizm.signIn('admin')
  const answer = await prizm.call('PUT', '/api/settings', { as: admin, body: { creditOver } })
  expect(answer.statusCode, answer.body).toBe(200)
}
const orderRequestOf = (quantity = 2) => ({ customerId, items: [{ skuId, quantity }] })
const create = (body: object = orderRequestOf()) =>
  prizm.call('POST', '/api/orders/create', { as, body })
const check = async (body: object = orderRequestOf()) =>
  (await prizm.call('POST', '/api/orders/validate', { as, body })).json<OrderValidation>()
const held = { status: 'pending', holdReason: 'credit', displayStatus: 'on hold' }
const file = 'customerCode,customerPO,sku,quantity\nC-9,PO-1,ABR-9,2\n'
const importFile = async (query = '') => {
  const headers = { 'content-type': 'text/csv', 'idempotency-key': `file${query}` }
  const answer = await prizm.call('POST', `/api/orders/import${query}`, { as, headers, body: file })
  return answer.json<{ orders: ImportedOrder[] }>().orders
}

test("a user's order is rejected, unless the setting creates it on hold", async () => {
  expect((await check()).credit).not.toHaveProperty('isHeldForCredit')
  expect((await create()).json()).toMatchObject({ code: 'credit-limit-exceeded' })
  await rule('hold')
  expect(await check()).toMatchObject({
    orderApproved: false,
    credit: { approved: false, isHeldForCredit: true },
  })
  const made = await create()
  expect(made.statusCode, made.body).toBe(201)
  const { order } = made.json<{ order: SalesOrderDetails }>()
  expect(order).toMatchObject(held)
  expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 0 }])
  expect(await prizm.rows('select open_order_amount as open from customers')).toEqual([
    { open: '0.00' },
  ])
  expect(await prizm.rows('select distinct kind, title from notifications')).toEqual([
    { kind: 'credit', title: `${order.orderNumber} is on hold for credit` },
  ])
})

test('finance releases it once credit is available, or overrides the limit', async () => {
  await rule('hold')
  const { order } = (await create()).json<{ order: SalesOrderDetails }>()
  const finance = await prizm.signIn('finance')
  const act = (verb: string, more = {}) =>
    prizm.call('POST', `/api/sales-orders/${order.id}/${verb}`, { as: finance, ...more })
  expect((await act('release')).statusCode).toBe(409)
  const through = await act('override-credit', { body: { reason: 'Agreed with their bank' } })
  expect(through.json(), through.body).toMatchObject({ status: 'pending', holdReason: null })
  expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 2 }])
})

test('an order short of stock but within credit is still rejected', async () => {
  await rule('hold')
  await prizm.database.pool.query('update customers set credit_limit = 1000')
  expect((await create(orderRequestOf(6))).json()).toMatchObject({ code: 'insufficient-stock' })
  expect(
    (await create(orderRequestOf(1))).json<{ order: SalesOrderDetails }>().order.holdReason,
  ).toBeNull()
})

test("an order of a file follows the setting, and the user's choice", async () => {
  expect(await importFile()).toMatchObject([{ fate: 'refused' }])
  await rule('hold')
  expect(await importFile('?dryRun=true')).toMatchObject([{ fate: 'hold' }])
  expect(await importFile('?refused=skip')).toMatchObject([{ fate: 'refused' }])
  expect(await importFile('?again=2')).toMatchObject([{ fate: 'hold' }])
  expect(await prizm.rows('select status, hold_reason as hold from sales_orders')).toEqual([
    { status: 'pending', hold: 'credit' },
  ])
})

test('an order with a typed number is held too, unless its status is later', async () => {
  await rule('hold')
  const body = { ...orderRequestOf(), orderNumber: 'SO-1', status: 'pending' }
  const made = await prizm.call('POST', '/api/sales-orders', { as, body })
  expect(made.json(), made.body).toMatchObject(held)
  const on = { ...orderRequestOf(), orderNumber: 'SO-2', status: 'processing' }
  const manager = await prizm.signIn('manager')
  const refused = await prizm.call('POST', '/api/sales-orders', { as: manager, body: on })
  expect(refused.json()).toMatchObject({ code: 'credit-limit-exceeded' })
})
