import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { CreditMemoDetails, Refund } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// The sums under the lists of payments, credit memos and refunds. Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let first: number
let second: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  const customer = (customerCode: string, name: string) => fixture.customer({ customerCode, name })
  first = await customer('A-1', 'Acme')
  second = await customer('B-2', 'Bolt')
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const payments = (query = '') => fixture.get<ListSums>(`payments/sums${query}`)
const memos = (query = '') => fixture.get<ListSums>(`credit-memos/sums${query}`)
const refunds = (query = '') => fixture.get<ListSums>(`refunds/sums${query}`)

test('payments are summed by method, day and customer, and a void one counts as zero', async () => {
  await fixture.paid(first, '100.00', { receivedOn: '2026-02-27' })
  await fixture.paid(first, '40.50', { method: 'check', reference: '1001' })
  await fixture.paid(second, '7.25')
  const bounced = await fixture.paid(second, '900.00')
  await fixture.post(`payments/${bounced.id}/void`, { reason: 'Bounced' })

  expect(await payments()).toEqual({ count: 4, amount: '147.75', groups: [] })
  expect(await payments('?by=method')).toEqual({
    count: 4,
    amount: '147.75',
    groups: [
      { key: 'ach', label: 'ach', count: 3, amount: '107.25' },
      { key: 'check', label: 'check', count: 1, amount: '40.50' },
    ],
  })
  expect((await payments('?by=day')).groups).toEqual([
    { key: '2026-02-27', label: '2026-02-27', count: 1, amount: '100.00' },
    { key: '2026-03-02', label: '2026-03-02', count: 3, amount: '47.75' },
  ])
  expect((await payments('?by=customer')).groups).toEqual([
    { key: 'A-1', label: 'A-1 · Acme', count: 2, amount: '140.50' },
    { key: 'B-2', label: 'B-2 · Bolt', count: 2, amount: '7.25' },
  ])
  expect(await payments('?status=void')).toMatchObject({ count: 1, amount: '0.00' })
  expect(await payments('?q=bolt&method=ach')).toMatchObject({ count: 2, amount: '7.25' })
})

test('payments and refunds are sorted by what groups them', async () => {
  await fixture.paid(first, '100.00')
  const check = await fixture.paid(second, '40.50', { method: 'check', reference: '1001' })
  const methods = await fixture.get<{ method: string }[]>('payments?sort=-method')
  expect(methods.map(({ method }) => method)).toEqual(['check', 'ach'])
  const refund = (amount: string) =>
    fixture.post('refunds', { paymentId: check.id, amount, reason: 'Paid twice' })
  const { id } = (await refund('10.00')).json<Refund>()
  await fixture.post(`refunds/${id}/release`, {}, 'manager')
  await refund('5.00')
  const statuses = await fixture.get<Refund[]>('refunds?sort=status')
  expect(statuses.map(({ status }) => status)).toEqual(['prepared', 'released'])
})

test('invoices are sorted by their status, today and as of a past day', async () => {
  const paid = await fixture.charged(first, { total: '10.00', docDate: '2026-01-05' })
  const overdue = await fixture.charged(first, { total: '20.00', docDate: '2026-01-20' })
  const open = await fixture.charged(second, { total: '30.00', docDate: '2026-02-27' })
  await fixture.paid(first, '10.00', { applications: [{ invoiceId: paid, amount: '10.00' }] })
  const byState = async (query = '') => {
    const listed = await fixture.get<{ id: number; state: string }[]>(`invoices?sort=state${query}`)
    return listed.map(({ id, state }) => [id, state])
  }
  expect(await byState()).toEqual([
    [open, 'open'],
    [overdue, 'overdue'],
    [paid, 'paid'],
  ])
  expect(await byState('&limit=2')).toEqual([
    [open, 'open'],
    [overdue, 'overdue'],
  ])
  expect(await byState('&asOf=2026-02-28')).toEqual([
    [open, 'open'],
    [paid, 'overdue'],
    [overdue, 'overdue'],
  ])
})

