import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Invoice, Payment, CreditMemo, Refund } from '../contract.ts'
import { receivablesFixture } from './testing.ts'

// Lists as of past days. The events end before 2026-04-30.

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

/** Signs in again, since moving the clock expires the session. */
async function at(day: string): Promise<void> {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.people['finance'] = await prizm.signIn('finance')
  fixture.people['manager'] = await prizm.signIn('manager')
}

const payments = async (query: string) =>
  (await fixture.get<Payment[]>(`payments?sort=id&${query}`)).map(
    ({ receivedOn, openAmount, status }) => [receivedOn, openAmount, status],
  )
const memos = async (query: string) =>
  (await fixture.get<CreditMemo[]>(`credit-memos?sort=id&${query}`)).map(
    ({ docDate, openAmount }) => [docDate, openAmount],
  )
const refunds = async (query: string) =>
  (await fixture.get<Refund[]>(`refunds?sort=id&${query}`)).map(
    ({ amount, status, releasedOn, releasedByName }) => [
      amount,
      status,
      releasedOn,
      releasedByName !== null,
    ],
  )
/** Sets when refunds were prepared; the database clock does not follow the test clock. */
const preparedAt = (moment: string) =>
  fixture.query(`update refunds set created_at = '${moment}', updated_at = '${moment}'`)

test('payments: excludes later ones and later changes', async () => {
  const customerId = await fixture.customer()
  const invoiceId = await fixture.charged(customerId, { total: '70.00' })
  const cleared = await fixture.paid(customerId, '100.00', { receivedOn: '2026-03-02' })
  const bounced = await fixture.paid(customerId, '8.00', { receivedOn: '2026-03-02' })
  await at('2026-03-10')
  const applications = [{ invoiceId, amount: '70.00' }]
  await fixture.post(`payments/${cleared.id}/apply`, { applications })
  await fixture.post(`payments/${bounced.id}/void`, { reason: 'No funds' })
  await at('2026-04-30')
  await fixture.paid(customerId, '5.00', { receivedOn: '2026-04-01' })
  expect(await payments('')).toEqual([
    ['2026-03-02', '30.00', 'posted'],
    ['2026-03-02', '0.00', 'void'],
    ['2026-04-01', '5.00', 'posted'],
  ])
  expect(await payments('asOf=2026-04-30')).toEqual(await payments(''))
  expect(await payments('asOf=2026-03-31')).toEqual((await payments('')).slice(0, 2))
  expect(await payments('asOf=2026-03-09')).toEqual([
    ['2026-03-02', '100.00', 'posted'],
    ['2026-03-02', '8.00', 'posted'],
  ])
  expect(await payments('asOf=2026-03-09&status=void')).toEqual([])
  expect(await payments('asOf=2026-03-10&unapplied=true')).toEqual([
    ['2026-03-02', '30.00', 'posted'],
  ])
  expect(await payments('asOf=2026-03-01')).toEqual([])
})

test('credit memos and refunds: with the open amounts and states of the day', async () => {
  const customerId = await fixture.customer()
  const invoiceId = await fixture.charged(customerId, { total: '90.00' })
  await fixture.paid(customerId, '70.00', { applications: [{ invoiceId, amount: '70.00' }] })
  const memo = { invoiceId, goods: '60.00', reason: 'Late' }
  const { id: creditMemoId } = (await fixture.post('credit-memos', memo)).json<{ id: number }>()
  await at('2026-03-10')
  const refundRequest = { creditMemoId, amount: '40.00', reason: 'They asked' }
  const refund = (await fixture.post('refunds', refundRequest)).json<Refund>()
  await preparedAt('2026-03-10 15:00Z')
  await at('2026-03-20')
  expect((await fixture.post(`refunds/${refund.id}/release`, {}, 'manager')).statusCode).toBe(200)
  await at('2026-04-30')
  const applications = [{ invoiceId, amount: '20.00' }]
  await fixture.post(`credit-memos/${creditMemoId}/apply`, { applications })
  expect(await memos('')).toEqual([['2026-03-02', '0.00']])
  expect(await memos('asOf=2026-04-29')).toEqual([['2026-03-02', '20.00']])
  expect(await memos('asOf=2026-03-10')).toEqual([['2026-03-02', '20.00']])
  expect(await memos('asOf=2026-03-09')).toEqual([['2026-03-02', '60.00']])
  expect(await memos('asOf=2026-03-09&unapplied=true')).toHaveLength(1)
  expect(await memos('asOf=2026-03-01')).toEqual([])
  const released = ['40.00', 'released', '2026-03-20', true]
  expect(await refunds('')).toEqual([released])
  expect(await refunds('asOf=2026-03-20')).toEqual([released])
  expect(await refunds('asOf=2026-03-19')).toEqual([['40.00', 'prepared', null, false]])
  expect(await refunds('asOf=2026-03-19&status=released')).toEqual([])
  expect(await refunds('asOf=2026-03-09')).toEqual([])
})

