import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ArOrder, ArSummary, CreditUse } from '../contract.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let as: string
let count = 0

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  count = 0
})
afterEach(() => prizm.close())

const get = (path: string, who = as) => prizm.call('GET', `/api/reports/${path}`, { as: who })
const summary = async (asOf?: string) =>
  (await get(`ar-summary${asOf ? `?asOf=${asOf}` : ''}`)).json<ArSummary>()
const numbers = async (query: string) =>
  (await get(`ar-orders?sort=id&${query}`)).json<ArOrder[]>().map((order) => order.orderNumber)
const buyer = async (fields: object = {}) =>
  (await prizm.builders.customer({ creditLimit: '100000.00', ...fields })).id
const order = async (customerId: number, status: string, fields: object = {}) => {
  const body = { orderNumber: `SO-${++count}`, customerId, status, totalAmount: '10.00', ...fields }
  const answer = await prizm.call('POST', '/api/sales-orders', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>()
}
/** Sets the creation time of all orders and the time of their history entries. */
const actedAt = (moment: string) =>
  prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '${moment}' where entity = 'sales_order';
     update sales_orders set created_at = '${moment}';
     alter table audit_log enable trigger user`,
  )

test('without sales everything is 0.00 and the collection figures are null', async () => {
  expect(await summary()).toEqual({
    asOf: '2026-03-02',
    basis: 'due',
    totalReceivable: '0.00',
    overdueCount: 0,
    pendingPaymentCount: 0,
    overdueCustomerCount: 0,
    overdueInvoiceCount: 0,
    overdueAmount: '0.00',
    averageCollectionPeriod: null,
    monthlyCollectionRate: null,
    collectionEffectiveness: '100.00',
    collected: { opening: '0.00', quarterSales: '0.00', monthSales: '0.00', cash: '0.00' },
    orderBasis: { receivable: '0.00', overdueCount: 0, pendingPayment: 0 },
    aging: {
      notDue: '0.00',
      days0to30: '0.00',
      days31to60: '0.00',
      days61to90: '0.00',
      over90: '0.00',
      unapplied: '0.00',
      total: '0.00',
    },
    agingByCustomer: [],
  })
})

test('the figures by orders, and the rows behind each of them', async () => {
  const customerId = await buyer()
  await order(customerId, 'pending', { shipDate: '2026-03-01', totalAmount: '1.00' })
  await order(customerId, 'processing', { shipDate: '2026-03-02', totalAmount: '2.00' })
  await order(customerId, 'shipped', { shipDate: '2026-02-20', totalAmount: '4.00' })
  await order(customerId, 'delivered', { shipDate: '2026-01-10', totalAmount: '8.00' })
  await order(customerId, 'cancelled', { shipDate: '2026-01-01', totalAmount: '16.00' })
  expect(await summary()).toMatchObject({
    totalReceivable: '12.00',
    overdueCount: 2,
    pendingPaymentCount: 2,
    orderBasis: { receivable: '12.00', overdueCount: 2, pendingPayment: 2 },
  })
  expect(await numbers('status=shipped,delivered')).toEqual(['SO-3', 'SO-4'])
  const total = async (query: string) => (await get(`ar-orders?${query}`)).headers['x-total-count']
  expect(await total('status=shipped,delivered&limit=1')).toBe('2')
  expect(await total('limit=1')).toBe('5')
  expect(await numbers('overdue=true')).toEqual(['SO-1', 'SO-3'])
  expect(await numbers('pastDue=true')).toEqual(['SO-4'])
  expect(await numbers('q=SO-5&limit=1')).toEqual(['SO-5'])
})

test('filters sales orders by order date', async () => {
  const customerId = await buyer()
  for (const orderDate of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) {
    // Sequential, so that order numbers follow the order of creation.
    // oxlint-disable-next-line no-await-in-loop
    await order(customerId, 'pending', { orderDate })
  }
  expect(await numbers('from=2026-02-01&to=2026-02-28')).toEqual(['SO-2', 'SO-3'])
  expect(await numbers('to=2026-01-31')).toEqual(['SO-1'])
  expect((await get('ar-orders?from=2026-02-30')).statusCode).toBe(422)
})

test('the aging uses each customer’s terms from the ship date, and adds up', async () => {
  const thirty = await buyer({ paymentTerms: 'net-30' })
  const cod = await buyer({ paymentTerms: 'COD' })
  const odd = await buyer({ paymentTerms: 'when it rains' })
  const shipped = (id: number, shipDate: string, totalAmount: string) =>
    order(id, 'delivered', { orderDate: '2025-10-01', shipDate, totalAmount })
  await shipped(thirty, '2026-02-01', '1.00') // due March 3: not due
  await shipped(thirty, '2026-01-31', '2.00') // due today
  await shipped(cod, '2026-03-02', '4.00') // due today
  await shipped(cod, '2026-01-30', '8.00') // 31 days
  await shipped(cod, '2025-12-02', '16.00') // 90 days
  await shipped(odd, '2025-11-01', '32.00') // due December 1: 91 days
  const found = await summary()
  expect(found.aging).toEqual({
    notDue: '1.00',
    days0to30: '6.00',
    days31to60: '8.00',
    days61to90: '16.00',
    over90: '32.00',
    unapplied: '0.00',
    total: '63.00',
  })
  expect(found.agingByCustomer.map(({ id, total }) => [id, total])).toEqual([
    [odd, '32.00'],
    [cod, '28.00'],
    [thirty, '3.00'],
  ])
  const own = (await get(`ar-aging/${cod}`)).json<ArSummary['aging']>()
  expect(found.agingByCustomer[1]).toMatchObject(own)
  expect(Object.keys(own)).toEqual(Object.keys(found.aging))
  const nobody = (await get(`ar-aging/${await buyer()}`)).json<ArSummary['aging']>()
  expect(new Set(Object.values(nobody))).toEqual(new Set(['0.00']))
  expect(found).toMatchObject({ overdueCustomerCount: 2, overdueAmount: '56.00' })
  expect(await numbers('bucket=notDue')).toEqual(['SO-1'])
  expect(await numbers('bucket=days0to30')).toEqual(['SO-2', 'SO-3'])
  expect(await numbers('bucket=over90')).toEqual(['SO-6'])
  expect(await numbers('pastDue=true')).toEqual(['SO-4', 'SO-5', 'SO-6'])
})

test('an order shipped before it was placed ages from its ship date', async () => {
  const thirty = await buyer({ paymentTerms: 'net-30' })
  const cod = await buyer({ paymentTerms: 'COD' })
  const late = { orderDate: '2026-03-01' }
  await order(thirty, 'delivered', { ...late, shipDate: '2025-11-01' }) // due December 1: 91 days
  await order(cod, 'delivered', { ...late, shipDate: '2026-01-30' }) // 31 days
  await order(cod, 'delivered', { orderDate: '2025-10-01', shipDate: '2025-11-01' })
  await order(cod, 'delivered', { ...late, shipDate: '2026-03-02' }) // due today
  for (const page of ['', '&limit=5', '&limit=5&cursor=last']) {
    expect(await numbers(`bucket=over90${page}`)).toEqual(['SO-1', 'SO-3'])
    expect(await numbers(`bucket=days31to60${page}`)).toEqual(['SO-2'])
    expect(await numbers(`bucket=days0to30${page}`)).toEqual(['SO-4'])
    expect(await numbers(`bucket=notDue${page}`)).toEqual([])
    expect(await numbers(`pastDue=true${page}`)).toEqual(['SO-1', 'SO-2', 'SO-3'])
  }
})

test('a past day shows the orders as they were then', async () => {
  const customerId = await buyer({ paymentTerms: 'COD' })
  const first = await order(customerId, 'processing', { shipDate: '2026-03-01' })
  await actedAt('2026-03-02 15:00Z')
  prizm.clock.now = new Date('2026-03-10T15:00:00Z')
  as = await prizm.signIn('manager')
  const body = { shipDate: '2026-03-09' }
  await prizm.call('POST', `/api/sales-orders/${first.id}/ship`, { as, body })
  await prizm.database.pool.query(
    `alter table audit_log disable trigger user;
     update audit_log set at = '2026-03-09 15:00Z' where action = 'ship';
     alter table audit_log enable trigger user`,
  )
  expect(await summary()).toMatchObject({ totalReceivable: '10.00', pendingPaymentCount: 1 })
  expect(await summary('2026-03-05')).toMatchObject({
    asOf: '2026-03-05',
    totalReceivable: '0.00',
  })
  expect(await summary('2026-03-01')).toMatchObject({ overdueCount: 0 })
  expect(await summary('2026-03-09')).toMatchObject({ totalReceivable: '10.00' })
  expect(await numbers('asOf=2026-03-05&status=processing')).toEqual(['SO-1'])
  expect(await numbers('asOf=2026-03-01')).toEqual([])
  expect((await summary('1900-01-01')).aging.total).toBe('0.00')
  expect((await get('ar-summary?asOf=soon')).statusCode).toBe(422)
})

test('credit usage lists the highest share first, usage without a limit on top', async () => {
  const none = await buyer({ creditLimit: '0.00', paymentTerms: 'prepaid' })
  const half = await buyer({ creditLimit: '100.00' })
  const over = await buyer({ creditLimit: '100.00' })
  await order(none, 'pending', { totalAmount: '5.00' })
  await order(half, 'pending', { totalAmount: '50.00' })
  await order(over, 'pending', { totalAmount: '99.00' })
  await prizm.database.pool.query(`update customers set credit_limit = 90 where id = ${over}`)
  const found = (await get('ar-credit?limit=10')).json<CreditUse[]>()
  expect(found.map(({ id, exposure, utilisation }) => [id, exposure, utilisation])).toEqual([
    [none, '5.00', null],
    [over, '99.00', '110.0'],
    [half, '50.00', '50.0'],
  ])
  // No credit limit applies to prepaid customers.
  expect((await get('ar-credit?credit=over&sort=id')).json()).toMatchObject([
    { id: over, availableCredit: '-9.00' },
  ])
})

test('what binding approvals hold is not available, as the customer says', async () => {
  const id = await buyer({ creditLimit: '100.00' })
  await order(id, 'pending', { totalAmount: '50.00' })
  await prizm.database.pool.query('update customers set soft_reserved_amount = 30')
  const ofCustomer = await prizm.call('GET', `/api/customers/${id}`, { as })
  expect(ofCustomer.json()).toMatchObject({ availableCredit: '20.00' })
  expect((await get('ar-credit?sort=id')).json()).toMatchObject([
    { id, exposure: '50.00', availableCredit: '20.00', utilisation: '50.0' },
  ])
})

test('the reports require the permission to see receivables', async () => {
  expect((await get('ar-summary', await prizm.signIn('viewer'))).statusCode).toBe(200)
  expect((await get('ar-summary', await prizm.signIn('purchasing'))).statusCode).toBe(403)
  expect((await get('ar-orders', await prizm.signIn('warehouse'))).statusCode).toBe(403)
})
