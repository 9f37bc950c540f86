// One file: the answer about a SKU and the re-allocation of its units share their orders.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import type { SalesOrderDetails } from '../../contract.ts'

// Today is 2026-03-02.

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

type Placed = { shipDate?: string; allowBackorder?: boolean }

const noStock = { currentStock: 0 }

async function place(skuId: number, quantity: number, more: Placed = {}) {
  const { allowBackorder = true, shipDate } = more
  const customerId = await builders.buyer({ allowBackorder })
  return placeLines(customerId, [{ skuId, quantity }], shipDate)
}

async function placeLines(customerId: number, items: object[], shipDate?: string) {
  const body = { customerId, items, backorder: true, ...(shipDate && { shipDate }) }
  const answer = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ order: SalesOrderDetails }>().order
}

const lineOf = (order: SalesOrderDetails) => order.items[0]?.id ?? 0
const call = (path: string, body: object, user = as) =>
  prizm.call('POST', `/api/${path}`, { as: user, body })
const count = (skuId: number, currentStock: number) =>
  call(`skus/${skuId}/adjust`, { currentStock, stockReason: 'Found' })
const reservationsOf = async (skuId: number, user = as) =>
  (await prizm.call('GET', `/api/skus/${skuId}/reservations`, { as: user })).json()
const linesInDatabase = () =>
  prizm.rows(`select i.qty_reserved as reserved, i.qty_backordered as backordered
          from sales_order_items i join sales_orders o on o.id = i.sales_order_id order by o.id`)

/** An order with 5 units, and one that has 1 of 4. */
async function shortage(more: { from?: Placed; to?: Placed } = {}) {
  const skuId = await builders.item({ currentStock: 6 })
  const from = await place(skuId, 5, more.from)
  const to = await place(skuId, 4, more.to)
  return { skuId, from, to }
}

type Shortage = Awaited<ReturnType<typeof shortage>>
const moved = ({ from, to }: Pick<Shortage, 'from' | 'to'>, quantity: number) => ({
  fromItemId: lineOf(from),
  toItemId: lineOf(to),
  quantity,
  fromVersion: from.version,
  toVersion: to.version,
  reason: 'Trade fair',
})

describe('the reservations of a SKU', () => {
  test('name every order with priority, promised date and age, and add up', async () => {
    const { skuId, from, to } = await shortage({ to: { shipDate: '2026-03-05' } })
    await prizm.rows(`update sales_orders set order_date = order_date - 3 where id = ${to.id}`)
    const found = await reservationsOf(skuId)
    expect(found).toMatchObject({
      skuId,
      sku: 'S-1',
      currentStock: 6,
      reserved: 6,
      available: 0,
      backordered: 3,
      lineCount: 2,
      ringFenced: 0,
      returns: [],
      ringFences: [],
    })
    expect(found.lines).toEqual([
      {
        itemId: lineOf(to),
        lineNo: 1,
        orderId: to.id,
        orderNumber: to.orderNumber,
        version: 1,
        customerId: to.customerId,
        customerCode: 'C-3',
        customerName: 'Customer 3',
        status: 'pending',
        holdReason: null,
        priority: 1,
        promisedDate: '2026-03-05',
        isLate: false,
        cancelAfter: null,
        orderDate: '2026-02-27',
        ageDays: 3,
        quantity: 4,
        reserved: 1,
        backordered: 3,
        expectedDate: null,
        whyNotFrom: null,
        whyNotTo: null,
      },
      expect.objectContaining({
        orderNumber: from.orderNumber,
        priority: 2,
        promisedDate: null,
        ageDays: 0,
        reserved: 5,
        backordered: 0,
        whyNotTo: `${from.orderNumber} has no backordered units of this SKU. Select another order`,
      }),
    ])
    type Line = { reserved: number; backordered: number }
    const sumOf = (field: keyof Line) =>
      found.lines.reduce((units: number, line: Line) => units + line[field], 0)
    expect([sumOf('reserved'), sumOf('backordered')]).toEqual([found.reserved, found.backordered])
  })

  test('are read by every role that sees sales orders, and need the SKU', async () => {
    const { skuId } = await shortage()
    const viewer = await prizm.signIn('viewer')
    expect((await reservationsOf(skuId, viewer)).lines).toHaveLength(2)
    expect(JSON.stringify(await reservationsOf(skuId, viewer))).not.toMatch(/cost|price|amount/i)
    const lost = await prizm.call('GET', '/api/skus/999/reservations', { as })
    expect([lost.statusCode, lost.json().code]).toEqual([404, 'not-found'])
  })
})