test('a refund cancelled later was still prepared, with its amount reserved', async () => {
  const customerId = await fixture.customer()
  const { id: paymentId } = await fixture.paid(customerId, '100.00')
  const refundRequest = { paymentId, amount: '25.00', reason: 'Paid twice' }
  const refund = (await fixture.post('refunds', refundRequest)).json<Refund>()
  await at('2026-04-30')
  expect((await fixture.post(`refunds/${refund.id}/cancel`, {}, 'manager')).statusCode).toBe(200)
  await fixture.query(
    `update refunds set created_at = '2026-03-02 15:00Z', updated_at = '2026-04-20 15:00Z'`,
  )
  expect(await refunds('asOf=2026-04-19')).toEqual([['25.00', 'prepared', null, false]])
  expect(await payments('asOf=2026-04-19')).toEqual([['2026-03-02', '75.00', 'posted']])
  expect(await refunds('asOf=2026-04-20')).toEqual([['25.00', 'cancelled', null, false]])
  expect(await payments('asOf=2026-04-20')).toEqual([['2026-03-02', '100.00', 'posted']])
})

test('reminders: only those written by that day', async () => {
  const customerId = await fixture.customer()
  const invoiceId = await fixture.charged(customerId, { docDate: '2025-12-01', total: '90.00' })
  const letters = [{ customerId, invoiceIds: [invoiceId] }]
  expect((await fixture.post('dunning/letters', { letters })).statusCode).toBe(201)
  await at('2026-04-30')
  expect(await fixture.get('dunning/letters?asOf=2026-03-02')).toHaveLength(1)
  expect(await fixture.get('dunning/letters?asOf=2026-03-01')).toEqual([])
})

test('invoices: disputes and reminders as of that day', async () => {
  const customerId = await fixture.customer()
  const invoiceId = await fixture.charged(customerId, { docDate: '2025-12-01', total: '90.00' })
  const onDay = async (query: string) =>
    (await fixture.get<Invoice[]>(`invoices?sort=id&${query}`)).map(
      ({ isDisputed, dunningLevel, openAmount }) => [isDisputed, dunningLevel, openAmount],
    )
  /** Backdates the last history entry and the invoice to this moment. */
  const doneAt = (moment: string) =>
    fixture.query(
      `begin; set local session_replication_role = replica;
       update audit_log set at = '${moment}'
       where id = (select max(id) from audit_log where entity = 'invoice');
       update invoices set updated_at = '${moment}'; commit`,
    )
  const letters = [{ customerId, invoiceIds: [invoiceId] }]
  expect((await fixture.post('dunning/letters', { letters })).statusCode).toBe(201)
  const dispute = async (isDisputed: boolean) => {
    const body = { isDisputed, reason: 'Wrong price' }
    expect((await fixture.post(`invoices/${invoiceId}/dispute`, body)).statusCode).toBe(200)
  }
  await at('2026-03-10')
  await dispute(true)
  await doneAt('2026-03-10 15:00Z')
  await at('2026-04-10')
  await dispute(false)
  await doneAt('2026-04-10 15:00Z')
  await at('2026-04-30')
  expect(await onDay('')).toEqual([[false, 1, '90.00']])
  expect(await onDay('asOf=2026-03-01')).toEqual([[false, 0, '90.00']])
  expect(await onDay('asOf=2026-03-02')).toEqual([[false, 1, '90.00']])
  expect(await onDay('asOf=2026-03-10')).toEqual([[true, 1, '90.00']])
  expect(await onDay('asOf=2026-04-09')).toEqual([[true, 1, '90.00']])
  expect(await onDay('asOf=2026-04-10')).toEqual([[false, 1, '90.00']])
  expect(await onDay('disputed=true')).toEqual([])
  expect(await onDay('disputed=true&asOf=2026-03-20')).toEqual([[true, 1, '90.00']])
  expect(await onDay('disputed=true&asOf=2026-04-20')).toEqual([])
  expect(await onDay('asOf=2025-11-30')).toEqual([])
})
