import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'

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

const deliveries = async (query = '') => {
  const url = `/api/reports/vendor-deliveries?vendorId=${fixture.vendorId}&limit=9${query}`
  return (await prizm.call('GET', url, { as: fixture.finance })).json()
}

test('deliveries show lateness, completeness and price variance per order', async () => {
  const order = await fixture.received(10, 4)
  await fixture.query(`update purchase_orders set expected_date = '2026-02-27'`)
  const line = { ...fixture.lineOf(order, 4, '4.05') }
  await fixture.entered({ billNumber: 'B-9', lines: [line] })
  expect(await deliveries()).toMatchObject([
    {
      orderNumber: order.orderNumber,
      receipts: 1,
      lastOn: '2026-03-02',
      ordered: 10,
      received: 4,
      isOver: false,
      isInFull: false,
      daysLate: 3,
      billNumbers: 'B-9',
      billed: '16.20',
      priceVariance: '0.20',
    },
  ])
  expect(await deliveries('&short=true')).toEqual([])
  await fixture.act(order.id, 'close', fixture.buyer, { reason: 'The rest will not come' })
  expect(await deliveries('&short=true&late=true')).toHaveLength(1)
})

test('an order without receipts or without an expected date is not late', async () => {
  await fixture.approved()
  await fixture.received(5)
  expect(await deliveries()).toMatchObject([
    { daysLate: null, isInFull: true, isOver: true, billed: '0.00', priceVariance: '0.00' },
  ])
})
