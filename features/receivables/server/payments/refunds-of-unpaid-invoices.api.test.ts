import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { returnsFixture } from '#features/returns/server/testing.ts'
import type { Invoice, CreditMemo, CreditMemoDetails, Refund } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// Credit is never refunded for an unpaid invoice: it must settle that invoice first.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const reason = 'They asked'
const charged = (total: string) => fixture.charged(customerId, { total })
const pay = (invoiceId: number, amount: string) =>
  fixture.paid(customerId, amount, { applications: [{ invoiceId, amount }] })
const credit = async (invoiceId: number, goods: string) => {
  const answer = await fixture.post('credit-memos', { invoiceId, goods, reason })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<CreditMemoDetails>()
}
const applyMemo = async (id: number, invoiceId: number, amount: string) => {
  const applications = [{ invoiceId, amount }]
  const answer = await fixture.post(`credit-memos/${id}/apply`, { applications })
  expect(answer.statusCode, answer.body).toBe(200)
}
const ask = (source: object, amount: string) =>
  fixture.post('refunds', { ...source, amount, reason })
const ofMemo = ({ id }: { id: number }, amount: string) => ask({ creditMemoId: id }, amount)
const prepared = async (source: object, amount: string) => {
  const answer = await ask(source, amount)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Refund>()
}
const release = (id: number) => fixture.post(`refunds/${id}/release`, {}, 'manager')
const outcomeOf = (answer: {
  statusCode: number
  json: () => { code?: string; detail?: string }
}) => [answer.statusCode, answer.json().code, answer.json().detail]
const refundable = async (kind: 'credit-memos' | 'payments', { id }: { id: number }) =>
  (await fixture.get<{ refundableAmount: string }>(`${kind}/${id}`)).refundableAmount
const numberOf = async (id: number) => (await fixture.invoice(id)).invoiceNumber
const cash = () =>
  fixture.query(`select coalesce(sum(debit - credit), 0)::numeric(12, 2)::text as cash
              from journal_lines where account = '1000'`)
