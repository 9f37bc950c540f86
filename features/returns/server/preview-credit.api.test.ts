import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { CreditMemo } from '#features/receivables/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { returnsFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const preview = async (fields: object, as = fixture.people['sales'] ?? '') => {
  const body = { type: 'rma', reason: 'Too many', ...fields }
  const answer = await prizm.call('POST', '/api/returns/preview', { as, body })
  return { status: answer.statusCode, body: answer.json<object>() }
}

const of = (order: SalesOrderDetails, quantity: number) => ({
  originalOrderId: order.id,
  items: [{ originalItemId: order.items[0]?.id, quantity, disposition: 'restock' }],
})

test('the preview equals the credit that is issued, including tax', async () => {
  const order = await fixture.shipped(7)
  const { status, body } = await preview(of(order, 3))
  expect({ status, body }).toEqual({
    status: 200,
    body: { goods: '30.00', tax: '2.40', restockingFee: '0.00', total: '32.40' },
  })
  expect(await fixture.query('select id from returns')).toEqual([])
  const rma = await fixture.made(of(order, 3))
  await fixture.act(rma.id, 'approve')
  await fixture.act(rma.id, 'receive', 'warehouse')
  expect((await fixture.act(rma.id, 'complete', 'finance')).statusCode).toBe(200)
  const url = `/api/credit-memos?returnId=${rma.id}`
  const memos = await prizm.call('GET', url, { as: fixture.people['finance'] ?? '' })
  expect(memos.json<CreditMemo[]>()).toMatchObject([body])
  // The remaining units get the remaining tax.
  expect((await preview(of(order, 4))).body).toMatchObject({ tax: '3.20', total: '43.20' })
})

test('goods without an order are previewed at the current price, without tax', async () => {
  const [customerId, skuId] = [await fixture.given.buyer(), await fixture.given.item()]
  const { body } = await preview({ customerId, items: [{ skuId, quantity: 2 }] })
  expect(body).toEqual({ goods: '20.00', tax: '0.00', restockingFee: '0.00', total: '20.00' })
})

test('RTV goods are previewed at cost, for roles that may read costs', async () => {
  const skuId = await fixture.given.item()
  await fixture.query("update skus set cost = '4.00'")
  const { id: vendorId } = await prizm.builders.vendor()
  const returnRequest = { type: 'rtv', vendorId, items: [{ skuId, quantity: 2 }] }
  const read = await preview(returnRequest, fixture.people['manager'])
  expect(read.body).toEqual({ goods: '8.00', tax: '0.00', restockingFee: '0.00', total: '8.00' })
  expect((await preview(returnRequest, fixture.people['sales'])).status).toBe(403)
})

test('a preview is refused for what cannot be returned', async () => {
  const order = await fixture.shipped(2)
  expect(await preview(of(order, 3))).toMatchObject({ status: 409 })
  const viewer = await prizm.signIn('viewer')
  expect((await preview(of(order, 1), viewer)).status).toBe(403)
  const nothing = { originalOrderId: 999, items: [{ originalItemId: 1, quantity: 1 }] }
  expect(await preview(nothing)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'salesOrderId', message: 'This order does not exist' }] },
  })
})

test('a preview is refused as creation is: not shipped, too late, or without a party', async () => {
  const order = await fixture.shipped(2)
  await fixture.query("update sales_orders set status = 'pending'")
  await fixture.query('update sales_order_items set qty_shipped = 0')
  expect(await preview(of(order, 1))).toMatchObject({
    status: 409,
    body: { code: 'not-returnable' },
  })
  await fixture.query("update sales_orders set status = 'shipped'")
  await fixture.query('update sales_order_items set qty_shipped = quantity')
  const skuId = order.items[0]?.skuId
  const items = [{ skuId, quantity: 1 }]
  for (const [customerId, message] of [
    [undefined, 'Please select a customer'],
    [77, 'This customer does not exist'],
  ] as const) {
    const { status, body } = await preview({ customerId, items })
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'customerId', message }] }])
  }
  prizm.clock.now = new Date('2026-04-15T15:00:00Z')
  const late = await preview(of(order, 1), await prizm.signIn('sales'))
  expect(late).toMatchObject({ status: 409, body: { code: 'return-window-over' } })
  const manager = await preview(of(order, 1), await prizm.signIn('manager'))
  expect(manager).toMatchObject({ status: 200, body: { goods: '10.00' } })
  expect(await fixture.query('select id from returns')).toEqual([])
})
