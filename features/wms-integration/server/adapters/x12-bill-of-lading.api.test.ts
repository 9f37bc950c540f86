import { describe, expect, test } from 'vitest'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { WarehouseFixture } from '../testing.ts'
import type { FileWarehouse } from '../testing/testing-file-warehouse.ts'
import { fileWarehouseFixture } from '../testing/testing-file-warehouse-fixture.ts'

// A warehouse message is identified by the message itself, not by a reference number in it.

let fixture: WarehouseFixture
let warehouse: FileWarehouse
fileWarehouseFixture((set) => {
  ;({ appFixture: fixture, warehouse } = set)
})

type Advice = { bill: string; shipped: number; code?: string; unit?: string; tracking?: string }

/** Writes a 945 to the inbox for the only line of an order, without W0603. */
function advise(order: SalesOrderDetails, { bill, shipped, code = 'CC', ...more }: Advice): void {
  const { unit = 'EA', tracking } = more
  const sku = order.items[0]?.sku ?? ''
  warehouse.writeSet('SW', '945', [
    ['W06', 'F', order.orderNumber, '', bill],
    ['N1', 'WH', 'MAIN WAREHOUSE', '92', 'WH1'],
    ['N9', 'BM', bill],
    ...(tracking ? [['N9', '2I', tracking]] : []),
    ['G62', '11', '20260227'],
    ['W27', 'M', 'UPSN', 'UPS GROUND', 'PP'],
    ['LX', '1'],
    ['W12', code, '10', String(shipped), '', unit, '', 'VN', sku],
    ['N9', 'LI', '1'],
    ['W03', String(shipped)],
  ])
}

const orders = () =>
  fixture.query(`select o.order_number as number, o.status, i.qty_shipped as shipped
    from sales_orders o join sales_order_items i on i.sales_order_id = o.id order by o.id`)
const shipments = () =>
  fixture.query(`select h.ship_date as day, h.carrier, h.tracking_number as tracking, t.quantity
    from shipments h join shipment_items t on t.shipment_id = h.id order by h.id`)
