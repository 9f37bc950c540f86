import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { raiseProblem } from '../problems.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

// Cancelling an order that the warehouse has needs the warehouse's confirmation.

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const cancel = (id: number, verb = 'cancel') =>
  fixture.post(`/api/sales-orders/${id}/${verb}`, { reason: 'Changed mind' })

type Order = { status: string; displayStatus: string; cancelRequest: string | null }
const orderOf = (id: number) => fixture.get<Order>(`/api/sales-orders/${id}`)
const reserved = async () =>
  (await fixture.query<{ units: number }>('select sum(reserved)::int as units from skus'))[0]?.units
const documents = () =>
  fixture.query<{ state: string }>(`select state from wms_documents where kind = 'order'`)

/** An order of five that the warehouse has. */
async function handedOver() {
  await fixture.run()
  const order = await fixture.released(5)
  await fixture.settle()
  return order
}

const goods = (sku: string, quantity: number) => [{ sku, quantity, lineNo: 1 }]

function reportShipment(order: Awaited<ReturnType<typeof handedOver>>, quantity = 5) {
  return fixture.webhook('shipment.created', {
    shipmentId: `S-${order.orderNumber}-${quantity}`,
    orderNumber: order.orderNumber,
    shippedAt: '2026-03-02T16:00:00Z',
    lines: goods(order.items[0]?.sku ?? '', quantity),
  })
}

test('an order in the warehouse is cancelled once the warehouse confirms it', async () => {
  const { settle, query, broken, warehouse } = fixture
  const order = await handedOver()
  const cancellation = await cancel(order.id)
  expect(cancellation.statusCode).toBe(200)
  expect(cancellation.json()).toMatchObject({
    status: 'processing',
    cancelRequest: 'cancel',
    displayStatus: 'cancel requested',
  })
  expect(await reserved()).toBe(5)
  await settle()
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled', cancelRequest: null })
  expect(await reserved()).toBe(0)
  expect(warehouse.stock.orders.get(order.orderNumber)?.status).toBe('cancelled')
  expect(await documents()).toEqual([{ state: 'cancelled' }])
  expect(
    await query(`select action, actor_id is null as "bySystem", reason from audit_log
                 where entity = 'sales_order' and action like '%cancel' order by id`),
  ).toEqual([
    { action: 'request-cancel', bySystem: false, reason: 'Changed mind' },
    { action: 'cancel', bySystem: true, reason: 'Changed mind' },
  ])
  expect(await broken()).toEqual([])
})

test('an order that was never sent to the warehouse is cancelled at once', async () => {
  const order = await fixture.released(5)
  expect((await cancel(order.id)).json()).toMatchObject({ status: 'cancelled' })
  await fixture.settle()
  expect(fixture.warehouse.stock.orders.size).toBe(0)
})

test('an order queued for a new warehouse is sent, and its cancellation is requested', async () => {
  const order = await fixture.released(5)
  await fixture.settle()
  expect(fixture.warehouse.stock.orders.get(order.orderNumber)?.status).toBe('open')
  expect(await documents()).toEqual([{ state: 'open' }])
  expect((await cancel(order.id)).json()).toMatchObject({ displayStatus: 'cancel requested' })
})

test('during an outage the cancellation stays requested, and blocks other changes', async () => {
  const { command, settle, query, post } = fixture
  const order = await handedOver()
  await command('faults', { isDown: true })
  await cancel(order.id)
  await settle()
  expect(await orderOf(order.id)).toMatchObject({ displayStatus: 'cancel requested' })
  expect(await documents()).toEqual([{ state: 'cancel_requested' }])
  for (const verb of ['ship', 'cancel', 'recall', 'cancel-rest', 'hold']) {
    const body = verb === 'ship' ? {} : { reason: verb === 'hold' ? 'manual' : 'x' }
    const refused = await post(`/api/sales-orders/${order.id}/${verb}`, body)
    expect([verb, refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      verb,
      409,
      'The warehouse was asked to cancel this order and has not responded yet',
    ])
  }
  await command('faults', {})
  await query(`update wms_connection set last_failure_at = now() - interval '31 seconds'`)
  await query('update wms_exports set next_attempt_at = now()')
  await settle()
  expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' })
})

test('a recalled order is pending once confirmed, and can be released again', async () => {
  const { settle, post, warehouse, broken } = fixture
  const order = await handedOver()
  expect((await cancel(order.id, 'recall')).json()).toMatchObject({
    displayStatus: 'recall requested',
  })
  await settle()
  expect(await orderOf(order.id)).toMatchObject({ status: 'pending', cancelRequest: null })
  expect(await reserved()).toBe(5)
  await post(`/api/sales-orders/${order.id}/process`)
  await settle()
  expect(warehouse.stock.orders.get(order.orderNumber)?.status).toBe('open')
  expect(await broken()).toEqual([])
})

test('if the cancellation is too late the order stays, ships, and can be returned', async () => {
  const { settle, command, problems, run, broken, query } = fixture
  const order = await handedOver()
  await command('ship')
  await cancel(order.id)
  await settle()
  expect(await orderOf(order.id)).toMatchObject({ status: 'processing', cancelRequest: null })
  expect(await documents()).toEqual([{ state: 'too_late' }])
  expect(await problems()).toMatchObject([
    {
      title: `Too late: ${order.orderNumber} could not be cancelled`,
      reason: `${order.orderNumber} has left already`,
      proposal: expect.stringContaining('return'),
      link: `/sales-orders?open=${order.orderNumber}&tab=warehouse`,
    },
  ])
  const again = await cancel(order.id)
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'too-late'])
  await run()
  expect(await orderOf(order.id)).toMatchObject({ status: 'shipped' })
  expect(await documents()).toEqual([{ state: 'too_late' }])
  expect(await query(`select action from wms_exports where kind = 'order' order by id`)).toEqual([
    { action: 'original' },
    { action: 'cancel' },
  ])
  expect(await broken()).toEqual([])
})

