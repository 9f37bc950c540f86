import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { CreditMemo } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { ReturnDetails } from '../contract.ts'
import { returnsFixture } from './testing.ts'

// Credits of returned goods after earlier credits, payments, discounts and write-offs. Today is
// Monday, 2026-03-02.

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

type Sold = { quantity?: number; price?: string; customer?: object }

/** Ships and invoices this many units at 100.00, without tax and freight. */
async function sold({ quantity = 5, price = '100.00', customer = {} }: Sold = {}) {
  const exempt = { taxExempt: true, taxExemptNumber: 'X-1' }
  const customerId = await goods.given.buyer({ ...exempt, ...customer })
  const skuId = await goods.given.item({ price })
  const order = await goods.shipped(quantity, { customerId, skuId })
  const [found] = await fixture.get<{ id: number }[]>(`invoices?salesOrderId=${order.id}`)
  const invoice = await fixture.invoice(found?.id ?? 0)
  return { order, invoice, customerId, lineId: invoice.lines[0]?.id ?? 0 }
}

/** Returns this many units of an order, up to but not including completion. */
async function received(order: SalesOrderDetails, quantity: number): Promise<ReturnDetails> {
  const items = [{ originalItemId: order.items[0]?.id, quantity, disposition: 'restock' }]
  const rma = await goods.made({ originalOrderId: order.id, items })
  await goods.act(rma.id, 'approve')
  return (await goods.act(rma.id, 'receive', 'warehouse')).json<ReturnDetails>()
}

