import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { besideWarehouse } from './testing.ts'
import {
  type Floor,
  hasTryton,
  prepareTryton,
  simulatedFloor,
  trytonFloor,
} from './floors/testing.ts'

// People in a warehouse of their own do what they do, and it is right here: the promises of
// adapters.api.test.ts, with a real Tryton where one is installed.

let template = ''
const open: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  if (hasTryton) template = await prepareTryton()
}, 300_000)
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

const floors: readonly [string, boolean, () => Promise<Floor>][] = [
  ['the simulator', true, simulatedFloor],
  ['Tryton', hasTryton, () => trytonFloor(template)],
]

describe.each(floors)('behind the door is %s:', { timeout: 240_000 }, (...floor) => {
  const [, isThere, start] = floor
  const beside = async () => {
    const floor = await start()
    open.push(floor)
    const desk = await besideWarehouse(floor.config)
    open.push(desk)
    const admin = await desk.prizm.signIn('admin')
    const stock = async (sku: string) =>
      (
        await desk.query<{ stock: number }>(
          `select current_stock as stock from skus where sku = '${sku}'`,
        )
      )[0]?.stock
    return { ...desk, floor, admin, stock }
  }

  test.skipIf(!isThere)('it begins with our stock, and its count agrees', async () => {
    const { run, released, status, broken, query } = await beside()
    await released(5)
    expect(await run()).toMatchObject({ state: 'done', error: null })
    expect(await run()).toMatchObject({
      state: 'done',
      steps: [{ failed: 0 }, { failed: 0 }, { processed: 1, changed: 0, failed: 0 }, {}],
    })
    expect((await status()).connection).toMatchObject({ waiting: 0, unreachableSince: null })
    expect(await query('select class from wms_drift')).toEqual([])
    expect(await broken()).toEqual([])
  })

  test.skipIf(!isThere)('a released order is shipped there, and once here', async () => {
    const { run, released, settle, floor, get, query, broken, given } = await beside()
    const skuId = await given.item()
    await run()
    const order = await released(5, skuId)
    await settle()
    const sku = order.items[0]?.sku ?? ''
    expect(await floor.toShip(order.orderNumber)).toEqual({ [sku]: 5 })
    await floor.ship(order.orderNumber)
    expect(await run('shipments')).toMatchObject({ steps: [{ changed: 1, failed: 0 }] })
    await run('shipments')
    const after = await get<{ status: string }>(`/api/sales-orders/${order.id}`)
    expect(after.status).toBe('shipped')
    expect(await query('select count(*)::int as n from shipments')).toEqual([{ n: 1 }])
    expect(await run('inventory')).toMatchObject({ steps: [{ changed: 0, failed: 0 }] })
    expect(await floor.toShip(order.orderNumber)).toEqual({})
    expect(await broken()).toEqual([])
  })

  test.skipIf(!isThere)('an approved purchase order is received there, and once here', async () => {
    const { run, post, prizm, given, floor, admin, query, broken } = await beside()
    await run()
    const vendorId = (await prizm.given.vendor()).id
    const items = [{ skuId: await given.item(), quantity: 10 }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
    const { id } = (await post('/api/purchase-orders', body)).json<{ id: number }>()
    await post(`/api/purchase-orders/${id}/approve`, {}, admin)
    expect(await run()).toMatchObject({ state: 'done' })
    await floor.receive('PO-1')
    expect(await run('shipments')).toMatchObject({ steps: [{ changed: 1, failed: 0 }] })
    await run('shipments')
    const received = `select status, qty_received from purchase_orders p
      join purchase_order_items i on i.purchase_order_id = p.id`
    expect(await query(received)).toEqual([{ status: 'received', qty_received: 10 }])
    expect(await run('inventory')).toMatchObject({ steps: [{ changed: 0, failed: 0 }] })
    expect(await broken()).toEqual([])
  })

  test.skipIf(!isThere)('a document that arrives twice is one order there', async () => {
    const { run, released, settle, floor, query, problems, prizm } = await beside()
    await run()
    const order = await released(3)
    await settle()
    const again = `update wms_exports set state = 'waiting', next_attempt_at = now()
      where kind in ('order', 'item')`
    await prizm.database.pool.query(again)
    await settle()
    expect(await query(`select distinct state from wms_exports`)).toEqual([{ state: 'sent' }])
    expect(Object.values(await floor.toShip(order.orderNumber))).toEqual([3])
    expect(await problems()).toEqual([])
  })

  test.skipIf(!isThere)(
    'a cancelled order is off there, and one that left is too late',
    async () => {
      const { run, released, settle, post, floor, query, problems } = await beside()
      await run()
      const [first, second] = [await released(2), await released(2)]
      await settle()
      await floor.ship(second.orderNumber)
      for (const { id } of [first, second]) {
        await post(`/api/sales-orders/${id}/cancel`, { reason: 'Changed mind' })
      }
      await settle()
      expect(await floor.toShip(first.orderNumber)).toEqual({})
      const states = `select state from wms_documents where kind = 'order' order by record_id`
      expect(await query(states)).toEqual([{ state: 'cancelled' }, { state: 'too_late' }])
      expect(await problems()).toMatchObject([
        { title: `${second.orderNumber} could not be cancelled any more` },
      ])
    },
  )

  test.skipIf(!isThere)('what its people find or lose is booked here as they did', async () => {
    const { run, prizm, floor, stock, query, broken, given } = await beside()
    await given.item()
    const [item] = await query<{ sku: string }>('select sku from skus')
    const sku = item?.sku ?? ''
    expect(await run()).toMatchObject({ state: 'done' })
    const before = (await stock(sku)) ?? 0
    await floor.find(sku, -2)
    expect(await run('shipments')).toMatchObject({ state: 'done' })
    expect(await stock(sku)).toBe(before - 2)
    expect(await run('inventory')).toMatchObject({ steps: [{ changed: 0, failed: 0 }] })
    expect(await query('select class from wms_drift')).toEqual([])
    expect(prizm.database).toBeDefined()
    expect(await broken()).toEqual([])
  })
})
