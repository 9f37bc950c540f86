import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorBill, VendorCredit } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPayment } from '../contract.ts'

// Bills, credits and payments as of an earlier date. At the end it is 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  as = fixture.finance
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/**
 * Backdates everything since the last call to this day, in the rows and the history. Sessions
 * expire meanwhile.
 */
async function endOf(day: string, next: string): Promise<void> {
  const moment = `${day} 15:00Z`
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where at > '${moment}' and entity like 'vendor_%';
     update vendor_bills set created_at = '${moment}' where created_at > '${moment}';
     update vendor_payments set created_at = '${moment}' where created_at > '${moment}'; commit`,
  )
  prizm.clock.now = new Date(`${next}T15:00:00Z`)
  as = await prizm.signIn('finance')
}
const done = async (url: string, body?: object, by = as) => {
  const answer = await fixture.post(url, by, body)
  expect([200, 201], answer.body).toContain(answer.statusCode)
  return answer.json<{ id: number }>().id
}
const list = async <A>(path: string): Promise<A[]> =>
  (await prizm.call('GET', `/api/${path}`, { as })).json<A[]>()
const bills = async (query: string) =>
  (await list<VendorBill>(`vendor-bills?sort=id&${query}`)).map((bill) => [
    bill.billNumber,
    bill.status,
    bill.standing,
    bill.settledAmount,
    bill.openAmount,
    bill.plannedAmount,
  ])
const payments = async (query: string) =>
  (await list<VendorPayment>(`vendor-payments?sort=id&${query}`)).map((payment) => [
    payment.amount,
    payment.status,
    payment.postedOn,
    payment.releasedByName !== null,
  ])
const credits = async (query: string) =>
  (await list<VendorCredit>(`vendor-credits?sort=id&${query}`)).map((credit) => [
    credit.creditNumber,
    credit.appliedAmount,
    credit.openAmount,
  ])

/** A bill of 40.00 is paid and reopened, one of 20.00 is posted later, and a credit is applied. */
async function aMonth() {
  const paid = (await fixture.posted(10, { billNumber: 'PAID' })).id
  const lines = [fixture.lineOf(await fixture.received(5), 5)]
  const draft = (await fixture.entered({ lines, billNumber: 'DRAFT', status: 'draft' })).id
  const note = { creditNumber: 'CN', amount: '12.50', account: 'priceVariance', reason: 'Broken' }
  const credit = await done('/api/vendor-credits', { ...note, vendorId: fixture.vendorId })
  await endOf('2026-03-02', '2026-03-10')
  await done(`/api/vendor-bills/${draft}/post`)
  const prepared = { vendorId: fixture.vendorId, paidOn: '2026-03-02', method: 'ach' }
  const fullAmount = [{ billId: paid, amount: '40.00' }]
  const payment = await done('/api/vendor-payments', { ...prepared, bills: fullAmount })
  await endOf('2026-03-10', '2026-03-12')
  await done(`/api/vendor-payments/${payment}/release`)
  await endOf('2026-03-12', '2026-03-15')
  const part = [{ billId: draft, amount: '12.50' }]
  await done(`/api/vendor-credits/${credit}/apply`, { bills: part })
  await endOf('2026-03-15', '2026-03-20')
  await done(`/api/vendor-payments/${payment}/void`, { reason: 'No funds' })
  await endOf('2026-03-20', '2026-03-31')
}

test('bills as of a day are posted, planned and settled as they were then', async () => {
  await aMonth()
  const open = ['PAID', 'posted', 'open', '0.00', '40.00', '0.00']
  const halfPaid = ['DRAFT', 'posted', 'part-paid', '12.50', '7.50', '0.00']
  const unpaid = ['DRAFT', 'posted', 'open', '0.00', '20.00', '0.00']
  const settled = ['PAID', 'posted', 'paid', '40.00', '0.00', '0.00']
  expect(await bills('')).toEqual([open, halfPaid])
  expect(await bills('asOf=2026-03-31')).toEqual([open, halfPaid])
  expect(await bills('asOf=2026-03-01')).toEqual([])
  expect(await bills('asOf=2026-03-02')).toEqual([
    open,
    ['DRAFT', 'draft', 'draft', '0.00', '0.00', '0.00'],
  ])
  expect(await bills('asOf=2026-03-10')).toEqual([
    ['PAID', 'posted', 'open', '0.00', '40.00', '40.00'],
    unpaid,
  ])
  expect(await bills('asOf=2026-03-12')).toEqual([settled, unpaid])
  expect(await bills('asOf=2026-03-19')).toEqual([settled, halfPaid])
  expect(await bills('asOf=2026-03-20')).toEqual([open, halfPaid])
  expect(await bills('asOf=2026-03-15&standing=paid')).toEqual([settled])
  expect(await bills('asOf=2026-03-02&open=true&limit=5')).toEqual([open])
  const refused = await prizm.call('GET', '/api/vendor-bills?asOf=soon', { as })
  expect(refused.statusCode).toBe(422)
})

test('the open bills of a day match the payables report of that day', async () => {
  await aMonth()
  const balance = async (day: string) => {
    const path = `/api/reports/ap-summary?asOf=${day}`
    return (await prizm.call('GET', path, { as })).json<{ payablesBalance: string }>()
  }
  // Open bills less the open credit.
  expect((await balance('2026-03-02')).payablesBalance).toBe('27.50')
  expect((await balance('2026-03-10')).payablesBalance).toBe('47.50')
  expect((await balance('2026-03-15')).payablesBalance).toBe('7.50')
  expect((await balance('2026-03-20')).payablesBalance).toBe('47.50')
})

test('credits and payments as of a day omit later records and later changes', async () => {
  await aMonth()
  expect(await credits('')).toEqual([['CN', '12.50', '0.00']])
  expect(await credits('asOf=2026-03-15')).toEqual([['CN', '12.50', '0.00']])
  expect(await credits('asOf=2026-03-14')).toEqual([['CN', '0.00', '12.50']])
  expect(await credits('asOf=2026-03-14&open=true')).toHaveLength(1)
  expect(await credits('asOf=2026-03-01')).toEqual([])
  expect(await payments('')).toEqual([['40.00', 'void', '2026-03-12', true]])
  expect(await payments('asOf=2026-03-20')).toEqual([['40.00', 'void', '2026-03-12', true]])
  expect(await payments('asOf=2026-03-19')).toEqual([['40.00', 'posted', '2026-03-12', true]])
  expect(await payments('asOf=2026-03-11')).toEqual([['40.00', 'draft', null, false]])
  expect(await payments('asOf=2026-03-11&status=posted')).toEqual([])
  expect(await payments('asOf=2026-03-09')).toEqual([])
})
