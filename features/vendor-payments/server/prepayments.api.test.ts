import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { VendorBill } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPayment, VendorPaymentDetails } from '../contract.ts'

// Vendor prepayments. Today is 2026-03-02; an order is 10 units at 4.00.

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

const createPrepayment = (fields: object) =>
  fixture.post('/api/vendor-prepayments', fixture.finance, {
    vendorId: fixture.vendorId,
    paidOn: '2026-03-02',
    method: 'wire',
    reference: 'W-1',
    ...fields,
  })
const act = (id: number, verb: string, body?: object) =>
  fixture.post(`/api/vendor-prepayments/${id}/${verb}`, fixture.finance, body)
/** A prepayment released by another user. */
const prepaid = async (amount: string, fields: object = {}) => {
  const made = await createPrepayment({ amount, ...fields })
  expect(made.statusCode, made.body).toBe(201)
  const released = await fixture.release(made.json<VendorPaymentDetails>().id)
  expect(released.statusCode, released.body).toBe(200)
  return released.json<VendorPaymentDetails>()
}
const code = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const get = async <A>(url: string): Promise<A> =>
  (await prizm.call('GET', `/api/${url}`, { as: fixture.finance })).json<A>()
const read = (id: number) => get<VendorPaymentDetails>(`vendor-payments/${id}`)
const onDay = async (day: string) => {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.finance = await prizm.signIn('finance')
}
/** Applies a prepayment to the oldest bill on March 5, and removes it on March 20. */
const usedUntilMarch20 = async (id: number) => {
  await onDay('2026-03-05')
  const applied = await act(id, 'apply', {})
  expect(applied.json(), applied.body).toMatchObject({ openAmount: '0.00' })
  await onDay('2026-03-20')
  const back = await act(id, 'unapply')
  expect(back.json(), back.body).toMatchObject({ openAmount: '40.00' })
  await onDay('2026-03-21')
}

test('a prepayment is an asset until it is applied to a bill', async () => {
  const draft = (await createPrepayment({ amount: '30.00' })).json<VendorPaymentDetails>()
  expect(draft).toMatchObject({ kind: 'prepayment', status: 'draft', openAmount: '0.00' })
  expect(await fixture.balances()).toEqual({})
  const payment = (await fixture.release(draft.id)).json<VendorPaymentDetails>()
  expect(payment).toMatchObject({ status: 'posted', openAmount: '30.00', bills: [] })
  expect(await fixture.balances()).toEqual({ '1000': '-30.00', '1300': '30.00' })
  const bill = await fixture.posted()
  expect(bill).toMatchObject({ openAmount: '40.00', settlements: [] })
  const applied = await act(payment.id, 'apply', {})
  expect(applied.json(), applied.body).toMatchObject({
    openAmount: '0.00',
    bills: [{ billId: bill.id, amount: '30.00', appliedOn: '2026-03-02' }],
  })
  expect(await fixture.bill(bill.id)).toMatchObject({
    openAmount: '10.00',
    settlements: [{ source: 'prepayment', number: payment.paymentNumber, amount: '30.00' }],
  })
  expect(await fixture.balances()).toMatchObject({ '1000': '-30.00', '2000': '-10.00' })
  expect(await fixture.balances()).not.toHaveProperty('1300')
  const back = await act(payment.id, 'unapply')
  expect(back.json(), back.body).toMatchObject({ openAmount: '30.00' })
  expect(await fixture.balances()).toMatchObject({ '1300': '30.00', '2000': '-40.00' })
  expect(code(await act(payment.id, 'unapply'))).toEqual([409, 'nothing-applied'])
  const chosen = { bills: [{ billId: bill.id, amount: '12.00' }] }
  expect((await act(payment.id, 'apply', chosen)).json()).toMatchObject({ openAmount: '18.00' })
  expect(code(await act(payment.id, 'apply', chosen))).toEqual([409, 'already-applied'])
})

