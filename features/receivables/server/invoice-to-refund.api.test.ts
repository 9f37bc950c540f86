import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { returnsFixture } from '#features/returns/server/testing.ts'
import type {
  Invoice,
  InvoiceDetails,
  SuggestedApplications,
  CreditMemo,
  CreditMemoDetails,
  Refund,
} from '../contract.ts'
import { receivablesFixture } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** The invoice of a shipped order of 7 at 10.00: 70.00, tax 5.60, freight 15.00. */
async function shippedInvoice() {
  const goods = await returnsFixture(prizm)
  const order = await goods.shipped(7)
  const [found] = await fixture.get<Invoice[]>(`invoices?salesOrderId=${order.id}`)
  return { goods, order, invoice: await fixture.invoice(found?.id ?? 0) }
}

const pay = ({ id, customerId }: InvoiceDetails, amount: string) =>
  fixture.paid(customerId, amount, { applications: [{ invoiceId: id, amount }] })

test('a shipment is invoiced as shipped, due by the terms, and added to the balance', async () => {
  const { order, invoice } = await shippedInvoice()
  expect(invoice).toMatchObject({
    orderNumber: order.orderNumber,
    docDate: '2026-03-02',
    dueDate: '2026-04-01',
    goods: '70.00',
    tax: '5.60',
    freight: '15.00',
    total: '90.60',
    openAmount: '90.60',
    state: 'open',
  })
  expect(invoice.lines).toMatchObject([{ quantity: 7, unitPrice: '10.00', taxAmount: '5.60' }])
  expect(await fixture.query('select current_balance, open_order_amount from customers')).toEqual([
    { current_balance: '90.60', open_order_amount: '0.00' },
  ])
})

test('an order recorded as shipped is invoiced on its ship date', async () => {
  const customerId = await fixture.customer({ paymentTerms: 'net-15' })
  const body = { orderNumber: 'SO-1', customerId, status: 'shipped', totalAmount: '50.00' }
  await fixture.post('sales-orders', { ...body, shipDate: '2026-02-10' }, 'manager')
  const [invoice] = await fixture.get<Invoice[]>('invoices')
  expect(invoice).toMatchObject({ docDate: '2026-02-10', dueDate: '2026-02-25', state: 'overdue' })
})

test('units are credited at their price, and the last one gets the remaining tax', async () => {
  const { invoice } = await shippedInvoice()
  const [line] = invoice.lines
  const credit = (quantity: number, more: object = {}) =>
    fixture.post('credit-memos', {
      invoiceId: invoice.id,
      reason: 'Broken',
      items: [{ invoiceLineId: line?.id, quantity }],
      ...more,
    })
  const first = (await credit(2, { restockingFee: '3.00' })).json<CreditMemoDetails>()
  expect(first).toMatchObject({ goods: '20.00', tax: '1.60', total: '18.60', openAmount: '18.60' })
  expect((await credit(5)).json()).toMatchObject({ goods: '50.00', tax: '4.00' })
  const more = await credit(1)
  expect([more.statusCode, more.json().code]).toEqual([409, 'over-credited'])
  const typed = await fixture.post('credit-memos', {
    invoiceId: invoice.id,
    goods: '15.01',
    reason: 'Freight',
  })
  expect(typed.json().code).toBe('over-credited')
  expect(await fixture.balance(invoice.customerId)).toBe('18.00')
})

