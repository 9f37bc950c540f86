import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimNext } from './claim-exports.ts'
import { planExports } from './plan-exports.ts'
import { type WarehouseFixture, besideWarehouse } from '../testing.ts'

// A cancellation concurrent with the first send of its order: either the cancellation is requested
// from the warehouse, or the order is never sent.

let beside: WarehouseFixture

beforeEach(async () => {
  beside = await besideWarehouse()
  await beside.run()
})
afterEach(() => beside.close())

const cancel = (id: number) =>
  beside.post(`/api/sales-orders/${id}/cancel`, { reason: 'Changed mind' })
const exports = () =>
  beside.query<{ action: string; state: string }>(
    `select action, state from wms_exports where kind = 'order' order by id`,
  )
const documents = () =>
  beside.query<{ state: string }>(`select state from wms_documents where kind = 'order'`)

/** An order in the queue that was not sent yet. */
async function planned() {
  const order = await beside.released(5)
  await planExports(beside.context(), 'order', { ids: [order.id] })
  return order
}

test('an order waiting to be sent is cancelled at once and never sent', async () => {
  const order = await planned()
  expect((await cancel(order.id)).json()).toMatchObject({ status: 'cancelled' })
  await beside.settle()
  expect(await exports()).toEqual([
    { action: 'original', state: 'dismissed' },
    { action: 'cancel', state: 'dismissed' },
  ])
  expect(await documents()).toEqual([{ state: 'cancelled' }])
  expect(beside.warehouse.stock.orders.size).toBe(0)
  expect(await beside.broken()).toEqual([])
})

test('an order being sent for the first time gets a cancellation request', async () => {
  const order = await planned()
  expect(await claimNext(beside.context(), 'order')).toMatchObject([{ action: 'original' }])
  expect((await cancel(order.id)).json()).toMatchObject({ displayStatus: 'cancel requested' })
  await beside.query('update wms_exports set next_attempt_at = now()')
  await beside.settle()
  expect(await exports()).toEqual([
    { action: 'original', state: 'sent' },
    { action: 'cancel', state: 'sent' },
  ])
  expect(beside.warehouse.stock.orders.get(order.orderNumber)?.status).toBe('cancelled')
  expect(await beside.broken()).toEqual([])
})

test('orders cancelled while being sent end up cancelled on both sides', async () => {
  const orders = []
  for (let count = 0; count < 12; count += 1) orders.push(await planned())
  await Promise.all([beside.settle(), ...orders.map(({ id }) => cancel(id))])
  await beside.query('update wms_exports set next_attempt_at = now()')
  for (let count = 0; count < 3; count += 1) await beside.settle()
  const here = await beside.query<{ status: string }>('select distinct status from sales_orders')
  expect(here).toEqual([{ status: 'cancelled' }])
  const there = [...beside.warehouse.stock.orders.values()].map(({ status }) => status)
  expect(there.filter((status) => status !== 'cancelled')).toEqual([])
  expect(await beside.query('select sum(reserved)::int as units from skus')).toEqual([{ units: 0 }])
  expect(await beside.broken()).toEqual([])
})

test('an order recalled before it was sent is sent when it is released again', async () => {
  const order = await planned()
  const recalled = await beside.post(`/api/sales-orders/${order.id}/recall`, {})
  expect(recalled.json()).toMatchObject({ status: 'pending' })
  await beside.settle()
  expect(beside.warehouse.stock.orders.size).toBe(0)
  await beside.post(`/api/sales-orders/${order.id}/process`)
  await beside.settle()
  expect(beside.warehouse.stock.orders.get(order.orderNumber)?.status).toBe('open')
  expect(await documents()).toEqual([{ state: 'open' }])
  expect(await beside.broken()).toEqual([])
})
