import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { CreditMemoDetails } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let finance: string

beforeEach(async () => {
  prizm = await startTestApp()
  finance = await prizm.signIn('finance')
})
afterEach(() => prizm.close())

type Hit = { kind: string; code: string; title: string; status: string; amount: string }

async function find(q: string, { as = finance, more = '' } = {}): Promise<Hit[]> {
  const path = `/api/search?q=${encodeURIComponent(q)}${more}`
  const answer = await prizm.call('GET', path, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Hit[]>()
}
const codes = async (q: string, options?: { as?: string; more?: string }) =>
  (await find(q, options)).map(({ code }) => code)

/**
 * An overdue invoice of 300.00, all but 105.50 paid, with a credit of 125.50, of which 20.00 is
 * refunded.
 */
async function credited() {
  const fixture = await receivablesFixture(prizm)
  const customer = await fixture.customer({ name: 'Northwind' })
  const invoiceId = await fixture.charged(customer, { total: '300.00', docDate: '2026-01-22' })
  const letters = [{ customerId: customer, invoiceIds: [invoiceId] }]
  expect((await fixture.post('dunning/letters', { letters })).statusCode).toBe(201)
  const applications = [{ invoiceId, amount: '194.50' }]
  await fixture.paid(customer, '194.50', { applications })
  const body = { invoiceId, goods: '125.50', reason: 'Broken' }
  const memo = (await fixture.post('credit-memos', body)).json<CreditMemoDetails>()
  const refundRequest = { creditMemoId: memo.id, amount: '20.00', reason: 'They asked' }
  expect((await fixture.post('refunds', refundRequest)).statusCode).toBe(201)
}

/** A vendor credit. */
async function vendorCredit() {
  const fixture = await payablesFixture(prizm)
  const body = {
    vendorId: fixture.vendorId,
    creditNumber: 'Acme-CN/7',
    postedOn: '2026-03-02',
    amount: '125.50',
    account: 'priceVariance',
    reason: 'Charged too much',
  }
  const made = await fixture.post('/api/vendor-credits', fixture.finance, body)
  expect(made.statusCode, made.body).toBe(201)
}

test('finds credit memos, refunds and reminders by full number or prefix', async () => {
  await credited()
  expect(await find('cm-1000001')).toMatchObject([
    { kind: 'credit-memo', code: 'CM-1000001', title: 'Northwind', amount: '125.50' },
  ])
  expect(await codes('ref 1000001')).toEqual(['REF-1000001'])
  expect(await find('DUN-10000')).toMatchObject([
    { kind: 'letter', code: 'DUN-1000001', status: 'reminder 1', amount: '300.00' },
  ])
})

test('customer notes find the customer, but not its documents', async () => {
  await credited()
  await prizm.database.pool.query(`update customers set notes = 'Ring at the gate'`)
  expect((await find('gate')).map(({ kind }) => kind)).toEqual(['customer'])
  expect((await find('northwind gate')).map(({ kind }) => kind)).toEqual(['customer'])
})

test('finds them by party, after the customer and with permission only', async () => {
  await credited()
  expect((await find('northwind')).map(({ kind }) => kind)).toEqual([
    'customer',
    'credit-memo',
    'refund',
    'letter',
  ])
  const as = await prizm.signIn('warehouse')
  expect((await find('northwind', { as })).map(({ kind }) => kind)).toEqual(['customer'])
  expect(await codes('cm-1000001', { as })).toEqual([])
})

test("finds a vendor credit by the vendor's number, and by vendor name", async () => {
  await vendorCredit()
  for (const q of ['acme-cn/7', 'ACME-CN']) {
    // Sequential: each must find the same.
    // oxlint-disable-next-line no-await-in-loop
    expect(await find(q)).toMatchObject([
      { kind: 'vendor-credit', code: 'Acme-CN/7', status: 'open', amount: '125.50' },
    ])
  }
  const [first] = await find('acme-cn/7')
  const byVendor = await find(first?.title ?? '', { more: '&kinds=vendor-credit' })
  expect(byVendor.map(({ code }) => code)).toEqual(['Acme-CN/7'])
  expect(await codes('acme-cn/7', { as: await prizm.signIn('sales') })).toEqual([])
})

test('an amount finds returns, customer payments and vendor payments', async () => {
  const fixture = await receivablesFixture(prizm)
  const customer = await fixture.customer({ name: 'Northwind' })
  const { paymentNumber } = await fixture.paid(customer, '77.70')
  await prizm.database.pool.query(
    `insert into returns (return_number, type, customer_id, reason, total_amount, created_at,
                          created_by)
     select 'RMA-1', 'rma', $1, 'Broken', 77.70, '2026-03-01T12:00:00Z', min(id) from users`,
    [customer],
  )
  const vendors = await payablesFixture(prizm)
  const bill = await vendors.posted(10, { billNumber: 'Acme/17' })
  const bills = [{ billId: bill.id, amount: '10.00' }]
  const prepared = (await vendors.prepare({ bills })).json<{ paymentNumber: string }>()
  const title = 'Northwind'
  const date = { return: '2026-03-01', payment: '2026-03-02' }
  expect(await find('=77.70')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', code: paymentNumber, title, date: date.payment }),
      expect.objectContaining({ kind: 'return', code: 'RMA-1', title, date: date.return }),
    ]),
  )
  const paid = await find('=10', { more: '&kinds=vendor-payment' })
  expect(paid.map(({ code }) => code)).toEqual([prepared.paymentNumber])
  const as = await prizm.signIn('warehouse')
  expect(await codes('=77.70', { as })).toEqual(['RMA-1'])
})

