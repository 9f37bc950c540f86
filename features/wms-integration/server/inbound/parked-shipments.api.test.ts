import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { retryParked } from './import-events.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

test('P19 a shipment that waits for its release is reported after 24 hours', async () => {
  const { webhook, post, builders, problems, query, context, get } = fixture
  const body = {
    customerId: await builders.buyer(),
    items: [{ skuId: await builders.item(), quantity: 2 }],
  }
  const { order } = (await post('/api/orders/create', body)).json()
  const lines = [{ sku: order.items[0].sku, quantity: 2 }]
  const shippedAt = new Date(Date.now() - 5000).toISOString()
  const data = { shipmentId: 'SHP-1', orderNumber: order.orderNumber, shippedAt, lines }
  expect((await webhook('shipment.created', data)).json()).toMatchObject({ status: 'parked' })
  const age = (hours: number) =>
    query(`update wms_imports set created_at = now() - interval '${hours} hours' returning id`)

  await age(23)
  await retryParked(context())
  expect(await problems()).toEqual([])
  expect(await query('select state from wms_imports')).toEqual([{ state: 'parked' }])

  await age(25)
  await retryParked(context())
  expect(await problems()).toMatchObject([
    {
      title: `Shipment of ${order.orderNumber}`,
      reason: `${order.orderNumber} is not released yet; waiting up to 24 h`,
    },
  ])
  expect(await query('select state from wms_imports')).toEqual([{ state: 'failed' }])
  expect(await get(`/api/sales-orders/${order.id}`)).toMatchObject({ status: 'pending' })
})
