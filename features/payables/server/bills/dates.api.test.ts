import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesDesk } from '../testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof payablesDesk>>

// The test clock is at 2026-03-02.
beforeEach(async () => {
  prizm = await startTestApp()
  desk = await payablesDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

const future = (path: string) => ({
  status: 422,
  errors: [{ path, message: 'Must not be in the future' }],
})

test('a vendor payment dated in the future is refused; one dated today is accepted', async () => {
  const bill = await desk.posted()
  const bills = [{ billId: bill.id, amount: '40.00' }]
  const late = await desk.prepare({ bills, paidOn: '2026-04-11' })
  expect(late.json()).toMatchObject(future('paidOn'))
  expect((await desk.prepare({ bills, paidOn: '2026-03-03' })).statusCode).toBe(422)
  expect(await desk.query('select count(*)::int as n from vendor_payments')).toEqual([{ n: 0 }])
  expect((await desk.prepare({ bills, paidOn: '2026-03-02' })).statusCode).toBe(201)
})

test('a bill dated in the future is refused, as a draft and on update too', async () => {
  const lines = [desk.lineOf(await desk.received())]
  for (const status of ['draft', 'posted']) {
    // Sequential: one status after the other.
    // oxlint-disable-next-line no-await-in-loop
    const late = await desk.enter({ lines, status, docDate: '2026-04-11' })
    expect(late.json()).toMatchObject(future('docDate'))
  }
  const draft = await desk.entered({ lines, status: 'draft' })
  const url = `/api/vendor-bills/${draft.id}`
  const { billNumber, vendorId } = draft
  const body = { billNumber, vendorId, lines, docDate: '2026-03-03' }
  const changed = await prizm.call('PUT', url, { as: desk.finance, body })
  expect(changed.json()).toMatchObject(future('docDate'))
  expect(await desk.query('select status, doc_date from vendor_bills')).toEqual([
    { status: 'draft', doc_date: '2026-03-01' },
  ])
})

test('a credit note of a vendor dated in the future is refused', async () => {
  const note = { creditNumber: 'CN-1', amount: '5.00', account: 'priceVariance', reason: 'Price' }
  const body = { ...note, vendorId: desk.vendorId, postedOn: '2026-04-11' }
  const late = await desk.post('/api/vendor-credits', desk.finance, body)
  expect(late.json()).toMatchObject(future('postedOn'))
  expect(await desk.balances()).toEqual({})
})

test('an incorrect credit note is voided once, with its reason', async () => {
  const note = { creditNumber: 'CN-1', amount: '5.00', account: 'priceVariance', reason: 'Price' }
  const body = { ...note, vendorId: desk.vendorId }
  const { id } = (await desk.post('/api/vendor-credits', desk.finance, body)).json<{ id: number }>()
  expect(await desk.balances()).toEqual({ '2000': '5.00', '5100': '-5.00' })
  const voided = (as = desk.finance) =>
    desk.post(`/api/vendor-credits/${id}/void`, as, { reason: 'It was 50.00' })
  expect((await voided(desk.warehouse)).statusCode).toBe(403)
  const bill = await desk.posted()
  const bills = [{ billId: bill.id, amount: '5.00' }]
  await desk.post(`/api/vendor-credits/${id}/apply`, desk.finance, { bills })
  expect((await voided()).json()).toMatchObject({
    status: 409,
    detail: 'Credit CN-1 is applied to a bill. Reverse that first',
  })
  await desk.post(`/api/vendor-credits/${id}/unapply`, desk.finance)
  const answer = await voided()
  expect(answer.json()).toMatchObject({
    status: 'void',
    voidedOn: '2026-03-02',
    amount: '5.00',
    openAmount: '0.00',
  })
  expect(await desk.balances()).toEqual({ '1200': '40.00', '2000': '-40.00' })
  expect((await voided()).json()).toMatchObject({ status: 409, detail: 'Credit CN-1 is void' })
  const history = `select to_status as "to", reason from audit_log
                   where entity = 'vendor_credit' and action = 'void'`
  expect(await desk.query(history)).toEqual([{ to: 'void', reason: 'It was 50.00' }])
  const again = await desk.post('/api/vendor-credits', desk.finance, { ...body, amount: '50.00' })
  expect(again.statusCode).toBe(201)
})
