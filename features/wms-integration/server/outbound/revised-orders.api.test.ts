import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
  await fixture.run()
})
afterEach(() => fixture.close())

const change = ({ prizm, manager }: WarehouseFixture, { id }: SalesOrderDetails, items: object[]) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as: manager, body: { items } })

test('a revised order is sent to the warehouse as a change of its lines', async () => {
  const { released, settle, warehouse, query, broken, builders, problems } = fixture
  const order = await released(5)
  await settle()
  const [line] = order.items
  const items = [
    { skuId: line?.skuId, quantity: 8 },
    { skuId: await builders.item(), quantity: 2 },
  ]
  expect((await change(fixture, order, items)).statusCode).toBe(200)
  await settle()
  const job = warehouse.stock.orders.get(order.orderNumber)
  expect(job?.lines.map(({ lineNo, quantity }) => [lineNo, quantity])).toEqual([
    [1, 8],
    [2, 2],
  ])
  const exported = `select version, action, state from wms_exports where kind = 'order' order by id`
  expect(await query(exported)).toEqual([
    { version: 1, action: 'original', state: 'sent' },
    { version: 2, action: 'change', state: 'sent' },
  ])
  expect(await problems()).toEqual([])
  expect(await broken()).toEqual([])
})

test('the shipping method is sent with the address, and a change of it as a change', async () => {
  const { prizm, released, settle, query, manager, broken } = fixture
  const order = await released(5, undefined, {
    shippingMethod: 'overnight',
    shippingAddress: '1 Quay',
  })
  await released()
  await settle()
  const put = { as: manager, body: { shippingMethod: 'pickup' } }
  const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, put)
  expect(changed.json()).toMatchObject({ revision: 1, shippingAmount: '0.00' })
  await settle()
  const sentExports = await query(
    `select e.action, e.payload->>'shippingAddress' as address,
            e.payload->>'shippingMethod' as method
     from wms_exports e where e.kind = 'order' order by e.id`,
  )
  expect(sentExports).toEqual([
    { action: 'original', address: '1 Quay', method: 'overnight' },
    { action: 'original', address: null, method: null },
    { action: 'change', address: '1 Quay', method: 'pickup' },
  ])
  expect(await broken()).toEqual([])
})

test('a revision that is too late for the warehouse is reported as a problem', async () => {
  const { released, settle, command, problems } = fixture
  const order = await released(5)
  await settle()
  await command('ship')
  const changed = await change(fixture, order, [{ skuId: order.items[0]?.skuId, quantity: 8 }])
  expect(changed.statusCode, changed.body).toBe(200)
  await settle()
  expect(await problems()).toMatchObject([
    {
      record: order.orderNumber,
      title: `Too late: ${order.orderNumber} could not be changed`,
      reason: `${order.orderNumber} is done already`,
    },
  ])
})

test('an order with a shipment that could not be posted yet cannot be changed', async () => {
  const { released, settle, command, run, post, query } = fixture
  const order = await released(5)
  await settle()
  await post(`/api/sales-orders/${order.id}/hold`, { reason: 'manual' })
  await command('ship')
  await run('shipments')
  expect(await query('select state from wms_imports')).toEqual([{ state: 'failed' }])
  const late = await change(fixture, order, [{ skuId: order.items[0]?.skuId, quantity: 8 }])
  expect([late.statusCode, late.json().detail]).toEqual([
    409,
    'The warehouse has shipped goods of this order, but the shipment is not recorded yet. ' +
      'Resolve the shipment under WMS Integration first',
  ])
})
