import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

// The test clock is at 2026-03-02.
beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const future = (path: string) => ({
  status: 422,
  errors: [{ path, message: 'Must not be in the future' }],
})

test('a vendor payment dated in the future is refused; one dated today is accepted', async () => {
  const bill = await fixture.posted()
  const bills = [{ billId: bill.id, amount: '40.00' }]
  const late = await fixture.prepare({ bills, paidOn: '2026-04-11' })
  expect(late.json()).toMatchObject(future('paidOn'))
  expect((await fixture.prepare({ bills, paidOn: '2026-03-03' })).statusCode).toBe(422)
  expect(await fixture.query('select count(*)::int as n from vendor_payments')).toEqual([{ n: 0 }])
  expect((await fixture.prepare({ bills, paidOn: '2026-03-02' })).statusCode).toBe(201)
})

test('a bill dated in the future is refused, as a draft and on update too', async () => {
  const lines = [fixture.lineOf(await fixture.received())]
  for (const status of ['draft', 'posted']) {
    // Sequential: one status after the other.
    // oxlint-disable-next-line no-await-in-loop
    const late = await fixture.enter({ lines, status, docDate: '2026-04-11' })
    expect(late.json()).toMatchObject(future('docDate'))
  }
  const draft = await fixture.entered({ lines, status: 'draft' })
  const url = `/api/vendor-bills/${draft.id}`
  const { billNumber, vendorId } = draft
  const body = { billNumber, vendorId, lines, docDate: '2026-03-03' }
  const changed = await prizm.call('PUT', url, { as: fixture.finance, body })
  expect(changed.json()).toMatchObject(future('docDate'))
  expect(await fixture.query('select status, doc_date from vendor_bills')).toEqual([
    { status: 'draft', doc_date: '2026-03-01' },
  ])
})

test('a credit note of a vendor dated in the future is refused', async () => {
  const note = { creditNumber: 'CN-1', amount: '5.00', account: 'priceVariance', reason: 'Price' }
  const body = { ...note, vendorId: fixture.vendorId, postedOn: '2026-04-11' }
  const late = await fixture.post('/api/vendor-credits', fixture.finance, body)
  expect(late.json()).toMatchObject(future('postedOn'))
  expect(await fixture.balances()).toEqual({})
})