const count = async (table: string) =>
  (await fixture.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n

describe('a bill of lading', () => {
  test('for two orders ships both', async () => {
    const [one, two] = [await fixture.released(10), await fixture.released(10)]
    await fixture.run('orders')
    advise(one, { bill: 'BOL-7', shipped: 10 })
    advise(two, { bill: 'BOL-7', shipped: 10 })
    await fixture.run('shipments')
    expect(await orders()).toEqual([
      { number: one.orderNumber, status: 'shipped', shipped: 10 },
      { number: two.orderNumber, status: 'shipped', shipped: 10 },
    ])
    expect(await count('invoices')).toBe(2)
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('ships the rest of the same order in a second message', async () => {
    const order = await fixture.released(10)
    await fixture.run('orders')
    advise(order, { bill: 'BOL-7', shipped: 6, code: 'BP' })
    await fixture.run('shipments')
    advise(order, { bill: 'BOL-7', shipped: 4 })
    await fixture.run('shipments')
    expect(await orders()).toEqual([{ number: order.orderNumber, status: 'shipped', shipped: 10 }])
    expect((await shipments()).map((each) => (each as { quantity: number }).quantity)).toEqual([
      6, 4,
    ])
    expect(await fixture.problems()).toEqual([])
    expect(await fixture.broken()).toEqual([])
  })

  test('that reports the same goods again posts nothing and needs review', async () => {
    const order = await fixture.released(10)
    await fixture.run('orders')
    advise(order, { bill: 'BOL-7', shipped: 4, code: 'BP' })
    advise(order, { bill: 'BOL-7', shipped: 4, code: 'BP' })
    await fixture.run('shipments')
    expect(await orders()).toEqual([
      { number: order.orderNumber, status: 'processing', shipped: 4 },
    ])
    expect(await fixture.problems()).toMatchObject([
      {
        record: order.orderNumber,
        reason:
          `BOL-7 reports the same goods of ${order.orderNumber} again. Nothing was ` +
          'recorded. If more was shipped, record it manually',
      },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('with two parcels of the same quantity ships both', async () => {
    const order = await fixture.released(10)
    await fixture.run('orders')
    advise(order, { bill: 'BOL-7', shipped: 5, code: 'BP', tracking: '1Z-1' })
    advise(order, { bill: 'BOL-7', shipped: 5, tracking: '1Z-2' })
    await fixture.run('shipments')
    expect(await orders()).toMatchObject([{ status: 'shipped', shipped: 10 }])
    expect(await fixture.problems()).toEqual([])
  })
})

test('a parcel shipped by hand is not shipped again by its 945', async () => {
  const order = await fixture.released(10)
  await fixture.run('orders')
  const items = [{ itemId: order.items[0]?.id, quantity: 4 }]
  const body = { items, carrier: 'UPS', trackingNumber: '1z 999-aa' }
  const path = `/api/sales-orders/${order.id}/ship`
  expect((await fixture.post(path, body)).statusCode).toBe(200)
  advise(order, { bill: 'BOL-7', shipped: 4, code: 'BP', tracking: '1Z999AA' })
  await fixture.run('shipments')
  expect(await orders()).toMatchObject([{ status: 'processing', shipped: 4 }])
  expect(await fixture.problems()).toMatchObject([
    {
      reason:
        `The parcel 1Z999AA of ${order.orderNumber} has already shipped: ` +
        `it is shipment ${order.orderNumber}-1`,
    },
  ])
  expect(await count('invoices')).toBe(1)
  expect(await fixture.broken()).toEqual([])
})

test('without W0603 the ship date is that of G62*11', async () => {
  const order = await fixture.released(10)
  await fixture.query(`update sales_orders set order_date = '2026-02-20'`)
  await fixture.run('orders')
  advise(order, { bill: 'BOL-7', shipped: 10 })
  await fixture.run('shipments')
  expect(await shipments()).toEqual([
    { day: '2026-02-27', carrier: 'UPS GROUND', tracking: null, quantity: 10 },
  ])
})

describe('a unit of measure other than ours', () => {
  test('on a shipment posts nothing and needs review', async () => {
    const order = await fixture.released(10)
    await fixture.run('orders')
    advise(order, { bill: 'BOL-7', shipped: 2, code: 'BP', unit: 'CA' })
    await fixture.run('shipments')
    expect(await orders()).toMatchObject([{ status: 'processing', shipped: 0 }])
    const sku = order.items[0]?.sku
    expect(await fixture.problems()).toMatchObject([
      {
        reason:
          `The shipment does not match ${order.orderNumber}: ` +
          `${sku}: 2 CA, but the SKU is stocked in EA`,
      },
    ])
  })

  test('on a count changes no stock and needs review', async () => {
    await fixture.builders.item({ sku: 'BOLT', currentStock: 0 })
    await fixture.builders.item({ sku: 'NUT', currentStock: 0 })
    warehouse.writeSet('IB', '846', [
      ['BIA', '00', 'SI', 'SNAP-1', '20260302', '1100'],
      ['LIN', '1', 'VN', 'BOLT'],
      ['QTY', '17', '3', 'CA'],
      ['LIN', '2', 'VN', 'NUT'],
      ['QTY', '17', '7', 'EA'],
      ['CTT', '2'],
    ])
    await fixture.run('inventory')
    expect(await fixture.query('select sku, current_stock as n from skus order by sku')).toEqual([
      { sku: 'BOLT', n: 0 },
      { sku: 'NUT', n: 7 },
    ])
    expect(await fixture.problems()).toMatchObject([
      {
        record: 'BOLT',
        title: 'The warehouse counts BOLT in CA',
        reason: 'It counts 3 CA, but BOLT is stocked in EA. The stock did not change',
      },
    ])
    expect(await fixture.broken()).toEqual([])
  })
})
