import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { PurchaseOrderDetails, Receipt } from '../../contract.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const receive = (order: PurchaseOrderDetails, quantity: number) => {
  const items = [{ itemId: order.items[0]?.id, quantity }]
  return fixture.act(order.id, 'receive', fixture.warehouse, { items })
}
const receipts = async ({ id }: { id: number }) => {
  const url = `/api/purchase-orders/${id}/receipts`
  return (await prizm.call('GET', url, { as: fixture.manager })).json<Receipt[]>()
}
const reverse = (id: number | undefined, as = fixture.warehouse) =>
  fixture.post(`/api/receipts/${id}/reverse`, as, { reason: 'Typed 100 where 10 came' })

test('a receipt of 100 is reversed, and the 10 that arrived are received', async () => {
  const order = await fixture.approved(100)
  await receive(order, 100)
  expect(await fixture.stock()).toEqual([{ onHand: 100, onOrder: 0 }])
  const [wrong] = await receipts(order)
  const answer = await reverse(wrong?.id)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    [{ id: wrong?.id, reversedOn: '2026-03-02', reversalReason: 'Typed 100 where 10 came' }],
  ])
  expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 100 }])
  expect(await fixture.balances()).toEqual({})
  expect((await fixture.read(order.id)).status).toBe('approved')
  expect(await fixture.broken()).toEqual([])
  await receive(order, 10)
  expect(await fixture.stock()).toEqual([{ onHand: 10, onOrder: 90 }])
  expect(await fixture.balances()).toEqual({ '1200': '40.00', '2050': '-40.00' })
  expect(
    await fixture.query(
      `select action, from_status as "from", to_status as "to", reason from audit_log
       where entity = 'purchase_order' and action = 'reverse-receipt'`,
    ),
  ).toEqual([
    {
      action: 'reverse-receipt',
      from: 'received',
      to: 'approved',
      reason: 'Typed 100 where 10 came',
    },
  ])
  expect(
    await fixture.query('select receipt_id, reversed_on, reason from receipt_reversals'),
  ).toEqual([
    { receipt_id: wrong?.id, reversed_on: '2026-03-02', reason: 'Typed 100 where 10 came' },
  ])
})

test('the delivery note of a reversed receipt is recorded again without a warning', async () => {
  const order = await fixture.approved(100)
  const book = (quantity: number) => {
    const items = [{ itemId: order.items[0]?.id, quantity }]
    return fixture.act(order.id, 'receive', fixture.warehouse, { items, deliveryNote: 'DN-7' })
  }
  await book(100)
  const [wrong] = await receipts(order)
  const similar = `/api/purchase-orders/${order.id}/similar-receipts?deliveryNote=DN-7`
  const warned = async () =>
    (await prizm.call('GET', similar, { as: fixture.warehouse })).json<string[]>().length
  expect(await warned()).toBe(1)
  await reverse(wrong?.id)
  expect(await warned()).toBe(0)
  expect((await book(10)).json().warnings).toBeUndefined()
})

test('one of several receipts is reversed; the order stays approved', async () => {
  const order = await fixture.approved(10)
  await receive(order, 3)
  await receive(order, 4)
  const [second, first] = await receipts(order)
  expect((await reverse(second?.id)).statusCode).toBe(200)
  expect(await fixture.stock()).toEqual([{ onHand: 3, onOrder: 7 }])
  expect(await fixture.balances()).toEqual({ '1200': '12.00', '2050': '-12.00' })
  expect((await receipts(order)).map(({ id, reversedOn }) => [id, reversedOn])).toEqual([
    [second?.id, '2026-03-02'],
    [first?.id, null],
  ])
})

test('an order closed short before a reversal is closed or cancelled again', async () => {
  const end = async (verb: 'close' | 'cancel', quantity: number) => {
    const order = await fixture.approved(10)
    await receive(order, 4)
    const reason = { reason: 'Discontinued' }
    // 6 of 10 are closed; the reversal opens the 4 that were received.
    expect((await fixture.act(order.id, 'close', fixture.manager, reason)).statusCode).toBe(200)
    const [wrong] = await receipts(order)
    expect((await reverse(wrong?.id)).statusCode).toBe(200)
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 4 }])
    if (quantity > 0) await receive(order, quantity)
    const ended = await fixture.act(order.id, verb, fixture.manager, reason)
    expect([ended.statusCode, ended.json().items]).toMatchObject([
      200,
      [{ qtyReceived: quantity, qtyCancelled: 10 - quantity, qtyOpen: 0 }],
    ])
    const again = await receipts(order)
    if (quantity > 0) expect((await reverse(again[0]?.id)).statusCode).toBe(200)
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: quantity }])
    if (quantity > 0) await fixture.act(order.id, 'cancel', fixture.manager, reason)
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
  }
  await end('cancel', 0)
  await end('close', 1)
})

test('concurrent requests reverse a receipt once', async () => {
  const order = await fixture.approved(10)
  await receive(order, 10)
  const [receipt] = await receipts(order)
  const all = await Promise.all([1, 2, 3].map(() => reverse(receipt?.id)))
  expect(all.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
})

test('a receipt whose goods are billed or no longer in stock is not reversed', async () => {
  const order = await fixture.received(10)
  const [receipt] = await receipts(order)
  const bill = await fixture.entered({ lines: [fixture.lineOf(order, 10)] })
  const billed = await reverse(receipt?.id)
  expect([billed.statusCode, billed.json().detail]).toEqual([
    409,
    `Goods of receipt ${order.orderNumber}/1 are on a bill. Void the bill first`,
  ])
  await fixture.billAct(bill.id, 'void')
  const count = { currentStock: 7, stockReason: 'Lost' }
  await prizm.call('POST', `/api/skus/${fixture.skuId}/adjust`, {
    as: fixture.manager,
    body: count,
  })
  const outOfStock = await reverse(receipt?.id)
  expect([outOfStock.statusCode, outOfStock.json().detail]).toEqual([
    409,
    'Not enough stock: S-1 is 3 short (7 available)',
  ])
  expect(await fixture.query('select count(*)::int as n from receipt_reversals')).toEqual([
    { n: 0 },
  ])
})

test('reversing a receipt needs the receive permission and a reason', async () => {
  const order = await fixture.received(10)
  const [receipt] = await receipts(order)
  expect((await reverse(receipt?.id, fixture.finance)).statusCode).toBe(403)
  expect((await reverse(999)).statusCode).toBe(404)
  const url = `/api/receipts/${receipt?.id}/reverse`
  const silent = await fixture.post(url, fixture.warehouse, { reason: ' ' })
  expect(silent.json().errors).toMatchObject([{ path: 'reason' }])
})
