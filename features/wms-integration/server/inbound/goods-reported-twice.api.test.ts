import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReturnDetails } from '#features/returns/contract.ts'
import { expectedGoodsFixture, type ExpectedGoods } from '../testing/testing-expected-goods.ts'

// Goods posted by hand or by file and also reported by the warehouse, in either order: they are
// posted once, unless a user confirms that they are additional goods.

let fixture: ExpectedGoods
beforeEach(async () => {
  fixture = await expectedGoodsFixture()
})
afterEach(async () => {
  expect(await fixture.beside.broken()).toEqual([])
  await fixture.beside.close()
})

type Answer = { status: number | string; code?: string; detail?: string; reason?: string }
const report = async (type: string, data: object) =>
  (await fixture.beside.webhook(type, data)).json<Answer>()
const at = '2026-03-02T16:00:00Z'

describe('goods of a purchase order', () => {
  const receive = async (id: number, body: object) => {
    const [line] = await fixture.beside.query<{ id: number }>('select id from purchase_order_items')
    const items = [{ itemId: line?.id, quantity: 4 }]
    return (await fixture.step(id, 'receive', { items, ...body })).json<Answer>()
  }
  const come = async (more: object = {}, quantity = 4) => {
    const [{ sku } = { sku: '' }] = await fixture.beside.query<{ sku: string }>(
      'select sku from skus',
    )
    const lines = [{ sku, quantity }]
    const data = { receiptId: 'R-1', orderNumber: 'PO-1', receivedAt: at, lines, ...more }
    return report('receipt.created', data)
  }
  const receipts = () =>
    fixture.beside.query(`select r.receipt_no as no, r.delivery_note as note, t.quantity as units
      from receipts r join receipt_items t on t.receipt_id = r.id order by r.id`)
  const reason =
    'The same goods are already on receipt PO-1/1 of 3/2/2026. No receipt was recorded. ' +
    'If more was received, record it manually'

  test('by hand and then by webhook are received once and need review', async () => {
    const id = await fixture.approved()
    await receive(id, { deliveryNote: 'DN-7' })
    expect(await come()).toEqual({ status: 'failed', reason })
    expect(await come({ receiptId: 'R-2', deliveryNote: 'dn 07' })).toEqual({
      status: 'failed',
      reason,
    })
    expect(await receipts()).toEqual([{ no: 1, note: 'DN-7', units: 4 }])
    expect(await fixture.beside.problems()).toMatchObject([
      { record: 'PO-1', reason },
      { record: 'PO-1', reason },
    ])
    const stock = 'select current_stock as here, on_order as coming from skus'
    expect(await fixture.beside.query(stock)).toEqual([{ here: 104, coming: 6 }])
  })

  test('are still the same when a user retries the problem', async () => {
    const id = await fixture.approved()
    await receive(id, {})
    await come()
    const [problem] = await fixture.beside.problems()
    const tried = await fixture.beside.post(`/api/wms/problems/${problem?.id}/retry`)
    expect(tried.statusCode).toBe(200)
    expect(await receipts()).toEqual([{ no: 1, note: null, units: 4 }])
    expect(await fixture.beside.problems()).toMatchObject([{ record: 'PO-1', reason }])
  })

  test('with another delivery note or quantity are received', async () => {
    const id = await fixture.approved()
    await receive(id, { deliveryNote: 'DN-7' })
    expect(await come({ deliveryNote: 'DN-8' })).toEqual({ status: 'applied' })
    expect(await come({ receiptId: 'R-2' }, 2)).toEqual({ status: 'applied' })
    expect(await receipts()).toEqual([
      { no: 1, note: 'DN-7', units: 4 },
      { no: 2, note: 'DN-8', units: 4 },
      { no: 3, note: null, units: 2 },
    ])
  })

  test('with a delivery note of another receipt are received with a warning', async () => {
    const id = await fixture.approved()
    await receive(id, { deliveryNote: 'DN-7' })
    const known = 'Delivery note DN-7 of this vendor is already on receipt PO-1/1 of 3/2/2026'
    const again = await come({ deliveryNote: 'DN 7' }, 2)
    expect(again).toEqual({ status: 'partial', reason: known })
    expect(await receipts()).toEqual([
      { no: 1, note: 'DN-7', units: 4 },
      { no: 2, note: 'DN 7', units: 2 },
    ])
    expect(await fixture.beside.problems()).toMatchObject([{ record: 'PO-1', reason: known }])
  })

  test('by webhook and then by hand are refused until a user confirms them', async () => {
    const id = await fixture.approved()
    expect(await come()).toEqual({ status: 'applied' })
    expect(await receive(id, { deliveryNote: 'DN-7' })).toMatchObject({
      status: 409,
      code: 'same-goods',
      detail:
        'The warehouse already reported these goods on receipt PO-1/1 of 3/2/2026. ' +
        'If this is another delivery, confirm it',
    })
    expect(await receipts()).toEqual([{ no: 1, note: null, units: 4 }])
    await receive(id, { isAnother: true })
    expect(await receipts()).toEqual([
      { no: 1, note: null, units: 4 },
      { no: 2, note: null, units: 4 },
    ])
  })

  test('by hand twice are received twice', async () => {
    const id = await fixture.approved()
    await receive(id, {})
    await receive(id, {})
    expect(await receipts()).toHaveLength(2)
  })

  test('of a reversed receipt are received when the warehouse reports them', async () => {
    const id = await fixture.approved()
    await receive(id, {})
    const [made] = await fixture.beside.query<{ id: number }>('select id from receipts')
    const body = { reason: 'Typed for another order' }
    await fixture.beside.post(`/api/receipts/${made?.id}/reverse`, body, fixture.admin)
    expect(await come()).toEqual({ status: 'applied' })
    expect(await receipts()).toHaveLength(2)
  })
})

