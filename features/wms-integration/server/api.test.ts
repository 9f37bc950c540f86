import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WarehouseFixture, warehouseFixture } from './testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

test('a full sync exchanges customers, items, orders and counts, and is recorded', async () => {
  const { run, released, status, warehouse, broken } = fixture
  const order = await released(5)
  const done = await run()
  expect(done).toMatchObject({ state: 'done', error: null, job: 'full', by: 'manager-1' })
  expect(done.steps.map(({ dataType, processed }) => [dataType, processed])).toEqual([
    ['customers', 1],
    ['orders', 1],
    ['inventory', 1],
    ['purchase_orders', 0],
  ])
  expect([...warehouse.stock.orders.keys()]).toEqual([order.orderNumber])
  const { types, connection } = await status()
  expect(types.map((type) => [type.recordsProcessed, type.success, type.errors])).toEqual([
    [1, true, []],
    [1, true, []],
    [1, true, []],
    [0, true, []],
  ])
  expect(connection).toMatchObject({ unreachableSince: null, waiting: 0, isFromEnvironment: true })
  expect(await broken()).toEqual([])
})

test('a second sync sends nothing twice', async () => {
  const { run, released, warehouse } = fixture
  await released()
  await run()
  const documents = warehouse.stock.known.size
  const again = await run()
  expect(again.steps.map(({ changed }) => changed)).toEqual([0, 0, 0, 0])
  expect(warehouse.stock.known.size).toBe(documents)
})

test('a shipment in the warehouse is posted here, with carrier, tracking and dates', async () => {
  const { run, released, command, get, query, warehouse, broken } = fixture
  const order = await released(5)
  await run()
  await command('ship')
  const done = await run('shipments')
  expect(done.steps[0]).toMatchObject({ processed: 1, changed: 1 })
  const after = await get<{ status: string; shipments?: object[] }>(`/api/sales-orders/${order.id}`)
  expect(after.status).toBe('shipped')
  const [told] = warehouse.stock.events
  const estimatedDelivery = told?.data['estimatedDelivery']
  expect(estimatedDelivery).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const trackingNumber = expect.stringMatching(/^FE\d+$/)
  expect(await get(`/api/sales-orders/${order.id}/shipments`)).toMatchObject([
    { carrier: 'FedEx', trackingNumber, estimatedDelivery, deliveredOn: null },
  ])
  await run('shipments')
  expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
  expect((await run('inventory')).steps[0]).toMatchObject({ changed: 0, failed: 0 })
  await command('deliver')
  await run('shipments')
  expect((await get<{ status: string }>(`/api/sales-orders/${order.id}`)).status).toBe('delivered')
  expect(await broken()).toEqual([])
})

test('an approved purchase order is expected in the warehouse, and received in parts', async () => {
  const { run, post, prizm, builders, command, query, broken, warehouse } = fixture
  const vendorId = (await prizm.builders.vendor()).id
  const skuId = await builders.item()
  const items = [{ skuId, quantity: 10 }]
  const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
  const { id } = (await post('/api/purchase-orders', body)).json<{ id: number }>()
  await post(`/api/purchase-orders/${id}/approve`, {}, await prizm.signIn('admin'))
  await run()
  expect(warehouse.stock.expected.get('PO-1')?.lines).toMatchObject([{ quantity: 10, done: 0 }])
  await command('receive', { units: 4 })
  await run('shipments')
  const received = () =>
    query(`select status, qty_received from purchase_orders p
    join purchase_order_items i on i.purchase_order_id = p.id`)
  expect(await received()).toEqual([{ status: 'approved', qty_received: 4 }])
  await command('receive')
  await run('shipments')
  expect(await received()).toEqual([{ status: 'received', qty_received: 10 }])
  expect((await run('inventory')).steps[0]).toMatchObject({ changed: 0 })
  expect(await broken()).toEqual([])
})

test('a document the warehouse rejects is corrected and retried', async () => {
  const { run, released, settle, warehouse, problems, post, status } = fixture
  await run()
  const order = await released()
  // An order for an item that the warehouse does not have.
  await run()
  const [sku] = [...warehouse.stock.items.keys()]
  const item = warehouse.stock.items.get(sku ?? '')
  const second = await released(2, order.items[0]?.skuId)
  warehouse.stock.items.delete(sku ?? '')
  await settle()
  const [problem] = await problems()
  expect(problem).toMatchObject({
    title: `Sales order ${second.orderNumber} was rejected`,
    reason: `There is no item ${sku}`,
    attempts: 1,
    canRetry: true,
  })
  expect((await status()).types[1]?.errors).toEqual([problem?.title])
  if (sku && item) warehouse.stock.items.set(sku, item)
  await post(`/api/wms/problems/${problem?.id}/retry`)
  await settle()
  expect(await problems()).toEqual([])
  expect(warehouse.stock.orders.get(second.orderNumber)?.status).toBe('open')
})

