import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ArMonth, ArSummary } from '../contract.ts'

// Known documents of one customer on net-30, and the expected figures on 2026-04-30.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-04-30T15:00:00Z')
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
  const charged = (docDate: string, total: string) =>
    fixture.charged(customerId, { docDate, total })
  const first = await charged('2026-01-10', '1000.00')
  await charged('2026-03-01', '500.00')
  await charged('2026-03-02', '250.00')
  await charged('2026-04-15', '2000.00')
  const before = await charged('2025-12-31', '100.00')
  await charged('2025-12-30', '75.00')
  const applications = [{ invoiceId: first, amount: '400.00' }]
  await fixture.paid(customerId, '400.00', { receivedOn: '2026-03-01', applications })
  await fixture.paid(customerId, '30.00', { receivedOn: '2026-04-25' })
  prizm.clock.now = new Date('2026-04-20T15:00:00Z')
  await again()
  await fixture.post('credit-memos', { invoiceId: before, goods: '50.00', reason: 'Broken' })
  prizm.clock.now = new Date('2026-04-30T15:00:00Z')
  await again()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** Signs in again, since moving the clock expires the session. */
async function again(): Promise<void> {
  fixture.people['finance'] = await prizm.signIn('finance')
}

const summary = (query = '') => fixture.get<ArSummary>(`reports/ar-summary${query}`)

const golden = {
  totalReceivable: '3445.00',
  overdueInvoiceCount: 5,
  overdueCustomerCount: 1,
  averageCollectionPeriod: 114.83,
  monthlyCollectionRate: '0.86',
  collectionEffectiveness: '2.03',
}
const byDueDate = {
  notDue: '2000.00',
  days0to30: '750.00',
  days31to60: '0.00',
  days61to90: '700.00',
  over90: '75.00',
  unapplied: '-80.00',
  total: '3445.00',
}

test('the figures of the day are exact to the cent, by due date and by invoice date', async () => {
  expect(await summary()).toMatchObject({ ...golden, aging: byDueDate })
  expect((await summary('?basis=invoice')).aging).toEqual({
    notDue: '0.00',
    days0to30: '2000.00',
    days31to60: '750.00',
    days61to90: '0.00',
    over90: '775.00',
    unapplied: '-80.00',
    total: '3445.00',
  })
})

test.each([
  ['', 'days31to60', []],
  ['', 'days0to30', ['500.00', '250.00']],
  ['&basis=due', 'days61to90', ['600.00', '100.00']],
  ['&basis=invoice', 'notDue', []],
  ['&basis=invoice', 'days0to30', ['2000.00']],
  ['&basis=invoice', 'days31to60', ['500.00', '250.00']],
  ['&basis=invoice', 'days61to90', []],
  ['&basis=invoice', 'over90', ['600.00', '100.00', '75.00']],
])('the invoices of a bucket add up to its figure: %s %s', async (basis, bucket, amounts) => {
  const found = await fixture.get<{ openAmount: string }[]>(
    `invoices?bucket=${bucket}${basis}&sort=-openAmount`,
  )
  expect(found.map(({ openAmount }) => openAmount)).toEqual(amounts)
})

test('a year later the same day reports the same figures, whatever was settled since', async () => {
  const [invoice] = await fixture.get<{ id: number }[]>('invoices?sort=id')
  prizm.clock.now = new Date('2026-05-20T15:00:00Z')
  await again()
  const applications = [{ invoiceId: invoice?.id, amount: '600.00' }]
  const paid = await fixture.paid(customerId, '650.00', { applications })
  await fixture.post(`payments/${paid.id}/void`, { reason: 'No funds' })
  await fixture.paid(customerId, '600.00', { applications })
  prizm.clock.now = new Date('2027-04-30T15:00:00Z')
  await again()
  expect(await summary('?asOf=2026-04-30')).toMatchObject({ ...golden, aging: byDueDate })
  expect(await summary()).toMatchObject({ totalReceivable: '2845.00' })
})

test('collections list the highest priority first, with days late', async () => {
  const other = await fixture.customer()
  await fixture.charged(other, { docDate: '2026-03-28', total: '9000.00' })
  expect(await fixture.get('reports/ar-collections?limit=10')).toMatchObject([
    { id: customerId, pastDue: '1525.00', invoices: 5, daysLate: 91, isDisputed: false },
    { id: other, pastDue: '9000.00', invoices: 1, daysLate: 3 },
  ])
})

test('the monthly figures are right and do not change later', async () => {
  const [april, march, ...before] = await fixture.get<ArMonth[]>('reports/ar-months')
  expect(before).toHaveLength(10)
  const spring = {
    id: 202_604,
    from: '2026-04-01',
    to: '2026-04-30',
    invoiced: '2000.00',
    received: '30.00',
    adjustments: '-50.00',
    balance: '3445.00',
    collectionPeriod: 114.83,
    daysToPay: null,
    onTimeShare: null,
  }
  expect(april).toEqual(spring)
  expect(march).toMatchObject({
    invoiced: '750.00',
    received: '400.00',
    adjustments: '0.00',
    balance: '1525.00',
    collectionPeriod: 78.43,
    daysToPay: 50,
    onTimeShare: '0.00',
  })
  const ofTwo = await fixture.get<ArMonth[]>('reports/ar-months?from=2026-03-31&to=2026-04-01')
  expect(ofTwo).toEqual([april, march])
  prizm.clock.now = new Date('2026-05-20T15:00:00Z')
  await again()
  const [first] = await fixture.get<{ id: number }[]>('invoices?sort=id')
  const applications = [{ invoiceId: first?.id, amount: '600.00' }]
  await fixture.paid(customerId, '600.00', { receivedOn: '2026-04-30', applications })
  const then = await fixture.get<ArMonth[]>('reports/ar-months?asOf=2026-04-29')
  expect(then[0]).toMatchObject({ received: '30.00', balance: '3445.00' })
  const [, now] = await fixture.get<ArMonth[]>('reports/ar-months')
  expect(now).toMatchObject({ received: '630.00', daysToPay: 110, onTimeShare: '0.00' })
})

