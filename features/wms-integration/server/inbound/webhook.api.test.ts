import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { openStock } from '#features/skus/server/testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** A SKU with a stock of 100 that predates every event of the test. */
async function shelf(
  fields: { cost?: string } = {},
): Promise<{ sku: string; onHand(): Promise<unknown> }> {
  const id = await fixture.builders.item({ currentStock: 0, ...fields })
  const [found] = await fixture.query<{ sku: string }>(
    `update skus set current_stock = 100 where id = ${id} returning sku`,
  )
  await fixture.query(
    `insert into stock_moves
       (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key, occurred_at)
     values (${id}, 'adjust', 100, 'sku', ${id}, 'early', now() - interval '1 hour')`,
  )
  await openStock(fixture.prizm.database.db, id)
  const onHand = async () =>
    (await fixture.query<{ n: number }>('select current_stock as n from skus'))[0]?.n
  return { sku: found?.sku ?? '', onHand }
}

function countOf(sku: string, onHand: number, asOf: string, id = asOf) {
  return { snapshotId: id, asOf, lines: [{ sku, onHand }] }
}

test('P21 an unsigned webhook is refused and not stored', async () => {
  const { prizm, query, webhook } = fixture
  const bare = await prizm.call('POST', '/api/wms/webhook', { body: { type: 'ping', data: {} } })
  expect(bare.statusCode).toBe(401)
  expect(await query('select id from wms_messages')).toEqual([])
  expect((await webhook('ping', {}, { id: 'msg_1' })).statusCode).toBe(200)
  const again = await webhook('ping', {}, { id: 'msg_1' })
  expect([again.statusCode, again.json()]).toEqual([200, { status: 'duplicate' }])
  expect(await query('select id from wms_messages')).toHaveLength(1)
})

test('P18 a movement reported three times is posted once', async () => {
  const { webhook, broken } = fixture
  const { sku, onHand } = await shelf()
  const moved = { movementId: 'M-1', sku, delta: -3, occurredAt: at(-60) }
  const answers = [
    await webhook('stock.moved', moved),
    await webhook('stock.moved', moved),
    await webhook('stock.moved', moved),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().status])).toEqual([
    [200, 'applied'],
    [200, 'duplicate'],
    [200, 'duplicate'],
  ])
  expect(await onHand()).toBe(97)
  expect(await broken()).toEqual([])
})

test('a count applies to its time: later movements are added, earlier ones are not', async () => {
  const { webhook, broken } = fixture
  const { sku, onHand } = await shelf()
  await webhook('stock.moved', { movementId: 'M-2', sku, delta: 7, occurredAt: at(-20) })
  await webhook('inventory.snapshot', countOf(sku, 50, at(-40)))
  expect(await onHand()).toBe(57)
  await webhook('stock.moved', { movementId: 'M-1', sku, delta: -30, occurredAt: at(-50) })
  expect(await onHand()).toBe(57)
  await webhook('inventory.snapshot', countOf(sku, 999, at(-45)))
  expect(await onHand()).toBe(57)
  expect(await broken()).toEqual([])
})

test("P19 however events are reordered and repeated, stock equals the warehouse's", async () => {
  const { webhook, broken, query } = fixture
  const { sku, onHand } = await shelf()
  let seed = 7
  const chance = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let history = 0; history < 6; history++) {
    const start = Date.now() - 1_500_000 + history * 200_000
    const time = (step: number) => new Date(start + step * 1000).toISOString()
    let truth = 100
    const events: [string, object][] = []
    for (let step = 1; step <= 12; step++) {
      const kind = chance(4)
      if (kind === 3) events.push(['inventory.snapshot', countOf(sku, truth, time(step))])
      else if (kind === 2) truth += chance(5) // lost or found, and never reported
      else {
        const delta = kind === 0 ? -(1 + chance(5)) : 1 + chance(10)
        truth += delta
        const movementId = `M-${history}-${step}`
        events.push(['stock.moved', { movementId, sku, delta, occurredAt: time(step) }])
      }
    }
    events.push(['inventory.snapshot', countOf(sku, truth, time(13))])
    const twice = [...events, ...events.filter(() => chance(10) < 3)]
    for (let index = twice.length - 1; index > 0; index--) {
      const other = chance(index + 1)
      const [a, b] = [twice[index], twice[other]]
      if (a && b) [twice[index], twice[other]] = [b, a]
    }
    for (const [type, data] of twice) await webhook(type, data)
    expect(await onHand()).toBe(truth)
  }
  expect(await broken()).toEqual([])
  expect(await query(`select id from wms_messages where status = 'failed'`)).toEqual([])
})