const unapply = async (invoiceId: number) => {
  const [found] = await fixture.query(
    `select id from receivable_applications where invoice_id = ${invoiceId} order by id limit 1`,
  )
  const answer = await fixture.post(`receivable-applications/${found.id}/reverse`, { reason })
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a credit memo', () => {
  test('of an unpaid invoice cannot be refunded', async () => {
    const invoiceId = await charged('100.00')
    const memo = await credit(invoiceId, '100.00')
    expect(memo).toMatchObject({ openAmount: '100.00', refundableAmount: '0.00' })
    expect(outcomeOf(await ofMemo(memo, '0.01'))).toEqual([
      409,
      'not-paid',
      `${await numberOf(invoiceId)} still has $100.00 open. Apply the credit to it first. ` +
        `$0.00 of ${memo.creditMemoNumber} can be paid out`,
    ])
    expect(await fixture.query('select id from refunds')).toEqual([])
    expect(await cash()).toEqual([{ cash: '0.00' }])
  })

  test('of a partly paid invoice can be refunded up to the amount paid', async () => {
    const invoiceId = await charged('100.00')
    await pay(invoiceId, '70.00')
    const memo = await credit(invoiceId, '60.00')
    expect(memo.refundableAmount).toBe('30.00')
    expect((await ofMemo(memo, '30.01')).json().code).toBe('not-paid')
    const both = await Promise.all([1, 2].map(() => ofMemo(memo, '20.00')))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await refundable('credit-memos', memo)).toBe('10.00')
    await applyMemo(memo.id, invoiceId, '30.00')
    expect(await refundable('credit-memos', memo)).toBe('10.00')
    await prepared({ creditMemoId: memo.id }, '10.00')
    expect(outcomeOf(await ofMemo(memo, '0.01'))).toEqual([
      409,
      'over-refunded',
      'Only $0.00 can be refunded',
    ])
  })

  test('cannot be refunded if the payment of its invoice bounces before the release', async () => {
    const invoiceId = await charged('100.00')
    const payment = await pay(invoiceId, '100.00')
    const memo = await credit(invoiceId, '100.00')
    const { id } = await prepared({ creditMemoId: memo.id }, '60.00')
    const bounced = await fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' })
    expect(bounced.statusCode, bounced.body).toBe(200)
    expect(outcomeOf(await release(id))).toEqual([
      409,
      'not-paid',
      `${await numberOf(invoiceId)} still has $100.00 open. Apply the credit to it first. ` +
        `$0.00 of ${memo.creditMemoNumber} can be paid out`,
    ])
    expect(await fixture.query('select status from refunds')).toEqual([{ status: 'prepared' }])
    const cancelled = await fixture.post(`refunds/${id}/cancel`, {}, 'manager')
    expect(cancelled.statusCode).toBe(200)
    await applyMemo(memo.id, invoiceId, '100.00')
    expect(await fixture.balance(customerId)).toBe('0.00')
    expect(await cash()).toEqual([{ cash: '0.00' }])
  })

  test('cannot be refunded if its release races with the bounced payment', async () => {
    const invoiceId = await charged('100.00')
    const payment = await pay(invoiceId, '100.00')
    const memo = await credit(invoiceId, '100.00')
    const { id } = await prepared({ creditMemoId: memo.id }, '100.00')
    const [out, bounced] = await Promise.all([
      release(id),
      fixture.post(`payments/${payment.id}/void`, { reason: 'No funds' }),
    ])
    expect(bounced.statusCode).toBe(200)
    expect([200, 409]).toContain(out.statusCode)
    const isOut = out.statusCode === 200
    expect(await fixture.balance(customerId)).toBe(isOut ? '100.00' : '0.00')
    expect(await cash()).toEqual([{ cash: isOut ? '-100.00' : '0.00' }])
  })

  test('of an invoice settled by the credit of another unpaid one is not refundable', async () => {
    const [first, second] = [await charged('100.00'), await charged('80.00')]
    const other = await credit(first, '100.00')
    await applyMemo(other.id, second, '80.00')
    const memo = await credit(second, '80.00')
    expect(await fixture.openOf(second)).toBe('0.00')
    expect(memo.refundableAmount).toBe('0.00')
    expect((await ofMemo(memo, '80.00')).json().detail).toBe(
      `${await numberOf(first)} still has $100.00 open. Apply the credit to it first. ` +
        `$0.00 of ${memo.creditMemoNumber} can be paid out`,
    )
    await applyMemo(memo.id, first, '80.00')
    expect(await refundable('credit-memos', other)).toBe('0.00')
    await pay(first, '20.00')
    expect(await refundable('credit-memos', other)).toBe('20.00')
    const { id } = await prepared({ creditMemoId: other.id }, '20.00')
    expect((await release(id)).statusCode).toBe(200)
    expect(await fixture.balance(customerId)).toBe('0.00')
    expect(await cash()).toEqual([{ cash: '0.00' }])
  })
})

