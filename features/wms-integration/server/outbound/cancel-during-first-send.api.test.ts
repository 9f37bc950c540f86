import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimNext } from './claim-exports.ts'
import { planExports } from './plan-exports.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// A cancellation concurrent with the first send of its order: either the cancellation is requested
// from the warehouse, or the order is never sent.

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
  await fixture.run()
})
afterEach(() => fixture.close())

const cancel = (id: number) =>
  fixture.post(`/api/sales-orders/${id}/cancel`, { reason: 'Changed mind' })
const exports = () =>
  fixture.query<{ action: string; state: string }>(
    `select action, state from wms_exports where kind = 'order' order by id`,
  )
const documents = () =>
  fixture.query<{ state: string }>(`select state from wms_documents where kind = 'order'`)

/** An order in the queue that was not sent yet. */
async function planned() {
  const order = await fixture.released(5)
  await planExports(fixture.context(), 'order', { ids: [order.id] })
  return order
}

test('an order waiting to be sent is cancelled at once and never sent', async () => {
  const order = await planned()
  expect((await cancel(order.id)).json()).toMatchObject({ status: 'cancelled' })
  await fixture.settle()
  expect(await exports()).toEqual([
    { action: 'original', state: 'dismissed' },
    { action: 'cancel', state: 'dismissed' },
  ])
  expect(await documents()).toEqual([{ state: 'cancelled' }])
  expect(fixture.warehouse.stock.orders.size).toBe(0)
  expect(await fixture.broken()).toEqual([])
})

test('an order being sent for the first time gets a cancellation request', async () => {
  const order = await planned()
  expect(await claimNext(fixture.context(), 'order')).toMatchObject([{ action: 'original' }])
  expect((await cancel(order.id)).json()).toMatchObject({ displayStatus: 'cancel requested' })
  await fixture.query('update wms_exports set next_attempt_at = now()')
  await fixture.settle()
  expect(await exports()).toEqual([
    { action: 'original', state: 'sent' },
    { action: 'cancel', state: 'sent' },
  ])
  expect(fixture.warehouse.stock.orders.get(order.orderNumber)?.status).toBe('cancelled')
  expect(await fixture.broken()).toEqual([])
})

test('orders cancelled while being sent end up cancelled on both sides', async () => {
  const orders = []
  for (let count = 0; count < 12; count += 1) orders.push(await planned())
  await Promise.all([fixture.settle(), ...orders.map(({ id }) => cancel(id))])
  await fixture.query('update wms_exports set next_attempt_at = now()')
  for (let count = 0; count < 3; count += 1) await fixture.settle()
  const here = await fixture.query<{ status: string }>('select distinct status from sales_orders')
  expect(here).toEqual([{ status: 'cancelled' }])
  const there = [...fixture.warehouse.stock.orders.values()].map(({ status }) => status)
  expect(there.filter((status) => status !== 'cancelled')).toEqual([])
  expect(await fixture.query('select sum(reserved)::int as units from skus')).toEqual([
    { units: 0 },
  ])
  expect(await fixture.broken()).toEqual([])
})

test('an order recalled before it was sent is sent when it is released again', async () => {
  const order = await planned()
  const recalled = await fixture.post(`/api/sales-orders/${order.id}/recall`, {})
  expect(recalled.json()).toMatchObject({ status: 'pending' })
  await fixture.settle()
  expect(fixture.warehouse.stock.orders.size).toBe(0)
  await fixture.post(`/api/sales-orders/${order.id}/process`)
  await fixture.settle()
  expect(fixture.warehouse.stock.orders.get(order.orderNumber)?.status).toBe('open')
  expect(await documents()).toEqual([{ state: 'open' }])
  expect(await fixture.broken()).toEqual([])
})
