import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import type { StockAdjustment, Sku } from '../../contract.ts'

// A SKU at 4.00: 250 units are worth exactly 1,000.00, 251 are worth more.

let prizm: TestApp
let later = 0
let admin: string
let keeper: string
let manager: string
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  // The tests move the clock, and settings are cached for a second.
  wait((later += 10_000))
  admin = await prizm.signIn('admin')
  keeper = await prizm.signIn('warehouse')
  manager = await prizm.signIn('manager')
  skuId = (await prizm.builders.sku({ cost: '4.00', currentStock: 10 })).id
  await set('enforce')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

function wait(ms: number) {
  prizm.clock.now = new Date(prizm.clock.now.getTime() + ms)
}

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const post = (url: string, as: string, body?: object) =>
  prizm.call('POST', `/api/${url}`, { as, ...(body && { body }) })
const adjust = (currentStock: number, as = keeper) =>
  post(`skus/${skuId}/adjust`, as, { currentStock, stockReason: 'Counted' })
const stock = async () =>
  (await prizm.call('GET', `/api/skus/${skuId}`, { as: keeper })).json<Sku>().currentStock
const adjustments = async (as = keeper) =>
  (await prizm.call('GET', `/api/skus/${skuId}/adjustments`, { as })).json<StockAdjustment[]>()
const approvals = () => query('select entity, action, is_waiver, control, reason from approvals')
const notifications = () => query(`select title, text, link from notifications order by id`)
const decide = (verb: string, as: string, body?: object) =>
  post(`stock-adjustments/1/${verb}`, as, body)
const codeOf = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** Reserves units of the second SKU, like an order. */
async function promise(units: number) {
  await query(`insert into stock_moves (sku_id, kind, reserved_delta, ref_type, ref_id, dedupe_key)
               values (2, 'reserve', ${units}, 'test', 0, 'held ${units}')`)
  await query(`update skus set reserved = reserved + ${units} where id = 2`)
}

async function set(sodMode: string) {
  await prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode } })
  wait(2000)
}

