import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { receivablesFixture } from '../testing.ts'

// The sums under the list of invoices. Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(() => prizm.close())

const sums = (query = '') => fixture.get<ListSums>(`invoices/sums${query}`)

test('sums are open amounts of the matching invoices, by status and by customer', async () => {
  const first = await fixture.customer({
    customerCode: 'A-1',
    name: 'Acme',
    paymentTerms: 'Net 30',
  })
  const second = await fixture.customer({
    customerCode: 'B-2',
    name: 'Bolt',
    paymentTerms: 'Net 30',
  })
  await fixture.charged(first, { total: '100.00', docDate: '2026-01-05' })
  const paid = await fixture.charged(first, { total: '40.00' })
  await fixture.charged(second, { total: '25.50' })
  await fixture.paid(first, '40.00', { applications: [{ invoiceId: paid, amount: '40.00' }] })

  expect(await sums()).toEqual({ count: 3, amount: '125.50', groups: [] })
  expect(await sums('?by=state')).toEqual({
    count: 3,
    amount: '125.50',
    groups: [
      { key: 'overdue', label: 'overdue', count: 1, amount: '100.00' },
      { key: 'open', label: 'open', count: 1, amount: '25.50' },
      { key: 'paid', label: 'paid', count: 1, amount: '0.00' },
    ],
  })
  expect((await sums('?by=customer')).groups).toEqual([
    { key: 'A-1', label: 'A-1 · Acme', count: 2, amount: '100.00' },
    { key: 'B-2', label: 'B-2 · Bolt', count: 1, amount: '25.50' },
  ])
  expect(await sums('?customerCode=b-2')).toMatchObject({ count: 1, amount: '25.50' })
  expect(await sums('?state=overdue&q=acme')).toMatchObject({ count: 1, amount: '100.00' })
})

test('sums as of a past day have the open amounts of that day', async () => {
  const id = await fixture.customer({ customerCode: 'A-1', name: 'Acme', paymentTerms: 'Net 30' })
  const invoiceId = await fixture.charged(id, { total: '100.00', docDate: '2026-01-05' })
  await fixture.paid(id, '60.00', { applications: [{ invoiceId, amount: '60.00' }] })
  expect(await sums('?by=state')).toMatchObject({ count: 1, amount: '40.00' })
  expect(await sums('?asOf=2026-01-31&by=state')).toEqual({
    count: 1,
    amount: '100.00',
    groups: [{ key: 'open', label: 'open', count: 1, amount: '100.00' }],
  })
  expect(await sums('?asOf=2026-01-31&basis=invoice&bucket=days0to30')).toMatchObject({
    count: 1,
    amount: '100.00',
  })
  expect(await sums('?asOf=2026-01-01')).toEqual({ count: 0, amount: '0.00', groups: [] })
})

test('only those who read receivables see the sums', async () => {
  const as = await prizm.signIn('warehouse')
  expect((await prizm.call('GET', '/api/invoices/sums', { as })).statusCode).toBe(403)
  const wrong = await prizm.call('GET', '/api/invoices/sums?by=day', {
    as: fixture.people['finance'] ?? '',
  })
  expect(wrong.statusCode).toBe(422)
})
