import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { moment } from '#platform/kernel/days.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

const form = { sku: 'W-1', name: 'Widget', cost: '4.00', price: '10.00' }
const create = (fields: object = {}, by = as) =>
  prizm.call('POST', '/api/skus', { as: by, body: { ...form, ...fields } })
const update = (id: number, fields: object = {}, options: { as?: string; headers?: {} } = {}) =>
  prizm.call('PUT', `/api/skus/${id}`, { as, ...options, body: { ...form, ...fields } })

const moves = () =>
  prizm.rows(`select kind, on_hand_delta as "onHand", reason, created_by as "by"
          from stock_moves order by id`)
/** Every counter is the sum of its movements (INV-02). */
const expectCountersExplained = async () => {
  const drifted = await prizm.rows(
    `select s.id from skus s left join stock_moves m on m.sku_id = s.id group by s.id
     having s.current_stock <> coalesce(sum(m.on_hand_delta), 0)
         or s.reserved <> coalesce(sum(m.reserved_delta), 0)
         or s.on_order <> coalesce(sum(m.on_order_delta), 0)`,
  )
  expect(drifted).toEqual([])
}

test('a new SKU has the defaults of the specification and no movement', async () => {
  expect((await create()).json()).toMatchObject({
    unitOfMeasure: 'EA',
    cost: '4.00',
    price: '10.00',
    tier1Price: null,
    minimumStock: 0,
    currentStock: 0,
    reserved: 0,
    available: 0,
    onOrder: 0,
    lastInventoryUpdate: null,
    isActive: true,
  })
  expect(await moves()).toEqual([])
})

test('a SKU created with stock has one adjustment of that quantity', async () => {
  const { id } = (await create({ currentStock: 40 })).json()
  expect((await prizm.call('GET', `/api/skus/${id}`, { as })).json()).toMatchObject({
    currentStock: 40,
    available: 40,
  })
  expect(await moves()).toEqual([{ kind: 'adjust', onHand: 40, reason: null, by: 1 }])
  await expectCountersExplained()
})

test('an entered stock is posted as the difference, with its reason, and recorded', async () => {
  const { id } = (await create({ currentStock: 40 })).json()
  const answer = await update(id, { currentStock: 35, stockReason: 'Counted' })
  expect(answer.json()).toMatchObject({ currentStock: 35 })
  expect((await moves())[1]).toEqual({ kind: 'adjust', onHand: -5, reason: 'Counted', by: 1 })
  const acts = await prizm.call('GET', `/api/activity/${id}?entity=sku`, { as })
  expect(acts.json()[0]).toMatchObject({
    action: 'adjust',
    reason: 'Counted',
    changes: { currentStock: { from: 40, to: 35 } },
  })
  await expectCountersExplained()
})

test('a form with the stock omitted or unchanged posts nothing', async () => {
  const { id } = (await create({ currentStock: 40 })).json()
  await update(id, { name: 'Renamed' })
  await update(id, { currentStock: 40 })
  expect(await moves()).toHaveLength(1)
})

test('a count below the reserved units is rejected with the whole form', async () => {
  const { id } = await prizm.builders.sku({ currentStock: 10, reserved: 6 })
  const answer = await update(id, { name: 'Renamed', currentStock: 5 })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'stock-reserved',
    detail: '6 of W-1 are reserved, so its stock cannot be 5',
    errors: [{ path: 'currentStock', message: 'At least 6, because 6 are reserved' }],
  })
  const read = await prizm.call('GET', `/api/skus/${id}`, { as })
  expect(read.json()).toMatchObject({ name: 'Thing 1', currentStock: 10 })
  expect((await update(id, { currentStock: 6 })).statusCode).toBe(200)
  await expectCountersExplained()
})

test('a stale form does not overwrite a newer count', async () => {
  const { id, version } = (await create({ currentStock: 40 })).json()
  const warehouse = await prizm.signIn('warehouse')
  const body = { currentStock: 30, stockReason: 'Damaged' }
  await prizm.call('POST', `/api/skus/${id}/adjust`, { as: warehouse, body })
  const headers = { 'if-match': `"${version}"` }
  const answer = await update(id, { name: 'Renamed', currentStock: 40 }, { headers })
  expect(answer.statusCode).toBe(412)
  expect(answer.json().current).toMatchObject({ currentStock: 30 })
})

