import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { notifyOfPastCancelAfterDays } from './cancel-after-notifications.ts'
import type { SalesOrderDetails } from '../../contract.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  prizm.call(method, url, { as, ...(body && { body }) })

/** Places an order with a cancel-after day. */
async function place(cancelAfter?: string | null): Promise<SalesOrderDetails> {
  const items = [{ skuId: await builders.item(), quantity: 2 }]
  const body = { customerId: await builders.buyer(), items, cancelAfter }
  const answer = await call('POST', '/api/orders/create', body)
  return answer.json<{ order: SalesOrderDetails }>().order
}

/** Runs the job on a day, twice concurrently, and returns all notifications so far. */
async function runJobOn(day: string): Promise<object[]> {
  const { db } = prizm.database
  const now = new Date(`${day}T12:00:00Z`)
  const ctx = { db, user: undefined, now, requestId: 'job', channel: 'worker' }
  await Promise.all([notifyOfPastCancelAfterDays(ctx), notifyOfPastCancelAfterDays(ctx)])
  return prizm.rows(`select u.role, n.title, n.text, n.link from notifications n
                 join users u on u.id = n.user_id where n.key like 'cancel-after:%'
                 order by n.id, u.role`)
}

test('notifies order roles once when an order is past its cancel-after day', async () => {
  for (const role of ['admin', 'sales', 'warehouse', 'finance', 'viewer'] as const) {
    await prizm.signIn(role)
  }
  const order = await place('2026-03-10')
  await place()
  expect(order.cancelAfter).toBe('2026-03-10')
  expect(await runJobOn('2026-03-10')).toEqual([])
  const title = `${order.orderNumber} is past its cancel-after date`
  const text =
    `${order.customerName} (${order.customerCode}) requested shipment by 3/10/2026. ` +
    'Confirm with the customer before shipping'
  const link = `/sales-orders?open=${order.orderNumber}`
  const expectedNotifications = ['admin', 'manager', 'sales'].map((role) => ({
    role,
    title,
    text,
    link,
  }))
  const first = await runJobOn('2026-03-11')
  expect(first).toHaveLength(3)
  expect(first).toEqual(expect.arrayContaining(expectedNotifications))
  await prizm.rows('delete from notifications')
  expect(await runJobOn('2026-06-30')).toEqual([])
  const [after] = (await call('GET', `/api/sales-orders?id=${order.id}`)).json<object[]>()
  expect(after).toMatchObject({ cancelAfter: '2026-03-10', version: order.version })
  expect(await brokenInvariants()).toEqual([])
})

test('notifies again if the cancel-after day changes and passes again', async () => {
  const order = await place('2026-03-10')
  expect(await runJobOn('2026-03-11')).toHaveLength(1)
  const url = `/api/sales-orders/${order.id}`
  const changed = await call('PUT', url, { cancelAfter: '2026-03-20' })
  expect(changed.json()).toMatchObject({ cancelAfter: '2026-03-20', version: order.version + 1 })
  expect((await call('PUT', url, { notes: 'Ring twice' })).json()).toMatchObject({
    cancelAfter: '2026-03-20',
  })
  expect(await runJobOn('2026-03-20')).toHaveLength(1)
  expect(await runJobOn('2026-03-21')).toHaveLength(2)
  expect((await call('PUT', url, { cancelAfter: null })).json()).toMatchObject({
    cancelAfter: null,
  })
  expect(await runJobOn('2026-06-30')).toHaveLength(2)
  const history = await prizm.rows(`select changes -> 'cancelAfter' as day from audit_log
                                where entity = 'sales_order' and changes ? 'cancelAfter'
                                order by id`)
  expect(history).toEqual([
    { day: { from: '2026-03-10', to: '2026-03-20' } },
    { day: { from: '2026-03-20', to: null } },
  ])
})

test('does not notify for shipped or cancelled orders, but for orders on hold', async () => {
  const [gone, off, held] = [
    await place('2026-03-10'),
    await place('2026-03-10'),
    await place('2026-03-10'),
  ]
  await call('POST', `/api/sales-orders/${gone.id}/process`)
  await call('POST', `/api/sales-orders/${gone.id}/ship`)
  await call('POST', `/api/sales-orders/${off.id}/cancel`, { reason: 'Too late' })
  await call('POST', `/api/sales-orders/${held.id}/hold`, { reason: 'manual' })
  expect(await runJobOn('2026-03-11')).toMatchObject([
    { title: `${held.orderNumber} is past its cancel-after date` },
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('saves the cancel-after day on orders with and without lines; rejects no day', async () => {
  const customerId = await builders.buyer()
  const items = [{ skuId: await builders.item(), quantity: 1 }]
  const made = { customerId, cancelAfter: '2026-04-01' }
  const total = { ...made, orderNumber: 'SO-T', totalAmount: '10.00' }
  expect((await call('POST', '/api/sales-orders', total)).json()).toMatchObject({
    cancelAfter: '2026-04-01',
  })
  const lines = { ...made, orderNumber: 'SO-L', items }
  expect((await call('POST', '/api/sales-orders', lines)).json()).toMatchObject({
    cancelAfter: '2026-04-01',
  })
  const wrong = { ...total, orderNumber: 'SO-W', cancelAfter: 'soon' }
  const answer = await call('POST', '/api/sales-orders', wrong)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: object[] }>().errors).toMatchObject([{ path: 'cancelAfter' }])
})

test('a migration moves the day from the notes of open 850 orders to the field', async () => {
  const edi = `order_source = 'edi'`
  const createOrderWithNotes = async (notes: string, fields = edi) => {
    const { id } = await place()
    await prizm.database.pool.query(`update sales_orders set notes = $1, ${fields} where id = $2`, [
      notes,
      id,
    ])
    return id
  }
  const ids = [
    await createOrderWithNotes(
      'Department 042\nCancel after 2026-04-01\nDelivery requested 2026-03-20',
    ),
    await createOrderWithNotes('Cancel after 2026-02-31'),
    await createOrderWithNotes('Line 1: Cancel after 2026-04-01'),
    await createOrderWithNotes('Cancel after 2026-13-01'),
    await createOrderWithNotes('Cancel after 2026-04-01', `order_source = 'web'`),
    await createOrderWithNotes('Cancel after 2026-04-01', `${edi}, status = 'delivered'`),
  ]
  const file = 'db/migrations/20261127_161500_cancel_after_day.sql'
  const sql = readFileSync(file, 'utf8')
  await prizm.rows(sql.slice(sql.indexOf('update sales_orders')))
  const found = await prizm.rows(
    'select id, cancel_after::text as day from sales_orders order by id',
  )
  const days = ['2026-04-01', '2026-03-03', null, null, null, null]
  expect(found).toEqual(ids.map((id, place) => ({ id, day: days[place] })))
})
