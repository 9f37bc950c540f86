import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { ApOrder, ApSummary, DeliveryTrend } from '../contract.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(() => prizm.close())

const get = (path: string, as = fixture.buyer) => prizm.call('GET', `/api/reports/${path}`, { as })
const summary = async (asOf?: string) =>
  (await get(`ap-summary${asOf ? `?asOf=${asOf}` : ''}`)).json<ApSummary>()
const numbers = async (query: string) =>
  (await get(`ap-orders?sort=id&${query}`)).json<ApOrder[]>().map((order) => order.orderNumber)
const order = (status: string, totalAmount: string, expectedDate?: string) =>
  fixture.made(
    { status, totalAmount, expectedDate },
    status === 'approved' || status === 'received' ? fixture.manager : fixture.buyer,
  )

test('without orders the amounts are zero and the averages are null', async () => {
  expect(await summary()).toEqual({
    asOf: '2026-03-02',
    totalOutstanding: '0.00',
    payablesBalance: '0.00',
    prepaid: '0.00',
    goodsNotBilled: '0.00',
    committed: '0.00',
    overdueCount: 0,
    overdueAmount: '0.00',
    pendingApprovalCount: 0,
    averageDaysToPay: null,
    daysPayableOutstanding: null,
    monthlyPaymentVolume: '0.00',
    orderBasis: { outstanding: '0.00', overdueCount: 0, pendingApproval: 0 },
    aging: {
      notDue: '0.00',
      days0to30: '0.00',
      days31to60: '0.00',
      days61to90: '0.00',
      over90: '0.00',
      unapplied: '0.00',
      total: '0.00',
    },
    agingByVendor: [],
  })
})

test('unbilled orders are committed, and the rows match the figures', async () => {
  await order('draft', '1.00', '2026-01-01')
  await order('submitted', '10.00', '2026-03-02')
  await order('approved', '20.00', '2026-01-15')
  await order('approved', '40.00')
  await order('received', '80.00', '2026-01-01')
  await order('cancelled', '160.00', '2026-01-01')
  const found = await summary()
  expect(found).toMatchObject({
    totalOutstanding: '70.00',
    payablesBalance: '0.00',
    committed: '70.00',
    overdueCount: 0,
    pendingApprovalCount: 1,
    orderBasis: { outstanding: '70.00', overdueCount: 1, pendingApproval: 1 },
  })
  expect(await numbers('status=submitted,approved')).toEqual(['PO-2', 'PO-3', 'PO-4'])
  expect(await numbers('overdue=true')).toEqual(['PO-3'])
  expect(await numbers('bucket=notDue')).toEqual(['PO-4'])
  expect(await numbers('bucket=days0to30')).toEqual(['PO-2'])
  expect(await numbers('bucket=days31to60&limit=5')).toEqual(['PO-3'])
  expect(await numbers('bucket=over90')).toEqual([])
  expect(await numbers('vendorCode=v-1&q=PO-5')).toEqual(['PO-5'])
})

test('purchase orders are filtered by order date, for today and as of a day', async () => {
  for (const orderDate of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) {
    // Sequential, so that each has the next number.
    // oxlint-disable-next-line no-await-in-loop
    await fixture.made({ status: 'submitted', totalAmount: '1.00', orderDate })
  }
  expect(await numbers('from=2026-02-01&to=2026-02-28')).toEqual(['PO-2', 'PO-3'])
  expect(await numbers('from=2026-02-28')).toEqual(['PO-3', 'PO-4'])
  expect(await numbers('to=2026-01-31&asOf=2026-03-02')).toEqual(['PO-1'])
  expect((await get('ap-orders?from=last-month')).statusCode).toBe(422)
})

test('figures as of an earlier day ignore later changes', async () => {
  const first = await order('submitted', '10.00', '2026-03-03')
  prizm.clock.now = new Date('2026-03-10T15:00:00Z')
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-02 15:00Z' where entity_id = ${first.id};
     alter table audit_log enable trigger user`,
  )
  await order('submitted', '30.00', '2026-03-20')
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-10 15:00Z' where entity_id <> ${first.id};
     alter table audit_log enable trigger user`,
  )
  await fixture.act(first.id, 'cancel', fixture.buyer, { reason: 'Mistake' })
  const counted = async (day?: string) => {
    const { totalOutstanding, orderBasis } = await summary(day)
    return [totalOutstanding, orderBasis.overdueCount]
  }
  expect(await counted()).toEqual(['30.00', 0])
  expect(await counted('2026-03-05')).toEqual(['10.00', 1])
  expect(await summary('2026-03-01')).toMatchObject({ totalOutstanding: '0.00' })
  expect(await numbers('asOf=2026-03-05&overdue=true')).toEqual(['PO-1'])
  expect(await numbers('overdue=true')).toEqual([])
  expect((await get('ap-summary?asOf=soon')).statusCode).toBe(422)
})