test('concurrent counts each post the difference to their own count', async () => {
  const { id } = (await create({ currentStock: 40 })).json()
  const counts = [12, 7, 90, 33, 0, 51]
  const answers = await Promise.all(
    counts.map((currentStock) =>
      prizm.call('POST', `/api/skus/${id}/adjust`, { as, body: { currentStock } }),
    ),
  )
  expect(answers.map((answer) => answer.statusCode)).toEqual(counts.map(() => 200))
  await expectCountersExplained()
  const read = await prizm.call('GET', `/api/skus/${id}`, { as })
  expect(counts).toContain(read.json().currentStock)
})

test('without the adjust permission SKUs are created and edited, but not their stock', async () => {
  const buyer = await prizm.signIn('purchasing')
  expect((await create({ currentStock: 5 }, buyer)).statusCode).toBe(403)
  const { id } = (await create({ currentStock: 0 }, buyer)).json()
  expect((await update(id, { currentStock: 0, price: '11' }, { as: buyer })).statusCode).toBe(200)
  expect((await update(id, { currentStock: 1 }, { as: buyer })).statusCode).toBe(403)
  const body = { currentStock: 1 }
  const answer = await prizm.call('POST', `/api/skus/${id}/adjust`, { as: buyer, body })
  expect(answer.statusCode).toBe(403)
  expect(await moves()).toEqual([])
})

test('stock must be a whole number of units', async () => {
  for (const currentStock of [-1, 1.5, '5', 2_147_483_648, null]) {
    const answer = await create({ currentStock })
    expect([currentStock, answer.statusCode]).toEqual([currentStock, 422])
  }
})

test('cost is neither shown, sorted by nor exported without permission', async () => {
  const { id } = (await create()).json()
  await update(id, { cost: '5.00' })
  const sales = await prizm.signIn('sales')
  const get = (path: string) => prizm.call('GET', path, { as: sales })
  expect((await get(`/api/skus/${id}`)).json()).toMatchObject({ cost: null, price: '10.00' })
  expect((await get('/api/skus?limit=5')).json()[0].cost).toBeNull()
  expect((await get('/api/skus?sort=cost')).statusCode).toBe(422)
  const file = await get('/api/skus/export.csv?columns=sku,cost,price')
  expect(file.payload).toBe('\uFEFFsku,cost,price\r\nW-1,,10.00\r\n')
  const acts = (await get(`/api/activity/${id}?entity=sku`)).json()
  expect(acts[0]).toMatchObject({ action: 'update', changes: {} })
  const own = await prizm.call('GET', `/api/activity/${id}?entity=sku`, { as })
  expect(own.json()[0].changes).toEqual({ cost: { from: '4.00', to: '5.00' } })
})

test('tier prices are stored, and zero differs from none', async () => {
  const { id } = (await create({ tier1Price: '0.00', tier2Price: null })).json()
  const read = await prizm.call('GET', `/api/skus/${id}`, { as })
  expect(read.json()).toMatchObject({ tier1Price: '0.00', tier2Price: null, tier3Price: null })
  expect((await update(id, { tier1Price: null })).json().tier1Price).toBeNull()
  // An emptied field becomes null, too.
  expect((await update(id, { tier1Price: '9.00' })).json().tier1Price).toBe('9.00')
  expect((await update(id, { tier1Price: '' })).json().tier1Price).toBeNull()
  expect((await create({ sku: 'W-2', tier1Price: '-1' })).statusCode).toBe(422)
})

test('low SKUs are at or below their minimum', async () => {
  const { sku } = prizm.builders
  await sku({ sku: 'at', currentStock: 5, minimumStock: 5 })
  await sku({ sku: 'below', currentStock: 4, minimumStock: 5 })
  await sku({ sku: 'above', currentStock: 6, minimumStock: 5 })
  const answer = await prizm.call('GET', '/api/skus?stock=low', { as })
  expect(answer.json().map((each: { sku: string }) => each.sku)).toEqual(['at', 'below'])
})

test('a SKU with stock is deleted and restored with its stock', async () => {
  const { id } = (await create({ currentStock: 40 })).json()
  expect((await prizm.call('DELETE', `/api/skus/${id}`, { as })).statusCode).toBe(204)
  const back = await prizm.call('POST', `/api/skus/${id}/restore`, { as })
  expect(back.json()).toMatchObject({ currentStock: 40 })
  await expectCountersExplained()
})

test('categories are distinct and sorted by name, without deleted SKUs', async () => {
  const categories = ['Valves', null, 'adhesives', 'Valves', 'Belts']
  for (const category of categories) await prizm.builders.sku({ category })
  await prizm.builders.sku({ category: 'Gone', deletedAt: moment('2026-03-01') })
  expect((await prizm.call('GET', '/api/skus/categories', { as })).json()).toEqual([
    'adhesives',
    'Belts',
    'Valves',
  ])
})
