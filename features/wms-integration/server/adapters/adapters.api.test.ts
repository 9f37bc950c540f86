import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasTryton, prepareTryton } from '../warehouses-testing.ts'
import {
  overFiles,
  overHttp,
  overSimulator,
  overTryton,
  type WarehouseSetup,
} from '../testing/testing-adapters.ts'

// The contract that every warehouse adapter must fulfill, run against each adapter. A real Tryton
// is tested if one is installed.

let template = ''
beforeAll(async () => {
  if (hasTryton) template = await prepareTryton()
}, 300_000)

const ways: readonly [string, boolean, () => Promise<WarehouseSetup>][] = [
  ['calls and webhooks', true, overHttp],
  ['calls to the simulator', true, overSimulator],
  ['files in a folder', true, () => overFiles('folder')],
  ['files on a server', true, () => overFiles('sftp')],
  ['Tryton', hasTryton, () => overTryton(template)],
]

describe.each(ways)('a warehouse over %s', { timeout: 240_000 }, (way, isThere, start) => {
  const areFiles = way.startsWith('files')
  const isFullySimulated = way === 'Tryton' || way === 'calls to the simulator'
  let set: WarehouseSetup
  beforeEach(async (context) => {
    context.skip(!isThere, 'No Tryton is installed here')
    set = await start()
  }, 240_000)
  afterEach(() => set?.close())

  /** The clock must advance with each action: a fixed clock would date counts before movements. */
  const tick = () => {
    set.appFixture.prizm.clock.now = new Date()
  }
  const run = (job?: string) => {
    tick()
    return set.appFixture.run(job)
  }
  const settle = () => {
    tick()
    return set.appFixture.settle()
  }
  const query = <Row extends object>(text: string) => set.appFixture.query<Row>(text)
  const expectInvariantsHold = async () => {
    expect(await set.appFixture.broken()).toEqual([])
  }
  /**
   * An order of this many units that was sent to the warehouse; its SKU was sent with its stock.
   */
  const sentOrder = async (units: number) => {
    const skuId = await set.appFixture.builders.item()
    await run()
    const order = await set.appFixture.released(units, skuId)
    await settle()
    return order
  }
  /**
   * A count changes nothing: where stock is simulated in full, the warehouse's stock equals ours.
   */
  const countAgrees = async () => {
    if (!isFullySimulated) return
    expect(await run('inventory')).toMatchObject({ steps: [{ changed: 0, failed: 0 }] })
  }
  const stateOf = (number: string) =>
    query<{ status: string; shipped: number }>(
      `select o.status, (select coalesce(sum(i.qty_shipped), 0) from sales_order_items i
                         where i.sales_order_id = o.id)::int as shipped
       from sales_orders o where o.order_number = '${number}'`,
    )

  test('receives a released order once, however often it is sent', async () => {
    const order = await sentOrder(5)
    expect(await set.floor.toShip(order.orderNumber)).toEqual({ [order.items[0]?.sku ?? '']: 5 })
    await query(`update wms_exports set state = 'waiting', next_attempt_at = now()
                 where kind in ('order', 'item')`)
    await settle()
    expect(await run()).toMatchObject({ state: 'done', error: null })
    expect(await query('select distinct state from wms_exports')).toEqual([{ state: 'sent' }])
    expect(Object.values(await set.floor.toShip(order.orderNumber))).toEqual([5])
    expect((await set.appFixture.status()).connection).toMatchObject({
      waiting: 0,
      unreachableSince: null,
    })
    expect(await set.appFixture.problems()).toEqual([])
    await expectInvariantsHold()
  })

  test('ships a reported shipment once, even if it is reported twice', async () => {
    const order = await sentOrder(5)
    await set.floor.ship(order.orderNumber)
    await run('shipments')
    await set.floor.repeat()
    await run('shipments')
    expect(await stateOf(order.orderNumber)).toEqual([{ status: 'shipped', shipped: 5 }])
    expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
    expect(await query('select count(*)::int as n from invoices')).toEqual([{ n: 1 }])
    await countAgrees()
    await expectInvariantsHold()
  })

  test('reports a carrier, tracking number and estimate, which are stored', async (context) => {
    context.skip(!set.floor.sentBy, 'It tells of no carrier by itself')
    const order = await sentOrder(5)
    await set.floor.ship(order.orderNumber)
    await run('shipments')
    expect(
      await query(`select carrier, tracking_number as "trackingNumber",
        estimated_delivery as "estimatedDelivery" from shipments`),
    ).toMatchObject([set.floor.sentBy])
  })

  test.for([
    { what: 'more than was ordered', quantity: 9, says: '4 more than the open quantity' },
    { what: 'a SKU that nobody ordered', other: 'NOBODYS', quantity: 1, says: 'not on the order' },
  ])('books nothing of $what, and a person is told', async (sent, context) => {
    context.skip(!set.floor.reportShipped, 'Its people cannot do that')
    const order = await sentOrder(5)
    const sku = sent.other ?? order.items[0]?.sku ?? ''
    await set.floor.reportShipped?.(order.orderNumber, { sku, quantity: sent.quantity })
    await run('shipments')
    expect(await stateOf(order.orderNumber)).toEqual([{ status: 'processing', shipped: 0 }])
    expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 0 }])
    expect(await set.appFixture.problems()).toMatchObject([
      { record: order.orderNumber, reason: expect.stringContaining(`${sku}: ${sent.says}`) },
    ])
    await expectInvariantsHold()
  })

  test('receives a customer return once, even if it is reported twice', async (context) => {
    context.skip(way === 'Tryton', 'Tryton is told of no returns')
    const order = await sentOrder(5)
    await set.floor.ship(order.orderNumber)
    await run('shipments')
    const items = [{ originalItemId: order.items[0]?.id, quantity: 3, disposition: 'restock' }]
    const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
    const made = await set.appFixture.post('/api/returns', body)
    const { id, returnNumber } = made.json<{ id: number; returnNumber: string }>()
    await set.appFixture.post(`/api/returns/${id}/approve`)
    await settle()
    await set.floor.receive(returnNumber)
    await run('shipments')
    await set.floor.repeat()
    await run('shipments')
    const received = `select r.status, i.qty_received from returns r
      join return_items i on i.return_id = r.id`
    expect(await query(received)).toEqual([{ status: 'received', qty_received: 3 }])
    expect(await query('select count(*)::int as n from return_receipts')).toEqual([{ n: 1 }])
    expect(await set.appFixture.problems()).toEqual([])
    await countAgrees()
    await expectInvariantsHold()
  })

  test('receives a purchase order once, even if it is reported twice', async () => {
    await expected('PO-1')
    await set.floor.receive('PO-1')
    await run('shipments')
    await set.floor.repeat()
    await run('shipments')
    const received = `select status, qty_received from purchase_orders p
      join purchase_order_items i on i.purchase_order_id = p.id`
    expect(await query(received)).toEqual([{ status: 'received', qty_received: 10 }])
    expect(await query('select count(*)::int as n from receipts')).toEqual([{ n: 1 }])
    await countAgrees()
    await expectInvariantsHold()
  })

  /** An approved purchase order of ten units that was sent to the warehouse. */
  const expected = async (orderNumber: string) => {
    const { appFixture: fixture } = set
    await run()
    const vendorId = (await fixture.prizm.builders.vendor()).id
    const items = [{ skuId: await fixture.builders.item(), quantity: 10 }]
    const body = { orderNumber, vendorId, items, status: 'submitted' }
    const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
    const admin = await fixture.prizm.signIn('admin')
    await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
    expect(await run()).toMatchObject({ state: 'done' })
    return id
  }

  test('confirms the cancellation of an unshipped order, which is then cancelled', async () => {
    const order = await sentOrder(2)
    const reason = { reason: 'Changed mind' }
    const cancellation = await set.appFixture.post(`/api/sales-orders/${order.id}/cancel`, reason)
    expect(cancellation.json()).toMatchObject({ displayStatus: 'cancel requested' })
    await settle()
    await set.floor.answer()
    await run('shipments')
    expect(await set.floor.toShip(order.orderNumber)).toEqual({})
    expect(await stateOf(order.orderNumber)).toEqual([{ status: 'cancelled', shipped: 0 }])
    expect(await query(`select state from wms_documents where kind = 'order'`)).toEqual([
      { state: 'cancelled' },
    ])
    expect(await set.appFixture.problems()).toEqual([])
    await expectInvariantsHold()
  })

  test('confirms the cancellation of a purchase order, which is then cancelled here', async () => {
    const id = await expected('PO-1')
    const admin = await set.appFixture.prizm.signIn('admin')
    const body = { reason: 'Changed mind' }
    const cancellation = await set.appFixture.post(`/api/purchase-orders/${id}/cancel`, body, admin)
    expect(cancellation.json()).toMatchObject({ displayStatus: 'cancel requested' })
    await settle()
    await set.floor.answer()
    await run('shipments')
    expect(await query('select status, cancel_request from purchase_orders')).toEqual([
      { status: 'cancelled', cancel_request: null },
    ])
    expect(await query('select on_order from skus')).toEqual([{ on_order: 0 }])
    expect(await set.appFixture.problems()).toEqual([])
    await expectInvariantsHold()
  })

  test('closes a purchase order that was partly received', async () => {
    const id = await expected('PO-1')
    const admin = await set.appFixture.prizm.signIn('admin')
    const [{ item } = { item: 0 }] = await query<{ item: number }>(
      'select id as item from purchase_order_items',
    )
    const items = [{ itemId: item, quantity: 4 }]
    await set.appFixture.post(`/api/purchase-orders/${id}/receive`, { items }, admin)
    const body = { reason: 'The vendor has no more' }
    const closeRequest = await set.appFixture.post(`/api/purchase-orders/${id}/close`, body, admin)
    expect(closeRequest.json()).toMatchObject({ displayStatus: 'cancel requested' })
    await settle()
    await set.floor.answer()
    await run('shipments')
    expect(
      await query(`select p.status, i.qty_received as received, i.qty_cancelled as cancelled
                   from purchase_orders p
                   join purchase_order_items i on i.purchase_order_id = p.id`),
    ).toEqual([{ status: 'received', received: 4, cancelled: 6 }])
    expect(await query('select on_order from skus')).toEqual([{ on_order: 0 }])
    expect(await set.appFixture.problems()).toEqual([])
    await countAgrees()
    await expectInvariantsHold()
  })

  test('ships an order if its cancellation comes too late', async () => {
    const order = await sentOrder(2)
    await set.floor.ship(order.orderNumber)
    await set.appFixture.post(`/api/sales-orders/${order.id}/cancel`, { reason: 'Changed mind' })
    await settle()
    await run('shipments')
    expect(await stateOf(order.orderNumber)).toMatchObject([{ shipped: 2 }])
    expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
    await expectInvariantsHold()
  })

  test('reports found and lost stock, which is posted here', async () => {
    // The file adapters report no movements, only the next count.
    const [opening, delta] = areFiles ? [0, 7] : [100, -2]
    await set.appFixture.builders.item({ currentStock: opening })
    const [{ sku } = { sku: '' }] = await query<{ sku: string }>('select sku from skus')
    if (!areFiles) expect(await run()).toMatchObject({ state: 'done' })
    tick()
    await set.floor.find(sku, delta)
    await run(areFiles ? 'inventory' : 'shipments')
    expect(await query('select current_stock as units from skus')).toEqual([
      { units: opening + delta },
    ])
    await countAgrees()
    await expectInvariantsHold()
  })

  test('loses nothing during an outage: documents stay in the queue', async () => {
    await run()
    await set.appFixture.released(5)
    await set.floor.goOffline()
    expect(await run('orders')).toMatchObject({ state: 'failed' })
    expect((await set.appFixture.status()).connection).toMatchObject({
      waiting: expect.any(Number),
      unreachableSince: expect.any(String),
    })
    expect(await query(`select 1 from wms_exports where state = 'failed'`)).toEqual([])
  })
})
