import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// Repeated events: under the same number, by another channel, or with other content.

let fixture: WarehouseFixture
beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** A released order of ten, and webhook data for its shipments. */
async function orderOfTen() {
  const order = await fixture.released(10)
  const sku = order.items[0]?.sku ?? ''
  const shipment = (shipmentId: string, quantity: number, more: object = {}) => ({
    shipmentId,
    orderNumber: order.orderNumber,
    shippedAt: at(-5),
    lines: [{ sku, quantity }],
    ...more,
  })
  return { order, sku, shipment }
}
const sendEvent = async (type: string, data: object) =>
  (await fixture.webhook(type, data)).json<{ status: string; reason?: string }>()
const shipped = () =>
  fixture.query(`select o.status, i.qty_shipped as units
    from sales_orders o join sales_order_items i on i.sales_order_id = o.id order by o.id`)
const invoices = () => fixture.query('select id from invoices')

describe('a shipment number', () => {
  test('used for two orders ships both', async () => {
    const [one, two] = [await orderOfTen(), await orderOfTen()]
    expect(await sendEvent('shipment.created', one.shipment('S-1', 10))).toEqual({
      status: 'applied',
    })
    expect(await sendEvent('shipment.created', two.shipment('S-1', 10))).toEqual({
      status: 'applied',
    })
    expect(await shipped()).toEqual([
      { status: 'shipped', units: 10 },
      { status: 'shipped', units: 10 },
    ])
    expect(await fixture.broken()).toEqual([])
  })

  test('is case-insensitive', async () => {
    const { shipment } = await orderOfTen()
    await sendEvent('shipment.created', shipment('S-1', 4))
    const again = await sendEvent('shipment.created', { ...shipment('s-1', 4), shippedAt: at(-1) })
    expect(again).toEqual({ status: 'duplicate' })
    expect(await shipped()).toEqual([{ status: 'processing', units: 4 }])
    expect(await fixture.problems()).toEqual([])
  })

  test('with other content posts nothing and needs review', async () => {
    const { order, shipment } = await orderOfTen()
    await sendEvent('shipment.created', shipment('S-1', 4))
    const reason =
      'An event with this number arrived again with different content. Nothing was recorded'
    expect(await sendEvent('shipment.created', shipment('S-1', 6))).toEqual({
      status: 'partial',
      reason,
    })
    expect(await shipped()).toEqual([{ status: 'processing', units: 4 }])
    expect(await fixture.problems()).toMatchObject([{ record: order.orderNumber, reason }])
  })

  test('whose event failed can be corrected', async () => {
    const { shipment } = await orderOfTen()
    expect(await sendEvent('shipment.created', shipment('S-1', 11))).toMatchObject({
      status: 'failed',
    })
    expect(await sendEvent('shipment.created', shipment('S-1', 10))).toEqual({ status: 'applied' })
    expect(await shipped()).toEqual([{ status: 'shipped', units: 10 }])
    expect(await fixture.problems()).toEqual([])
  })
})

describe('one parcel reported by two channels', () => {
  test('by hand and then by webhook is shipped and invoiced once', async () => {
    const { order, shipment } = await orderOfTen()
    const items = [{ itemId: order.items[0]?.id, quantity: 4 }]
    const body = { items, carrier: 'UPS', trackingNumber: '1Z999' }
    await fixture.post(`/api/sales-orders/${order.id}/ship`, body)
    const parcel = { carrier: 'UPS Ground', trackingNumber: '1z999' }
    expect(await sendEvent('shipment.created', shipment('S-1', 4, parcel))).toEqual({
      status: 'failed',
      reason:
        `The parcel 1z999 of ${order.orderNumber} has already shipped: ` +
        `it is shipment ${order.orderNumber}-1`,
    })
    expect(await shipped()).toEqual([{ status: 'processing', units: 4 }])
    expect(await invoices()).toHaveLength(1)
    expect(await fixture.problems()).toMatchObject([{ record: order.orderNumber }])
    expect(await fixture.broken()).toEqual([])
  })

  test('by webhook and then by hand or by file is shipped and invoiced once', async () => {
    const { order, sku, shipment } = await orderOfTen()
    await sendEvent('shipment.created', shipment('S-1', 4, { trackingNumber: '1Z999' }))
    const items = [{ itemId: order.items[0]?.id, quantity: 4 }]
    const body = { items, trackingNumber: ' 1z-999' }
    const refused = await fixture.post(`/api/sales-orders/${order.id}/ship`, body)
    expect(refused.json()).toMatchObject({ status: 409, code: 'duplicate-parcel' })
    const file = `Order Number,SKU,Quantity,Tracking Number\n${order.orderNumber},${sku},4,1Z 999\n`
    const imported = await fixture.prizm.app.inject({
      method: 'POST',
      url: '/api/sales-orders/shipments/import',
      headers: { cookie: fixture.manager, 'content-type': 'text/csv' },
      payload: file,
    })
    expect(imported.statusCode).toBe(422)
    expect(await shipped()).toEqual([{ status: 'processing', units: 4 }])
    expect(await invoices()).toHaveLength(1)
    expect(await fixture.broken()).toEqual([])
  })
})

