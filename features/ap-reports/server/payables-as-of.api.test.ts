import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { ApBill, ApMonth, ApSummary } from '../contract.ts'

// Today is Monday, 2026-03-02, until the clock is moved.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const get = (path: string) => prizm.call('GET', `/api/reports/${path}`, { as: fixture.finance })
const summary = async (query = '') => (await get(`ap-summary?${query}`)).json<ApSummary>()
const bills = async (query: string) =>
  (await get(`ap-bills?${query}`)).json<ApBill[]>().map(({ billNumber }) => billNumber)

/** A posted bill with an amount, date and due date, without an order. */
async function bill(billNumber: string, amount: string, days: { docDate: string; due: string }) {
  const lines = [{ description: 'Service', quantity: 1, unitPrice: amount }]
  const { docDate, due: dueDate } = days
  const made = await fixture.entered({ billNumber, docDate, dueDate, lines })
  for (const as of [fixture.colleague, fixture.third]) {
    const { status } = await fixture.bill(made.id)
    if (status === 'blocked') await fixture.billAct(made.id, 'release', as)
  }
  return made.id
}

test('open bills are aged, and commitments are shown beside them', async () => {
  await bill('NOT-DUE', '1000.00', { docDate: '2026-03-01', due: '2026-03-31' })
  await bill('TODAY', '200.00', { docDate: '2026-02-01', due: '2026-03-02' })
  await bill('OLD', '30.00', { docDate: '2025-10-01', due: '2025-12-01' })
  await fixture.received(10, 4)
  const found = await summary()
  expect(found).toMatchObject({
    totalOutstanding: '1270.00',
    payablesBalance: '1230.00',
    committed: '40.00',
    overdueCount: 1,
    overdueAmount: '30.00',
    daysPayableOutstanding: 92.3,
    aging: { notDue: '1000.00', days0to30: '200.00', over90: '30.00', total: '1230.00' },
    orderBasis: { outstanding: '40.00' },
  })
  expect(await summary('basis=invoice')).toMatchObject({
    aging: { notDue: '0.00', days0to30: '1200.00', over90: '30.00' },
  })
  expect(await bills('sort=dueDate')).toEqual(['OLD', 'TODAY', 'NOT-DUE'])
  expect(await bills('overdue=true')).toEqual(['OLD'])
  expect(await bills('bucket=days0to30')).toEqual(['TODAY'])
  expect(await bills('dueFrom=2026-03-02&sort=dueDate')).toEqual(['TODAY', 'NOT-DUE'])
  expect(await bills('dueFrom=2026-03-01&dueTo=2026-03-30')).toEqual(['TODAY'])
})

test('the billed part of an order is no longer committed', async () => {
  const order = await fixture.received(10, 4)
  await fixture.entered({ lines: [fixture.lineOf(order, 4)] })
  expect(await summary()).toMatchObject({
    totalOutstanding: '40.00',
    payablesBalance: '16.00',
    committed: '24.00',
  })
})

test('days to pay are weighted by amount, also as of an earlier day', async () => {
  const paid: [days: number, amount: string][] = [
    [18, '1200.00'],
    [27, '500.00'],
    [15, '2000.00'],
    [39, '300.00'],
    [15, '1000.00'],
  ]
  for (const [days, amount] of paid) {
    prizm.clock.now = new Date('2026-03-05T15:00:00Z')
    const docDate = new Date(Date.parse('2026-03-20T00:00:00Z') - days * 86_400_000)
    const billId = await bill(`B${days}-${amount}`, amount, {
      docDate: docDate.toISOString().slice(0, 10),
      due: '2026-04-30',
    })
    const bills = [{ billId, amount }]
    prizm.clock.now = new Date('2026-03-20T15:00:00Z')
    const draft = (await fixture.prepare({ paidOn: '2026-03-20', bills })).json<{ id: number }>()
    expect((await fixture.release(draft.id)).statusCode).toBe(200)
  }
  prizm.clock.now = new Date('2026-03-31T15:00:00Z')
  expect(await summary()).toMatchObject({
    averageDaysToPay: 18.36,
    payablesBalance: '0.00',
    monthlyPaymentVolume: '5000.00',
  })
  expect(await summary('asOf=2026-03-19')).toMatchObject({
    averageDaysToPay: null,
    payablesBalance: '5000.00',
    monthlyPaymentVolume: '0.00',
  })
  const months = (await get('ap-months')).json<ApMonth[]>()
  expect(months).toHaveLength(12)
  expect(months[0]).toMatchObject({
    month: '2026-03',
    billed: '5000.00',
    payments: 5,
    paid: '5000.00',
    largest: '2000.00',
  })
  const spring = (await get('ap-months?from=2026-02-10&to=2026-03-05')).json<ApMonth[]>()
  expect(spring.map(({ month, paid }) => [month, paid])).toEqual([
    ['2026-03', '5000.00'],
    ['2026-02', '0.00'],
  ])
  expect((await get('ap-months?from=2026-04-01&to=2026-04-30')).json()).toEqual([])
  const turned = await get('ap-months?from=2026-03-05&to=2026-03-04')
  expect([turned.statusCode, turned.json<{ detail: string }>().detail]).toEqual([
    422,
    'to: Must not be before the first day',
  ])
})