/** Returns the credit of a completed return of this many units; null if there is no memo. */
async function comeBack(order: SalesOrderDetails, quantity: number, fields: object = {}) {
  const { id } = await received(order, quantity)
  const done = await goods.act(id, 'complete', 'finance', fields)
  expect(done.statusCode, done.body).toBe(200)
  expect(done.json()).toMatchObject({ status: 'completed' })
  const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${id}`)
  return memo?.total ?? null
}

const memo = async (invoiceId: number, fields: object) => {
  const answer = await fixture.post('credit-memos', { invoiceId, reason: 'Goodwill', ...fields })
  return { ...answer.json<CreditMemo & { code: string }>(), status: answer.statusCode }
}
const pay = (customerId: number, invoiceId: number, amount: string, discount = '0') =>
  fixture.paid(customerId, amount, { applications: [{ invoiceId, amount, discount }] })

test('5 units at 100.00 with a goodwill credit of 50.00 are credited 450.00', async () => {
  const { order, invoice, customerId } = await sold()
  expect((await memo(invoice.id, { goods: '50.00' })).total).toBe('50.00')
  expect(await comeBack(order, 5)).toBe('450.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('units credited by a memo before they are returned are not credited again', async () => {
  const { order, invoice, lineId, customerId } = await sold()
  const items = [{ invoiceLineId: lineId, quantity: 2 }]
  expect((await memo(invoice.id, { items })).total).toBe('200.00')
  expect(await comeBack(order, 2)).toBeNull()
  expect(await comeBack(order, 3)).toBe('300.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('a return of units partly credited by a memo credits only the others', async () => {
  const { order, invoice, lineId, customerId } = await sold()
  await memo(invoice.id, { items: [{ invoiceLineId: lineId, quantity: 2 }] })
  expect(await comeBack(order, 5)).toBe('300.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('a return of goods already credited completes without a memo or fee', async () => {
  const { order, invoice, lineId } = await sold()
  await memo(invoice.id, { items: [{ invoiceLineId: lineId, quantity: 5 }] })
  const { id } = await received(order, 5)
  const fee = await goods.act(id, 'complete', 'finance', { restockingFee: '1.00' })
  expect([fee.statusCode, fee.json().errors[0].path]).toEqual([422, 'restockingFee'])
  expect((await goods.act(id, 'complete', 'finance')).statusCode).toBe(200)
  expect(await fixture.query('select count(*)::int as n from credit_memos')).toEqual([{ n: 1 }])
})

test('earlier fees are not refunded, and later returns are credited in full', async () => {
  const { order, invoice, customerId } = await sold()
  expect(await comeBack(order, 1, { restockingFee: '10.00' })).toBe('90.00')
  expect((await memo(invoice.id, { goods: '30.00', restockingFee: '5.00' })).total).toBe('25.00')
  expect(await comeBack(order, 4, { restockingFee: '20.00' })).toBe('350.00')
  expect(await fixture.balance(customerId)).toBe('35.00')
})

test('goods paid with a discount are credited at what was paid: 98.00, then 882.00', async () => {
  const terms = { paymentTerms: '2/10 net 30' }
  const { order, invoice, customerId } = await sold({ quantity: 10, customer: terms })
  await pay(customerId, invoice.id, '980.00', '20.00')
  expect(await comeBack(order, 1)).toBe('98.00')
  expect(await comeBack(order, 9)).toBe('882.00')
  expect(await fixture.balance(customerId)).toBe('-980.00')
})

test('if a payment with a discount bounces, its goods are credited 392.00 and 608.00', async () => {
  const terms = { paymentTerms: '2/10 net 30' }
  const { order, invoice, customerId } = await sold({ quantity: 10, customer: terms })
  const payment = await pay(customerId, invoice.id, '980.00', '20.00')
  expect(await comeBack(order, 4)).toBe('392.00')
  const bounced = await fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' })
  expect(bounced.statusCode, bounced.body).toBe(200)
  // 1,000.00 − 392.00 is owed for the other 6.
  expect(await fixture.balance(customerId)).toBe('608.00')
  expect(await comeBack(order, 6)).toBe('608.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('the goods left after a part payment and a return have a discount of 6.00', async () => {
  const terms = { paymentTerms: '2/10 net 30' }
  const { order, invoice, customerId } = await sold({ quantity: 10, customer: terms })
  await pay(customerId, invoice.id, '490.00', '10.00')
  expect(await comeBack(order, 4)).toBe('396.00')
  // 2 % of 600.00 is 12.00, less 10.00 − 4.00 that was given for these goods.
  expect((await fixture.invoice(invoice.id)).discountLeft).toBe('6.00')
  const [found] = await fixture.get<CreditMemo[]>('credit-memos')
  const applications = [{ invoiceId: invoice.id, amount: '396.00' }]
  await fixture.post(`credit-memos/${found?.id}/apply`, { applications })
  const over = [{ invoiceId: invoice.id, amount: '97.99', discount: '6.01' }]
  const body = { customerId, amount: '97.99', method: 'ach', applications: over }
  expect((await fixture.post('payments', body)).json().code).toBe('discount-not-allowed')
  await pay(customerId, invoice.id, '98.00', '6.00')
  expect(await fixture.openOf(invoice.id)).toBe('0.00')
  // Paid 588.00 for 6 units, which are credited when they come back, too.
  expect(await comeBack(order, 6)).toBe('588.00')
  expect(await fixture.balance(customerId)).toBe('-588.00')
})

test('600.00 of goods with 40.00 written off are credited 560.00', async () => {
  const { order, invoice, customerId } = await sold({ quantity: 1, price: '600.00' })
  const drop = { amount: '40.00', reason: 'Dispute' }
  expect((await fixture.post(`invoices/${invoice.id}/write-off`, drop, 'manager')).statusCode).toBe(
    200,
  )
  expect(await memo(invoice.id, { goods: '560.01' })).toMatchObject({ code: 'over-credited' })
  expect(await comeBack(order, 1)).toBe('560.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('100.00 of goods with 40.00 written off are credited 60.00', async () => {
  await fixture.query(`insert into settings (name, value) values ('shippingFlat', '"0.00"')`)
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const { order, invoice, customerId } = await sold({ quantity: 1 })
  expect(invoice).toMatchObject({ total: '100.00', openAmount: '100.00' })
  const drop = { amount: '40.00', reason: 'Dispute' }
  expect((await fixture.post(`invoices/${invoice.id}/write-off`, drop, 'manager')).statusCode).toBe(
    200,
  )
  expect(await memo(invoice.id, { goods: '60.01' })).toMatchObject({ code: 'over-credited' })
  expect(await comeBack(order, 1)).toBe('60.00')
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('the preview of a return shows its credit', async () => {
  const { order, invoice } = await sold()
  await memo(invoice.id, { goods: '50.00' })
  const items = [{ originalItemId: order.items[0]?.id, quantity: 5 }]
  const body = { type: 'rma', reason: 'Too many', originalOrderId: order.id, items }
  const as = goods.people['sales'] ?? ''
  const answer = await prizm.call('POST', '/api/returns/preview', { as, body })
  expect(answer.json(), answer.body).toMatchObject({ goods: '450.00', total: '450.00' })
})

test('a write-off is refused while an unapplied credit memo can settle the invoice', async () => {
  const { invoice, customerId } = await sold({ quantity: 1, price: '600.00' })
  const { id } = await memo(invoice.id, { goods: '600.00' })
  const admin = await prizm.signIn('admin')
  const drop = (amount: string) =>
    fixture.post(`invoices/${invoice.id}/write-off`, { amount, reason: 'Gone' }, admin)
  const refused = await drop('0.01')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-not-applied'])
  const applications = [{ invoiceId: invoice.id, amount: '600.00' }]
  expect((await fixture.post(`credit-memos/${id}/apply`, { applications })).statusCode).toBe(200)
  expect(await fixture.balance(customerId)).toBe('0.00')
})

test('a memo never credits more sales tax than was charged, nor tax as goods', async () => {
  const customerId = await fixture.customer()
  const charge = { total: '117.75', goods: '100.00', tax: '17.75' }
  const invoiceId = await fixture.charged(customerId, charge)
  for (const wrong of [{ goods: '0', tax: '117.75' }, { goods: '117.75' }, { tax: '17.76' }]) {
    // Sequential, so that each request meets the unchanged invoice.
    // oxlint-disable-next-line no-await-in-loop
    expect(await memo(invoiceId, wrong)).toMatchObject({ status: 409, code: 'over-credited' })
  }
  expect(await memo(invoiceId, { tax: '17.75' })).toMatchObject({ total: '17.75' })
  expect(await memo(invoiceId, { tax: '0.01' })).toMatchObject({
    code: 'over-credited',
    detail: expect.stringContaining('Only $0.00 of the sales tax'),
  })
  expect(await memo(invoiceId, { goods: '100.00' })).toMatchObject({ total: '100.00' })
  expect(await fixture.balance(customerId)).toBe('0.00')
})
