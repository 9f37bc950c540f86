import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import type { VendorCredit } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPaymentDetails } from '../contract.ts'
import { vendorPaymentFlow } from '../rules.ts'

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

async function prepared(fields: object): Promise<VendorPaymentDetails> {
  const answer = await fixture.prepare(fields)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

describe('a payment', () => {
  test('is prepared by one user and released by another, and the bill is paid', async () => {
    const bill = await fixture.posted()
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    expect(draft).toMatchObject({ status: 'draft', amount: '40.00', billNumbers: bill.billNumber })
    expect(await fixture.bill(bill.id)).toMatchObject({ standing: 'open', plannedAmount: '40.00' })
    const done = await fixture.release(draft.id)
    expect(done.json()).toMatchObject({ status: 'posted', bills: [{ appliedOn: '2026-03-02' }] })
    expect(await fixture.bill(bill.id)).toMatchObject({
      standing: 'paid',
      openAmount: '0.00',
      settlements: [{ source: 'payment', amount: '40.00' }],
    })
    expect(await fixture.balances()).toEqual({ '1000': '-40.00', '1200': '40.00' })
  })

  test('may be partial, paying the bills with the earliest due date first', async () => {
    const later = await fixture.posted(10, { dueDate: '2026-03-20' })
    const sooner = await fixture.posted(10, { dueDate: '2026-03-10' })
    const draft = await prepared({ amount: '50.00' })
    expect(draft.bills).toMatchObject([
      { billId: sooner.id, amount: '40.00' },
      { billId: later.id, amount: '10.00' },
    ])
    await fixture.release(draft.id)
    expect(await fixture.bill(later.id)).toMatchObject({
      standing: 'part-paid',
      openAmount: '30.00',
    })
  })

  test('without an amount pays what is due by the pay date', async () => {
    const due = await fixture.posted(10, { docDate: '2026-01-01' })
    await fixture.posted(10)
    expect((await prepared({})).bills).toMatchObject([{ billId: due.id }])
    const nothing = await fixture.prepare({})
    expect(nothing.json()).toMatchObject({ status: 409, code: 'nothing-to-pay' })
  })

  test('may use the agreed early-payment discount, but not after its date', async () => {
    await fixture.query(`update vendors set payment_terms = '2/10 net 30'`)
    const bill = await fixture.posted(10, { taxAmount: '10.00' })
    expect(bill).toMatchObject({ discountDate: '2026-03-11', discountAmount: '0.80' })
    const bills = [{ billId: bill.id, amount: '49.20', discount: '0.80' }]
    const now = prizm.clock.now
    prizm.clock.now = new Date('2026-03-12T15:00:00Z')
    const late = await fixture.prepare({ bills, paidOn: '2026-03-12' })
    expect(late.json().errors).toMatchObject([{ path: 'bills.0.discount' }])
    prizm.clock.now = now
    const greedy = [{ billId: bill.id, amount: '49.19', discount: '0.81' }]
    expect((await fixture.prepare({ bills: greedy })).statusCode).toBe(422)
    await fixture.release((await prepared({ bills })).id)
    expect(await fixture.bill(bill.id)).toMatchObject({ standing: 'paid' })
    expect(await fixture.balances()).toEqual({
      '1000': '-49.20',
      '1200': '40.00',
      '5000': '10.00',
      '5050': '-0.80',
    })
  })

  test('released by its preparer is recorded as a waiver, or refused', async () => {
    const bill = await fixture.posted()
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    await fixture.set({ sodMode: 'enforce' })
    expect((await fixture.release(draft.id, fixture.finance)).json()).toMatchObject({
      status: 403,
      code: 'self-approval',
    })
    await fixture.set({ sodMode: 'record' })
    expect((await fixture.release(draft.id, fixture.finance)).json()).toMatchObject({
      status: 'posted',
      waivers: [{ controls: ['self-release'] }],
    })
  })

  test('cannot be released by a user who recently changed the vendor’s terms', async () => {
    const admin = await prizm.signIn('admin')
    const url = `/api/vendors/${fixture.vendorId}`
    const vendor = (await prizm.call('GET', url, { as: admin })).json()
    const body = { ...vendor, paymentTerms: 'net-10' }
    expect((await prizm.call('PUT', url, { as: admin, body })).statusCode).toBe(200)
    const bill = await fixture.posted()
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    await fixture.set({ sodMode: 'enforce' })
    expect((await fixture.release(draft.id, admin)).json()).toMatchObject({ code: 'vendor-edited' })
  })

  test('is released once by concurrent requests', async () => {
    const bill = await fixture.posted()
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    const all = await Promise.all([1, 2, 3].map(() => fixture.release(draft.id)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect((await fixture.balances())['1000']).toBe('-40.00')
  })

  test('never exceeds the open amount, even for two concurrent preparations', async () => {
    const bill = await fixture.posted()
    const bills = [{ billId: bill.id, amount: '30.00' }]
    const both = await Promise.all([1, 2].map(() => fixture.prepare({ bills })))
    expect(countsOf(both)).toEqual({ 201: 1, 409: 1 })
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'over-application' })
  })

  test('and a credit applied concurrently never exceed the open amount', async () => {
    const bill = await fixture.posted()
    const credit = await creditOf(8)
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    const bills = [{ billId: bill.id, amount: '30.00' }]
    const both = await Promise.all([
      fixture.release(draft.id),
      fixture.post(`/api/vendor-credits/${credit.id}/apply`, fixture.finance, { bills }),
    ])
    expect(countsOf(both)).toEqual({ 200: 1, 409: 1 })
  })

  test('that is voided reopens its bills', async () => {
    const bill = await fixture.posted()
    const draft = await prepared({ bills: [{ billId: bill.id, amount: '40.00' }] })
    await fixture.release(draft.id)
    const held = await fixture.billAct(bill.id, 'void')
    expect(held.json()).toMatchObject({ status: 409, code: 'bill-settled' })
    const url = `/api/vendor-payments/${draft.id}/void`
    const done = await fixture.post(url, fixture.finance, { reason: 'Check was lost' })
    expect(done.json()).toMatchObject({ status: 'void', bills: [{ reversedOn: '2026-03-02' }] })
    expect(await fixture.bill(bill.id)).toMatchObject({ standing: 'open', openAmount: '40.00' })
    expect(await fixture.balances()).toEqual({ '1200': '40.00', '2000': '-40.00' })
  })

  test('for an unposted bill, a bill of another vendor or zero is refused', async () => {
    const blocked = await fixture.entered({
      lines: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    })
    const bills = [{ billId: blocked.id, amount: '1.00' }]
    expect((await fixture.prepare({ bills })).json()).toMatchObject({ code: 'bill-not-posted' })
    const bill = await fixture.posted()
    const vendorId = (await prizm.builders.vendor()).id
    const foreign = { vendorId, bills: [{ billId: bill.id, amount: '1.00' }] }
    expect((await fixture.prepare(foreign)).statusCode).toBe(422)
    const zero = { bills: [{ billId: bill.id, amount: '0' }] }
    expect((await fixture.prepare(zero)).statusCode).toBe(422)
    expect((await fixture.prepare({ bills: [{ billId: 999, amount: '1' }] })).statusCode).toBe(422)
    expect((await fixture.prepare({ amount: '40.01' })).json()).toMatchObject({
      code: 'over-application',
    })
  })
})

/** A vendor credit for units at 4.00 that were billed and returned. */
async function creditOf(quantity: number): Promise<VendorCredit> {
  const order = await fixture.received(100)
  const billed = await fixture.entered({
    lines: [fixture.lineOf(order, 100)],
    dueDate: '2026-12-31',
  })
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const form = { type: 'rtv', originalOrderId: order.id, reason: 'Broken', items }
  const made = (await fixture.post('/api/returns', fixture.buyer, form)).json<{ id: number }>()
  for (const verb of ['approve', 'ship']) {
    const answer = await fixture.post(`/api/returns/${made.id}/${verb}`, fixture.manager)
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  await fixture.post(`/api/returns/${made.id}/complete`, fixture.finance)
  const paymentRequest = { bills: [{ billId: billed.id, amount: billed.totalAmount }] }
  await fixture.release((await fixture.prepare(paymentRequest)).json<{ id: number }>().id)
  const found = await prizm.call('GET', '/api/vendor-credits', { as: fixture.finance })
  return found.json<VendorCredit[]>()[0] as VendorCredit
}

describe('a vendor’s credit', () => {
  test('is created for returned goods and applied to bills, and can be unapplied', async () => {
    const credit = await creditOf(3)
    expect(credit).toMatchObject({ amount: '12.00', openAmount: '12.00' })
    expect(await fixture.balances()).toEqual({
      '1000': '-400.00',
      '1200': '388.00',
      '2000': '12.00',
    })
    const bill = await fixture.posted()
    const url = `/api/vendor-credits/${credit.id}`
    const applied = await fixture.post(`${url}/apply`, fixture.finance, {})
    expect(applied.json()).toMatchObject({ openAmount: '0.00', version: 2 })
    expect(await fixture.bill(bill.id)).toMatchObject({ openAmount: '28.00' })
    const again = await fixture.post(`${url}/apply`, fixture.finance, {})
    expect(again.json()).toMatchObject({ status: 409, code: 'nothing-to-apply' })
    expect((await fixture.post(`${url}/unapply`, fixture.finance)).json()).toMatchObject({
      openAmount: '12.00',
    })
    expect(await fixture.bill(bill.id)).toMatchObject({ openAmount: '40.00' })
  })
})

test('the database enforces the same payment transitions as the rules', async () => {
  const found = await fixture.query(
    `select from_status || ' to ' || to_status as step from payable_transitions
     where entity = 'vendor_payment'`,
  )
  const steps = Object.entries(vendorPaymentFlow).flatMap(([from, verbs]) =>
    Object.values(verbs).map((to) => `${from} to ${String(to)}`),
  )
  expect(new Set(found.map(({ step }) => step))).toEqual(new Set([' to draft', ...steps]))
})
