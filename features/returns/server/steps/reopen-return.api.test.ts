import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { CreditMemo } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { Returnable, ReturnDetails } from '../../contract.ts'
import { returnsFixture } from '../testing.ts'

// Reopened returns with a wrong credit, and returns of partial shipments. Today is 2026-03-02.

let prizm: TestApp
let goods: Awaited<ReturnType<typeof returnsFixture>>
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  goods = await returnsFixture(prizm)
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const exempt = { taxExempt: true, taxExemptNumber: 'X-1' }
const reason = { reason: 'The fee was wrong' }

/** Ships and invoices 5 units at 100.00, without tax and freight. */
async function sold() {
  const customerId = await goods.given.buyer(exempt)
  const skuId = await goods.given.item({ price: '100.00' })
  const order = await goods.shipped(5, { customerId, skuId })
  const [invoice] = await fixture.get<{ id: number }[]>(`invoices?salesOrderId=${order.id}`)
  return { customerId, order, invoice: await fixture.invoice(invoice?.id ?? 0) }
}

async function received(order: SalesOrderDetails, quantity: number): Promise<ReturnDetails> {
  const items = [{ originalItemId: order.items[0]?.id, quantity, disposition: 'restock' }]
  const rma = await goods.made({ originalOrderId: order.id, items })
  await goods.act(rma.id, 'approve')
  return (await goods.act(rma.id, 'receive', 'warehouse')).json<ReturnDetails>()
}

const memosOf = async (returnId: number) =>
  (await fixture.get<CreditMemo[]>(`credit-memos?returnId=${returnId}`)).map((memo) => [
    memo.status,
    memo.total,
    memo.openAmount,
  ])

test('reopening voids the memo, and completing again applies the right fee', async () => {
  const { customerId, order, invoice } = await sold()
  const { id } = await received(order, 2)
  await goods.act(id, 'complete', 'finance', { restockingFee: '150.00' })
  const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${id}`)
  const applications = [{ invoiceId: invoice.id, amount: '50.00' }]
  await fixture.post(`credit-memos/${memo?.id}/apply`, { applications })
  const own = await fixture.post(`credit-memos/${memo?.id}/void`, reason)
  expect([own.statusCode, own.json().code]).toEqual([409, 'credit-of-return'])
  expect((await goods.act(id, 'reopen', 'sales', reason)).statusCode).toBe(403)
  expect((await goods.act(id, 'reopen', 'finance')).statusCode).toBe(422)
  const opened = await goods.act(id, 'reopen', 'finance', reason)
  expect(opened.json(), opened.body).toMatchObject({ status: 'received' })
  expect(await memosOf(id)).toEqual([['void', '50.00', '0.00']])
  expect(await fixture.openOf(invoice.id)).toBe('500.00')
  expect(await fixture.balance(customerId)).toBe('500.00')
  const again = await goods.act(id, 'complete', 'finance', { restockingFee: '15.00' })
  expect(again.json(), again.body).toMatchObject({ status: 'completed' })
  expect(await memosOf(id)).toEqual([
    ['posted', '185.00', '185.00'],
    ['void', '50.00', '0.00'],
  ])
  expect(await fixture.balance(customerId)).toBe('315.00')
  expect(await goods.stock()).toEqual([{ onHand: 97, reserved: 0 }])
})

test('a return cannot be reopened before completion, or while its credit is refunded', async () => {
  const { customerId, order, invoice } = await sold()
  const applications = [{ invoiceId: invoice.id, amount: '401.00' }]
  await fixture.paid(customerId, '401.00', { applications })
  const { id } = await received(order, 1)
  const early = await goods.act(id, 'reopen', 'finance', reason)
  expect([early.statusCode, early.json().code]).toEqual([409, 'illegal-transition'])
  await goods.act(id, 'complete', 'finance')
  const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${id}`)
  await fixture.post('refunds', { creditMemoId: memo?.id, amount: '1.00', reason: 'They asked' })
  const refused = await goods.act(id, 'reopen', 'finance', reason)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'refunded'])
  expect(await memosOf(id)).toEqual([['posted', '100.00', '99.00']])
})

test('a memo whose units were returned can be voided once that return is reopened', async () => {
  const { customerId, order, invoice } = await sold()
  const items = [{ invoiceLineId: invoice.lines[0]?.id, quantity: 2 }]
  const body = { invoiceId: invoice.id, items, reason: 'Broken' }
  const memo = (await fixture.post('credit-memos', body)).json<CreditMemo>()
  const { id } = await received(order, 3)
  await goods.act(id, 'complete', 'finance')
  expect(await memosOf(id)).toEqual([['posted', '100.00', '100.00']])
  const refused = await fixture.post(`credit-memos/${memo.id}/void`, reason)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-of-return'])
  await goods.act(id, 'reopen', 'finance', reason)
  expect((await fixture.post(`credit-memos/${memo.id}/void`, reason)).statusCode).toBe(200)
  await goods.act(id, 'complete', 'finance')
  expect(await memosOf(id)).toEqual([
    ['posted', '300.00', '300.00'],
    ['void', '100.00', '0.00'],
  ])
  expect(await fixture.balance(customerId)).toBe('200.00')
})

test('goods of a partial shipment can be returned while the order is open', async () => {
  const customerId = await goods.given.buyer(exempt)
  const skuId = await goods.given.item({ price: '100.00' })
  const body = { customerId, items: [{ skuId, quantity: 5 }] }
  const as = goods.people['manager'] ?? ''
  const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json<{
    order: SalesOrderDetails
  }>()
  const returnable = () => fixture.get<Returnable>(`returns/returnable?salesOrderId=${order.id}`)
  expect((await returnable()).whyNot).toBe(
    `${order.orderNumber} is pending. Only shipped goods can be returned`,
  )
  await fixture.post(`sales-orders/${order.id}/process`, {}, as)
  const part = { items: [{ lineNo: 1, quantity: 3 }] }
  expect((await fixture.post(`sales-orders/${order.id}/ship`, part, as)).json()).toMatchObject({
    status: 'processing',
  })
  expect(await returnable()).toMatchObject({ whyNot: null, items: [{ returnable: 3 }] })
  const many = [{ originalItemId: order.items[0]?.id, quantity: 4 }]
  const over = await goods.create({ originalOrderId: order.id, items: many })
  expect([over.statusCode, over.json().code]).toEqual([409, 'over-return'])
  const listed = await fixture.get<{ id: number }[]>('sales-orders?shipped=true')
  expect(listed.map(({ id }) => id)).toEqual([order.id])
  const { id } = await received(order, 2)
  await goods.act(id, 'complete', 'finance')
  expect(await memosOf(id)).toEqual([['posted', '200.00', '200.00']])
  expect(await fixture.balance(customerId)).toBe('100.00')
  const shipment = await fixture.post(`sales-orders/${order.id}/ship`, {}, as)
  expect(shipment.json(), shipment.body).toMatchObject({ status: 'shipped' })
  expect(await fixture.balance(customerId)).toBe('300.00')
  expect(await returnable()).toMatchObject({ whyNot: null, items: [{ returnable: 3 }] })
})