test('a credit memo is applied like a payment, and concurrent refunds pay it once', async () => {
  const { invoice } = await shippedInvoice()
  await pay(invoice, '70.60')
  const body = { invoiceId: invoice.id, goods: '60.00', reason: 'Late' }
  const memo = (await fixture.post('credit-memos', body)).json<CreditMemoDetails>()
  const refundRequest = { creditMemoId: memo.id, amount: '40.00', reason: 'They asked' }
  const answers = await Promise.all([1, 2].map(() => fixture.post('refunds', refundRequest)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter((each) => each.json().code === 'over-refunded')).toHaveLength(1)
  const applications = [{ invoiceId: invoice.id, amount: '20.00' }]
  const applied = await fixture.post(`credit-memos/${memo.id}/apply`, { applications })
  expect(applied.json<CreditMemoDetails>()).toMatchObject({ openAmount: '0.00' })
  expect(await fixture.openOf(invoice.id)).toBe('0.00')
  for (const amount of ['0', '-5.00', '0.001']) {
    expect((await fixture.post('refunds', { ...refundRequest, amount })).statusCode).toBe(422)
  }
})

test('a refund is released by another user, and by a manager above the limit', async () => {
  const id = await fixture.customer()
  const payment = await fixture.paid(id, '3000.00')
  const prepare = async (amount: string) => {
    const body = { paymentId: payment.id, amount, reason: 'Paid twice' }
    return (await fixture.post('refunds', body)).json<Refund>()
  }
  const small = await prepare('100.00')
  const large = await prepare('1000.01')
  expect(await fixture.balance(id)).toBe('-3000.00')
  await fixture.set({ sodMode: 'enforce' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const own = await fixture.post(`refunds/${small.id}/release`)
  expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
  const other = await prizm.signIn('finance')
  expect((await fixture.post(`refunds/${small.id}/release`, {}, other)).statusCode).toBe(200)
  const beyond = await fixture.post(`refunds/${large.id}/release`, {}, other)
  expect(beyond.json().code).toBe('over-limit')
  expect((await fixture.post(`refunds/${large.id}/release`, {}, 'manager')).statusCode).toBe(200)
  expect((await fixture.post(`refunds/${large.id}/release`, {}, 'manager')).statusCode).toBe(409)
  expect(await fixture.balance(id)).toBe('-1899.99')
  const third = await prepare('1.00')
  const cancelled = await fixture.post(`refunds/${third.id}/cancel`, { reason: 'No' })
  expect(cancelled.json<Refund>()).toMatchObject({ status: 'cancelled' })
  const waiting = await prepare('1.00')
  const bounced = await fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' })
  expect(bounced.json()).toMatchObject({
    code: 'refunded',
    detail: `This payment has the pending refund ${waiting.refundNumber}. Cancel the refund first`,
  })
})

test('a completed return is credited with its tax, less a fee', async () => {
  const { goods, order, invoice } = await shippedInvoice()
  const items = [{ originalItemId: order.items[0]?.id, quantity: 3, disposition: 'restock' }]
  const rma = await goods.made({ originalOrderId: order.id, items })
  await goods.act(rma.id, 'approve')
  await goods.act(rma.id, 'receive', 'warehouse')
  const tooMuch = await goods.act(rma.id, 'complete', 'finance', { restockingFee: '32.40' })
  expect(tooMuch.statusCode).toBe(422)
  const done = await goods.act(rma.id, 'complete', 'finance', { restockingFee: '5.00' })
  expect(done.statusCode, done.body).toBe(200)
  const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${rma.id}`)
  expect(memo).toMatchObject({
    returnNumber: rma.returnNumber,
    invoiceId: invoice.id,
    goods: '30.00',
    tax: '2.40',
    restockingFee: '5.00',
    total: '27.40',
  })
  expect((await fixture.get<InvoiceDetails>(`invoices/${invoice.id}`)).lines[0]?.credited).toBe(3)
})

test('goods without an order are credited at the price on their return', async () => {
  const goods = await returnsFixture(prizm)
  const [customerId, skuId] = [await goods.given.buyer(), await goods.given.item()]
  const rma = await goods.made({ customerId, items: [{ skuId, quantity: 2 }] })
  await goods.act(rma.id, 'approve')
  await goods.act(rma.id, 'receive', 'warehouse')
  await goods.act(rma.id, 'complete', 'finance')
  expect(await fixture.get<CreditMemo[]>('credit-memos')).toMatchObject([
    { invoiceId: null, goods: '20.00', tax: '0.00', total: '20.00' },
  ])
  expect(await fixture.balance(customerId)).toBe('-20.00')
})

test('the creator of the credit memo or the return cannot release its refund', async () => {
  const { goods, order, invoice } = await shippedInvoice()
  await pay(invoice, '90.60')
  const items = [{ originalItemId: order.items[0]?.id, quantity: 2, disposition: 'restock' }]
  const rma = await goods.made({ originalOrderId: order.id, items }, goods.people['manager'])
  await goods.act(rma.id, 'approve')
  await goods.act(rma.id, 'receive', 'warehouse')
  const crediting = await prizm.signIn('finance')
  expect((await goods.act(rma.id, 'complete', crediting)).statusCode).toBe(200)
  const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${rma.id}`)
  const refundRequest = { creditMemoId: memo?.id, amount: '5.00', reason: 'They asked' }
  const refund = (await fixture.post('refunds', refundRequest)).json<Refund>()
  await fixture.set({ sodMode: 'enforce' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  for (const [who, part] of [
    [crediting, 'created the credit memo'],
    [goods.people['manager'] ?? '', 'created the return'],
    ['finance', 'requested this refund'],
  ] as const) {
    // Sequential, so that each request meets the unchanged refund.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fixture.post(`refunds/${refund.id}/release`, {}, who)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'self-approval'])
    expect(answer.json().detail).toContain(part)
  }
  expect((await fixture.post(`refunds/${refund.id}/release`, {}, 'manager')).statusCode).toBe(200)
  expect(await fixture.get<Refund[]>(`refunds?creditMemoId=${memo?.id}`)).toMatchObject([
    { id: refund.id, status: 'released' },
  ])
  expect(await fixture.get<Refund[]>('refunds?paymentId=1')).toEqual([])
})

test('a document links to its own entry, and a credit memo gets no discount', async () => {
  const customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
  const ids = [await fixture.charged(customerId, { total: '100.00' })]
  ids.push(await fixture.charged(customerId, { total: '50.00' }))
  const lines = await fixture.get<{ memo: string; debit: string }[]>(
    `journal?source=invoice&sourceId=${ids[1]}`,
  )
  expect(lines.map(({ debit }) => debit).toSorted()).toEqual(['0.00', '50.00'])
  const url = `payments/offer?customerId=${customerId}&amount=100.00`
  const offered = await fixture.get<SuggestedApplications>(`${url}&kind=credit`)
  expect(offered.map(({ amount, discount }) => [amount, discount])).toEqual([
    ['100.00', '0.00'],
    ['0.00', '0.00'],
  ])
  expect((await fixture.get<SuggestedApplications>(url))[0]).toMatchObject({
    amount: '98.00',
    discount: '2.00',
  })
})