describe('a trial', () => {
  test('shows both orders before and after, and changes nothing', async () => {
    const shipDate = '2026-03-05'
    const { from, to } = await shortage({ from: { allowBackorder: false }, to: { shipDate } })
    const { fromItemId, toItemId } = moved({ from, to }, 3)
    const answer = await call('stock-reallocations/preview', { fromItemId, toItemId, quantity: 3 })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ sku: 'S-1', quantity: 3 })
    expect(answer.json().from).toMatchObject({
      orderNumber: from.orderNumber,
      version: 1,
      before: { reserved: 5, backordered: 0, holdReason: null, isComplete: true, canStart: true },
      after: {
        reserved: 2,
        backordered: 3,
        holdReason: 'stock',
        isComplete: false,
        canStart: false,
        expectedDate: null,
        meetsPromise: null,
      },
    })
    expect(answer.json().to).toMatchObject({
      orderNumber: to.orderNumber,
      before: { reserved: 1, backordered: 3, isComplete: false, meetsPromise: false },
      after: { reserved: 4, backordered: 0, isComplete: true, meetsPromise: true },
    })
    expect(await linesInDatabase()).toEqual([
      { reserved: 5, backordered: 0 },
      { reserved: 1, backordered: 3 },
    ])
  })
})

describe('a re-allocation', () => {
  test('moves units, and both histories have the reason', async () => {
    const both = await shortage()
    const { skuId, from, to } = both
    const answer = await call('stock-reallocations', moved(both, 2))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      from: { version: 2, after: { reserved: 3, backordered: 2, holdReason: null } },
      to: { version: 2, after: { reserved: 3, backordered: 1 } },
    })
    expect(await linesInDatabase()).toEqual([
      { reserved: 3, backordered: 2 },
      { reserved: 3, backordered: 1 },
    ])
    const history = await prizm.rows(`select entity_id as id, reason, changes from audit_log
      where entity = 'sales_order' and action = 'reallocate' order by entity_id`)
    expect(history).toEqual([
      {
        id: from.id,
        reason: 'Trade fair',
        changes: {
          reserved: { from: '5 × S-1', to: '3 × S-1' },
          reallocatedTo: { from: null, to: to.orderNumber },
        },
      },
      {
        id: to.id,
        reason: 'Trade fair',
        changes: {
          reserved: { from: '1 × S-1', to: '3 × S-1' },
          reallocatedFrom: { from: null, to: from.orderNumber },
        },
      },
    ])
    const moves = await prizm.rows(`select ref_id as "orderId", kind, reserved_delta as units
      from stock_moves where sku_id = ${skuId} and reason = 'Trade fair' order by id`)
    expect(moves).toEqual([
      { orderId: from.id, kind: 'release', units: -2 },
      { orderId: to.id, kind: 'reserve', units: 2 },
    ])
    expect(await prizm.rows(`select reserved from skus where id = ${skuId}`)).toEqual([
      { reserved: 6 },
    ])
  })

  test('holds the order that loses units if its customer accepts no backorders', async () => {
    const both = await shortage({ from: { allowBackorder: false } })
    expect((await call('stock-reallocations', moved(both, 1))).statusCode).toBe(200)
    const { from } = both
    expect(await prizm.rows(`select hold_reason as hold from sales_orders order by id`)).toEqual([
      { hold: 'stock' },
      { hold: null },
    ])
    const receipts = await prizm.rows(`select kind from decision_receipts
      where sales_order_id = ${from.id} order by id`)
    expect(receipts).toEqual([{ kind: 'create' }, { kind: 'hold' }])
  })

  test('gives the next units to the older order again', async () => {
    const both = await shortage()
    await call('stock-reallocations', moved(both, 3))
    await count(both.skuId, 8)
    expect(await linesInDatabase()).toEqual([
      { reserved: 4, backordered: 1 },
      { reserved: 4, backordered: 0 },
    ])
  })

  test('is refused by status, units, SKU, order and role, and changes nothing', async () => {
    const both = await shortage()
    const { skuId, from, to } = both
    const refusalOf = async (body: object, user = as) => {
      const answer = await call('stock-reallocations', { ...moved(both, 1), ...body }, user)
      return [answer.statusCode, answer.json().code]
    }
    expect(await refusalOf({ quantity: 4 })).toEqual([409, 'too-many-units'])
    expect(await refusalOf({ quantity: 0 })).toEqual([422, 'invalid'])
    expect(await refusalOf({ reason: ' ' })).toEqual([422, 'invalid'])
    expect(await refusalOf({ toItemId: lineOf(from) })).toEqual([409, 'same-order'])
    expect(await refusalOf({ toItemId: 999 })).toEqual([404, 'not-found'])
    const other = await place(await builders.item(noStock), 1)
    expect(await refusalOf({ toItemId: lineOf(other) })).toEqual([422, 'invalid'])
    const backwards = { fromItemId: lineOf(to), toItemId: lineOf(from) }
    expect(await refusalOf(backwards)).toEqual([409, 'nothing-backordered'])
    expect(await refusalOf({}, await prizm.signIn('sales'))).toEqual([403, 'forbidden'])
    await prizm.call('POST', `/api/sales-orders/${from.id}/process`, { as })
    expect(await refusalOf({ fromVersion: 2 })).toEqual([409, 'illegal-transition'])
    const { lines } = await reservationsOf(skuId)
    expect(lines).toMatchObject([
      { reserved: 5, backordered: 0 },
      { reserved: 1, backordered: 3 },
    ])
  })

  test('is refused if one of the orders changed since the trial', async () => {
    const both = await shortage()
    const hold = { reason: 'manual' }
    await prizm.call('POST', `/api/sales-orders/${both.to.id}/hold`, { as, body: hold })
    const answer = await call('stock-reallocations', moved(both, 1))
    expect([answer.statusCode, answer.json().code]).toEqual([412, 'stale'])
    expect(answer.json().current).toMatchObject({ id: both.to.id, version: 2 })
  })

  test('is made once if it is repeated with its key', async () => {
    const both = await shortage()
    const headers = { 'idempotency-key': 'reallocation-1' }
    const body = moved(both, 1)
    const once = () => prizm.call('POST', '/api/stock-reallocations', { as, body, headers })
    const [first, again] = [await once(), await once()]
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json()).toEqual(first.json())
    expect((await linesInDatabase())[0]).toEqual({ reserved: 4, backordered: 1 })
  })
})

