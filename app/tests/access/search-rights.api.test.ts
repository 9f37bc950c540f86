import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '#features/auth/rules.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { CreditMemoDetails } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { hitKinds, type HitKind } from '#features/search/contract.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A2: which roles find which kinds of records, written out, with one record of each kind.

let prizm: TestApp

const ofReceivables: readonly Role[] = ['admin', 'manager', 'sales', 'finance', 'viewer', 'user']
const ofPayables: readonly Role[] = ['admin', 'manager', 'purchasing', 'finance', 'user']
const ofLedger: readonly Role[] = ['admin', 'manager', 'finance']
const finders: Readonly<Record<HitKind, readonly Role[]>> = {
  'sales-order': roles,
  'purchase-order': roles,
  requisition: roles,
  return: roles,
  customer: roles,
  vendor: roles,
  sku: roles,
  invoice: ofReceivables,
  payment: ofReceivables,
  'credit-memo': ofReceivables,
  refund: ofReceivables,
  letter: ofReceivables,
  bill: ofPayables,
  'vendor-payment': ofPayables,
  'vendor-credit': ofPayables,
  'manual-entry': ofLedger,
  'tax-payment': ofLedger,
}

/** A search text for each kind: the party's name, or the document's number. */
const texts = new Map<HitKind, string>([
  ['bill', 'ZEPHYR-7'],
  ['tax-payment', 'STP-1000001'],
])
const textOf = (kind: HitKind) => texts.get(kind) ?? 'zephyr'

beforeAll(async () => {
  prizm = await startTestApp()
  await addPurchases()
  await addSales()
  await addPostings()
})
afterAll(() => prizm?.close())

async function post(as: string, url: string, body: object): Promise<void> {
  const answer = await prizm.call('POST', url, { as, body })
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(201)
}

/** An order, bill, payment and credit of the vendor Zephyr. */
async function addPurchases(): Promise<void> {
  const fixture = await payablesFixture(prizm)
  await prizm.database.pool.query(`update vendors set name = 'Zephyr Supply'`)
  const bill = await fixture.posted(10, { billNumber: 'ZEPHYR-7' })
  const paying = await fixture.prepare({ bills: [{ billId: bill.id, amount: '10.00' }] })
  expect(paying.statusCode, paying.body).toBe(201)
  texts.set('vendor-payment', paying.json<{ paymentNumber: string }>().paymentNumber)
  await post(fixture.finance, '/api/vendor-credits', {
    vendorId: fixture.vendorId,
    creditNumber: 'CN-7',
    postedOn: '2026-03-02',
    amount: '5.00',
    account: 'priceVariance',
    reason: 'Charged too much',
  })
}

/** The documents of the customer Zephyr, a SKU with that name, and a requisition for it. */
async function addSales(): Promise<void> {
  const fixture = await receivablesFixture(prizm)
  const customerId = await fixture.customer({ name: 'Zephyr' })
  const invoiceId = await fixture.charged(customerId, { total: '300.00', docDate: '2026-01-22' })
  texts.set('invoice', (await fixture.invoice(invoiceId)).invoiceNumber)
  const letters = [{ customerId, invoiceIds: [invoiceId] }]
  expect((await fixture.post('dunning/letters', { letters })).statusCode).toBe(201)
  const applications = [{ invoiceId, amount: '194.50' }]
  const { paymentNumber } = await fixture.paid(customerId, '194.50', { applications })
  texts.set('payment', paymentNumber)
  const credit = { invoiceId, goods: '125.50', reason: 'Broken' }
  const memo = (await fixture.post('credit-memos', credit)).json<CreditMemoDetails>()
  const refund = { creditMemoId: memo.id, amount: '20.00', reason: 'They asked' }
  expect((await fixture.post('refunds', refund)).statusCode).toBe(201)
  const sku = await prizm.builders.sku({ sku: 'ZEPHYR-1', price: '10.00', currentStock: 5 })
  const as = await prizm.signIn('manager')
  const items = [{ skuId: sku.id, quantity: 1 }]
  await post(as, '/api/sales-orders', { orderNumber: 'SO-Z', customerId, totalAmount: '10.00' })
  await post(as, '/api/requisitions', { reason: 'For the Zephyr', items })
  await post(as, '/api/returns', { type: 'rma', customerId, reason: 'Broken', items })
}

/** A manual journal entry and a payment of sales tax. */
async function addPostings(): Promise<void> {
  const lines = [
    { account: '6000', debit: '12.00' },
    { account: '1000', credit: '12.00' },
  ]
  const body = { postedOn: '2026-03-02', reason: 'Rent', lines }
  const as = await prizm.signIn('finance')
  const entered = await prizm.call('POST', '/api/manual-entries', { as, body })
  expect(entered.statusCode, entered.body).toBe(201)
  texts.set('manual-entry', entered.json<{ entryNumber: string }>().entryNumber)
  await prizm.database.pool.query(
    `insert into sales_tax_payments (payment_number, country, state, period_from, period_to, amount,
                                     paid_on, created_by)
     select 'STP-1000001', 'US', 'FL', '2026-01-01', '2026-01-31', 7, '2026-03-02', min(id)
     from users`,
  )
}

test.each(roles)('A2 %s finds only records of readable kinds', async (role) => {
  const as = await prizm.signIn(role)
  const found: Partial<Record<HitKind, boolean>> = {}
  for (const kind of hitKinds) {
    const url = `/api/search?q=${textOf(kind)}`
    const find = async (query: string) =>
      (await prizm.call('GET', query, { as })).json<{ kind: HitKind }[]>().map((hit) => hit.kind)
    const only = await find(`${url}&kinds=${kind}`)
    expect(new Set([...only, kind])).toEqual(new Set([kind]))
    found[kind] = only.length > 0
    const unfilteredKinds = await find(`${url}&limit=50`)
    expect(unfilteredKinds.filter((each) => !finders[each].includes(role))).toEqual([])
    expect(unfilteredKinds.includes(kind)).toBe(found[kind])
  }
  const expected = hitKinds.map((kind) => [kind, finders[kind].includes(role)])
  expect(found).toEqual(Object.fromEntries(expected))
})