describe("a customer's payment", () => {
  test('that is unapplied can be refunded while other invoices are open', async () => {
    await charged('100.00')
    const payment = await fixture.paid(customerId, '50.00')
    expect(payment).toMatchObject({ openAmount: '50.00', refundableAmount: '50.00' })
    const { id } = await prepared({ paymentId: payment.id }, '50.00')
    expect((await release(id)).statusCode).toBe(200)
  })

  test('cannot be refunded beside the credit of the invoice it was unapplied from', async () => {
    const invoiceId = await charged('100.00')
    const payment = await pay(invoiceId, '100.00')
    const memo = await credit(invoiceId, '100.00')
    const { id } = await prepared({ creditMemoId: memo.id }, '60.00')
    expect((await release(id)).statusCode).toBe(200)
    await unapply(invoiceId)
    expect(await refundable('payments', payment)).toBe('40.00')
    expect(await refundable('credit-memos', memo)).toBe('0.00')
    expect(outcomeOf(await ask({ paymentId: payment.id }, '40.01'))).toEqual([
      409,
      'not-paid',
      `${await numberOf(invoiceId)} still has $100.00 open and a credit of it was paid out. ` +
        `Apply the payment to it first. $40.00 of ${payment.paymentNumber} can be paid out`,
    ])
    const refund = await prepared({ paymentId: payment.id }, '40.00')
    expect((await release(refund.id)).statusCode).toBe(200)
    await fixture.post(`payments/${payment.id}/apply`, {
      applications: [{ invoiceId, amount: '60.00' }],
    })
    await applyMemo(memo.id, invoiceId, '40.00')
    expect(await fixture.balance(customerId)).toBe('0.00')
    expect(await cash()).toEqual([{ cash: '0.00' }])
  })
})

describe('the credit of a return', () => {
  test('can be refunded up to the amount paid on its invoice', async () => {
    const goods = await returnsFixture(prizm)
    const order = await goods.shipped(7, { customerId })
    const [invoice] = await fixture.get<Invoice[]>(`invoices?salesOrderId=${order.id}`)
    const items = [{ originalItemId: order.items[0]?.id, quantity: 3, disposition: 'restock' }]
    const rma = await goods.made({ originalOrderId: order.id, items })
    await goods.act(rma.id, 'approve')
    await goods.act(rma.id, 'receive', 'warehouse')
    const done = await goods.act(rma.id, 'complete', 'finance')
    expect(done.statusCode, done.body).toBe(200)
    const [memo] = await fixture.get<CreditMemo[]>(`credit-memos?returnId=${rma.id}`)
    const of = memo as CreditMemo
    expect([of.openAmount, invoice?.openAmount]).toEqual(['32.40', '90.60'])
    expect((await ofMemo(of, '32.40')).json().code).toBe('not-paid')
    await pay(invoice?.id ?? 0, '60.00')
    expect(await refundable('credit-memos', of)).toBe('1.80')
    await pay(invoice?.id ?? 0, '30.60')
    expect(await refundable('credit-memos', of)).toBe('32.40')
  })

  test('for two invoices can be refunded for the paid one only', async () => {
    const goods = await returnsFixture(prizm)
    const skuId = await goods.given.item()
    const shipped = () => goods.shipped(5, { customerId, skuId })
    const [paidOrder, openOrder] = [await shipped(), await shipped()]
    const invoiceOf = async (id: number) => {
      const [found] = await fixture.get<Invoice[]>(`invoices?salesOrderId=${id}`)
      return fixture.invoice(found?.id ?? 0)
    }
    const [paid, open] = [await invoiceOf(paidOrder.id), await invoiceOf(openOrder.id)]
    await pay(paid.id, paid.openAmount)
    // A return has one order, so this inserts a memo over two invoices as a return would.
    await fixture.query(`
      with memo as (
        insert into credit_memos (customer_id, doc_date, goods, tax, restocking_fee, total,
          open_amount, reason)
        values (${customerId}, '2026-03-02', 30, 0, 0, 30, 30, 'Broken') returning id)
      insert into credit_memo_lines (credit_memo_id, line_no, invoice_line_id, sku_id, quantity,
        unit_price, total_price, tax_amount)
      select memo.id, x.no, x.line, l.sku_id, x.units, 10, x.units * 10, 0
      from memo, (values (1, ${paid.lines[0]?.id}, 2), (2, ${open.lines[0]?.id}, 1))
        as x (no, line, units) join invoice_lines l on l.id = x.line`)
    const [memo] = await fixture.get<CreditMemo[]>('credit-memos')
    const of = memo as CreditMemo
    expect(await refundable('credit-memos', of)).toBe('20.00')
    await fixture.query('delete from credit_memo_lines; delete from credit_memos')
  })
})