describe('at the same time', () => {
  test('two re-allocations of the same units move them once', async () => {
    const skuId = await builders.item({ currentStock: 3 })
    const from = await place(skuId, 3)
    const [left, right] = [await place(skuId, 3), await place(skuId, 3)]
    const answers = await Promise.all([
      call('stock-reallocations', moved({ from, to: left }, 3)),
      call('stock-reallocations', moved({ from, to: right }, 3)),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 412,
    ])
    const reserved = (await linesInDatabase()).map((line) => line.reserved)
    expect([reserved[0], reserved[1] + reserved[2]]).toEqual([0, 3])
  })

  test('re-allocations in opposite directions do not wait for each other', async () => {
    const [one, two] = [await builders.item({ currentStock: 2 }), await builders.item(noStock)]
    const customerId = await builders.buyer({ allowBackorder: true })
    const items = [one, two].map((skuId) => ({ skuId, quantity: 2 }))
    const first = await placeLines(customerId, items)
    const second = await placeLines(customerId, items)
    // The second order is older now, so the units of the other SKU go to it.
    await prizm.rows(`update sales_orders set order_date = order_date + 1 where id = ${first.id}`)
    await count(two, 2)
    const units = { quantity: 2, reason: 'Trade fair' }
    const itemOf = ({ items: lines }: SalesOrderDetails, index: number) => lines[index]?.id
    const answers = await Promise.all([
      call('stock-reallocations', {
        ...units,
        fromItemId: itemOf(first, 0),
        toItemId: itemOf(second, 0),
        fromVersion: 1,
        toVersion: 2,
      }),
      call('stock-reallocations', {
        ...units,
        fromItemId: itemOf(second, 1),
        toItemId: itemOf(first, 1),
        fromVersion: 2,
        toVersion: 1,
      }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 412,
    ])
  })

  test('a re-allocation and a cancellation leave every unit with one order', async () => {
    const both = await shortage()
    const { from } = both
    const [reallocated, cancelled] = await Promise.all([
      call('stock-reallocations', moved(both, 3)),
      call(`sales-orders/${from.id}/cancel`, { reason: 'Gone' }),
    ])
    expect([200, 412]).toContain(reallocated.statusCode)
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    const [lost, got] = await linesInDatabase()
    expect(lost).toEqual({ reserved: 0, backordered: 0 })
    expect([1, 4]).toContain(got?.reserved)
  })
})