test('a prepayment for an order settles the bills of that order as they are posted', async () => {
  const order = await fixture.received()
  const other = await fixture.received()
  const purchaseOrderId = order.id
  const early = await prepaid('25.00', { purchaseOrderId })
  const more = await prepaid('50.00', { purchaseOrderId })
  const apart = await fixture.entered({ lines: [fixture.lineOf(other)] })
  expect(apart).toMatchObject({ openAmount: '40.00' })
  const draft = await fixture.entered({ lines: [fixture.lineOf(order)], status: 'draft' })
  const bill = await fixture.billAct(draft.id, 'post')
  expect(bill.json<VendorBill>(), bill.body).toMatchObject({
    status: 'posted',
    openAmount: '0.00',
    settledAmount: '40.00',
  })
  expect((await read(early.id)).openAmount).toBe('0.00')
  expect((await read(more.id)).openAmount).toBe('35.00')
  const open = await get<VendorPayment[]>('vendor-payments?kind=prepayment&left=true')
  expect(open.map(({ id, orderNumber }) => [id, orderNumber])).toEqual([
    [more.id, order.orderNumber],
  ])
  expect(await get('vendor-payments?kind=prepayment&left=true&asOf=2026-03-01')).toEqual([])
  prizm.clock.now = new Date('2026-03-03T15:00:00Z')
  fixture.finance = await prizm.signIn('finance')
  const body = { amount: '35.00', reason: 'Cancelled' }
  expect((await act(more.id, 'refund', body)).statusCode).toBe(200)
  const then = await get<VendorPayment[]>('vendor-payments?left=true&asOf=2026-03-02')
  expect(then.map(({ id, openAmount }) => [id, openAmount])).toEqual([[more.id, '35.00']])
  for (const [day, prepaid] of [
    ['2026-03-02', '35.00'],
    ['2026-03-03', '0.00'],
  ] as const) {
    // Sequential: one date after another.
    // oxlint-disable-next-line no-await-in-loop
    const [books] = await fixture.query(
      `select coalesce(sum(l.credit - l.debit), 0)::numeric(12, 2)::text as owed
       from journal_lines l join journal_entries e on e.id = l.entry_id
       where l.account = '2000' and e.posted_on <= '${day}'`,
    )
    // oxlint-disable-next-line no-await-in-loop
    expect(await get(`reports/ap-summary?asOf=${day}`)).toMatchObject({
      payablesBalance: books.owed,
      prepaid,
    })
  }
})

test('a vendor refunds part of a prepayment, but never more than its open amount', async () => {
  const payment = await prepaid('30.00')
  await fixture.posted()
  await act(payment.id, 'apply', { bills: [{ billId: 1, amount: '10.00' }] })
  const refund = (amount: string, more: object = {}) =>
    act(payment.id, 'refund', { amount, reason: 'Order was smaller', ...more })
  expect(code(await refund('20.01'))).toEqual([409, 'over-refunded'])
  expect((await refund('5.00', { receivedOn: '2026-03-03' })).statusCode).toBe(422)
  expect((await refund('5.00', { receivedOn: '2026-03-01' })).statusCode).toBe(422)
  expect((await refund('5.00', { reference: 'R-9' })).json()).toMatchObject({
    openAmount: '15.00',
    refunds: [{ amount: '5.00', receivedOn: '2026-03-02', reference: 'R-9' }],
  })
  expect(await fixture.balances()).toMatchObject({ '1000': '-25.00', '1300': '15.00' })
  const voided = await fixture.post(`/api/vendor-payments/${payment.id}/void`, fixture.finance, {
    reason: 'Wrong',
  })
  expect(code(voided)).toEqual([409, 'refunded'])
  const both = await Promise.all([refund('15.00'), refund('15.00')])
  expect(both.filter(({ statusCode }) => statusCode === 201 || statusCode === 200)).toHaveLength(1)
  expect((await read(payment.id)).openAmount).toBe('0.00')
})

test('reversing a refund that was never received restores the open amount', async () => {
  const payment = await prepaid('30.00')
  const refund = await act(payment.id, 'refund', { amount: '10.00', reason: 'Smaller order' })
  const [{ id: refundId } = { id: 0 }] = refund.json<VendorPaymentDetails>().refunds
  prizm.clock.now = new Date('2026-03-04T15:00:00Z')
  fixture.finance = await prizm.signIn('finance')
  const reverse = (more: object = {}) =>
    act(payment.id, 'reverse-refund', { refundId, reason: 'The check bounced', ...more })
  expect((await reverse({ refundId: refundId + 1 })).json()).toMatchObject({
    errors: [{ path: 'refundId' }],
  })
  const other = await prepaid('1.00', { paidOn: '2026-03-04' })
  const foreign = await act(other.id, 'reverse-refund', { refundId, reason: 'Wrong payment' })
  expect(foreign.statusCode).toBe(422)
  const both = await Promise.all([reverse(), reverse()])
  const [done, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode)
  expect([done?.statusCode, refused && code(refused)]).toEqual([200, [409, 'reversed']])
  expect(await read(payment.id)).toMatchObject({
    openAmount: '30.00',
    refunds: [
      { id: refundId, amount: '10.00', receivedOn: '2026-03-02', reversedOn: '2026-03-04' },
    ],
  })
  expect(await fixture.balances()).toEqual({ '1000': '-31.00', '1300': '31.00' })
  // The day before the reversal, the money still counted as refunded.
  const then = await get<VendorPayment[]>('vendor-payments?left=true&asOf=2026-03-03')
  expect(then.map(({ id, openAmount }) => [id, openAmount])).toEqual([[payment.id, '20.00']])
  const [written] = await fixture.query(
    `select reason from audit_log
     where entity = 'vendor_payment' and entity_id = ${payment.id} and action = 'reverse-refund'`,
  )
  expect(written).toEqual({ reason: 'The check bounced' })
  const again = await act(payment.id, 'refund', { amount: '30.00', reason: 'Cancelled' })
  expect(again.json(), again.body).toMatchObject({ openAmount: '0.00' })
  const refunds = again.json<VendorPaymentDetails>().refunds
  await act(payment.id, 'reverse-refund', { refundId: refunds[1]?.id, reason: 'Bounced too' })
  // Nothing was refunded any more, so the prepayment itself can be voided now.
  const voided = await fixture.post(`/api/vendor-payments/${payment.id}/void`, fixture.finance, {
    reason: 'Wrong',
  })
  expect(voided.json(), voided.body).toMatchObject({ status: 'void', openAmount: '0.00' })
})

