import { moment } from '#platform/kernel/days.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('viewer')
})
afterEach(() => prizm.close())

const read = async (what: string) =>
  (await prizm.call('GET', `/api/dashboard/${what}`, { as })).json()

/** Inserts an order without lines directly into the table; `day` is relative to today. */
async function order(day: number, total: string, status = 'pending') {
  const { rows } = await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, status, order_date, total_amount,
                               subtotal, header_only, created_by)
     select 'SO-' || gen_random_uuid(), min(c.id), $2, $4::date + $1::int, $3, $3, true,
            (select min(id) from users)
     from customers c returning order_date`,
    [day, status, total, '2026-03-02'],
  )
  return rows
}

test('an empty business returns zeros', async () => {
  expect(await read('stats')).toEqual({
    totalOrders: 0,
    totalRevenue: '0.00',
    pendingOrders: 0,
    totalSkus: 0,
    totalCustomers: 0,
    totalVendors: 0,
    activeCustomers: 0,
    activeVendors: 0,
    activeSkus: 0,
    newSkus: 0,
    deletedSkus: 0,
    lowStockSkus: 0,
    pendingApprovals: 0,
  })
  const trends = await read('trends')
  expect(trends.weeks).toHaveLength(12)
  expect(trends.orders).toEqual({ current: '0', previous: '0' })
  expect(trends.revenue).toEqual({ current: '0.00', previous: '0.00' })
  expect(trends.days).toHaveLength(30)
  expect(trends.days[0]).toEqual({ day: '2026-02-01', orders: 0, revenue: '0.00' })
})

test('counts all orders, and excludes cancelled orders from revenue', async () => {
  await prizm.builders.customer()
  await prizm.builders.customer({ isActive: false })
  await prizm.builders.vendor()
  await prizm.builders.sku({ currentStock: 3, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 4, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 3, isActive: false })
  await order(0, '100.10')
  await order(-1, '50.00', 'shipped')
  await order(-2, '25.00', 'cancelled')
  expect(await read('stats')).toMatchObject({
    totalOrders: 3,
    totalRevenue: '150.10',
    pendingOrders: 1,
    totalSkus: 3,
    activeSkus: 2,
    lowStockSkus: 1,
    totalCustomers: 2,
    activeCustomers: 1,
    totalVendors: 1,
    pendingApprovals: 0,
  })
})

test('compares the last 30 business days with the 30 days before', async () => {
  await prizm.builders.customer()
  for (const day of [0, -29, -30, -59, -60, 1]) await order(day, '10.00')
  await order(-1, '99.00', 'cancelled')
  expect(await read('trends')).toMatchObject({
    from: '2026-02-01',
    to: '2026-03-02',
    previousFrom: '2026-01-02',
    previousTo: '2026-01-31',
    orders: { current: '3', previous: '2' },
    revenue: { current: '20.00', previous: '20.00' },
  })
})

test('returns orders and revenue for each of the last 30 days', async () => {
  await prizm.builders.customer()
  await order(0, '10.10')
  await order(0, '5.00', 'shipped')
  await order(0, '99.00', 'cancelled')
  await order(-29, '7.00')
  await order(-30, '1000.00')
  const { days } = await read('trends')
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-02-01', orders: 1, revenue: '7.00' })
  expect(days[1]).toEqual({ day: '2026-02-02', orders: 0, revenue: '0.00' })
  expect(days.at(-1)).toEqual({ day: '2026-03-02', orders: 3, revenue: '15.10' })
})

test('counts SKUs created and SKUs deleted in the last 30 days separately', async () => {
  const ago = (days: number) => moment(new Date(prizm.clock.now.getTime() - days * 86_400_000))
  await prizm.builders.sku({ createdAt: ago(31) })
  await prizm.builders.sku({ createdAt: ago(29) })
  await prizm.builders.sku({ createdAt: ago(40), deletedAt: ago(31) })
  await prizm.builders.sku({ createdAt: ago(40), deletedAt: ago(29), currentStock: 0 })
  await prizm.builders.sku({ createdAt: ago(20), deletedAt: ago(10), currentStock: 0 })
  expect(await read('stats')).toMatchObject({
    totalSkus: 2,
    activeSkus: 2,
    newSkus: 2,
    deletedSkus: 2,
  })
})

test('the low-stock count equals the list its alert links to', async () => {
  await prizm.builders.sku({ currentStock: 3, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 4, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 3, isActive: false })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 3, deletedAt: moment('2026-03-01') })
  const listed = await prizm.call('GET', '/api/skus?stock=low&isActive=true', { as })
  expect((await read('stats')).lowStockSkus).toBe(1)
  expect(listed.json()).toHaveLength(1)
})

test('weeks start on Monday, and the pipeline is in order-status order', async () => {
  await prizm.builders.customer()
  await order(0, '10.00', 'delivered')
  await order(-1, '5.00')
  await order(-7, '7.00')
  await order(-77, '1.00')
  await order(-78, '1000.00')
  const { weeks, pipeline } = await read('trends')
  expect(weeks.at(-1)).toEqual({ from: '2026-03-02', orders: 1, revenue: '10.00' })
  expect(weeks.at(-2)).toEqual({ from: '2026-02-23', orders: 2, revenue: '12.00' })
  expect(weeks[0]).toEqual({ from: '2025-12-15', orders: 1, revenue: '1.00' })
  expect(pipeline.map((stage: { status: string }) => stage.status)).toEqual([
    'pending',
    'processing',
    'shipped',
    'delivered',
    'cancelled',
  ])
  expect(pipeline[0]).toEqual({ status: 'pending', orders: 4, amount: '1013.00' })
})

test('the twelve weeks before are compared with, without cancelled revenue', async () => {
  await prizm.builders.customer()
  await order(-77, '1.00')
  await order(-78, '1000.00')
  await order(-78, '50.00', 'cancelled')
  await order(-161, '7.00')
  await order(-162, '9.00')
  const { weeks } = await read('order-weeks?to=2025-12-14')
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toEqual({ from: '2025-12-08', orders: 2, revenue: '1000.00' })
  expect(weeks[0]).toEqual({ from: '2025-09-22', orders: 1, revenue: '7.00' })
  expect(weeks[1]).toEqual({ from: '2025-09-29', orders: 0, revenue: '0.00' })
  expect((await read('order-weeks')).weeks).toEqual((await read('trends')).weeks)
})

test('sales by customer excludes cancelled orders and days outside the period', async () => {
  await prizm.builders.customer({ name: 'Alpha', state: '', priceLevel: 'tier1' })
  await order(0, '10.00')
  await order(-5, '2.50')
  await order(-6, '99.00')
  await order(-1, '99.00', 'cancelled')
  const url = '/api/reports/sales-by-customer'
  const found = await prizm.call('GET', `${url}?from=2026-02-25&to=2026-03-02`, { as })
  expect(found.json()).toMatchObject([
    {
      customerName: 'Alpha',
      priceLevel: 'tier1',
      state: null,
      orders: 2,
      totalAmount: '12.50',
    },
  ])
  const wrong = await prizm.call('GET', `${url}?from=2026-03-02&to=2026-02-25`, { as })
  expect(wrong.statusCode).toBe(422)
})

test('values stock at cost as of a day, for roles that may see cost', async () => {
  await prizm.builders.sku({ sku: 'A', currentStock: 3, cost: '2.50' })
  await prizm.builders.sku({ sku: 'B', currentStock: 0, cost: '9.00' })
  const read = async (by: string) => prizm.call('GET', '/api/reports/stock-valuation', { as: by })
  const found = await read(await prizm.signIn('finance'))
  expect(found.json()).toMatchObject([{ sku: 'A', onHand: 3, cost: '2.50', value: '7.50' }])
  expect((await read(as)).statusCode).toBe(403)
})