describe('units of a sales order without a tracking number', () => {
  const placed = async () => {
    const order = await fixture.beside.released(10)
    const { orderNumber, items } = order
    const sku = items[0]?.sku ?? ''
    const ship = async (body: object = {}) => {
      const counted = [{ itemId: items[0]?.id, quantity: 4 }]
      const path = `/api/sales-orders/${order.id}/ship`
      return (await fixture.beside.post(path, { items: counted, ...body })).json<Answer>()
    }
    const reportShipment = (more: object = {}, quantity = 4) => {
      const lines = [{ sku, quantity }]
      const shippedAt = new Date(Date.now() - 5000).toISOString()
      const data = { shipmentId: 'S-1', orderNumber, shippedAt, lines, ...more }
      return report('shipment.created', data)
    }
    const head = 'Order Number,SKU,Quantity,Tracking Number'
    const load = async (trackingNumber: string) =>
      fixture.beside.prizm.app.inject({
        method: 'POST',
        url: '/api/sales-orders/shipments/import',
        headers: { cookie: fixture.beside.manager, 'content-type': 'text/csv' },
        payload: `${head}\n${orderNumber},${sku},4,${trackingNumber}\n`,
      })
    const reason =
      `The same goods of ${orderNumber} already shipped as ${orderNumber}-1. No shipment ` +
      'was recorded. If more was shipped, ship it manually'
    return { orderNumber, ship, leave: reportShipment, load, reason }
  }
  const shipments = () =>
    fixture.beside.query(`select h.tracking_number as tracking, t.quantity as units
      from shipments h join shipment_items t on t.shipment_id = h.id order by h.id`)
  const invoices = async () => (await fixture.beside.query('select id from invoices')).length

  test('by hand and then by webhook are shipped and invoiced once', async () => {
    const { orderNumber, ship, leave, reason } = await placed()
    await ship()
    expect(await leave()).toEqual({ status: 'failed', reason })
    const tracked = { shipmentId: 'S-2', trackingNumber: '1Z-1' }
    expect(await leave(tracked)).toEqual({ status: 'failed', reason })
    expect(await shipments()).toEqual([{ tracking: null, units: 4 }])
    expect(await invoices()).toBe(1)
    expect(await fixture.beside.problems()).toMatchObject([
      { record: orderNumber, reason },
      { record: orderNumber, reason },
    ])
  })

  test('by webhook and then by hand are refused until a user confirms them', async () => {
    const { orderNumber, ship, leave } = await placed()
    expect(await leave()).toEqual({ status: 'applied' })
    expect(await ship()).toMatchObject({
      status: 409,
      code: 'same-goods',
      detail:
        `The same goods of ${orderNumber} already shipped as ${orderNumber}-1, as the ` +
        'warehouse reported. If this is another shipment, confirm it',
    })
    expect(await invoices()).toBe(1)
    await ship({ isAnother: true })
    expect(await shipments()).toEqual([
      { tracking: null, units: 4 },
      { tracking: null, units: 4 },
    ])
    expect(await invoices()).toBe(2)
  })

  test('by file and then by webhook or by hand are shipped once', async () => {
    const { orderNumber, ship, leave, load, reason } = await placed()
    expect((await load('1Z-1')).json()).toMatchObject({ created: 1, skipped: 0 })
    expect(await leave()).toEqual({ status: 'failed', reason })
    expect(await leave({ shipmentId: 'S-2', trackingNumber: '1z 1' })).toEqual({
      status: 'failed',
      reason:
        `The parcel 1z 1 of ${orderNumber} has already shipped: ` +
        `it is shipment ${orderNumber}-1`,
    })
    expect(await ship({ trackingNumber: ' 1z1' })).toMatchObject({
      status: 409,
      code: 'duplicate-parcel',
    })
    expect(await shipments()).toEqual([{ tracking: '1Z-1', units: 4 }])
    expect(await invoices()).toBe(1)
  })

  test('by webhook and then by file are shipped once', async () => {
    const { orderNumber, leave, load } = await placed()
    await leave()
    const refused = await load('1Z-1')
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(
      `The same goods of ${orderNumber} already shipped as ${orderNumber}-1`,
    )
    expect(await shipments()).toEqual([{ tracking: null, units: 4 }])
  })

  test('differ if the tracking numbers or the quantities differ', async () => {
    const { ship, leave } = await placed()
    await ship({ trackingNumber: '1Z-1' })
    expect(await leave({ trackingNumber: '1Z-2' })).toEqual({ status: 'applied' })
    expect(await leave({ shipmentId: 'S-2' }, 2)).toEqual({ status: 'applied' })
    expect(await shipments()).toEqual([
      { tracking: '1Z-1', units: 4 },
      { tracking: '1Z-2', units: 4 },
      { tracking: null, units: 2 },
    ])
  })
})

