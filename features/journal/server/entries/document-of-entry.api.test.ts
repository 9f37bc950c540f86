import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorCredit } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { CreditMemoDetails, Refund } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { receiptReversalFixture } from '#features/returns/server/testing.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { VendorPaymentDetails } from '#features/vendor-payments/contract.ts'
import type { EntryDocument, JournalLine, TaxPayment } from '../../contract.ts'
import type { JournalSource } from '../../rules.ts'
import { salesTaxFixture } from '../testing.ts'

// The record that shows the document of each kind of journal entry. Its id is never that of the
// source, unless it is the source, so that a wrong join is seen.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

/** The memo and the document of each entry of a source, oldest first. */
async function documentsOf(source: JournalSource): Promise<[string, EntryDocument | null][]> {
  const as = await prizm.signIn('finance')
  const url = `/api/journal?source=${source}&sort=id&limit=100`
  const lines = (await prizm.call('GET', url, { as })).json<JournalLine[]>()
  const entries = new Map(lines.map((line) => [line.entryId, line]))
  return [...entries.values()].map(({ memo, document }) => [memo, document])
}

test('entries of purchases name the order, the bill, the credit or the payment', async () => {
  const fixture = await payablesFixture(prizm)
  const done = async <Made = VendorPaymentDetails>(path: string, body: object) => {
    const answer = await fixture.post(`/api/${path}`, fixture.finance, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<Made>()
  }
  await fixture.approved()
  const order = await fixture.received()
  const bill = await fixture.entered({ lines: [fixture.lineOf(order)] })
  const { vendorId } = fixture
  const paid = { vendorId, paidOn: '2026-03-02', method: 'ach' }
  await done('vendor-prepayments', { ...paid, amount: '1.00' })
  const bills = [{ billId: bill.id, amount: '30.00' }]
  const payment = await done('vendor-payments', { ...paid, bills })
  const prepaid = await done('vendor-prepayments', { ...paid, amount: '15.00' })
  await fixture.release(payment.id)
  await fixture.release(prepaid.id)
  const applied = { bills: [{ billId: bill.id, amount: '10.00' }] }
  await done(`vendor-prepayments/${prepaid.id}/apply`, applied)
  const refunded = { amount: '5.00', reason: 'Cancelled' }
  await done(`vendor-prepayments/${prepaid.id}/refund`, refunded)
  const of = { vendorId, creditNumber: 'CN-1', amount: '2.00', account: 'priceVariance' }
  const reason = 'Price was too high'
  const credit = await done<VendorCredit>('vendor-credits', { ...of, reason })

  const { orderNumber } = order
  const ofOrder = { entity: 'purchase_order', id: order.id, number: orderNumber }
  expect(await documentsOf('receipt')).toEqual([[`Receipt ${orderNumber}/1`, ofOrder]])
  const ofBill = { entity: 'vendor_bill', id: bill.id, number: bill.billNumber }
  expect(await documentsOf('vendor_bill')).toEqual([[`Bill ${bill.billNumber}`, ofBill]])
  const ofCredit = { entity: 'vendor_credit', id: credit.id, number: 'CN-1' }
  expect(await documentsOf('vendor_credit')).toEqual([[`Credit CN-1: ${reason}`, ofCredit]])
  const ofPayment = ({ id, paymentNumber }: VendorPaymentDetails) => {
    return { entity: 'vendor_payment', id, number: paymentNumber }
  }
  expect(await documentsOf('vendor_payment')).toEqual([
    [`Payment ${payment.paymentNumber}`, ofPayment(payment)],
    [`Payment ${prepaid.paymentNumber}`, ofPayment(prepaid)],
  ])
  expect(await documentsOf('prepayment')).toEqual([
    [`Prepayment ${prepaid.paymentNumber} on bill ${bill.billNumber}`, ofPayment(prepaid)],
  ])
  expect(await documentsOf('prepayment_refund')).toEqual([
    [`Refund of prepayment ${prepaid.paymentNumber}`, ofPayment(prepaid)],
  ])
})

test('entries of sales name the invoice, the payment, the credit memo or the refund', async () => {
  const fixture = await receivablesFixture(prizm)
  const customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
  const charged = (total: string) => fixture.charged(customerId, { total, docDate: '2026-02-25' })
  const credited = await charged('50.00')
  const short = await charged('300.00')
  const early = await charged('100.00')
  const payment = await fixture.paid(customerId, '390.00', {
    applications: [
      { invoiceId: early, amount: '98.00', discount: '2.00' },
      { invoiceId: short, amount: '280.00', shortPayReason: 'pricing', writeOffRest: true },
    ],
  })
  const body = { invoiceId: credited, goods: '10.00', reason: 'Late' }
  const memo = (await fixture.post('credit-memos', body)).json<CreditMemoDetails>()
  const refundOf = { paymentId: payment.id, amount: '12.00', reason: 'Paid twice' }
  const refund = (await fixture.post('refunds', refundOf)).json<Refund>()
  const released = await fixture.post(`refunds/${refund.id}/release`, {}, 'manager')
  expect(released.statusCode, released.body).toBe(200)

  const numberOf = async (id: number) => (await fixture.invoice(id)).invoiceNumber
  const ofInvoice = async (id: number) => {
    return { entity: 'invoice', id, number: await numberOf(id) }
  }
  expect(await documentsOf('invoice')).toEqual([
    [`Invoice ${await numberOf(credited)}`, await ofInvoice(credited)],
    [`Invoice ${await numberOf(short)}`, await ofInvoice(short)],
    [`Invoice ${await numberOf(early)}`, await ofInvoice(early)],
  ])
  expect(await documentsOf('discount')).toEqual([
    [`Discount of ${await numberOf(early)}`, await ofInvoice(early)],
  ])
  expect(await documentsOf('write_off')).toEqual([
    [`Write-off of ${await numberOf(short)}`, await ofInvoice(short)],
  ])
  const { paymentNumber } = payment
  const ofPayment = { entity: 'customer_payment', id: payment.id, number: paymentNumber }
  expect(await documentsOf('customer_payment')).toEqual([[`Payment ${paymentNumber}`, ofPayment]])
  const { creditMemoNumber } = memo
  const ofMemo = { entity: 'credit_memo', id: memo.id, number: creditMemoNumber }
  expect(await documentsOf('credit_memo')).toEqual([[`Credit memo ${creditMemoNumber}`, ofMemo]])
  const { refundNumber } = refund
  const ofRefund = { entity: 'refund', id: refund.id, number: refundNumber }
  expect(await documentsOf('refund')).toEqual([[`Refund ${refundNumber}`, ofRefund]])
})

test('the entry of returned goods names the return', async () => {
  const fixture = await receiptReversalFixture(prizm)
  const goods = await fixture.approved(2)
  await fixture.restocked(goods, 2)
  const { id, returnNumber } = goods
  expect(await documentsOf('return')).toEqual([
    [`Goods of ${returnNumber} arrived`, { entity: 'return', id, number: returnNumber }],
  ])
})

test('an adjustment or a revaluation names its SKU, and that of several SKUs none', async () => {
  const as = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', { as, body: { costMethod: 'standard' } })
  const bolt = { sku: 'A-1', name: 'Bolt', price: '10.00', cost: '4.00' }
  const made = async (fields: object) => {
    const answer = await prizm.call('POST', '/api/skus', { as, body: { ...bolt, ...fields } })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<Sku>()
  }
  const first = await made({ currentStock: 10 })
  const second = await made({ sku: 'A-2', cost: '2.50', currentStock: 4 })
  const columns = 'SKU,Product Name,Cost,Selling Price,Current Stock'
  const imported = await prizm.app.inject({
    method: 'POST',
    url: '/api/skus/import?existing=update',
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: `${columns}\nA-1,Bolt,4.00,10.00,8\nA-2,Bolt,2.50,10.00,10\n`,
  })
  expect(imported.json()).toMatchObject({ updated: 2, errors: [] })
  const ofSku = ({ id, sku }: Sku) => ({ entity: 'sku', id, number: sku })
  expect(await documentsOf('stock_adjustment')).toEqual([
    ['Adjustment +10 of A-1', ofSku(first)],
    ['Adjustment +4 of A-2', ofSku(second)],
    ['Adjustment of 2 SKUs: CSV import', null],
  ])
  const dearer = { ...bolt, cost: '5.00' }
  const changed = await prizm.call('PUT', `/api/skus/${first.id}`, { as, body: dearer })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(await documentsOf('stock_revaluation')).toEqual([
    ['Stock of A-1 revalued at standard cost', ofSku(first)],
  ])
})

test('a manual entry and a sales tax payment are their own documents', async () => {
  const fixture = await salesTaxFixture(prizm)
  await fixture.sold(await fixture.customer('FL'), 5)
  const { id, entryNumber } = await fixture.entered()
  const paid = (await fixture.pay()).json<TaxPayment>()
  expect(await documentsOf('manual_entry')).toEqual([
    [
      `Journal entry ${entryNumber}: Rent of March`,
      { entity: 'manual_entry', id, number: entryNumber },
    ],
  ])
  const { paymentNumber } = paid
  expect(await documentsOf('sales_tax_payment')).toEqual([
    [
      `Sales tax payment ${paymentNumber}, US, FL`,
      { entity: 'sales_tax_payment', id: paid.id, number: paymentNumber },
    ],
  ])
})

test('the file of the journal names the document in its memo only', async () => {
  const fixture = await receivablesFixture(prizm)
  const customerId = await fixture.customer({ customerCode: 'C-7' })
  await fixture.charged(customerId, { total: '50.00' })
  const as = fixture.people['finance'] ?? ''
  const exported = (query: string) => prizm.call('GET', `/api/journal/export.csv?${query}`, { as })
  const entry = '1,2026-03-02,invoice,1,post,Invoice INV-1000001'
  expect((await exported('sort=id')).body).toBe(
    '\uFEFFid,entryId,postedOn,source,sourceId,event,memo,account,accountName,customerCode,' +
      'vendorCode,debit,credit\r\n' +
      `1,${entry},1100,Accounts receivable,C-7,,50.00,0.00\r\n` +
      `2,${entry},4000,Sales,,,0.00,50.00\r\n`,
  )
  expect((await exported('columns=document')).statusCode).toBe(422)
})
