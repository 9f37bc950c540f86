import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { bucketIds } from '#features/receivables/rules.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { ArOrder, ArSummary } from '../contract.ts'

// An order planned to ship on 2026-03-01, reported as of earlier days and after it ships.

let prizm: TestApp
let as: string
let customerId: number
let lastAuditId = 0

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  customerId = (await prizm.builders.customer({ creditLimit: '100000.00' })).id
  lastAuditId = 0
})
afterEach(() => prizm.close())

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
/** Backdates all history since the last call, and the orders, to this moment. */
async function doneAt(moment: string): Promise<void> {
  await query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where entity = 'sales_order' and id > ${lastAuditId};
     update sales_orders
     set created_at = least(created_at, '${moment}'), updated_at = '${moment}'; commit`,
  )
  lastAuditId = (await query('select max(id)::int as id from audit_log'))[0].id
  prizm.clock.now = new Date(moment)
  as = await prizm.signIn('manager')
}
/** Records an order with a planned ship date, backdated to 2026-02-20. */
async function order(shipDate: string | null, status = 'processing'): Promise<number> {
  const fields = { orderNumber: 'SO-1', totalAmount: '10.00', orderDate: '2026-02-20' }
  const body = { ...fields, customerId, status, shipDate }
  const answer = await prizm.call('POST', '/api/sales-orders', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  await doneAt('2026-02-20T15:00:00Z')
  return answer.json<{ id: number }>().id
}
const change = async (id: number, shipDate: string | null) => {
  const body = { customerId, shipDate }
  const answer = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const ship = async (id: number, shipDate: string) => {
  const path = `/api/sales-orders/${id}/ship`
  const answer = await prizm.call('POST', path, { as, body: { shipDate } })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** Returns an order's status, ship date and overdue count; asserts that cards and list agree. */
async function reported(asOf: string) {
  const get = (path: string) => prizm.call('GET', `/api/reports/${path}`, { as })
  const { overdueCount, orderBasis } = (await get(`ar-summary?asOf=${asOf}`)).json<ArSummary>()
  const overdue = await get(`ar-orders?overdue=true&sort=shipDate&asOf=${asOf}`)
  const late = overdue.json<ArOrder[]>().length
  expect([orderBasis.overdueCount, late]).toEqual([overdueCount, overdueCount])
  const [found] = (await get(`ar-orders?limit=5&asOf=${asOf}`)).json<ArOrder[]>()
  expect(found?.isOverdue).toBe(overdueCount === 1)
  return [found?.status, found?.shipDate, overdueCount]
}
const history = (action: string) =>
  query(`select changes from audit_log where entity = 'sales_order' and action = '${action}'`)

test('an order that ships late stays overdue in reports of the days before', async () => {
  const id = await order('2026-03-01')
  await doneAt('2026-03-08T15:00:00Z')
  expect(await reported('2026-03-05')).toEqual(['processing', '2026-03-01', 1])
  expect(await reported('2026-03-01')).toEqual(['processing', '2026-03-01', 0])
  await ship(id, '2026-03-08')
  expect(await history('ship')).toEqual([
    { changes: { shipDate: { from: '2026-03-01', to: '2026-03-08' } } },
  ])
  await doneAt('2026-03-08T16:00:00Z')
  await doneAt('2026-03-20T15:00:00Z')
  await prizm.call('POST', `/api/sales-orders/${id}/deliver`, { as, body: {} })
  expect(await history('deliver')).toEqual([{ changes: null }])
  await doneAt('2026-03-20T16:00:00Z')
  expect(await reported('2026-03-05')).toEqual(['processing', '2026-03-01', 1])
  expect(await reported('2026-03-01')).toEqual(['processing', '2026-03-01', 0])
  expect(await reported('2026-03-08')).toEqual(['shipped', '2026-03-08', 0])
  expect(await reported('2026-03-09')).toEqual(['shipped', '2026-03-08', 1])
  expect(await reported('2026-03-20')).toEqual(['delivered', '2026-03-08', 0])
})

test('orders are summed as of a day, by status, customer and age', async () => {
  const get = async <A>(path: string) =>
    (await prizm.call('GET', `/api/reports/${path}`, { as })).json<A>()
  const sums = (text: string) => get<ListSums>(`ar-orders/sums?${text}`)
  const id = await order('2026-03-01')
  await doneAt('2026-03-08T15:00:00Z')
  await ship(id, '2026-03-08')
  await doneAt('2026-03-08T16:00:00Z')
  const ofStatus = (key: string) => ({ key, label: key, count: 1, amount: '10.00' })
  const one = { count: 1, amount: '10.00' }
  expect(await sums('by=status')).toEqual({ ...one, groups: [ofStatus('shipped')] })
  expect(await sums('by=status&asOf=2026-03-05')).toEqual({
    ...one,
    groups: [ofStatus('processing')],
  })
  expect(await sums('asOf=2026-02-19')).toEqual({ count: 0, amount: '0.00', groups: [] })
  expect(await sums('by=customer')).toMatchObject({ groups: [one] })
  expect(await sums('status=pending')).toMatchObject({ count: 0, amount: '0.00' })
  const counts = []
  for (const bucket of bucketIds) {
    const { count } = await sums(`bucket=${bucket}`)
    expect(await get<ArOrder[]>(`ar-orders?bucket=${bucket}`)).toHaveLength(count)
    counts.push(count)
  }
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1])
})

test('a postponed order was overdue until the day it was postponed', async () => {
  const id = await order('2026-03-01')
  await doneAt('2026-03-05T15:00:00Z')
  await change(id, '2026-03-12')
  await doneAt('2026-03-05T16:00:00Z')
  await doneAt('2026-03-10T15:00:00Z')
  await change(id, null)
  await doneAt('2026-03-10T16:00:00Z')
  await doneAt('2026-03-15T15:00:00Z')
  await ship(id, '2026-03-15')
  expect(await history('ship')).toEqual([
    { changes: { shipDate: { from: null, to: '2026-03-15' } } },
  ])
  await doneAt('2026-03-15T16:00:00Z')
  expect(await reported('2026-03-04')).toEqual(['processing', '2026-03-01', 1])
  expect(await reported('2026-03-05')).toEqual(['processing', '2026-03-12', 0])
  expect(await reported('2026-03-11')).toEqual(['processing', null, 0])
  expect(await reported('2026-03-15')).toEqual(['shipped', '2026-03-15', 0])
})

test('an order that ships as planned records no ship date change', async () => {
  await order('2026-02-20', 'shipped')
  expect(await history('ship')).toEqual([{ changes: null }])
})

test('a field without history has its current value on past days', async () => {
  const id = await order('2026-03-01')
  await doneAt('2026-03-03T15:00:00Z')
  await change(id, '2026-03-04')
  await doneAt('2026-03-03T16:00:00Z')
  await doneAt('2026-03-08T15:00:00Z')
  await ship(id, '2026-03-07')
  await doneAt('2026-03-08T16:00:00Z')
  await query(
    `begin; set local session_replication_role = replica;
     update audit_log set changes = null where action = 'ship'; commit`,
  )
  expect(await reported('2026-03-06')).toEqual(['processing', '2026-03-04', 1])
  expect(await reported('2026-03-09')).toEqual(['shipped', '2026-03-07', 1])
})

test('an order is past due by its own terms, whatever terms its customer has now', async () => {
  const id = await order('2026-03-01')
  await doneAt('2026-03-01T15:00:00Z')
  await ship(id, '2026-03-01')
  await doneAt('2026-03-01T16:00:00Z')
  await doneAt('2026-04-10T15:00:00Z')
  const path = `/api/customers/${customerId}`
  const { customerCode, name, email } = (await prizm.call('GET', path, { as })).json()
  const body = { customerCode, name, email, creditLimit: '100000.00', paymentTerms: 'net-60' }
  const changed = await prizm.call('PUT', path, { as, body })
  expect(changed.statusCode, changed.body).toBe(200)
  await doneAt('2026-04-20T15:00:00Z')
  const listed = async (text: string) =>
    (await prizm.call('GET', `/api/reports/ar-orders?${text}`, { as }))
      .json<ArOrder[]>()
      .map(({ orderNumber }) => orderNumber)
  // Net 30 from March 1 is due on March 31: 20 days late on April 20, 5 days on April 5.
  expect(await listed('pastDue=true')).toEqual(['SO-1'])
  expect(await listed('pastDue=true&asOf=2026-04-05')).toEqual(['SO-1'])
  expect(await listed('pastDue=true&asOf=2026-03-31')).toEqual([])
  expect(await listed('bucket=days0to30')).toEqual(['SO-1'])
  expect(await listed('bucket=notDue')).toEqual([])
  // An order of an earlier version has no terms: net 60 of its customer is due on April 30.
  await query('update sales_orders set payment_terms = null')
  expect(await listed('pastDue=true')).toEqual([])
  expect(await listed('bucket=notDue')).toEqual(['SO-1'])
})
