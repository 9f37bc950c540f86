import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

const setRule = async (body: object) => {
  const { prizm } = fixture
  await prizm.call('PUT', '/api/settings', { as: await prizm.signIn('admin'), body })
}

test('if shortages are only reported, pending orders stay reserved', async () => {
  const { builders, post, webhook, query, broken, problems } = fixture
  await setRule({ stockOnShort: 'tell' })
  const skuId = await builders.item({ currentStock: 10 })
  const [item] = await query<{ sku: string }>('select sku from skus')
  const items = [{ skuId, quantity: 8 }]
  await post('/api/orders/create', { customerId: await builders.buyer(), items })
  const asOf = new Date().toISOString()
  const lines = [{ sku: item?.sku, onHand: 5 }]
  await webhook('inventory.snapshot', { snapshotId: 'S-1', asOf, lines })
  expect(await query('select current_stock, reserved from skus')).toEqual([
    { current_stock: 5, reserved: 8 },
  ])
  expect(await query('select qty_reserved, qty_backordered from sales_order_items')).toEqual([
    { qty_reserved: 8, qty_backordered: 0 },
  ])
  expect(await problems()).toMatchObject([{ kind: 'short', title: `${item?.sku} is 3 short` }])
  expect(await broken()).toEqual([])
})

const stocked = async (units: number[]) => {
  for (const currentStock of units) await fixture.builders.item({ currentStock })
  return fixture.query<{ sku: string }>('select sku from skus order by id')
}
const snapshot = (snapshotId: string, lines: object[], more: object = {}) =>
  fixture.webhook('inventory.snapshot', {
    snapshotId,
    asOf: new Date().toISOString(),
    lines,
    ...more,
  })
const stock = async () =>
  (await fixture.query<{ n: number }>('select current_stock as n from skus order by id')).map(
    ({ n }) => n,
  )

test('a count that would empty too many SKUs waits until a user confirms it', async () => {
  const { problems, post, query, run, broken, warehouse } = fixture
  const skus = await stocked([5, 5, 5, 5])
  await run()
  const lost = Object.fromEntries(skus.slice(0, 2).map(({ sku }) => [sku, -5]))
  warehouse.faults.lies = lost
  expect(await run('inventory')).toMatchObject({
    state: 'partial',
    steps: [{ isSuccess: false, changed: 0, failed: 1 }],
  })
  expect(await stock()).toEqual([5, 5, 5, 5])
  const [problem] = await problems()
  expect(problem).toMatchObject({
    kind: 'count',
    reason: expect.stringContaining('2 of 4 SKUs in stock to zero (50%)'),
  })
  const confirm = `/api/wms/problems/${problem?.id}/confirm`
  const readOnly = await fixture.prizm.signIn('viewer')
  expect((await post(confirm, {}, readOnly)).statusCode).toBe(403)
  expect((await post(confirm)).statusCode).toBe(200)
  expect((await post(confirm)).statusCode).toBe(409)
  await run('inventory')
  expect(await stock()).toEqual([0, 0, 5, 5])
  expect(await problems()).toEqual([])
  expect(await query('select state, stocked, emptied from wms_count_checks order by id')).toEqual([
    { state: 'used', stocked: 4, emptied: 2 },
  ])
  expect(await broken()).toEqual([])
})

test('a dismissed count is not applied, and the next valid one is', async () => {
  const { problems, post, query } = fixture
  const [one, two, ...rest] = await stocked([5, 5, 5])
  const empty = [one, two].map((each) => ({ sku: each?.sku, onHand: 0 }))
  expect((await snapshot('S-1', empty)).json()).toMatchObject({ status: 'parked' })
  const [problem] = await problems()
  await post(`/api/wms/problems/${problem?.id}/dismiss`, { note: 'A mistake' })
  expect(await query('select state from wms_count_checks')).toEqual([{ state: 'discarded' }])
  const good = [one, two, ...rest].map((each) => ({ sku: each?.sku, onHand: 4 }))
  expect((await snapshot('S-2', good)).json()).toMatchObject({ status: 'applied' })
  expect(await stock()).toEqual([4, 4, 4])
})

