import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPaymentDetails } from '../contract.ts'

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

async function prepared(amount: string, as?: string): Promise<VendorPaymentDetails> {
  const bill = await fixture.posted()
  const answer = await fixture.prepare({ bills: [{ billId: bill.id, amount }] }, as)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const many = (ids: number[], as = fixture.colleague) =>
  fixture.post('/api/vendor-payments/bulk', as, { action: 'release', ids })

test('a bulk release reports the reason for each payment that cannot be released', async () => {
  const [one, two, gone] = [
    await prepared('40.00'),
    await prepared('30.00'),
    await prepared('5.00'),
  ]
  await fixture.post(`/api/vendor-payments/${gone.id}/void`, fixture.finance, {
    reason: 'Wrong vendor',
  })
  const answer = await many([gone.id, two.id, 777, one.id])
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    done: [one.id, two.id],
    kept: [
      { id: gone.id, reason: expect.stringMatching(`^${gone.paymentNumber}: .*void`) },
      { id: 777, reason: 'That record was not found' },
    ],
  })
  expect((await fixture.balances())['1000']).toBe('-70.00')
})

test('a bulk release skips payments that the user prepared', async () => {
  await fixture.set({ sodMode: 'enforce' })
  const own = await prepared('40.00', fixture.colleague)
  const otherPayment = await prepared('30.00')
  expect((await many([own.id, otherPayment.id])).json()).toEqual({
    done: [otherPayment.id],
    kept: [
      {
        id: own.id,
        reason: `${own.paymentNumber}: You entered this, so another person must release it`,
      },
    ],
  })
  expect((await fixture.balances())['1000']).toBe('-30.00')
})

test('a bill in two prepared payments is not overpaid', async () => {
  const bill = await fixture.posted()
  const parts = [{ billId: bill.id, amount: '20.00' }]
  const ids: number[] = []
  for (const _ of [1, 2]) ids.push((await fixture.prepare({ bills: parts })).json().id)
  await fixture.query(`update vendor_payment_lines set amount = '30.00'`)
  await fixture.query(`update vendor_payments set amount = '30.00'`)
  const { done, kept } = (await many(ids)).json()
  expect(done).toEqual(ids.slice(0, 1))
  expect(kept[0].reason).toContain('is more than the open amount of bill')
  expect(await fixture.bill(bill.id)).toMatchObject({ standing: 'part-paid', openAmount: '10.00' })
})

test('concurrent bulk releases of the same payments release each payment once', async () => {
  const ids = [(await prepared('40.00')).id, (await prepared('30.00')).id]
  const all = await Promise.all([many(ids), many(ids.toReversed(), fixture.third)])
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const done = all.flatMap((answer) => answer.json<{ done: number[] }>().done)
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
  expect((await fixture.balances())['1000']).toBe('-70.00')
})

test('buyers may not release payments', async () => {
  expect((await many([1], fixture.buyer)).statusCode).toBe(403)
})

test('a bulk release is posted on its posting date; a refused payment is untouched', async () => {
  const lines = [fixture.lineOf(await fixture.received())]
  const bill = await fixture.entered({ lines, docDate: '2026-02-05', postingDate: '2026-02-10' })
  const partOf = async (amount: string, paidOn: string) => {
    const answer = await fixture.prepare({ bills: [{ billId: bill.id, amount }], paidOn })
    return answer.json<VendorPaymentDetails>().id
  }
  const id = await partOf('15.00', '2026-02-12')
  const late = await partOf('25.00', '2026-02-27')
  const release = (postedOn: string) => {
    const body = { action: 'release', ids: [id, late], postedOn }
    return fixture.post('/api/vendor-payments/bulk', fixture.colleague, body)
  }
  const future = await release('2026-03-03')
  expect([future.statusCode, future.json().errors[0]]).toMatchObject([
    422,
    { path: 'postedOn', message: 'Must not be in the future' },
  ])
  expect((await release('2026-02-20')).json()).toEqual({
    done: [id],
    kept: [{ id: late, reason: expect.stringContaining('Must not be before 2/27/2026') }],
  })
  const posted = `select source_id as id, posted_on::text as day from journal_entries
                  where source = 'vendor_payment'`
  expect(await fixture.query(posted)).toEqual([{ id, day: '2026-02-20' }])
  // Nothing of the refused payment was written.
  expect(await fixture.broken()).toEqual([])
  expect(await fixture.bill(bill.id)).toMatchObject({ openAmount: '25.00' })
  await closeMonth(fixture.query, 202602)
  const closed = await release('2026-02-28')
  expect([closed.statusCode, closed.json().code]).toEqual([409, 'period-closed'])
  expect(await fixture.query(posted)).toHaveLength(1)
})
