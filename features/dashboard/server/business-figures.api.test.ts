import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { IncomeStatement } from '#features/journal/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { BusinessFigures } from '../contract.ts'

// The test clock is at 2026-03-02, a Monday.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(() => prizm.close())

const figures = () => fixture.get<BusinessFigures>('dashboard/business')

/** Inserts an order with one line of a SKU at 10.00. */
async function order(on: string, quantity: number, status = 'pending', customer = 'min') {
  await prizm.database.pool.query(
    `with o as (
       insert into sales_orders (order_number, customer_id, status, order_date, total_amount,
                                 subtotal, created_by)
       select 'SO-' || gen_random_uuid(), ${customer}(id), $3, $1::date, 10 * $2::int,
              10 * $2::int, (select min(id) from users)
       from customers returning id)
     insert into sales_order_items (sales_order_id, line_no, sku_id, quantity, unit_price,
                                    price_source, total_price)
     select o.id, 1, (select min(id) from skus), $2, 10, 'standard', 10 * $2::int from o`,
    [on, quantity, status],
  )
}

test('a new business has zeros, and 13 weeks', async () => {
  const found = await figures()
  const none = { orders: 0, ordered: '0.00', income: '0.00', costOfGoods: '0.00' }
  expect(found).toMatchObject({ from: '2026-02-01', to: '2026-03-02', current: none })
  expect(found.previous).toEqual(none)
  expect([found.expected, found.overdue]).toEqual([
    { count: 0, amount: '0.00' },
    { count: 0, amount: '0.00' },
  ])
  expect([found.topCustomers, found.topSkus]).toEqual([[], []])
  expect(found.weeks).toHaveLength(13)
  expect(found.weeks[0]).toMatchObject({ from: '2025-12-08', to: '2025-12-14' })
  expect(found.weeks.at(-1)).toMatchObject({ from: '2026-03-02', to: '2026-03-08' })
  expect(found.previousWeeks).toHaveLength(13)
  expect(found.previousWeeks[0]).toMatchObject({ from: '2025-09-08', to: '2025-09-14' })
  expect(found.previousWeeks.at(-1)).toMatchObject({ from: '2025-12-01', to: '2025-12-07' })
})

test('income and cost of goods are those of the income statement', async () => {
  const customerId = await fixture.customer({ paymentTerms: 'net-30' })
  await fixture.charged(customerId, { total: '100.00', docDate: '2026-02-20' })
  await fixture.charged(customerId, { total: '50.00', docDate: '2026-01-10' })
  await fixture.charged(customerId, { total: '30.00', docDate: '2025-12-07' })
  await prizm.database.pool.query(
    `insert into journal_totals (posted_on, period_id, account, entries, debit, credit)
     values ('2026-02-20', 202602, '5000', 0, 60.25, 0), ('2026-02-23', 202602, '5200', 0, 2, 0),
            ('2026-02-20', 202602, '6000', 0, 9, 0)`,
  )
  const found = await figures()
  expect(found.current).toMatchObject({ income: '100.00', costOfGoods: '62.25' })
  expect(found.previous).toMatchObject({ income: '50.00', costOfGoods: '0.00' })
  const statement = await fixture.get<IncomeStatement>(
    `journal/income-statement?from=${found.from}&to=${found.to}`,
  )
  expect([statement.income.total, statement.costOfGoods.total]).toEqual(['100.00', '62.25'])
  expect(found.weeks.at(-3)).toMatchObject({
    from: '2026-02-16',
    income: '100.00',
    grossProfit: '39.75',
  })
  expect(found.weeks.at(-2)).toMatchObject({ income: '0.00', grossProfit: '-2.00' })
  expect(found.previousWeeks.at(-1)).toMatchObject({ income: '30.00', grossProfit: '30.00' })
})

test('expected and overdue cash are the invoices that their links list', async () => {
  const customerId = await fixture.customer({ paymentTerms: 'net-30' })
  await fixture.charged(customerId, { total: '100.00', docDate: '2026-02-20' })
  await fixture.charged(customerId, { total: '7.00', docDate: '2026-01-31' })
  await fixture.charged(customerId, { total: '50.00', docDate: '2026-01-10' })
  const later = await fixture.customer({ paymentTerms: 'net-60' })
  await fixture.charged(later, { total: '9.00', docDate: '2026-03-01' })
  await fixture.paid(customerId, '20.00', { receivedOn: '2026-03-01', applyAsOffered: true })
  const { expected, expectedTo, overdue } = await figures()
  expect(expectedTo).toBe('2026-04-01')
  expect(expected).toEqual({ count: 2, amount: '107.00' })
  expect(overdue).toEqual({ count: 1, amount: '30.00' })
  const listed = async (query: string) => (await fixture.get<unknown[]>(`invoices?${query}`)).length
  expect(await listed(`state=open,part-paid&dueTo=${expectedTo}`)).toBe(2)
  expect(await listed('state=overdue')).toBe(1)
  expect(await listed('dueFrom=2026-03-02&dueTo=2026-03-02')).toBe(1)
})

test('the top customers and SKUs are those of the orders that their links list', async () => {
  await prizm.builders.customer({ customerCode: 'ONE', name: 'One' })
  await prizm.builders.customer({ customerCode: 'TWO', name: 'Two' })
  await prizm.builders.sku({ sku: 'BOLT', name: 'Bolt' })
  await order('2026-02-01', 3)
  await order('2026-03-02', 4)
  await order('2026-03-01', 5, 'delivered', 'max')
  await order('2026-03-01', 90, 'cancelled', 'max')
  await order('2026-01-31', 8)
  const { current, previous, topCustomers, topSkus } = await figures()
  expect(current).toMatchObject({ orders: 3, ordered: '120.00' })
  expect(previous).toMatchObject({ orders: 1, ordered: '80.00' })
  expect(
    topCustomers.map(({ customerCode, orders, amount }) => [customerCode, orders, amount]),
  ).toEqual([
    ['ONE', 2, '70.00'],
    ['TWO', 1, '50.00'],
  ])
  expect(topSkus).toEqual([
    { id: expect.any(Number), sku: 'BOLT', name: 'Bolt', orders: 3, units: 12, amount: '120.00' },
  ])
  const span = 'from=2026-02-01&to=2026-03-02&status=pending,processing,shipped,delivered'
  const listed = async (query: string) =>
    (await fixture.get<unknown[]>(`sales-orders?${span}&${query}`)).length
  expect(await listed('customerCode=ONE')).toBe(2)
  expect(await listed('sku=bolt')).toBe(3)
  expect(await listed('sku=NUT')).toBe(0)
})

test('only those who may read the books get the figures', async () => {
  const statuses = await Promise.all(
    (['finance', 'sales'] as const).map(async (role) => {
      const as = fixture.people[role] ?? ''
      return (await prizm.call('GET', '/api/dashboard/business', { as })).statusCode
    }),
  )
  expect(statuses).toEqual([200, 403])
})
