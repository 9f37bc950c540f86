import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { IncomeStatement, SalesTaxReport } from '#features/journal/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'

// Reminder fees post to their own income account. Today is 2026-03-02; the invoice is 9 days late.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let feeInvoiceId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  await fixture.set({ dunningFee1: '7.50' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const customerId = await fixture.customer()
  const late = await fixture.charged(customerId, { total: '100.00', docDate: '2026-01-22' })
  const body = { letters: [{ customerId, invoiceIds: [late] }] }
  const reminded = await fixture.post('dunning/letters', body)
  expect(reminded.statusCode, reminded.body).toBe(201)
  const [letter] = await fixture.query('select fee_invoice_id as id from dunning_letters')
  feeInvoiceId = letter.id
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const posted = (source: string, id: number, event = 'post') =>
  fixture.query(`select l.account, sum(l.debit - l.credit)::text as net
              from journal_entries e join journal_lines l on l.entry_id = e.id
              where e.source = '${source}' and e.source_id = ${id} and e.event = '${event}'
              group by l.account order by l.account`)

test('a fee posts to late fees, and goods still post to sales', async () => {
  expect(await posted('invoice', feeInvoiceId)).toEqual([
    { account: '1100', net: '7.50' },
    { account: '4200', net: '-7.50' },
  ])
  expect(
    await fixture.query('select goods_account as account, goods from invoices order by id'),
  ).toEqual([
    { account: '4000', goods: '100.00' },
    { account: '4200', goods: '7.50' },
  ])
  const days = 'from=2026-01-01&to=2026-03-31'
  const { income } = await fixture.get<IncomeStatement>(`journal/income-statement?${days}`)
  expect(income.lines).toEqual([
    { account: '4000', name: 'Sales', amount: '100.00' },
    { account: '4200', name: 'Late fees', amount: '7.50' },
  ])
})

test('the sales tax report counts neither a fee nor its credit as sales', async () => {
  const credit = { invoiceId: feeInvoiceId, goods: '2.50', reason: 'Goodwill' }
  expect((await fixture.post('credit-memos', credit)).statusCode).toBe(201)
  const { totals } = await fixture.get<SalesTaxReport>('sales-tax?from=2026-01-01&to=2026-03-31')
  expect(totals).toMatchObject({ exemptSales: '100.00', creditedSales: '0.00', netDue: '0.00' })
})

test('a credit memo for a fee reverses late fees, and voiding it restores them', async () => {
  const credit = { invoiceId: feeInvoiceId, goods: '7.50', reason: 'Goodwill' }
  const made = await fixture.post('credit-memos', credit)
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  expect(await posted('credit_memo', id)).toEqual([
    { account: '1100', net: '-7.50' },
    { account: '4200', net: '7.50' },
  ])
  expect((await fixture.post(`credit-memos/${id}/void`, { reason: 'Wrong' })).statusCode).toBe(200)
  expect(await posted('credit_memo', id, 'void')).toEqual([
    { account: '1100', net: '7.50' },
    { account: '4200', net: '-7.50' },
  ])
})

test('a credit memo for goods still posts to returns', async () => {
  const [sale] = await fixture.query('select min(id) as id from invoices')
  const credit = { invoiceId: sale.id, goods: '10.00', reason: 'Broken' }
  const { id } = (await fixture.post('credit-memos', credit)).json()
  expect(await posted('credit_memo', id)).toEqual([
    { account: '1100', net: '-10.00' },
    { account: '4900', net: '10.00' },
  ])
})
