import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { LetterDetails, ProposedLetter } from '#features/dunning/contract.ts'
import { accounts } from '#features/journal/rules.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { Collection, CreditUse } from '../contract.ts'

// The sums under the lists of collections, reminders, credit use and the journal. Today is Monday,
// 2026-03-02. Terms are net 30: an invoice of 2026-01-22 is 9 days late.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let acme: number
let bolt: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  acme = await fixture.customer({ customerCode: 'A-1', name: 'Acme' })
  bolt = await fixture.customer({ customerCode: 'B-2', name: 'Bolt' })
  await fixture.charged(acme, { total: '100.00', docDate: '2026-01-22' })
  await fixture.charged(bolt, { total: '60.00', docDate: '2026-01-22' })
})
afterEach(() => prizm.close())

const sums = (path: string) => fixture.get<ListSums>(path)

/** Sends the first reminder to Acme alone. */
async function remindAcme(): Promise<LetterDetails> {
  const proposed = await fixture.get<ProposedLetter[]>('dunning/proposal')
  const letters = proposed
    .filter(({ customerId }) => customerId === acme)
    .map(({ customerId, invoices }) => {
      return { customerId, invoiceIds: invoices.map(({ invoiceId }) => invoiceId) }
    })
  const answer = await fixture.post('dunning/letters', { letters })
  expect(answer.statusCode, answer.body).toBe(201)
  const [letter] = answer.json<LetterDetails[]>()
  if (!letter) throw new Error('No reminder was created')
  return letter
}

test('collections are summed by what is past due, by reminder level, as of a day', async () => {
  await remindAcme()
  const url = 'reports/ar-collections/sums'
  expect(await sums(url)).toEqual({ count: 2, amount: '160.00', groups: [] })
  expect((await sums(`${url}?by=level`)).groups).toEqual([
    { key: '1', label: '1', count: 1, amount: '100.00' },
    { key: '0', label: '0', count: 1, amount: '60.00' },
  ])
  expect(await sums(`${url}?dunningLevel=1`)).toMatchObject({ count: 1, amount: '100.00' })
  expect(await sums(`${url}?q=bolt`)).toMatchObject({ count: 1, amount: '60.00' })
  const sorted = await fixture.get<Collection[]>('reports/ar-collections?sort=dunningLevel')
  expect(sorted.map(({ id }) => id)).toEqual([bolt, acme])
  expect(await sums(`${url}?asOf=2026-02-25&by=level`)).toEqual({
    count: 2,
    amount: '160.00',
    groups: [{ key: '0', label: '0', count: 2, amount: '160.00' }],
  })
})

test('reminders are summed by level, day and customer', async () => {
  await remindAcme()
  const url = 'dunning/letters/sums'
  const one = { count: 1, amount: '100.00' }
  expect(await sums(url)).toEqual({ ...one, groups: [] })
  expect((await sums(`${url}?by=level`)).groups).toEqual([{ key: '1', label: '1', ...one }])
  const day = '2026-03-02'
  expect((await sums(`${url}?by=day`)).groups).toEqual([{ key: day, label: day, ...one }])
  expect((await sums(`${url}?by=customer`)).groups).toEqual([
    { key: 'A-1', label: 'A-1 · Acme', ...one },
  ])
  expect(await sums(`${url}?level=3`)).toEqual({ count: 0, amount: '0.00', groups: [] })
})

test('credit use is summed by exposure, and its bands are sorted by use', async () => {
  const cora = await fixture.customer({ customerCode: 'C-3', creditLimit: '0.00' })
  await fixture.charged(cora, { total: '5.00' })
  await prizm.database.pool.query(
    `update customers set credit_limit = case id when ${acme} then 125 else 50 end
     where id in (${acme}, ${bolt})`,
  )
  const listed = await fixture.get<CreditUse[]>('reports/ar-credit?sort=use')
  expect(listed.map(({ id, use }) => [id, use])).toEqual([
    [bolt, 'over'],
    [acme, 'high'],
    [cora, 'none'],
  ])
  const url = 'reports/ar-credit/sums'
  expect(await sums(url)).toEqual({ count: 3, amount: '165.00', groups: [] })
  expect((await sums(`${url}?by=use`)).groups).toEqual([
    { key: 'high', label: 'high', count: 1, amount: '100.00' },
    { key: 'over', label: 'over', count: 1, amount: '60.00' },
    { key: 'none', label: 'none', count: 1, amount: '5.00' },
  ])
  expect(await sums(`${url}?use=high,none`)).toMatchObject({ count: 2, amount: '105.00' })
})

test.each([
  ['99.93', 'medium'],
  ['99.94', 'high'],
  ['62.43', 'low'],
  ['62.44', 'medium'],
  ['125.00', 'high'],
  ['125.01', 'over'],
])(
  'a customer who uses %s of 125.00 is in the band %s, as the percent is rounded',
  async (balance, band) => {
    await prizm.database.pool.query(
      `update customers set credit_limit = 125, current_balance = ${balance} where id = ${acme}`,
    )
    const listed = await fixture.get<CreditUse[]>('reports/ar-credit?q=acme')
    expect(listed.map(({ id, use }) => [id, use])).toEqual([[acme, band]])
  },
)

test('journal lines are summed by debits less credits, by account and by day', async () => {
  await fixture.paid(acme, '40.00')
  expect(await sums('journal/sums')).toMatchObject({ amount: '0.00', groups: [] })
  const { receivable, cash, sales } = accounts
  expect((await sums('journal/sums?by=account')).groups).toEqual([
    { key: receivable.number, label: receivable.number, count: 3, amount: '120.00' },
    { key: cash.number, label: cash.number, count: 1, amount: '40.00' },
    { key: sales.number, label: sales.number, count: 2, amount: '-160.00' },
  ])
  const ofReceivables = `journal/sums?account=${receivable.number}`
  expect((await sums(`${ofReceivables}&by=day`)).groups).toEqual([
    { key: '2026-01-22', label: '2026-01-22', count: 2, amount: '160.00' },
    { key: '2026-03-02', label: '2026-03-02', count: 1, amount: '-40.00' },
  ])
  expect(await sums(`${ofReceivables}&customerCode=B-2`)).toMatchObject({ amount: '60.00' })
})

test('only those who read the lists see their sums', async () => {
  const as = await prizm.signIn('warehouse')
  const urls = ['reports/ar-collections/sums', 'reports/ar-credit/sums', 'dunning/letters/sums']
  for (const url of [...urls, 'journal/sums']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await prizm.call('GET', `/api/${url}`, { as })).statusCode, url).toBe(403)
  }
})