test('a prepayment settles a bill on no day on which it settled another', async () => {
  const order = await fixture.received()
  const payment = await prepaid('40.00', { purchaseOrderId: order.id })
  await fixture.posted()
  await usedUntilMarch20(payment.id)
  const days = { docDate: '2026-03-08', postingDate: '2026-03-08' }
  const entered = await fixture.enter({ lines: [fixture.lineOf(order)], ...days }, fixture.finance)
  expect(entered.json(), entered.body).toMatchObject({
    status: 'posted',
    postedOn: '2026-03-08',
    openAmount: '0.00',
    settlements: [{ source: 'prepayment', amount: '40.00', appliedOn: '2026-03-21' }],
  })
  // March 10: the first bill is settled, the second is open. March 20: both are open.
  for (const [day, payablesBalance, rest] of [
    ['2026-03-10', '40.00', '0.00'],
    ['2026-03-20', '80.00', '40.00'],
    ['2026-03-21', '40.00', '0.00'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const [books] = await fixture.query(
      `select coalesce(sum(l.debit - l.credit), 0)::numeric(12, 2)::text as prepaid
       from journal_lines l join journal_entries e on e.id = l.entry_id
       where l.account = '1300' and e.posted_on <= '${day}'`,
    )
    expect(books.prepaid).toBe(rest)
    // oxlint-disable-next-line no-await-in-loop
    expect(await get(`reports/ap-summary?asOf=${day}`)).toMatchObject({
      payablesBalance,
      prepaid: rest,
    })
  }
})

test('a vendor refunds a prepayment on no day on which it was used or refunded', async () => {
  const payment = await prepaid('40.00')
  await fixture.posted()
  await usedUntilMarch20(payment.id)
  const refund = (receivedOn: string) =>
    act(payment.id, 'refund', { amount: '40.00', receivedOn, reason: 'Cancelled' })
  const early = await refund('2026-03-10')
  const message = 'Must not be before 3/20/2026, when its last application or refund was reversed'
  expect([early.statusCode, early.json()]).toMatchObject([
    422,
    { errors: [{ path: 'receivedOn', message }] },
  ])
  const taken = await refund('2026-03-20')
  expect(taken.json(), taken.body).toMatchObject({ openAmount: '0.00' })
  const [{ id: refundId } = { id: 0 }] = taken.json<VendorPaymentDetails>().refunds
  const reversed = await act(payment.id, 'reverse-refund', { refundId, reason: 'It bounced' })
  expect(reversed.json(), reversed.body).toMatchObject({ openAmount: '40.00' })
  await onDay('2026-03-22')
  expect((await refund('2026-03-20')).statusCode).toBe(422)
  expect((await refund('2026-03-21')).json()).toMatchObject({ openAmount: '0.00' })
})

test('voiding an incorrect prepayment reopens its bills', async () => {
  const order = await fixture.received()
  const payment = await prepaid('40.00', { purchaseOrderId: order.id })
  const bill = await fixture.entered({ lines: [fixture.lineOf(order)] })
  expect(bill.openAmount).toBe('0.00')
  const reason = { reason: 'Wrong vendor' }
  const voided = await fixture.post(
    `/api/vendor-payments/${payment.id}/void`,
    fixture.finance,
    reason,
  )
  expect(voided.json(), voided.body).toMatchObject({ status: 'void', openAmount: '0.00' })
  expect((await fixture.bill(bill.id)).openAmount).toBe('40.00')
  expect(await fixture.balances()).toMatchObject({ '2000': '-40.00' })
  expect(await fixture.balances()).not.toHaveProperty('1000')
})

test('a prepayment needs another user’s release, its vendor’s order and an amount', async () => {
  await prizm.call('PUT', '/api/settings', {
    as: await prizm.signIn('admin'),
    body: { sodMode: 'enforce' },
  })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const { id } = (await createPrepayment({ amount: '5.00' })).json<VendorPaymentDetails>()
  expect(code(await fixture.release(id, fixture.finance))).toEqual([403, 'self-approval'])
  expect((await createPrepayment({ amount: '0' })).statusCode).toBe(422)
  expect((await createPrepayment({ amount: '1.00', paidOn: '2026-03-03' })).statusCode).toBe(422)
  const { id: vendorId } = await prizm.builders.vendor({ vendorCode: 'V-77' })
  const order = await fixture.received()
  const foreign = await createPrepayment({ amount: '1.00', vendorId, purchaseOrderId: order.id })
  expect(foreign.json()).toMatchObject({ errors: [{ path: 'purchaseOrderId' }] })
  expect(code(await act(id, 'apply', {}))).toEqual([409, 'illegal-transition'])
  const usual = await fixture.prepare({ amount: '1.00' })
  expect(usual.statusCode).not.toBe(201)
})