test('a full count empties the SKUs it does not list, any other count does not', async () => {
  await setRule({ countGuardPercent: 100 })
  const [one] = await stocked([5, 7])
  const lines = [{ sku: one?.sku, onHand: 6 }]
  await snapshot('S-1', lines)
  expect(await stock()).toEqual([6, 7])
  await snapshot('S-2', lines, { isFull: true })
  expect(await stock()).toEqual([6, 0])
  expect(await fixture.broken()).toEqual([])
})

test('a full count keeps the stock of SKUs whose lines cannot be read', async () => {
  await setRule({ countGuardPercent: 100 })
  const [one, two, three] = await stocked([5, 7, 9, 3])
  const lines = [
    { sku: one?.sku, onHand: 6 },
    { sku: two?.sku, unit: 'CA', onHand: 2 },
    { sku: three?.sku, onHand: 'nine' },
  ]
  const counted = await snapshot('S-1', lines, { isFull: true })
  expect(counted.json()).toMatchObject({ status: 'partial', reason: '2 lines were not applied' })
  // The fourth SKU is not listed.
  expect(await stock()).toEqual([6, 7, 9, 0])
  // A line without a SKU may be that of any SKU.
  const listed = { sku: one?.sku, onHand: 4 }
  await snapshot('S-2', [listed, { onHand: 1 }], { isFull: true })
  expect(await stock()).toEqual([4, 7, 9, 0])
  expect(await fixture.broken()).toEqual([])
})

test("a difference lists a document of the same quantity, and the SKU's history", async () => {
  const { builders, run, released, settle, get, warehouse } = fixture
  const skuId = await builders.item({ currentStock: 50 })
  const [item] = await fixture.query<{ sku: string }>('select sku from skus')
  await run()
  const order = await released(5, skuId)
  await settle()
  warehouse.faults.lies = { [item?.sku ?? '']: -5 }
  await run('inventory')
  const [row] = await get<{ id: number }[]>('/api/wms/drift')
  expect(await get(`/api/wms/drift/${row?.id}`)).toMatchObject({
    expected: 50,
    reported: 45,
    explanation: expect.stringContaining(`equal to the open units of ${order.orderNumber}`),
    causes: [{ kind: 'order', document: order.orderNumber, units: -5 }],
    history: [{ id: row?.id }],
  })
  const missing = await fixture.prizm.call('GET', '/api/wms/drift/999', { as: fixture.manager })
  expect(missing.statusCode).toBe(404)
})

test("an order shows the warehouse's state of it", async () => {
  const { run, released, settle, get, post, query } = fixture
  await run()
  const order = await released()
  const readDocument = () => get(`/api/wms/documents/${order.id}?kind=order`)
  expect(await readDocument()).toEqual({ document: null })
  await settle()
  expect(await readDocument()).toMatchObject({
    document: { state: 'open', exports: [{ action: 'original', state: 'sent', error: null }] },
  })
  await post(`/api/sales-orders/${order.id}/cancel`, { reason: 'Changed mind' })
  await settle()
  expect(await readDocument()).toMatchObject({
    document: { state: 'cancelled', exports: [{ action: 'cancel' }, { action: 'original' }] },
  })
  expect(await query('select count(*)::int as n from wms_documents')).not.toEqual([{ n: 0 }])
})

test('a later count under the ID of an earlier one is a separate count', async () => {
  const { query, webhook, broken } = fixture
  await fixture.builders.item({ sku: 'AGAIN', currentStock: 0 })
  const counted = (onHand: number, asOf: string) =>
    webhook('inventory.snapshot', {
      snapshotId: 'DAILY',
      asOf,
      lines: [{ sku: 'AGAIN', onHand }],
    })
  expect((await counted(90, '2026-03-01T10:00:00Z')).json()).toEqual({ status: 'applied' })
  expect((await counted(80, '2026-03-01T11:00:00Z')).json()).toEqual({ status: 'applied' })
  expect((await counted(70, '2026-03-01T10:30:00Z')).statusCode).toBe(200)
  expect(await query('select current_stock as units from skus')).toEqual([{ units: 80 }])
  expect(await broken()).toEqual([])
})