test('weighted amounts in the billions do not overflow', async () => {
  const invoiceId = await fixture.charged(customerId, {
    docDate: '2026-01-10',
    total: '9000000000.00',
  })
  const applications = [{ invoiceId, amount: '9000000000.00' }]
  await fixture.paid(customerId, '9000000000.00', { receivedOn: '2026-04-25', applications })
  const [april] = await fixture.get<ArMonth[]>('reports/ar-months')
  expect(april).toMatchObject({ received: '9000000030.00', daysToPay: 105, balance: '3445.00' })
})

describe('credit and collections of a past day', () => {
  const list = (what: string, query = '') => fixture.get<object[]>(`reports/${what}${query}`)
  const day = '?asOf=2026-04-30'

  /** Backdates all history so far to this day. */
  const onTheDay = () =>
    fixture.query(
      `begin; set local session_replication_role = replica;
       update audit_log set at = '2026-04-30 14:00Z';
       update customers set created_at = '2025-01-02';
       update sales_orders set created_at = '2026-04-30 14:00Z',
         updated_at = '2026-04-30 14:00Z'; commit`,
    )
  const order = async (totalAmount: string, orderNumber: string) => {
    const body = { customerId, orderNumber, totalAmount, status: 'pending' }
    const as = await prizm.signIn('manager')
    const made = await prizm.call('POST', '/api/sales-orders', { as, body })
    return made.json<{ id: number }>().id
  }

  test('are unchanged by later events', async () => {
    await fixture.set({ creditOverdueDays: 0, creditOverduePercent: 0, sodMode: 'record' })
    const open = await order('200.00', 'SO-1')
    const held = await order('50.00', 'SO-2')
    const grown = await order('70.00', 'SO-3')
    const manager = await prizm.signIn('manager')
    const step = (id: number, verb: string, body: object = {}) =>
      prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as: manager, body })
    await step(held, 'hold', { reason: 'credit' })
    const [credit] = await list('ar-credit')
    const [late] = await list('ar-collections')
    expect(credit).toMatchObject({
      currentBalance: '3445.00',
      openOrderAmount: '270.00',
      creditLimit: '100000.00',
      utilisation: '3.7',
    })
    const untouched = { dunningLevel: 0, isDisputed: false }
    expect(late).toMatchObject({ pastDue: '1525.00', invoices: 5, daysLate: 91, ...untouched })
    await onTheDay()

    prizm.clock.now = new Date('2026-05-20T15:00:00Z')
    await again()
    const invoices = await fixture.get<{ id: number; openAmount: string }[]>('invoices?sort=id')
    const due = invoices.filter(({ openAmount }) => openAmount !== '0.00')
    for (const { id } of due.slice(1)) await fixture.post(`invoices/${id}/dispute`, disputed)
    const [first] = due
    const letters = [{ customerId, invoiceIds: [first?.id] }]
    expect((await fixture.post('dunning/letters', { letters })).statusCode).toBe(201)
    const applications = [{ invoiceId: first?.id, amount: first?.openAmount }]
    await fixture.paid(customerId, first?.openAmount ?? '', { applications })
    expect((await step(open, 'cancel', { reason: 'Changed their mind' })).statusCode).toBe(200)
    expect((await step(held, 'release')).statusCode).toBe(200)
    const dearer = { as: manager, body: { customerId, totalAmount: '900.00' } }
    const path = `/api/sales-orders/${grown}`
    expect((await prizm.call('PUT', path, dearer)).statusCode).toBe(200)
    const found = await prizm.call('GET', `/api/customers/${customerId}`, { as: manager })
    const { customerCode, name, email } = found.json()
    const form = { customerCode, name, email, creditLimit: '5000.00' }
    const url = `/api/customers/${customerId}`
    expect((await prizm.call('PUT', url, { as: manager, body: form })).statusCode).toBe(200)

    expect(await list('ar-credit')).not.toEqual([credit])
    expect(await list('ar-collections')).not.toEqual([late])
    expect(await list('ar-credit', day)).toEqual([credit])
    const [then] = await list('ar-orders', `${day}&q=SO-3`)
    expect(then).toMatchObject({ orderNumber: 'SO-3', totalAmount: '70.00' })
    expect(await list('ar-collections', day)).toEqual([late])
    expect(await list('ar-credit', '?asOf=2024-12-31')).toEqual([])
    expect(await list('ar-collections', '?asOf=2025-12-31')).toEqual([])
    expect(await list('ar-credit', `${day}&credit=over`)).toEqual([])
  })
})

const disputed = { isDisputed: true, reason: 'Wrong price' }