describe('an adjustment worth more than 1,000.00 at cost', () => {
  test('is posted at once if duties are only recorded, as a waiver', async () => {
    await set('record')
    expect((await adjust(261)).json()).toMatchObject({ currentStock: 261, awaitingApproval: null })
    expect(await approvals()).toEqual([
      {
        entity: 'sku',
        action: 'adjust',
        is_waiver: true,
        control: 'adjust-approve',
        reason: 'Counted',
      },
    ])
    expect(await adjustments()).toEqual([])
  })

  test('waits for a second person and is then posted to the current stock', async () => {
    const adjustedSku = (await adjust(261)).json<Sku>()
    expect(adjustedSku).toMatchObject({ currentStock: 10, awaitingApproval: 251 })
    expect(await stock()).toBe(10)
    expect(await notifications()).toEqual(
      Array.from({ length: 2 }, () => ({
        title: 'Stock adjustment awaits approval',
        text: 'warehouse-2: S-1 +251, above $1,000.00 at cost',
        link: '/skus?open=S-1&tab=movements',
      })),
    )
    await query(`insert into stock_moves (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
                 values (${skuId}, 'wms_adjust', -3, 'wms', 0, 'lost')`)
    await query(`update skus set current_stock = 7 where id = ${skuId}`)
    await query(`insert into stock_values (sku_id, source, source_id, posted_on, units, amount)
                 values (${skuId}, 'stock_adjustment', 0, '2026-03-02', -3, 0)`)
    expect((await decide('approve', manager)).json()).toMatchObject({
      status: 'approved',
      units: 251,
      askedBy: 'warehouse-2',
      decidedBy: 'manager-3',
    })
    expect(await stock()).toBe(258)
    const [move] = await query(`select on_hand_delta as units, reason, created_by as by
      from stock_moves order by id desc limit 1`)
    expect(move).toEqual({ units: 251, reason: 'Counted', by: 2 })
    expect(await approvals()).toEqual([
      {
        entity: 'sku',
        action: 'approve-adjust',
        is_waiver: false,
        control: null,
        reason: 'Counted',
      },
    ])
    expect((await notifications()).at(-1)).toMatchObject({
      title: 'Stock adjustment approved',
      text: 'manager-3: S-1 +251',
    })
    expect(codeOf(await decide('approve', manager))).toEqual([409, 'illegal-transition'])
  })

  test('needs another user with permission; of concurrent approvals one succeeds', async () => {
    await adjust(261, manager)
    expect(codeOf(await decide('approve', manager))).toEqual([403, 'self-approval'])
    expect((await decide('approve', keeper)).statusCode).toBe(403)
    const all = await Promise.all(Array.from({ length: 4 }, () => decide('approve', admin)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 3 })
    expect(await stock()).toBe(261)
  })

  test('can be approved by its requester as a waiver once duties are only recorded', async () => {
    await adjust(261, manager)
    await set('record')
    expect((await decide('approve', manager)).statusCode).toBe(200)
    expect(await approvals()).toMatchObject([
      { action: 'approve-adjust', is_waiver: true, control: 'adjust-approve' },
    ])
  })

  test('is rejected with a reason by a manager, or withdrawn by its requester', async () => {
    await adjust(261)
    expect((await decide('reject', manager, { reason: ' ' })).statusCode).toBe(422)
    const other = await prizm.signIn('warehouse')
    expect((await decide('reject', other, { reason: 'No' })).statusCode).toBe(403)
    expect((await decide('reject', manager, { reason: 'Count again' })).json()).toMatchObject({
      status: 'rejected',
      decisionReason: 'Count again',
    })
    expect((await notifications()).at(-1)).toMatchObject({
      text: 'manager-3: S-1 +251. Count again',
    })
    await adjust(262)
    const back = await post('stock-adjustments/2/reject', keeper, { reason: 'Mistyped' })
    expect(back.statusCode).toBe(200)
    expect((await adjustments()).map(({ status, units }) => [status, units])).toEqual([
      ['rejected', 252],
      ['rejected', 251],
    ])
    expect([await stock(), await approvals()]).toEqual([10, []])
  })

  test('blocks any other adjustment while it waits', async () => {
    await adjust(261)
    expect((await prizm.call('GET', '/api/skus', { as: keeper })).json()).toMatchObject([
      { currentStock: 10, awaitingApproval: 251 },
    ])
    const second = await adjust(11)
    expect(codeOf(second)).toEqual([409, 'adjustment-waiting'])
    expect(second.json().detail).toBe(
      'An adjustment of +251 of S-1 awaits approval. Approve or reject it first',
    )
  })

  test('of concurrent requests one is stored, and others are rejected', async () => {
    const counts = [300, 301, 302, 303, 304, 305]
    const answers = await Promise.all(counts.map((count) => adjust(count)))
    expect(countsOf(answers)).toEqual({ 200: 1, 409: 5 })
    expect(await adjustments()).toHaveLength(1)
    expect(await stock()).toBe(10)
  })

  test('is rejected at approval if its units were reserved or counted meanwhile', async () => {
    await prizm.builders.sku({ cost: '100.00', currentStock: 20 })
    const down = await post('skus/2/adjust', keeper, { currentStock: 5 })
    expect(down.json()).toMatchObject({ currentStock: 20, awaitingApproval: -15 })
    await promise(6)
    const promised = await decide('approve', manager)
    expect(codeOf(promised)).toEqual([409, 'stock-reserved'])
    await query(`update skus set last_inventory_update = now() + interval '1 second' where id = 2`)
    expect(codeOf(await decide('approve', manager))).toEqual([409, 'counted-since'])
    expect((await decide('reject', manager, { reason: 'Counted' })).statusCode).toBe(200)
    await promise(-6)
  })

  test('is rejected at approval if a late count or a file of SKUs changed the stock', async () => {
    await adjust(261)
    // A count of a moment before the request, which the warehouse reported after it.
    await query(`insert into stock_moves
                   (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key, occurred_at)
                 values (${skuId}, 'wms_adjust', -3, 'wms', 0,
                         'wms:C-1:2026-01-01T00:00:00.000Z:${skuId}', '2026-01-01T00:00:00Z')`)
    await query(`update skus set current_stock = 7, last_inventory_update = '2026-01-01T00:00:00Z'
                 where id = ${skuId}`)
    await query(`insert into stock_values (sku_id, source, source_id, posted_on, units, amount)
                 values (${skuId}, 'stock_adjustment', 0, '2026-03-02', -3, 0)`)
    expect(codeOf(await decide('approve', manager))).toEqual([409, 'counted-since'])
    await decide('reject', manager, { reason: 'Counted' })
    // 261 − 7 = 254 wait; the file contains them.
    expect((await adjust(261)).json()).toMatchObject({ currentStock: 7, awaitingApproval: 254 })
    const columns = 'SKU,Product Name,Cost,Selling Price,Current Stock'
    const imported = await prizm.app.inject({
      method: 'POST',
      url: '/api/skus/import?existing=update',
      headers: { cookie: admin, 'content-type': 'text/csv' },
      payload: `${columns}\nS-1,Bolt,4.00,10.00,261\n`,
    })
    expect(imported.json()).toMatchObject({ updated: 1, errors: [] })
    expect(await stock()).toBe(261)
    const second = await post('stock-adjustments/2/approve', manager)
    expect(codeOf(second)).toEqual([409, 'counted-since'])
    expect(second.json().detail).toBe(
      'The stock of S-1 was counted or imported since. Reject this adjustment',
    )
    expect(await stock()).toBe(261)
  })
})

test('one person adjusts up to 1,000.00 at cost alone, also in the SKU form', async () => {
  expect((await adjust(260)).json()).toMatchObject({ currentStock: 260, awaitingApproval: null })
  const form = { sku: 'S-1', name: 'Thing 1', cost: '4.00', price: '10.00' }
  const put = (currentStock: number) =>
    prizm.call('PUT', `/api/skus/${skuId}`, { as: manager, body: { ...form, currentStock } })
  expect((await put(10)).json()).toMatchObject({ currentStock: 10, awaitingApproval: null })
  expect((await put(261)).json()).toMatchObject({ currentStock: 10, awaitingApproval: 251 })
  const made = await post('skus', manager, { ...form, sku: 'S-9', currentStock: 251 })
  expect(made.json()).toMatchObject({ currentStock: 0, awaitingApproval: 251 })
  expect(await approvals()).toEqual([])
})