test('a full count empties no SKU whose line was not applied', async () => {
  await setRule({ countGuardPercent: 100 })
  await fixture.builders.item({ sku: 'GOOD', currentStock: 5 })
  await fixture.builders.item({ sku: 'BAD', currentStock: 7 })
  await fixture.builders.item({ sku: 'UNIT', currentStock: 8 })
  await fixture.builders.item({ sku: 'LEFT', currentStock: 3 })
  const good = { sku: 'GOOD', onHand: 4 }
  const bad = { sku: 'bad', onHand: 'many' }
  const unit = { sku: 'UNIT', onHand: 1, unit: 'CA' }
  const answer = await snapshot('S-1', [good, bad, unit], { isFull: true })
  expect(answer.json()).toEqual({ status: 'partial', reason: '2 lines were not applied' })
  expect(await stock()).toEqual([4, 7, 8, 0])
  // A line that names no SKU may be that of any SKU that is not listed.
  await snapshot('S-2', [{ onHand: 4 }], { isFull: true })
  expect(await stock()).toEqual([4, 7, 8, 0])
  expect(await fixture.broken()).toEqual([])
})

test('a location that a webhook could not count is reported', async () => {
  await fixture.builders.item({ sku: 'GOOD', currentStock: 5 })
  await fixture.builders.item({ sku: 'DEAD', currentStock: 7 })
  const unavailable = [{ location: 'B', reason: 'Connection timeout' }]
  const answer = await snapshot('S-1', [{ sku: 'GOOD', onHand: 4 }], { isFull: true, unavailable })
  expect(answer.json()).toEqual({ status: 'partial', reason: 'Not counted: location B' })
  expect(await stock()).toEqual([4, 7])
  expect(await fixture.problems()).toMatchObject([
    { record: 'Location B', title: 'Connection timeout for location B' },
  ])
})

test('lines of one SKU that contradict each other are reported, equal ones apply', async () => {
  await fixture.builders.item({ sku: 'SHELVES', currentStock: 10 })
  await fixture.builders.item({ sku: 'EQUAL', currentStock: 10 })
  const answer = await snapshot('S-1', [
    { sku: 'SHELVES', onHand: 4, location: 'A' },
    { sku: 'EQUAL', onHand: 9 },
    { sku: 'shelves', onHand: 6, location: 'B' },
    { sku: 'EQUAL', onHand: 9 },
  ])
  expect(answer.json()).toMatchObject({ status: 'partial' })
  expect(await stock()).toEqual([10, 9])
  expect(await fixture.problems()).toMatchObject([
    {
      record: 'SHELVES',
      title: 'The warehouse counts SHELVES more than once',
      reason: 'Its lines have 4, 6. The stock did not change',
    },
  ])
  expect(await fixture.broken()).toEqual([])
})

test('a count is one journal entry, and a late movement it includes posts nothing', async () => {
  const { query, webhook, broken } = fixture
  await fixture.builders.item({ sku: 'ONE', cost: '2.00', currentStock: 10 })
  await fixture.builders.item({ sku: 'TWO', cost: '3.00', currentStock: 10 })
  const lines = [
    { sku: 'ONE', onHand: 14 },
    { sku: 'TWO', onHand: 9 },
  ]
  await setRule({ countGuardPercent: 100 })
  await snapshot('S-1', lines)
  const late = { sku: 'TWO', occurredAt: new Date(Date.now() - 3_600_000).toISOString() }
  await webhook('stock.moved', { movementId: 'M-1', delta: -1, ...late })
  const now = { sku: 'TWO', occurredAt: new Date(Date.now() + 1000).toISOString() }
  await webhook('stock.moved', { movementId: 'M-2', delta: -2, reason: 'Broken', ...now })
  const posted = await query(
    `select e.memo, l.account, l.debit, l.credit from journal_lines l
     join journal_entries e on e.id = l.entry_id
     where memo <> 'Opening stock' order by l.id`,
  )
  expect(posted).toEqual([
    { memo: 'Adjustment of 2 SKUs: Count S-1', account: '1200', debit: '8.00', credit: '0.00' },
    { memo: 'Adjustment of 2 SKUs: Count S-1', account: '5200', debit: '0.00', credit: '8.00' },
    { memo: 'Adjustment of 2 SKUs: Count S-1', account: '5200', debit: '3.00', credit: '0.00' },
    { memo: 'Adjustment of 2 SKUs: Count S-1', account: '1200', debit: '0.00', credit: '3.00' },
    { memo: 'Adjustment −2 of TWO: Broken', account: '5200', debit: '6.00', credit: '0.00' },
    { memo: 'Adjustment −2 of TWO: Broken', account: '1200', debit: '0.00', credit: '6.00' },
  ])
  expect(await broken()).toEqual([])
})