test('P19 a shipment before the release of its order is parked until the release', async () => {
  const { webhook, post, builders, get, settle, problems } = fixture
  const body = {
    customerId: await builders.buyer(),
    items: [{ skuId: await builders.item(), quantity: 2 }],
  }
  const { order } = (await post('/api/orders/create', body)).json()
  const lines = [{ sku: order.items[0].sku, quantity: 2 }]
  const data = { shipmentId: 'SHP-1', orderNumber: order.orderNumber, shippedAt: at(-5), lines }
  expect((await webhook('shipment.created', data)).json()).toMatchObject({ status: 'parked' })
  expect(await problems()).toEqual([])
  await post(`/api/sales-orders/${order.id}/process`)
  await settle()
  expect(await get(`/api/sales-orders/${order.id}`)).toMatchObject({ status: 'shipped' })
})

test('a shipment of more than was ordered is a problem and posts nothing', async () => {
  const { webhook, released, get, problems, post, settle } = fixture
  const order = await released(2)
  const sku = order.items[0]?.sku
  const data = { shipmentId: 'SHP-1', orderNumber: order.orderNumber, shippedAt: at(-5) }
  const lines = [{ sku, quantity: 3 }]
  const answer = await webhook('shipment.created', { ...data, lines })
  expect(answer.json()).toMatchObject({ status: 'failed' })
  expect(await get(`/api/sales-orders/${order.id}`)).toMatchObject({ status: 'processing' })
  const [problem] = await problems()
  expect(problem).toMatchObject({
    title: `Shipment of ${order.orderNumber}`,
    reason: expect.stringContaining(`${sku}: 1 more than the open quantity`),
  })
  await post(`/api/wms/problems/${problem?.id}/retry`)
  await settle()
  expect((await problems())[0]?.attempts).toBeGreaterThan(1)
  await post(`/api/wms/problems/${problem?.id}/dismiss`, { note: 'Taken back by phone' })
  expect(await problems()).toEqual([])
  expect((await post(`/api/wms/problems/${problem?.id}/dismiss`, {})).statusCode).toBe(409)
})

test('a count below the reserved units backorders the newest pending orders', async () => {
  const { webhook, post, builders, query, broken, problems } = fixture
  const { sku } = await shelf()
  const place = async (quantity: number, allowBackorder: boolean) => {
    const customerId = await builders.buyer({ allowBackorder })
    const body = { customerId, items: [{ skuId: 1, quantity }] }
    return (await post('/api/orders/create', body)).json().order
  }
  const old = await place(40, false)
  const heldOrder = await place(30, false)
  const young = await place(20, true)
  await post(`/api/sales-orders/${old.id}/process`)
  const lines = () =>
    query(`select o.id, o.hold_reason as hold, i.qty_reserved as r, i.qty_backordered as b
           from sales_orders o join sales_order_items i on i.sales_order_id = o.id order by o.id`)
  await webhook('inventory.snapshot', countOf(sku, 60, at(60)))
  expect(await lines()).toEqual([
    { id: old.id, hold: null, r: 40, b: 0 },
    { id: heldOrder.id, hold: 'stock', r: 20, b: 10 },
    { id: young.id, hold: null, r: 0, b: 20 },
  ])
  expect(await problems()).toEqual([])
  await webhook('inventory.snapshot', countOf(sku, 35, at(120)))
  expect((await lines())[0]).toEqual({ id: old.id, hold: null, r: 40, b: 0 })
  expect(await problems()).toMatchObject([{ kind: 'short', title: `${sku} is 5 short` }])
  expect(await broken()).toEqual([])
  await webhook('inventory.snapshot', countOf(sku, 50, at(180)))
  expect((await problems()).filter(({ kind }) => kind === 'short')).toEqual([])
  expect(await broken()).toEqual([])
})

