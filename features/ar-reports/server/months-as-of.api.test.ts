import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ArMonth, ArSummary } from '../contract.ts'

// An invoice of 1,000.00 of January 10. A credit memo of 500.00 of January 15 is voided on
// February 10.

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

/** Sets the clock and signs in again, because moving the clock expires the session. */
async function now(moment: string): Promise<void> {
  prizm.clock.now = new Date(moment)
  fixture.people['finance'] = await prizm.signIn('finance')
}

test('the collection period of a month does not change by a void of a later month', async () => {
  await now('2026-01-15T15:00:00Z')
  const customerId = await fixture.customer()
  const charge = { docDate: '2026-01-10', total: '1000.00' }
  const invoiceId = await fixture.charged(customerId, charge)
  const credit = { invoiceId, goods: '500.00', reason: 'Broken' }
  const created = await fixture.post('credit-memos', credit)
  expect(created.statusCode, created.body).toBe(201)
  await now('2026-02-10T15:00:00Z')
  const memo = `credit-memos/${created.json<{ id: number }>().id}`
  const voided = await fixture.post(`${memo}/void`, { reason: 'Wrong' })
  expect(voided.statusCode, voided.body).toBe(200)
  await now('2026-03-20T15:00:00Z')
  const period = 'from=2026-01-01&to=2026-02-28'
  const [february, january] = await fixture.get<ArMonth[]>(`reports/ar-months?${period}`)
  // January: 500.00 / (1,000.00 - 500.00) * 90. February: 1,000.00 / 1,000.00 * 90.
  expect(january).toMatchObject({ balance: '500.00', collectionPeriod: 90 })
  expect(february).toMatchObject({ balance: '1000.00', collectionPeriod: 90 })
  const summary = await fixture.get<ArSummary>('reports/ar-summary?asOf=2026-01-31')
  expect(summary).toMatchObject({ totalReceivable: '500.00', averageCollectionPeriod: 90 })
})
