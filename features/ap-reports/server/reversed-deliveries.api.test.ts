import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { ApDocument, DeliveryTrend, VendorPerformance } from '../contract.ts'

// A receipt that completed an order is reversed: the vendor list and the vendor report forget the
// delivery, and a day before the reversal still has it.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>
let lastAuditId = 0

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
  lastAuditId = 0
})
afterEach(() => prizm.close())

const get = async <A>(path: string): Promise<A> =>
  (await prizm.call('GET', path, { as: fixture.buyer })).json<A>()
const performance = async (query: string) =>
  (await get<VendorPerformance[]>(`/api/reports/ap-vendors?${query}`))[0]

/** The on-time percentage in the list of vendors, and in the report as of the real day. */
async function onTime() {
  const [{ day }] = await fixture.query('select business_day(now())::text as day')
  const [listed] = await get<{ onTimePercent: string | null }[]>('/api/vendors?limit=5')
  return [listed?.onTimePercent, (await performance(`asOf=${day}`))?.onTimePercent ?? null]
}

/** An order with the status that its steps lead to. A negative expected day is in the past. */
async function ordered(number: string, expectedIn: number): Promise<number> {
  const [{ id }] = await fixture.query(
    `insert into purchase_orders (order_number, vendor_id, status, order_date, expected_date,
       total_amount, header_only, created_by)
     select '${number}', ${fixture.vendorId}, 'approved', '2020-01-01',
       business_day(now()) + ${expectedIn}, 5, true, min(id) from users returning id`,
  )
  return id
}
const statusAfter = { receive: 'received', close: 'received', 'reverse-receipt': 'approved' }
async function step(id: number, action: keyof typeof statusAfter, daysAgo: number) {
  const to = statusAfter[action]
  const from = to === 'received' ? 'approved' : 'received'
  await fixture.query(`update purchase_orders set status = '${to}' where id = ${id}`)
  await fixture.query(
    `insert into audit_log (entity, entity_id, action, from_status, to_status, at)
     values ('purchase_order', ${id}, '${action}', '${from}', '${to}',
       (business_day(now()) - ${daysAgo} + time '15:00') at time zone 'UTC')`,
  )
}
const counts = () =>
  fixture.query(
    `select business_day(now()) - day as ago, orders_before, on_time_before, orders, on_time
     from vendor_deliveries order by day`,
  )

test('a reversed delivery is in no on-time percentage until the order is complete', async () => {
  const id = await ordered('PO-A', -20)
  await step(id, 'receive', 25)
  expect(await onTime()).toEqual(['100.0', '100.0'])
  await step(id, 'reverse-receipt', 24)
  expect(await onTime()).toEqual([null, null])
  await step(id, 'receive', 10)
  expect(await onTime()).toEqual(['0.0', '0.0'])
})

test('a reversal takes its delivery out of the counts of later days', async () => {
  const early = await ordered('PO-A', -20)
  const other = await ordered('PO-B', -20)
  await step(early, 'receive', 25)
  await step(other, 'receive', 15)
  expect(await onTime()).toEqual(['50.0', '50.0'])
  await step(early, 'reverse-receipt', 5)
  expect(await onTime()).toEqual(['0.0', '0.0'])
  expect(await counts()).toEqual([
    { ago: 25, orders_before: 0, on_time_before: 0, orders: 0, on_time: 0 },
    { ago: 15, orders_before: 0, on_time_before: 0, orders: 1, on_time: 0 },
  ])
  await step(other, 'reverse-receipt', 4)
  expect(await onTime()).toEqual([null, null])
})

test('an order that was closed short takes no delivery back when it is opened again', async () => {
  const other = await ordered('PO-A', -20)
  const short = await ordered('PO-B', 20)
  await step(other, 'receive', 15)
  await step(short, 'receive', 14)
  expect(await onTime()).toEqual(['50.0', '50.0'])
  await step(short, 'reverse-receipt', 13)
  await step(short, 'close', 12)
  expect(await onTime()).toEqual(['0.0', '0.0'])
  await step(short, 'reverse-receipt', 11)
  expect(await onTime()).toEqual(['0.0', '0.0'])
  await step(short, 'receive', 10)
  expect(await onTime()).toEqual(['50.0', '50.0'])
  expect(await counts()).toEqual([
    { ago: 15, orders_before: 0, on_time_before: 0, orders: 1, on_time: 0 },
    { ago: 14, orders_before: 1, on_time_before: 0, orders: 0, on_time: 0 },
    { ago: 10, orders_before: 1, on_time_before: 0, orders: 1, on_time: 1 },
  ])
})

