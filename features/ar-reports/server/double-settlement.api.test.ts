import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Invoice, OpenItems, Statement } from '#features/receivables/contract.ts'
import { openItemsDocument, statementDocument } from '#features/receivables/printed-documents.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import type { ArDocument, ArSummary } from '../contract.ts'

// An invoice of 100.00 is paid by a check of March 2. On April 20 the check bounces, and a wire of
// March 10 turns out to have paid the invoice. Between March 10 and April 20 the invoice was
// settled twice.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
  const invoiceId = await fixture.charged(customerId, { total: '100.00', docDate: '2026-02-20' })
  await fixture.charged(customerId, { total: '40.00', docDate: '2026-03-02' })
  const applications = [{ invoiceId, amount: '100.00' }]
  const check = await fixture.paid(customerId, '100.00', { method: 'check', applications })
  prizm.clock.now = new Date('2026-04-20T15:00:00Z')
  fixture.people['finance'] = await prizm.signIn('finance')
  const bounced = await fixture.post(`payments/${check.id}/void`, { reason: 'No funds' })
  expect(bounced.statusCode, bounced.body).toBe(200)
  const wire = { method: 'wire', receivedOn: '2026-03-10', applications }
  await fixture.paid(customerId, '100.00', wire)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const ledger = async (day: string): Promise<string> =>
  (
    await fixture.query(`select coalesce(sum(l.debit - l.credit), 0)::numeric(12, 2)::text as amount
                      from journal_lines l join journal_entries e on e.id = l.entry_id
                      where l.account = '1100' and e.posted_on <= '${day}'`)
  )[0].amount

test.each([
  ['2026-03-01', '100.00'],
  ['2026-03-09', '40.00'],
  ['2026-03-10', '-60.00'],
  ['2026-04-19', '-60.00'],
  ['2026-04-20', '40.00'],
])('on %s the aging, account 1100 and the statement are %s', async (day, balance) => {
  const of = (await fixture.get<ArSummary>(`reports/ar-summary?asOf=${day}`)).aging
  const items = await fixture.get<OpenItems>(
    `receivables/open-items?customerId=${customerId}&to=${day}`,
  )
  const statement = await fixture.get<{ closing: string }>(
    `receivables/statement?customerId=${customerId}&to=${day}`,
  )
  const documents = await fixture.get<ArDocument[]>(
    `reports/ar-documents?asOf=${day}&figure=balance`,
  )
  const all = documents.reduce((total, { amount }) => total + Number(amount), 0)
  expect([of.total, await ledger(day), items.balance, statement.closing, all]).toEqual([
    ...Array.from({ length: 4 }, () => balance),
    Number(balance),
  ])
})

test('a double settlement counts in aging, opening balance, DSO and collection rate', async () => {
  expect(await fixture.get<ArSummary>('reports/ar-summary?asOf=2026-04-19')).toMatchObject({
    totalReceivable: '-60.00',
    overdueInvoiceCount: 1,
    overdueAmount: '40.00',
    pendingPaymentCount: 1,
    averageCollectionPeriod: -38.57,
    collected: { opening: '-60.00', cash: '0.00', quarterSales: '140.00' },
    aging: { days0to30: '-60.00', unapplied: '0.00', total: '-60.00' },
  })
  expect(await fixture.get<ArSummary>('reports/ar-summary?asOf=2026-03-31')).toMatchObject({
    totalReceivable: '-60.00',
    collected: { opening: '100.00', cash: '200.00', monthSales: '40.00' },
    monthlyCollectionRate: '142.86',
    aging: { notDue: '40.00', days0to30: '-100.00' },
  })
})

test('the printed statements of a past day have the past due amount of the report', async () => {
  const query = `customerId=${customerId}&to=2026-04-19`
  const items = await fixture.get<OpenItems>(`receivables/open-items?${query}`)
  const statement = await fixture.get<Statement>(`receivables/statement?${query}`)
  const company = { ...emptyCompany, companyLogo: '' }
  const printed = [openItemsDocument(items, company), statementDocument(statement, company, items)]
  // Open: 100.00 − 200.00 = −100.00, and 40.00 since April 1.
  const sums = [
    { name: 'Past due', amount: '$40.00' },
    { name: 'Balance', amount: '-$60.00', isStrong: true },
  ]
  expect(printed.map((document) => document.sums)).toEqual([sums, sums])
})

test('the list of a past day shows the invoice as paid, with a negative open amount', async () => {
  const listed = async (query: string) =>
    (await fixture.get<Invoice[]>(`invoices?asOf=2026-03-31&${query}`)).map((each) => [
      each.openAmount,
      each.state,
    ])
  expect(await listed('state=paid')).toEqual([['-100.00', 'paid']])
  expect(await listed('state=overdue')).toEqual([])
  expect(await listed('bucket=days0to30')).toEqual([['-100.00', 'paid']])
})
