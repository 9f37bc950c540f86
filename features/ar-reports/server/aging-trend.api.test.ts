import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ArAgingTrend, ArSummary } from '../contract.ts'

// Two invoices on net-30. The first is paid by a check that bounces later, then by a wire.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const trend = async (query = '') =>
  (await fixture.get<ArAgingTrend>(`reports/ar-aging-trend?${query}`)).months

/** Moves the clock and signs in again, since a session expires. */
async function on(day: string): Promise<void> {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.people['finance'] = await prizm.signIn('finance')
}

async function documents(): Promise<void> {
  const customerId = await fixture.customer({ paymentTerms: 'net-30' })
  const first = await fixture.charged(customerId, { total: '100.00', docDate: '2026-01-20' })
  await fixture.charged(customerId, { total: '40.00', docDate: '2026-02-10' })
  const applications = [{ invoiceId: first, amount: '100.00' }]
  const check = await fixture.paid(customerId, '100.00', { method: 'check', applications })
  await on('2026-04-20')
  const bounced = await fixture.post(`payments/${check.id}/void`, { reason: 'No funds' })
  expect(bounced.statusCode, bounced.body).toBe(200)
  await on('2026-05-11')
  await fixture.paid(customerId, '70.00', {
    method: 'wire',
    applications: [{ invoiceId: first, amount: '60.00' }],
  })
}

test('each month shows the open invoices at its end, the last one those of the day', async () => {
  await documents()
  const months = await trend('from=2026-01-01')
  const none = { notDue: '0.00', days0to30: '0.00', days31to60: '0.00', days61to90: '0.00' }
  expect(months).toEqual([
    {
      ...none,
      id: 202605,
      from: '2026-05-01',
      to: '2026-05-11',
      days31to60: '40.00',
      days61to90: '40.00',
      over90: '0.00',
      total: '80.00',
    },
    {
      ...none,
      id: 202604,
      from: '2026-04-01',
      to: '2026-04-30',
      days31to60: '40.00',
      days61to90: '100.00',
      over90: '0.00',
      total: '140.00',
    },
    {
      ...none,
      id: 202603,
      from: '2026-03-01',
      to: '2026-03-31',
      days0to30: '40.00',
      over90: '0.00',
      total: '40.00',
    },
    {
      ...none,
      id: 202602,
      from: '2026-02-01',
      to: '2026-02-28',
      notDue: '40.00',
      days0to30: '100.00',
      over90: '0.00',
      total: '140.00',
    },
    {
      ...none,
      id: 202601,
      from: '2026-01-01',
      to: '2026-01-31',
      notDue: '100.00',
      over90: '0.00',
      total: '100.00',
    },
  ])
})

test.each(['due', 'invoice'])(
  'a month is the aging as of its last day, by %s date',
  async (basis) => {
    await documents()
    const months = await trend(`from=2026-01-01&basis=${basis}`)
    const agings = await Promise.all(
      months.map(async ({ id, from, to }) => {
        const query = `asOf=${to}&basis=${basis}`
        const { aging } = await fixture.get<ArSummary>(`reports/ar-summary?${query}`)
        const { unapplied, total, ...ages } = aging
        const open = (Number(total) - Number(unapplied)).toFixed(2)
        return { id, from, to, ...ages, total: open }
      }),
    )
    expect(months).toEqual(agings)
  },
)

test('without invoices there are twelve months of zeros, and a period limits them', async () => {
  const months = await trend()
  expect(months).toHaveLength(12)
  expect(months.map(({ total }) => total)).toEqual(months.map(() => '0.00'))
  expect(months[0]).toMatchObject({ id: 202_603, to: '2026-03-02' })
  expect((await trend('asOf=2026-02-10')).map(({ to }) => to).slice(0, 2)).toEqual([
    '2026-02-10',
    '2026-01-31',
  ])
  expect((await trend('from=2025-02-15&to=2025-03-01')).map(({ id }) => id)).toEqual([
    202_503, 202_502,
  ])
})

test('a future period has no months, a reversed or a long one is refused', async () => {
  expect(await trend('from=2026-04-01')).toEqual([])
  const queries = ['from=2026-03-01&to=2026-02-01', 'from=2021-03-01', 'from=2021-04-01']
  const statuses = await Promise.all(
    queries.map(async (query) => {
      const url = `/api/reports/ar-aging-trend?${query}`
      return (await prizm.call('GET', url, { as: fixture.people['finance'] ?? '' })).statusCode
    }),
  )
  expect(statuses).toEqual([422, 422, 200])
})

test('the trend is limited to roles that see receivables', async () => {
  const statuses = await Promise.all(
    (['sales', 'warehouse'] as const).map(async (role) => {
      const as = await prizm.signIn(role)
      return (await prizm.call('GET', '/api/reports/ar-aging-trend', { as })).statusCode
    }),
  )
  expect(statuses).toEqual([200, 403])
})