describe('a receipt number', () => {
  const goods = async (item: object = {}) => {
    const skuId = await fixture.builders.item({ sku: 'BOLT', ...item })
    const vendorId = (await fixture.prizm.builders.vendor()).id
    const items = [{ skuId, quantity: 10 }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
    const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
    const admin = await fixture.prizm.signIn('admin')
    await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
  }
  const come = (receiptId: string, line: object) =>
    sendEvent('receipt.created', {
      receiptId,
      orderNumber: 'PO-1',
      receivedAt: at(-5),
      lines: [{ sku: 'BOLT', ...line }],
    })
  const received = () => fixture.query('select quantity as units from receipt_items order by id')

  test('with other content posts nothing and needs review', async () => {
    await goods()
    expect(await come('R-1', { quantity: 4 })).toEqual({ status: 'applied' })
    expect(await come('r-1', { quantity: 4 })).toEqual({ status: 'duplicate' })
    const reason =
      'An event with this number arrived again with different content. Nothing was recorded'
    expect(await come('R-1', { quantity: 6 })).toEqual({ status: 'partial', reason })
    expect(await received()).toEqual([{ units: 4 }])
    expect(await fixture.problems()).toMatchObject([{ record: 'PO-1', reason }])
    expect(await fixture.broken()).toEqual([])
  })

  test('that is new receives the rest', async () => {
    await goods()
    expect(await come('R-1', { quantity: 6 })).toEqual({ status: 'applied' })
    expect(await come('R-2', { quantity: 4 })).toEqual({ status: 'applied' })
    expect(await received()).toEqual([{ units: 6 }, { units: 4 }])
    expect(await fixture.broken()).toEqual([])
  })

  test('of a SKU whose unit has no X12 code is applied in EA, as it was ordered', async () => {
    await goods({ unitOfMeasure: 'CTN' })
    expect(await come('R-1', { quantity: 4, unit: 'EA' })).toEqual({ status: 'applied' })
    expect(await come('R-2', { quantity: 6, unit: 'CTN' })).toEqual({ status: 'applied' })
    expect(await received()).toEqual([{ units: 4 }, { units: 6 }])
    expect(await fixture.broken()).toEqual([])
  })

  test('with another unit of measure posts nothing and needs review', async () => {
    await goods()
    const reason = 'No line matches: BOLT: 2 CA, but the SKU is stocked in EA'
    expect(await come('R-1', { quantity: 2, unit: 'CA' })).toEqual({ status: 'failed', reason })
    expect(await come('R-2', { quantity: 2, unit: 'ea' })).toEqual({ status: 'applied' })
    expect(await received()).toEqual([{ units: 2 }])
    expect(await fixture.problems()).toMatchObject([{ record: 'PO-1', reason }])
  })

  test('of a return with other content posts nothing and needs review', async () => {
    const { order, shipment } = await orderOfTen()
    await sendEvent('shipment.created', shipment('S-1', 10))
    const items = [{ originalItemId: order.items[0]?.id, quantity: 5, disposition: 'restock' }]
    const body = { type: 'rma', originalOrderId: order.id, reason: 'Wrong', items }
    type Made = { id: number; returnNumber: string }
    const { id, returnNumber } = (await fixture.post('/api/returns', body)).json<Made>()
    await fixture.post(`/api/returns/${id}/approve`, {}, await fixture.prizm.signIn('admin'))
    const back = (quantity: number, unit?: string) =>
      sendEvent('receipt.created', {
        receiptId: 'R-1',
        orderNumber: returnNumber,
        receivedAt: at(-5),
        lines: [{ sku: order.items[0]?.sku, quantity, unit }],
      })
    expect(await back(2)).toEqual({ status: 'applied' })
    expect(await back(3)).toMatchObject({ status: 'partial' })
    const units = await fixture.query('select qty_received as units from return_items')
    expect(units).toEqual([{ units: 2 }])
    expect(await fixture.problems()).toMatchObject([{ record: returnNumber }])
  })
})

test('a movement of two SKUs under one number posts both', async () => {
  const skus = ['BOLT', 'NUT']
  for (const sku of skus) await fixture.builders.item({ sku, currentStock: 10 })
  for (const sku of skus) {
    const moved = { movementId: 'M-1', sku, delta: -3, occurredAt: at(-60) }
    expect(await sendEvent('stock.moved', moved)).toEqual({ status: 'applied' })
  }
  expect(await fixture.query('select current_stock as n from skus')).toEqual([{ n: 7 }, { n: 7 }])
})

test('two exceptions of one shipment are both reported', async () => {
  const { order } = await orderOfTen()
  const exception = { shipmentId: 'S-1', orderNumber: order.orderNumber }
  await sendEvent('shipment.exception', { ...exception, happenedAt: at(-60), reason: 'Delayed' })
  await sendEvent('shipment.exception', { ...exception, happenedAt: at(-30), reason: 'Damaged' })
  expect((await fixture.problems()).map(({ reason }) => reason)).toEqual([
    'The carrier says: Delayed',
    'The carrier says: Damaged',
  ])
})