describe('while a cancellation is pending', () => {
  test('shipped goods are posted, and a later answer changes nothing', async () => {
    const { settle, problems, broken, query } = fixture
    const order = await handedOver()
    await cancel(order.id)
    expect((await reportShipment(order)).json()).toEqual({ status: 'applied' })
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', cancelRequest: null })
    expect(await documents()).toEqual([{ state: 'too_late' }])
    expect(await problems()).toMatchObject([{ record: order.orderNumber }])
    await settle()
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped' })
    expect(await query('select count(*)::int as n from invoices')).toEqual([{ n: 1 }])
    expect(await broken()).toEqual([])
  })

  test('a concurrent shipment and request result in one shipment', async () => {
    const { settle, broken, query } = fixture
    const order = await handedOver()
    const [asked, told] = await Promise.all([cancel(order.id), reportShipment(order)])
    expect(told.statusCode).toBe(200)
    expect([200, 409]).toContain(asked.statusCode)
    await settle()
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', cancelRequest: null })
    expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
    expect(await reserved()).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('the rest of a partly shipped order is cancelled', async () => {
    const { settle, broken, query } = fixture
    const order = await handedOver()
    await cancel(order.id)
    await reportShipment(order, 2)
    expect(await orderOf(order.id)).toMatchObject({ displayStatus: 'cancel requested' })
    await settle()
    expect(await orderOf(order.id)).toMatchObject({ status: 'shipped', cancelRequest: null })
    const lines = 'select quantity, qty_shipped, qty_cancelled from sales_order_items'
    expect(await query(lines)).toEqual([{ quantity: 2, qty_shipped: 2, qty_cancelled: 3 }])
    expect(await broken()).toEqual([])
  })
})

describe('a warehouse that answers later', () => {
  const answer = async (orderNumber: string, status: string, reason?: string) => {
    const [asked] = await fixture.query<{ id: string }>(
      `select message_id as id from wms_exports where action = 'cancel'`,
    )
    const data = { documentId: asked?.id, orderNumber, status, ...(reason && { reason }) }
    return fixture.webhook('cancel.answered', data)
  }
  const cancelWhileOffline = async () => {
    const order = await handedOver()
    await fixture.command('faults', { isDown: true })
    await cancel(order.id)
    await fixture.settle()
    return order
  }

  test('confirms the cancellation, which is applied once', async () => {
    const order = await cancelWhileOffline()
    expect((await answer(order.orderNumber, 'accepted')).json()).toEqual({ status: 'applied' })
    expect(await orderOf(order.id)).toMatchObject({ status: 'cancelled' })
    expect((await answer(order.orderNumber, 'accepted')).json()).toEqual({ status: 'duplicate' })
    expect(await documents()).toEqual([{ state: 'cancelled' }])
    expect(await fixture.broken()).toEqual([])
  })

  test('reports that the goods have shipped', async () => {
    const order = await cancelWhileOffline()
    await answer(order.orderNumber, 'too_late', 'On the truck')
    expect(await orderOf(order.id)).toMatchObject({ status: 'processing', cancelRequest: null })
    expect(await documents()).toEqual([{ state: 'too_late' }])
    expect(await fixture.problems()).toMatchObject([{ reason: 'On the truck' }])
  })

  test('rejects the cancellation, and the order continues', async () => {
    const order = await cancelWhileOffline()
    await answer(order.orderNumber, 'rejected', 'We do not know it')
    expect(await orderOf(order.id)).toMatchObject({ status: 'processing', cancelRequest: null })
    expect(await documents()).toEqual([{ state: 'open' }])
    expect(await fixture.problems()).toMatchObject([
      { reason: expect.stringContaining('We do not know it') },
    ])
  })
})

test('the order stays unchanged if a user dismisses its cancellation', async () => {
  const { query, problems, post, context } = fixture
  const order = await handedOver()
  await cancel(order.id)
  await fixture.command('faults', { isDown: true })
  await fixture.settle()
  const [asked] = await query<{ id: number }>(
    `update wms_exports set state = 'failed' where action = 'cancel' returning id`,
  )
  await raiseProblem(context(), {
    kind: 'export',
    dataType: 'orders',
    direction: 'export',
    key: `export:${asked?.id}`,
    record: order.orderNumber,
    title: 'Not taken',
    reason: 'Nobody knows',
    exportId: asked?.id ?? null,
  })
  const [problem] = await problems()
  await post(`/api/wms/problems/${problem?.id}/dismiss`, { note: 'They ship it' })
  expect(await orderOf(order.id)).toMatchObject({ status: 'processing', cancelRequest: null })
  expect(await documents()).toEqual([{ state: 'open' }])
  expect(await query(`select reason from audit_log where action = 'refuse-cancel'`)).toEqual([
    { reason: 'They ship it' },
  ])
})

test('a change that is too late is reported with a proposed action', async () => {
  const { settle, command, problems, query } = fixture
  const order = await handedOver()
  await command('ship')
  await query(`update sales_orders set notes = 'Call first' where id = ${order.id}`)
  await fixture.run('orders')
  await settle()
  const late = (await problems()).find(({ record }) => record === order.orderNumber)
  expect(late).toMatchObject({
    title: `Too late: ${order.orderNumber} could not be changed`,
    proposal: expect.stringContaining('return'),
  })
})