test('vendor performance compares receipts with expected dates', async () => {
  const { id } = await order('received', '10.00', '2026-03-02')
  await order('received', '20.00', '2026-02-20')
  await order('received', '40.00')
  await order('approved', '80.00', '2026-01-01')
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-02 15:00Z' where entity = 'purchase_order';
     alter table audit_log enable trigger user`,
  )
  expect(id).toBeGreaterThan(0)
  expect((await get('ap-vendors?limit=10')).json()).toEqual([
    {
      id: fixture.vendorId,
      vendorCode: 'V-1',
      vendorName: 'Vendor 1',
      orders: 3,
      onTime: 1,
      late: 1,
      closedShort: 0,
      onTimePercent: '50.0',
      averageDaysLate: '10.0',
      averageLeadDays: '0.0',
      amount: '70.00',
    },
  ])
  expect((await get('ap-vendors?asOf=2025-01-01')).json()).toEqual([])
  const received = async (days: string) =>
    (await get(`ap-vendors?${days}`)).json<{ orders: number }[]>().map(({ orders }) => orders)
  expect(await received('from=2026-03-02&to=2026-03-02')).toEqual([3])
  expect(await received('from=2026-03-02&to=2026-12-31')).toEqual([3])
  expect(await received('to=2026-03-01')).toEqual([])
  expect(await received('from=2026-03-03')).toEqual([])
})

test('deliveries by month add up to the vendor performance of the month', async () => {
  await order('received', '10.00', '2026-03-02')
  await order('received', '20.00', '2026-02-20')
  await order('received', '40.00')
  const { id } = await order('received', '80.00', '2026-02-28')
  await order('approved', '80.00', '2026-01-01')
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-02 15:00Z' where entity = 'purchase_order';
     update audit_log set at = '2026-02-03 15:00Z'
     where entity = 'purchase_order' and entity_id = ${id};
     alter table audit_log enable trigger user`,
  )
  const trend = async (query: string) =>
    (await get(`delivery-trend?${query}`)).json<DeliveryTrend>().months
  const months = await trend('')
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual([
    {
      id: 202603,
      from: '2026-03-01',
      to: '2026-03-02',
      onTime: 1,
      late: 1,
      other: 1,
      onTimePercent: '50.0',
    },
    {
      id: 202602,
      from: '2026-02-01',
      to: '2026-02-28',
      onTime: 1,
      late: 0,
      other: 0,
      onTimePercent: '100.0',
    },
    {
      id: 202601,
      from: '2026-01-01',
      to: '2026-01-31',
      onTime: 0,
      late: 0,
      other: 0,
      onTimePercent: null,
    },
  ])
  for (const { from, to, onTime, late, other } of months.slice(0, 2)) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = (await get(`ap-vendors?from=${from}&to=${to}`)).json<{ orders: number }[]>()
    expect(rows.map(({ orders }) => orders)).toEqual([onTime + late + other])
  }
  expect((await trend('from=2026-02-01&to=2026-02-10')).map((month) => month.id)).toEqual([202_602])
  expect((await trend('asOf=2026-02-02'))[0]).toMatchObject({ id: 202_602, onTime: 0 })
  expect((await get('delivery-trend', await prizm.signIn('sales'))).statusCode).toBe(403)
})

test('a delivery belongs to the month of its day in the business time zone', async () => {
  await prizm.call('PUT', '/api/settings', {
    as: await prizm.signIn('admin'),
    body: { businessTimeZone: 'America/New_York' },
  })
  await order('received', '10.00', '2026-02-28')
  // 11 PM on the last day of February in New York.
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-01 04:00Z' where entity = 'purchase_order';
     alter table audit_log enable trigger user`,
  )
  const { months } = (await get('delivery-trend?from=2026-02-01')).json<DeliveryTrend>()
  expect(months.map(({ id, onTime, late }) => [id, onTime, late])).toEqual([
    [202_603, 0, 0],
    [202_602, 1, 0],
  ])
})

test('the vendor list and the report have the same on-time percentage on any date', async () => {
  const sql = async (text: string) => (await prizm.database.pool.query(text)).rows
  const came = async (number: string, daysAgo: number, expected: string) => {
    const [{ id }] = await sql(
      `insert into purchase_orders (order_number, vendor_id, status, order_date, expected_date,
         total_amount, header_only, created_by)
       select '${number}', ${fixture.vendorId}, 'received', '2020-01-01', '${expected}', 5, true,
         min(id) from users returning id`,
    )
    await sql(
      `insert into audit_log (entity, entity_id, action, from_status, to_status, at)
       values ('purchase_order', ${id}, 'receive', 'approved', 'received',
         now() - interval '${daysAgo} days')`,
    )
  }
  const [{ day }] = await sql('select business_day(now())::text as day')
  const listed = async () => {
    const answer = await prizm.call('GET', '/api/vendors?sort=-onTimePercent', {
      as: fixture.buyer,
    })
    const inList = answer.json<{ onTimePercent: string | null }[]>()[0]?.onTimePercent
    const report = (await get(`ap-vendors?asOf=${day}`)).json<{ onTimePercent: string }[]>()
    return [inList, report[0]?.onTimePercent ?? null]
  }
  expect(await listed()).toEqual([null, null])
  await order('received', '40.00')
  expect(await listed()).toEqual([null, null])
  await order('received', '10.00', '2999-01-01')
  await order('received', '20.00', '2020-01-01')
  expect(await listed()).toEqual(['50.0', '50.0'])
  await came('PO-OLD', 400, '2020-01-01')
  expect(await listed()).toEqual(['50.0', '50.0'])
  await came('PO-LATE', 100, '2020-01-01')
  expect(await listed()).toEqual(['33.3', '33.3'])
  await came('PO-EARLY', 200, '2999-01-01')
  expect(await listed()).toEqual(['50.0', '50.0'])
  await came('PO-SAME', 100, '2999-01-01')
  expect(await listed()).toEqual(['60.0', '60.0'])
})

test('the reports are limited to roles that pay or buy', async () => {
  expect((await get('ap-summary', await prizm.signIn('purchasing'))).statusCode).toBe(200)
  // Costs can be computed from orders, bills and payments, which a viewer may not read.
  expect((await get('ap-summary', await prizm.signIn('viewer'))).statusCode).toBe(403)
  expect((await get('ap-summary', await prizm.signIn('sales'))).statusCode).toBe(403)
  expect((await get('ap-orders', await prizm.signIn('warehouse'))).statusCode).toBe(403)
})