/** Sets the history time of all changes since the previous call to `moment`. */
async function doneAt(moment: string): Promise<void> {
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where entity = 'purchase_order' and id > ${lastAuditId};
     update purchase_orders set updated_at = '${moment}'; commit`,
  )
  lastAuditId = (await fixture.query('select max(id)::int as id from audit_log'))[0].id
}

async function act(id: number, verb: string, as: string, body?: object): Promise<void> {
  const answer = await fixture.act(id, verb, as, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Reverses the latest receipt. */
async function reverse(): Promise<void> {
  const [receipt] = await fixture.query('select max(id) as id from receipts')
  const answer = await prizm.call('POST', `/api/receipts/${receipt.id}/reverse`, {
    as: fixture.warehouse,
    body: { reason: 'Another order' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('only the reversal that opens an order again takes its delivery back', async () => {
  const form = { items: fixture.lines(), status: 'submitted', expectedDate: '2999-01-01' }
  const { id, items } = await fixture.made(form)
  await act(id, 'approve', fixture.manager)
  const receive = (quantity: number) =>
    act(id, 'receive', fixture.warehouse, { items: [{ itemId: items[0]?.id, quantity }] })
  await receive(4)
  await reverse()
  expect(await counts()).toEqual([])
  await receive(4)
  await receive(6)
  expect(await onTime()).toEqual(['100.0', '100.0'])
  await reverse()
  expect(await onTime()).toEqual([null, null])
  const none = { orders_before: 0, on_time_before: 0, orders: 0, on_time: 0 }
  expect(await counts()).toEqual([{ ago: 0, ...none }])
  await receive(6)
  expect(await onTime()).toEqual(['100.0', '100.0'])
})

/** 10 units expected on March 10, received on March 5 and reversed on April 5. */
async function reversed(): Promise<number> {
  const form = { items: fixture.lines(), status: 'submitted', expectedDate: '2026-03-10' }
  const { id } = await fixture.made({ ...form, orderDate: '2026-03-01' })
  await act(id, 'approve', fixture.manager)
  await doneAt('2026-03-01 15:00Z')
  await act(id, 'receive', fixture.warehouse)
  await doneAt('2026-03-05 15:00Z')
  await reverse()
  await doneAt('2026-04-05 15:00Z')
  return id
}

test('the vendor performance of a past day is not changed by a later reversal', async () => {
  const id = await reversed()
  // March 5 is four days after the order date and five before the expected date.
  const march = {
    orders: 1,
    onTime: 1,
    late: 0,
    onTimePercent: '100.0',
    averageLeadDays: '4.0',
    amount: '40.00',
  }
  expect(await performance('asOf=2026-03-31')).toMatchObject(march)
  expect(await performance('asOf=2026-03-04')).toBeUndefined()
  expect(await performance('asOf=2026-04-10')).toBeUndefined()
  // An open order is expected on another day: it was not so in March.
  expect((await fixture.change(id, { expectedDate: '2026-03-02' })).statusCode).toBe(200)
  await doneAt('2026-04-06 15:00Z')
  expect(await performance('asOf=2026-03-31')).toMatchObject(march)
  await act(id, 'receive', fixture.warehouse)
  await doneAt('2026-04-20 15:00Z')
  expect(await performance('asOf=2026-03-31')).toMatchObject(march)
  expect(await performance('asOf=2026-04-19')).toBeUndefined()
  // April 20 is 49 days after March 2.
  expect(await performance('asOf=2026-04-30')).toMatchObject({
    orders: 1,
    onTime: 0,
    late: 1,
    onTimePercent: '0.0',
    averageDaysLate: '49.0',
  })
  // Of the deliveries of March, none is left at the end of April.
  const days = 'from=2026-03-01&to=2026-03-31'
  expect(await performance(`${days}&asOf=2026-04-30`)).toBeUndefined()
  expect(await performance(`${days}&asOf=2026-04-01`)).toMatchObject(march)
})

test('the orders behind it and its months are those of the past day as well', async () => {
  const id = await reversed()
  await act(id, 'receive', fixture.warehouse)
  await doneAt('2026-04-20 15:00Z')
  const documents = async (query: string) =>
    (await get<ApDocument[]>(`/api/reports/ap-documents?${query}`)).map(
      ({ documentId, day, dueDate, days }) => [documentId, day, dueDate, days],
    )
  const march = 'asOf=2026-03-31'
  expect(await documents(`figure=received&${march}`)).toEqual([
    [id, '2026-03-05', '2026-03-10', -5],
  ])
  expect(await documents(`figure=receivedLate&${march}`)).toEqual([])
  expect(await documents('figure=receivedLate&asOf=2026-04-30')).toEqual([
    [id, '2026-04-20', '2026-03-10', 41],
  ])
  const months = async (query: string) =>
    (await get<DeliveryTrend>(`/api/reports/delivery-trend?${query}`)).months
      .slice(0, 2)
      .map(({ id: month, onTime: inTime, late }) => [month, inTime, late])
  expect(await months(march)).toEqual([
    [202_603, 1, 0],
    [202_602, 0, 0],
  ])
  expect(await months('asOf=2026-04-30')).toEqual([
    [202_604, 0, 1],
    [202_603, 0, 0],
  ])
})
