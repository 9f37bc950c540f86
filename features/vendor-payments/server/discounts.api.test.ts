import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPaymentDetails } from '../contract.ts'

// The early-payment discount of bills, with combinations of partial payments and credits. All bills
// are dated 2026-03-01 with terms 2/10 net 30; today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  await fixture.query(`update vendors set payment_terms = '2/10 net 30'`)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** A posted bill without an order, released by a second user. */
async function billed(unitPrice: string, fields: object = {}) {
  const lines = [{ description: 'Cartons', quantity: 1, unitPrice, account: 'costOfGoods' }]
  const bill = await fixture.entered({ lines, ...fields })
  await fixture.billAct(bill.id, 'release', fixture.colleague)
  await fixture.billAct(bill.id, 'release', fixture.third)
  const posted = await fixture.bill(bill.id)
  expect(posted.status).toBe('posted')
  return posted
}
const prepare = async (billId: number, amount: string, discount = '0') => {
  const answer = await fixture.prepare({ bills: [{ billId, amount, discount }] })
  const { id, errors } = answer.json<VendorPaymentDetails & { errors?: { message: string }[] }>()
  return { id, status: answer.statusCode, message: errors?.[0]?.message }
}
const pay = async (billId: number, amount: string, discount = '0') => {
  const { id, status, message } = await prepare(billId, amount, discount)
  if (status !== 201) return message
  const released = await fixture.release(id)
  return released.statusCode === 200 ? 'paid' : released.json<{ code: string }>().code
}
let count = 0
/** Settles part of a bill with a vendor credit. */
const credit = async (billId: number, amount: string) => {
  const note = { vendorId: fixture.vendorId, creditNumber: `CN-${++count}`, account: 'costOfGoods' }
  const body = { ...note, amount, reason: 'Too dear' }
  const made = await fixture.post('/api/vendor-credits', fixture.finance, body)
  expect(made.statusCode, made.body).toBe(201)
  const url = `/api/vendor-credits/${made.json<{ id: number }>().id}/apply`
  const applied = await fixture.post(url, fixture.finance, { bills: [{ billId, amount }] })
  expect(applied.statusCode, applied.body).toBe(200)
}

test('a bill without an order has the discount on all its goods, without the tax', async () => {
  const bill = await billed('1000.00', { taxAmount: '80.00' })
  expect(bill).toMatchObject({ discountDate: '2026-03-11', discountAmount: '20.00' })
  expect(await pay(bill.id, '1060.00', '20.00')).toBe('paid')
  expect(await fixture.balances()).toEqual({
    '1000': '-1060.00',
    '5000': '1080.00',
    '5050': '-20.00',
  })
})

test('a bill paid in three parts gets a discount of 20.00 in total, not 60.00', async () => {
  const { id } = await billed('1000.00')
  expect(await pay(id, '300.00', '12.00')).toBe('paid')
  expect(await pay(id, '300.00', '8.01')).toMatch(/is 8.00$/)
  expect(await pay(id, '300.00', '8.00')).toBe('paid')
  expect(await pay(id, '300.00', '0.01')).toMatch(/is 0.00$/)
  expect(await pay(id, '380.00')).toBe('paid')
  expect(await fixture.bill(id)).toMatchObject({ standing: 'paid', openAmount: '0.00' })
})

test('a credit of 900.00 on 1,000.00 leaves a discount of 2.00', async () => {
  const { id, discountLeft } = await billed('1000.00')
  expect(discountLeft).toBe('20.00')
  await credit(id, '900.00')
  expect(await fixture.bill(id)).toMatchObject({ discountAmount: '20.00', discountLeft: '2.00' })
  expect(await pay(id, '97.99', '2.01')).toMatch(/is 2.00$/)
  expect(await pay(id, '98.00', '2.00')).toBe('paid')
})

test('prepared payments use up the discount, and a voided payment restores it', async () => {
  const { id } = await billed('1000.00')
  const first = await prepare(id, '100.00', '15.00')
  expect(await fixture.bill(id)).toMatchObject({ discountLeft: '5.00' })
  expect((await prepare(id, '100.00', '5.01')).message).toMatch(/is 5.00$/)
  await fixture.release(first.id)
  await fixture.post(`/api/vendor-payments/${first.id}/void`, fixture.finance, {
    reason: 'Wrong bank',
  })
  expect(await fixture.bill(id)).toMatchObject({ discountLeft: '20.00' })
  expect(await pay(id, '980.00', '20.00')).toBe('paid')
  const rows = await fixture.query('select discount_percent::text as percent from vendor_bills')
  expect(rows).toEqual([{ percent: '2.00' }])
})

test('the list of bills shows the remaining discount of each', async () => {
  const { id } = await billed('1000.00')
  const none = await billed('50.00')
  await credit(id, '900.00')
  await pay(none.id, '49.00', '1.00')
  const list = await prizm.call('GET', '/api/vendor-bills?sort=id', { as: fixture.finance })
  type Row = { discountLeft: string }
  expect(list.json<Row[]>().map((bill) => bill.discountLeft)).toEqual(['2.00', '0.00'])
})

test('releasing a prepared discount is refused if a credit has used it up', async () => {
  const { id } = await billed('1000.00')
  const prepared = await prepare(id, '80.00', '20.00')
  await credit(id, '900.00')
  const refused = await fixture.release(prepared.id)
  expect(refused.json()).toMatchObject({ status: 409, code: 'discount-not-allowed' })
  await fixture.post(`/api/vendor-payments/${prepared.id}/void`, fixture.finance, {
    reason: 'Less',
  })
  expect(await pay(id, '98.00', '2.00')).toBe('paid')
})