test('sums of payments as of a past day have the payments of that day', async () => {
  await fixture.paid(first, '100.00', { receivedOn: '2026-02-27' })
  await fixture.paid(first, '40.50')
  expect(await payments('?asOf=2026-02-28&by=method')).toEqual({
    count: 1,
    amount: '100.00',
    groups: [{ key: 'ach', label: 'ach', count: 1, amount: '100.00' }],
  })
  expect(await payments('?asOf=2026-01-31')).toEqual({ count: 0, amount: '0.00', groups: [] })
})

test('credit memos are summed by what is open of them', async () => {
  const invoiceId = await fixture.charged(first, { total: '100.00' })
  const other = await fixture.charged(second, { total: '50.00' })
  const credit = async (id: number, goods: string) => {
    const body = { invoiceId: id, goods, reason: 'Late' }
    return (await fixture.post('credit-memos', body)).json<CreditMemoDetails>()
  }
  const applied = await credit(invoiceId, '30.00')
  await credit(other, '12.25')
  const wrong = await credit(other, '5.00')
  const applications = [{ invoiceId, amount: '30.00' }]
  await fixture.post(`credit-memos/${applied.id}/apply`, { applications })
  await fixture.post(`credit-memos/${wrong.id}/void`, { reason: 'Wrong' })
  const rows = await fixture.get<CreditMemoDetails[]>('credit-memos?sort=id')
  const open = rows.map(({ openAmount }) => openAmount)
  expect(open).toEqual(['0.00', '12.25', '0.00'])
  expect(await memos()).toEqual({ count: 3, amount: '12.25', groups: [] })
  expect((await memos('?by=customer')).groups).toEqual([
    { key: 'B-2', label: 'B-2 · Bolt', count: 2, amount: '12.25' },
    { key: 'A-1', label: 'A-1 · Acme', count: 1, amount: '0.00' },
  ])
  expect((await memos('?by=day&unapplied=true')).groups).toEqual([
    { key: '2026-03-02', label: '2026-03-02', count: 1, amount: '12.25' },
  ])
})

test('refunds are summed by status and customer; a cancelled one counts as zero', async () => {
  const { id: paymentId } = await fixture.paid(first, '100.00')
  const { id: other } = await fixture.paid(second, '20.00')
  const refund = async (body: object) => {
    const answer = await fixture.post('refunds', { ...body, reason: 'Paid twice' })
    return answer.json<Refund>()
  }
  const released = await refund({ paymentId, amount: '30.00' })
  await fixture.post(`refunds/${released.id}/release`, {}, 'manager')
  await refund({ paymentId: other, amount: '7.25' })
  const cancelled = await refund({ paymentId, amount: '50.00' })
  await fixture.post(`refunds/${cancelled.id}/cancel`, {}, 'manager')
  expect(await refunds()).toEqual({ count: 3, amount: '37.25', groups: [] })
  expect((await refunds('?by=status')).groups).toEqual([
    { key: 'released', label: 'released', count: 1, amount: '30.00' },
    { key: 'prepared', label: 'prepared', count: 1, amount: '7.25' },
    { key: 'cancelled', label: 'cancelled', count: 1, amount: '0.00' },
  ])
  expect((await refunds('?by=customer')).groups).toEqual([
    { key: 'A-1', label: 'A-1 · Acme', count: 2, amount: '30.00' },
    { key: 'B-2', label: 'B-2 · Bolt', count: 1, amount: '7.25' },
  ])
  expect(await refunds('?status=prepared&customerCode=B-2')).toMatchObject({
    count: 1,
    amount: '7.25',
  })
  expect(await refunds('?asOf=2026-03-01')).toEqual({ count: 0, amount: '0.00', groups: [] })
})

test('only those who read receivables see these sums, by a grouping that exists', async () => {
  const as = await prizm.signIn('warehouse')
  for (const path of ['payments/sums', 'credit-memos/sums', 'refunds/sums']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await prizm.call('GET', `/api/${path}`, { as })).statusCode).toBe(403)
    const finance = fixture.people['finance'] ?? ''
    // oxlint-disable-next-line no-await-in-loop
    const wrong = await prizm.call('GET', `/api/${path}?by=reason`, { as: finance })
    expect(wrong.statusCode).toBe(422)
  }
})
