import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { ApAgingTrend, ApSummary } from '../contract.ts'

// Today is Monday, 2026-03-02, until the clock is moved.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let finance: string

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  finance = fixture.finance
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const get = (path: string, as = finance) => prizm.call('GET', `/api/reports/${path}`, { as })
const trend = async (query = '') =>
  (await get(`ap-aging-trend?${query}`)).json<ApAgingTrend>().months

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

async function documents(): Promise<void> {
  const paid = await bill('PAID', '1000.00', { docDate: '2026-02-20', due: '2026-03-20' })
  await bill('OPEN', '200.00', { docDate: '2026-02-01', due: '2026-03-10' })
  const wrong = await bill('WRONG', '30.00', { docDate: '2026-02-01', due: '2026-02-25' })
  prizm.clock.now = new Date('2026-03-20T15:00:00Z')
  const bills = [{ billId: paid, amount: '600.00' }]
  const draft = (await fixture.prepare({ paidOn: '2026-03-20', bills })).json<{ id: number }>()
  expect((await fixture.release(draft.id)).statusCode).toBe(200)
  prizm.clock.now = new Date('2026-04-15T15:00:00Z')
  finance = await prizm.signIn('finance')
  const voided = await fixture.billAct(wrong, 'void', finance, { reason: 'Twice' })
  expect(voided.statusCode, voided.body).toBe(200)
}

test('each month shows the open bills at its end, without those paid or void by then', async () => {
  await documents()
  const none = { days61to90: '0.00', over90: '0.00' }
  expect(await trend('from=2026-03-01')).toEqual([
    {
      ...none,
      id: 202604,
      from: '2026-04-01',
      to: '2026-04-15',
      notDue: '0.00',
      days0to30: '400.00',
      days31to60: '200.00',
      total: '600.00',
    },
    {
      ...none,
      id: 202603,
      from: '2026-03-01',
      to: '2026-03-31',
      notDue: '0.00',
      days0to30: '600.00',
      days31to60: '30.00',
      total: '630.00',
    },
  ])
})

test('a bill is open again from the day on which its payment was voided', async () => {
  const id = await bill('AGAIN', '200.00', { docDate: '2026-02-01', due: '2026-03-10' })
  prizm.clock.now = new Date('2026-03-20T15:00:00Z')
  const bills = [{ billId: id, amount: '200.00' }]
  const draft = (await fixture.prepare({ paidOn: '2026-03-20', bills })).json<{ id: number }>()
  expect((await fixture.release(draft.id)).statusCode).toBe(200)
  prizm.clock.now = new Date('2026-05-05T15:00:00Z')
  finance = await prizm.signIn('finance')
  const url = `/api/vendor-payments/${draft.id}/void`
  const voided = await fixture.post(url, finance, { reason: 'No funds' })
  expect(voided.statusCode, voided.body).toBe(200)
  const totals = (await trend('from=2026-03-01')).map(({ to, total }) => [to, total])
  expect(totals).toEqual([
    ['2026-05-05', '200.00'],
    ['2026-04-30', '0.00'],
    ['2026-03-31', '0.00'],
  ])
  expect((await trend('asOf=2026-03-19'))[0]).toMatchObject({
    id: 202603,
    to: '2026-03-19',
    days0to30: '200.00',
    total: '200.00',
  })
})

test.each(['due', 'invoice'])(
  'a month is the aging as of its last day, by %s date',
  async (basis) => {
    await documents()
    const months = await trend(`from=2026-02-01&basis=${basis}`)
    const agings = await Promise.all(
      months.map(async ({ id, from, to }) => {
        const { aging } = (await get(`ap-summary?asOf=${to}&basis=${basis}`)).json<ApSummary>()
        const { unapplied, total, ...ages } = aging
        return { id, from, to, ...ages, total: (Number(total) - Number(unapplied)).toFixed(2) }
      }),
    )
    expect(months).toEqual(agings)
  },
)

test('the trend is limited to roles that may see what is owed to vendors', async () => {
  expect((await get('ap-aging-trend', await prizm.signIn('purchasing'))).statusCode).toBe(200)
  expect((await get('ap-aging-trend', await prizm.signIn('viewer'))).statusCode).toBe(403)
  expect(await trend()).toHaveLength(12)
})
