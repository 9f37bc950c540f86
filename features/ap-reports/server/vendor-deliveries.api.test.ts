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

let lastAuditId = 0

/** Moves the clock to the day, where a session of the role is new. */
async function on(day: string, role: string): Promise<string> {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  return prizm.signIn(role)
}

/** Sets the history time of all changes since the previous call to the clock. */
async function dated(): Promise<void> {
  const moment = prizm.clock.now.toISOString()
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where entity = 'purchase_order' and id > ${lastAuditId};
     update purchase_orders set updated_at = '${moment}'; commit`,
  )
  lastAuditId = (await fixture.query('select max(id)::int as id from audit_log'))[0].id
}

test('a past day has what was received and billed by then, and the status of its end', async () => {
  lastAuditId = 0
  const form = { items: fixture.lines(), status: 'submitted', expectedDate: '2026-04-10' }
  const order = await fixture.made(form)
  await fixture.act(order.id, 'approve', fixture.manager)
  await dated()
  const receive = async (day: string, quantity: number) => {
    const as = await on(day, 'warehouse')
    const items = [{ itemId: order.items[0]?.id, quantity }]
    const answer = await fixture.act(order.id, 'receive', as, { items })
    expect(answer.statusCode, answer.body).toBe(200)
    await dated()
  }
  await receive('2026-04-05', 4)
  await receive('2026-04-20', 6)
  const finance = await on('2026-04-21', 'finance')
  fixture = { ...fixture, finance }
  const lines = [fixture.lineOf(order, 10, '4.05')]
  const bill = await fixture.enter({ billNumber: 'B-9', docDate: '2026-04-21', lines }, finance)
  expect([bill.statusCode, bill.json().status]).toEqual([201, 'posted'])
  // April 15 is five days after the expected date.
  expect(await deliveries('&asOf=2026-04-15')).toMatchObject([
    {
      receipts: 1,
      lastOn: '2026-04-05',
      ordered: 10,
      received: 4,
      isOver: false,
      isInFull: false,
      daysLate: 5,
      billNumbers: null,
      billed: '0.00',
      priceVariance: '0.00',
    },
  ])
  expect(await deliveries('&asOf=2026-04-08')).toMatchObject([{ received: 4, daysLate: 0 }])
  expect(await deliveries('&asOf=2026-04-04')).toEqual([])
  // The last six came on April 20; 10 × 0.05 more were billed the day after.
  const complete = { receipts: 2, received: 10, isOver: true, isInFull: true, daysLate: 10 }
  expect(await deliveries('&asOf=2026-04-20')).toMatchObject([{ ...complete, billed: '0.00' }])
  expect(await deliveries()).toMatchObject([
    { ...complete, billNumbers: 'B-9', billed: '40.50', priceVariance: '0.50' },
  ])
})

test('a past day has its expected date, and receipts that were reversed later', async () => {
  lastAuditId = 0
  const form = { items: fixture.lines(), status: 'submitted', expectedDate: '2026-03-01' }
  const order = await fixture.made({ ...form, orderDate: '2026-02-20' })
  await fixture.act(order.id, 'approve', fixture.manager)
  await fixture.act(order.id, 'receive', fixture.warehouse, {
    items: [{ itemId: order.items[0]?.id, quantity: 10 }],
  })
  await dated()
  const warehouse = await on('2026-03-20', 'warehouse')
  const [receipt] = await fixture.query('select max(id) as id from receipts')
  const reason = { reason: 'Another order' }
  const answer = await fixture.post(`/api/receipts/${receipt.id}/reverse`, warehouse, reason)
  expect(answer.statusCode, answer.body).toBe(200)
  const changed = await prizm.call('PUT', `/api/purchase-orders/${order.id}`, {
    as: await prizm.signIn('purchasing'),
    body: { expectedDate: '2026-05-01' },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  await dated()
  fixture = { ...fixture, finance: await prizm.signIn('finance') }
  // Received on March 2, a day late.
  expect(await deliveries('&asOf=2026-03-10')).toMatchObject([
    { expectedDate: '2026-03-01', received: 10, isOver: true, isInFull: true, daysLate: 1 },
  ])
  expect(await deliveries()).toEqual([])
})