test('P16 an outage delays documents but loses none, and the last sync date stays', async () => {
  const { run, released, settle, status, command, warehouse, query, broken } = fixture
  await run()
  const before = (await status()).types.map(({ lastSync }) => lastSync)
  await command('faults', { isDown: true })
  const order = await released()
  for (let time = 0; time < 6; time++) await settle()
  const failed = await run()
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('warehouse') })
  const down = await status()
  expect(down.connection).toMatchObject({ isLeftAlone: true, waiting: 3 })
  expect(down.connection.unreachableSince).not.toBeNull()
  expect(down.types.map(({ lastSync }) => lastSync)).toEqual(before)
  expect(await query(`select attempts from wms_exports where kind = 'order'`)).toEqual([
    { attempts: 0 },
  ])
  await command('faults', {})
  await settle()
  expect(warehouse.stock.orders.size).toBe(0)
  await query(`update wms_connection set last_failure_at = now() - interval '31 seconds'`)
  await settle()
  expect([...warehouse.stock.orders.keys()]).toEqual([order.orderNumber])
  expect((await status()).connection).toMatchObject({ isLeftAlone: false, unreachableSince: null })
  expect(await broken()).toEqual([])
})

test('a waiting run can be cancelled, a finished one cannot', async () => {
  const { post, run, get } = fixture
  const { id } = (await post('/api/wms/runs', { job: 'full' })).json<{ id: number }>()
  expect((await post('/api/wms/runs', { job: 'full' })).json()).toMatchObject({ id })
  expect((await post(`/api/wms/runs/${id}/cancel`)).json()).toMatchObject({ state: 'cancelled' })
  const done = await run('customers')
  expect((await post(`/api/wms/runs/${done.id}/cancel`)).statusCode).toBe(409)
  expect(await get<object[]>('/api/wms/runs?job=customers')).toHaveLength(1)
})

test('every message can be read and downloaded as exchanged', async () => {
  const { run, get, prizm, manager } = fixture
  await run()
  const messages = await get<{ id: number; kind: string }[]>('/api/wms/messages?sort=id')
  expect(messages.map(({ kind }) => kind)).toContain('inventory')
  const { id } = messages.find(({ kind }) => kind === 'inventory') ?? { id: 0 }
  const message = await get<{ body: string; sha256: string }>(`/api/wms/messages/${id}`)
  expect(JSON.parse(message.body)).toMatchObject({ lines: [] })
  const file = await prizm.call('GET', `/api/wms/messages/${id}/file`, { as: manager })
  expect(file.payload).toBe(message.body)
  expect(file.headers['content-disposition']).toContain(`wms-inventory-${id}.json`)
  expect(JSON.stringify(messages)).not.toContain('Bearer')
})

test('P22 an unsafe address in the database is not called, and is a failure', async () => {
  const { post, prizm, query } = fixture
  const url = 'javascript:alert(1)'
  await query(`insert into wms_connection (id, url) values (1, '${url}')
               on conflict (id) do update set url = excluded.url`)
  const testResult = await post('/api/wms/connection/test', { part: 'api' })
  expect([testResult.statusCode, testResult.json()]).toMatchObject([200, { isOk: false }])
  expect(await query('select failures, url from wms_connection')).toEqual([{ failures: 1, url }])
  expect(await prizm.database.pool.query('select from wms_messages')).toMatchObject({ rowCount: 0 })
})

test('viewers cannot start a run, and only administrators change the connection', async () => {
  const { prizm, post } = fixture
  const viewer = await prizm.signIn('viewer')
  expect((await prizm.call('GET', '/api/wms/status', { as: viewer })).statusCode).toBe(200)
  expect((await post('/api/wms/runs', { job: 'full' }, viewer)).statusCode).toBe(403)
  const change = (as: string) =>
    prizm.call('PUT', '/api/wms/connection', { as, body: { scheduleMinutes: 30 } })
  expect((await change(fixture.manager)).statusCode).toBe(403)
  const changed = await change(await prizm.signIn('admin'))
  expect(changed.json()).toMatchObject({ scheduleMinutes: 30, version: 2 })
})
