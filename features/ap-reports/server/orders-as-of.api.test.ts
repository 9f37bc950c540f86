import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { ApOrder, ApSummary } from '../contract.ts'

// Purchase orders as of earlier dates, regardless of later changes.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>
let lastAuditId = 0

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
  lastAuditId = 0
})
afterEach(() => prizm.close())

/** Sets the history time of all changes since the previous call to `moment`. */
async function doneAt(moment: string): Promise<void> {
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where entity = 'purchase_order' and id > ${lastAuditId};
     update purchase_orders set updated_at = '${moment}'; commit`,
  )
  lastAuditId = (await fixture.query('select max(id)::int as id from audit_log'))[0].id
}
const change = async (id: number, body: object) => {
  const answer = await fixture.change(id, body)
  expect(answer.statusCode, answer.body).toBe(200)
}
const get = async <A>(path: string): Promise<A> =>
  (await prizm.call('GET', `/api/reports/${path}`, { as: fixture.buyer })).json<A>()
/** The report's figures for a date: amount owed, number overdue, and the order. */
async function reported(asOf: string) {
  const { orderBasis, committed } = await get<ApSummary>(`ap-summary?asOf=${asOf}`)
  const late = await get<ApOrder[]>(`ap-orders?overdue=true&sort=expectedDate&asOf=${asOf}`)
  expect(late).toHaveLength(orderBasis.overdueCount)
  expect(committed).toBe(orderBasis.outstanding)
  const [found] = await get<ApOrder[]>(`ap-orders?limit=5&sort=totalAmount&asOf=${asOf}`)
  const { status, totalAmount, expectedDate } = found as ApOrder
  return [status, totalAmount, expectedDate, orderBasis.outstanding, orderBasis.overdueCount]
}
const bucket = async (name: string, asOf: string) =>
  (await get<ApOrder[]>(`ap-orders?bucket=${name}&asOf=${asOf}`)).map(({ orderNumber }) => {
    return orderNumber
  })

test('a postponed order was overdue until it was postponed', async () => {
  const dates = { orderDate: '2026-01-02', expectedDate: '2026-01-20' }
  const order = { status: 'approved', totalAmount: '10.00', ...dates }
  const { id } = await fixture.made(order, fixture.manager)
  await doneAt('2026-01-02 15:00Z')
  await change(id, { expectedDate: '2026-02-20' })
  await doneAt('2026-02-10 15:00Z')
  await change(id, { expectedDate: null })
  await doneAt('2026-02-25 15:00Z')
  expect(await reported('2026-02-09')).toEqual(['approved', '10.00', '2026-01-20', '10.00', 1])
  expect(await bucket('days0to30', '2026-02-09')).toEqual(['PO-1'])
  expect(await bucket('notDue', '2026-02-09')).toEqual([])
  expect(await reported('2026-02-10')).toEqual(['approved', '10.00', '2026-02-20', '10.00', 0])
  expect(await bucket('notDue', '2026-02-10')).toEqual(['PO-1'])
  expect(await reported('2026-02-24')).toEqual(['approved', '10.00', '2026-02-20', '10.00', 1])
  expect(await reported('2026-02-25')).toEqual(['approved', '10.00', null, '10.00', 0])
  expect(await reported('2026-03-02')).toEqual(['approved', '10.00', null, '10.00', 0])
})

test('orders are summed as of a date, by status, vendor and age', async () => {
  const sums = (query: string) => get<ListSums>(`ap-orders/sums?${query}`)
  const dates = { orderDate: '2026-01-02', expectedDate: '2026-01-20' }
  const order = { status: 'approved', totalAmount: '10.00', ...dates }
  const { id } = await fixture.made(order, fixture.manager)
  await doneAt('2026-01-02 15:00Z')
  await change(id, { expectedDate: '2026-04-20' })
  await doneAt('2026-02-10 15:00Z')
  const approved = { key: 'approved', label: 'approved', count: 1, amount: '10.00' }
  const one = { count: 1, amount: '10.00' }
  expect(await sums('by=status')).toEqual({ ...one, groups: [approved] })
  expect(await sums('by=vendor')).toMatchObject({ groups: [one] })
  expect(await sums('bucket=days0to30&asOf=2026-02-09')).toEqual({ ...one, groups: [] })
  expect(await sums('bucket=days0to30&asOf=2026-02-10')).toMatchObject({ count: 0 })
  expect(await sums('bucket=notDue&asOf=2026-02-10')).toMatchObject(one)
  expect(await sums('status=draft')).toEqual({ count: 0, amount: '0.00', groups: [] })
})

test('a rejected and enlarged order has its old amount as of earlier days', async () => {
  const { id } = await fixture.made({
    status: 'submitted',
    totalAmount: '10.00',
    orderDate: '2026-01-02',
    expectedDate: '2026-01-10',
  })
  await doneAt('2026-01-02 15:00Z')
  const reason = { reason: 'Too little' }
  expect((await fixture.act(id, 'reject', fixture.manager, reason)).statusCode).toBe(200)
  await change(id, { totalAmount: '25.00', expectedDate: '2026-02-10' })
  await doneAt('2026-01-20 15:00Z')
  expect((await fixture.act(id, 'submit', fixture.buyer)).statusCode).toBe(200)
  await doneAt('2026-01-21 15:00Z')
  expect(await reported('2026-01-19')).toEqual(['submitted', '10.00', '2026-01-10', '10.00', 1])
  expect(await reported('2026-01-20')).toEqual(['draft', '25.00', '2026-02-10', '0.00', 0])
  expect(await reported('2026-01-21')).toEqual(['submitted', '25.00', '2026-02-10', '25.00', 0])
  const behind = await get<{ amount: string; dueDate: string }[]>('ap-documents?asOf=2026-01-19')
  expect(behind).toMatchObject([{ amount: '10.00', dueDate: '2026-01-10' }])
})