test('returned goods posted by hand and by webhook are received once', async () => {
  const { beside: warehouseSetup } = fixture
  const order = await warehouseSetup.released(5)
  const itemId = order.items[0]?.id
  await warehouseSetup.post(`/api/sales-orders/${order.id}/ship`)
  const returned = { originalItemId: itemId, quantity: 5, disposition: 'restock' }
  const form = { type: 'rma', originalOrderId: order.id, reason: 'Wrong', items: [returned] }
  const made = (await warehouseSetup.post('/api/returns', form)).json<ReturnDetails>()
  await warehouseSetup.post(`/api/returns/${made.id}/approve`, {}, fixture.admin)
  const counted = { itemId: made.items[0]?.id, quantity: 2, disposition: 'restock' }
  const path = `/api/returns/${made.id}/receive`
  await warehouseSetup.post(path, { items: [counted] })
  const come = (receiptId: string, quantity: number) =>
    report('receipt.created', {
      receiptId,
      orderNumber: made.returnNumber,
      receivedAt: at,
      lines: [{ sku: order.items[0]?.sku, quantity }],
    })
  expect(await come('R-1', 2)).toEqual({
    status: 'failed',
    reason:
      `The same goods are already on receipt ${made.returnNumber}/1 of 3/2/2026. No receipt was ` +
      'recorded. If more was received, record it manually',
  })
  expect(await come('R-2', 1)).toEqual({ status: 'applied' })
  const one = { items: [{ ...counted, quantity: 1 }] }
  expect((await warehouseSetup.post(path, one)).json()).toMatchObject({
    status: 409,
    code: 'same-goods',
  })
  await warehouseSetup.post(path, { ...one, isAnother: true })
  expect(await warehouseSetup.query('select qty_received as units from return_items')).toEqual([
    { units: 4 },
  ])
})

test('returned goods of a reversed receipt are received from the warehouse', async () => {
  const { beside: warehouseSetup } = fixture
  const order = await warehouseSetup.released(5)
  await warehouseSetup.post(`/api/sales-orders/${order.id}/ship`)
  const returned = { originalItemId: order.items[0]?.id, quantity: 5, disposition: 'restock' }
  const form = { type: 'rma', originalOrderId: order.id, reason: 'Wrong', items: [returned] }
  const made = (await warehouseSetup.post('/api/returns', form)).json<ReturnDetails>()
  await warehouseSetup.post(`/api/returns/${made.id}/approve`, {}, fixture.admin)
  const counted = { itemId: made.items[0]?.id, quantity: 2, disposition: 'restock' }
  const received = await warehouseSetup.post(`/api/returns/${made.id}/receive`, {
    items: [counted],
  })
  const [receipt] = received.json<ReturnDetails>().receipts
  const url = `/api/return-receipts/${receipt?.id}/reverse`
  await warehouseSetup.post(url, { reason: 'Recorded on another return' }, fixture.admin)
  const lines = [{ sku: order.items[0]?.sku, quantity: 2 }]
  const data = { receiptId: 'R-1', orderNumber: made.returnNumber, receivedAt: at, lines }
  expect(await report('receipt.created', data)).toEqual({ status: 'applied' })
  expect(await warehouseSetup.query('select qty_received as units from return_items')).toEqual([
    { units: 2 },
  ])
})