test('a drift in two counts, or a big one, is a problem until a count agrees', async () => {
  const { webhook, problems, get } = fixture
  const { sku } = await shelf({ cost: '100.00' })
  await webhook('inventory.snapshot', countOf(sku, 100, at(-50)))
  await webhook('inventory.snapshot', countOf(sku, 88, at(-40)))
  expect(await problems()).toMatchObject([
    {
      title: `Stock level mismatch for ${sku}`,
      reason: 'The warehouse counted 88; 100 were expected: 12 fewer. The count was applied',
    },
  ])
  await webhook('inventory.snapshot', countOf(sku, 88, at(-30)))
  expect(await problems()).toEqual([])
  await webhook('inventory.snapshot', countOf(sku, 86, at(-20)))
  expect(await problems()).toEqual([])
  await webhook('inventory.snapshot', countOf(sku, 84, at(-10)))
  expect(await problems()).toHaveLength(1)
  expect(await get('/api/wms/drift?sort=id')).toMatchObject([
    { sku, class: 'big', expected: 100, reported: 88 },
    { class: 'drift', expected: 88, reported: 86 },
    { class: 'drift', expected: 86, reported: 84 },
  ])
})

test('P20 an invalid line does not reject the valid lines of a count', async () => {
  const { webhook, problems } = fixture
  const { sku, onHand } = await shelf()
  const lines = [
    { sku: 'NOBODY', onHand: 1 },
    { sku, onHand: 61 },
    { sku: 'x', onHand: 1e308 },
    { sku: 7 },
    null,
    { sku: `${sku}-2`, available: -5 },
  ]
  const answer = await webhook('inventory.snapshot', { ...countOf(sku, 0, at(-5)), lines })
  expect(answer.json()).toEqual({ status: 'partial', reason: '5 lines were not applied' })
  expect(await onHand()).toBe(61)
  expect((await problems()).map(({ record }) => record)).toEqual([
    'x',
    'a line',
    'NOBODY',
    `${sku}-2`,
  ])
})

test('P20 any body is answered, stored with its hash, and harmless', async () => {
  const { webhook, query, broken } = fixture
  const { sku, onHand } = await shelf()
  const shipped = { shipmentId: 'S', orderNumber: 'SO-1', shippedAt: at(-5) }
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"type":"ping"}',
    '{"type":5,"data":{}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    '{"type":"stock.moved","data":{"movementId":"a\\u0000b","sku":"S","delta":1}}',
    '{"type":"constructor","data":{}}',
    '{"type":"__proto__","data":{"__proto__":{"x":1}}}',
    JSON.stringify({ type: 'nobody.knows', data: {} }),
    JSON.stringify({ type: 'shipment.created', data: { ...shipped, lines: [] } }),
    JSON.stringify({ type: 'shipment.created', data: { ...shipped, lines: 'x'.repeat(100_000) } }),
    JSON.stringify({
      type: 'shipment.created',
      data: { ...shipped, lines: [{ sku, quantity: -1 }] },
    }),
    JSON.stringify({
      type: 'stock.moved',
      data: { movementId: 'M', sku, delta: 1e308, occurredAt: at(0) },
    }),
    JSON.stringify({ type: 'inventory.snapshot', data: countOf(sku, 5, '2026-02-30T00:00:00Z') }),
    JSON.stringify({ type: 'inventory.snapshot', data: countOf(sku, 5, at(86_400)) }),
    JSON.stringify({ type: 'inventory.snapshot', data: { snapshotId: 'a'.repeat(101) } }),
    JSON.stringify({ type: 'inventory.snapshot', data: { snapshotId: '\ud800' } }),
  ]
  for (const body of bodies) {
    const answer = await webhook('', {}, { body: body || ' ' })
    expect([body.slice(0, 80), answer.statusCode]).toEqual([body.slice(0, 80), 422])
  }
  expect(await onHand()).toBe(100)
  const rejectedMessages = await query<{ n: number }>(
    `select count(*)::int as n from wms_messages where status = 'rejected' and error is not null`,
  )
  expect(rejectedMessages).toEqual([{ n: bodies.length }])
  expect(await broken()).toEqual([])
})

test('a count that is only announced is fetched', async () => {
  const { webhook, get } = fixture
  await webhook('inventory.snapshot', { snapshotId: 'SNAP-1' })
  expect(await get('/api/wms/runs')).toMatchObject([
    { job: 'inventory', startedFrom: 'webhook', state: 'waiting', by: 'system' },
  ])
})
