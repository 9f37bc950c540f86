import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Statement, OpenItems } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(() => prizm.close())

test('a statement lists each document between its opening and closing balance', async () => {
  const id = await fixture.customer()
  const old = await fixture.charged(id, { total: '100.00', docDate: '2025-11-30' })
  await fixture.charged(id, { total: '40.00', docDate: '2026-01-15' })
  const applications = [{ invoiceId: old, amount: '100.00' }]
  await fixture.paid(id, '100.00', { receivedOn: '2026-02-01', applications })
  const url = `receivables/statement?customerId=${id}`
  const found = await fixture.get<Statement>(url)
  expect(found).toMatchObject({
    from: '2025-12-01',
    to: '2026-03-02',
    opening: '100.00',
    closing: '40.00',
  })
  expect(found.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
    ['40.00', '140.00'],
    ['-100.00', '40.00'],
  ])
  expect(found.closing).toBe(await fixture.balance(id))
  expect(await fixture.get<Statement>(`${url}&from=2026-01-01&to=2026-01-31`)).toMatchObject({
    opening: '100.00',
    closing: '140.00',
  })
})

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

/**
 * Starts a read that waits for a table that is locked, posts meanwhile in the transaction that
 * holds the lock, and returns what was read.
 */
async function postedMeanwhile<R>(
  { table, read }: { table: string; read: () => Promise<R> },
  post: (on: { db: Db }) => Promise<unknown>,
): Promise<R> {
  const holder = await prizm.database.pool.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
  const reading = read()
  const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await prizm.rows(waits)).length).toBe(1)
  await post({ db: drizzle(holder) as Db })
  await holder.query('commit')
  holder.release()
  return reading
}

onPostgres('what is posted while a statement is read is in all of it or in none', async () => {
  const id = await fixture.customer()
  await fixture.charged(id, { total: '100.00', docDate: '2026-01-15' })
  const url = `receivables/statement?customerId=${id}&from=2026-03-01&to=2026-03-02`
  // The lines of a statement read the orders of invoices; the opening balance does not.
  const { opening, entries, closing } = await postedMeanwhile(
    { table: 'sales_orders', read: () => fixture.get<Statement>(url) },
    async (on) => {
      await fixture.charged(id, { total: '30.00', docDate: '2026-02-20' }, on)
      await fixture.charged(id, { total: '40.00', docDate: '2026-03-02' }, on)
    },
  )
  // 100.00 + 30.00 before the first day, then 40.00.
  expect([opening, closing]).toEqual(['130.00', '170.00'])
  expect(entries.map(({ amount, balance }) => [amount, balance])).toEqual([['40.00', '170.00']])
  expect(closing).toBe(await fixture.balance(id))
})

onPostgres('a document states the balance of its aging, whatever is posted meanwhile', async () => {
  const id = await fixture.customer()
  await fixture.charged(id, { total: '100.00', docDate: '2026-01-15' })
  const as = fixture.people['finance'] ?? ''
  const url = `/api/customers/${id}/statement/letter?to=2026-03-02`
  // The aging, which is read after the lines, reads the applications of payments.
  const letter = await postedMeanwhile(
    { table: 'receivable_applications', read: async () => prizm.call('GET', url, { as }) },
    (on) => fixture.charged(id, { total: '40.00', docDate: '2026-03-02' }, on),
  )
  // 100.00 + 40.00; the lines that were read first had 100.00.
  expect(letter.json().message).toContain('The balance is $140.00.')
})

test('a statement is refused for an unknown customer or a reversed period', async () => {
  const as = fixture.people['finance'] ?? ''
  const get = (query: string) => prizm.call('GET', `/api/receivables/statement?${query}`, { as })
  expect((await get('customerId=999')).statusCode).toBe(404)
  const id = await fixture.customer()
  const turned = await get(`customerId=${id}&from=2026-02-01&to=2026-01-01`)
  expect(turned.statusCode).toBe(422)
})

describe('the statement as open items', () => {
  test('lists what is open at the end of a day, by age, and adds up to the balance', async () => {
    const id = await fixture.customer()
    const old = await fixture.charged(id, { total: '100.00', docDate: '2025-11-20' })
    const paidOff = await fixture.charged(id, { total: '30.00', docDate: '2026-01-15' })
    await fixture.charged(id, { total: '40.00', docDate: '2026-02-20' })
    const applications = [
      { invoiceId: paidOff, amount: '30.00' },
      { invoiceId: old, amount: '60.00' },
    ]
    await fixture.paid(id, '95.00', { receivedOn: '2026-02-15', applications })
    const url = `receivables/open-items?customerId=${id}`
    const now = await fixture.get<OpenItems>(url)
    expect(now).toMatchObject({
      asOf: '2026-03-02',
      notDue: '40.00',
      days0to30: '0.00',
      days61to90: '40.00',
      over90: '0.00',
      unapplied: '-5.00',
      balance: '75.00',
    })
    expect(now.items.map((item) => [item.kind, item.dueDate, item.daysLate, item.open])).toEqual([
      ['invoice', '2025-12-20', 72, '40.00'],
      ['invoice', '2026-03-22', -20, '40.00'],
      ['payment', null, null, '-5.00'],
    ])
    expect(now.items[0]?.amount).toBe('100.00')
    expect(now.balance).toBe(await fixture.balance(id))

    const before = await fixture.get<OpenItems>(`${url}&to=2026-02-14`)
    const { closing } = await fixture.get<Statement>(
      `receivables/statement?customerId=${id}&to=2026-02-14`,
    )
    expect([before.balance, closing]).toEqual(['130.00', '130.00'])
    expect(before).toMatchObject({ days31to60: '100.00', days0to30: '30.00', unapplied: '0.00' })
  })

  test('has its own PDF and email message', async () => {
    const id = await fixture.customer({ customerCode: 'ACME' })
    await fixture.charged(id, { total: '100.00' })
    const as = fixture.people['finance'] ?? ''
    const call = (path: string) =>
      prizm.call('GET', `/api/customers/${id}/statement/${path}&form=open&to=2026-03-02`, { as })
    const pdf = await call('pdf?')
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.headers['content-disposition']).toContain('Open items ACME 2026-03-02.pdf')
    const letter = (await call('letter?')).json()
    expect(letter.subject).toContain('Open items ACME 2026-03-02')
    expect(letter.message).toContain('The balance is $100.00.')
  })

  test('is refused for an unknown customer', async () => {
    const as = fixture.people['finance'] ?? ''
    const get = (query: string) => prizm.call('GET', `/api/receivables/open-items?${query}`, { as })
    expect((await get('customerId=999')).statusCode).toBe(404)
    expect((await get('customerId=1&to=2026-02-31')).statusCode).toBe(422)
  })
})
