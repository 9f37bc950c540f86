import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '../testing.ts'

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

test('an incorrect credit note is voided once, with its reason', async () => {
  const note = { creditNumber: 'CN-1', amount: '5.00', account: 'priceVariance', reason: 'Price' }
  const body = { ...note, vendorId: fixture.vendorId }
  const { id } = (await fixture.post('/api/vendor-credits', fixture.finance, body)).json<{
    id: number
  }>()
  expect(await fixture.balances()).toEqual({ '2000': '5.00', '5100': '-5.00' })
  const voided = (as = fixture.finance) =>
    fixture.post(`/api/vendor-credits/${id}/void`, as, { reason: 'It was 50.00' })
  expect((await voided(fixture.warehouse)).statusCode).toBe(403)
  const bill = await fixture.posted()
  const bills = [{ billId: bill.id, amount: '5.00' }]
  await fixture.post(`/api/vendor-credits/${id}/apply`, fixture.finance, { bills })
  expect((await voided()).json()).toMatchObject({
    status: 409,
    detail: 'Credit CN-1 is applied to a bill. Reverse that first',
  })
  await fixture.post(`/api/vendor-credits/${id}/unapply`, fixture.finance)
  const answer = await voided()
  expect(answer.json()).toMatchObject({
    status: 'void',
    voidedOn: '2026-03-02',
    amount: '5.00',
    openAmount: '0.00',
  })
  expect(await fixture.balances()).toEqual({ '1200': '40.00', '2000': '-40.00' })
  expect((await voided()).json()).toMatchObject({ status: 409, detail: 'Credit CN-1 is void' })
  const history = `select to_status as "to", reason from audit_log
                   where entity = 'vendor_credit' and action = 'void'`
  expect(await fixture.query(history)).toEqual([{ to: 'void', reason: 'It was 50.00' }])
  const again = await fixture.post('/api/vendor-credits', fixture.finance, {
    ...body,
    amount: '50.00',
  })
  expect(again.statusCode).toBe(201)
})