test('finds a manual entry and a payment of sales tax by number and by amount', async () => {
  const lines = [
    { account: '6000', debit: '88.80' },
    { account: '1000', credit: '88.80' },
  ]
  const body = { postedOn: '2026-03-02', reason: 'Rent of March', lines }
  const entered = await prizm.call('POST', '/api/manual-entries', { as: finance, body })
  const { entryNumber } = entered.json<{ entryNumber: string }>()
  await prizm.database.pool.query(
    `insert into sales_tax_payments (payment_number, country, state, period_from, period_to, amount,
                                     paid_on, created_by)
     select 'STP-1000001', 'US', 'FL', '2026-01-01', '2026-01-31', 88.8, '2026-03-02', min(id)
     from users`,
  )
  const entry = { kind: 'manual-entry', code: entryNumber, title: 'Rent of March', amount: '88.80' }
  expect(await find(entryNumber.toLowerCase())).toMatchObject([entry])
  const paid = { kind: 'tax-payment', code: 'STP-1000001', title: 'FL, US', status: 'posted' }
  expect(await find('stp 1000001')).toMatchObject([paid])
  expect((await find('=88.80')).map(({ kind }) => kind).toSorted()).toEqual([
    'manual-entry',
    'tax-payment',
  ])
  expect(await codes('=88.80', { as: await prizm.signIn('sales') })).toEqual([])
})

test('an amount also finds invoices, bills and credits, with permission only', async () => {
  await credited()
  await vendorCredit()
  const kindsOf = (hits: readonly Hit[]) => hits.map(({ kind }) => kind).toSorted()
  expect(kindsOf(await find('=125.50'))).toEqual(['credit-memo', 'vendor-credit'])
  expect(kindsOf(await find('=300'))).toEqual(['invoice', 'letter'])
  expect(await codes('<100', { more: '&kinds=refund' })).toEqual(['REF-1000001'])
  expect((await find('>125')).map(({ amount }) => amount)).toEqual([
    '125.50',
    '125.50',
    '194.50',
    '300.00',
    '300.00',
  ])
  const as = await prizm.signIn('warehouse')
  expect(await codes('>1', { as })).toEqual([])
})
