import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { fillRemainingBackorders } from './backorders.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const place = async (skuId: number, quantity: number) => {
  const customerId = await builders.buyer()
  const body = { customerId, items: [{ skuId, quantity }], backorder: true }
  return (await prizm.call('POST', '/api/orders/create', { as, body })).json().order
}
const count = (skuId: number, currentStock: number) =>
  prizm.call('POST', `/api/skus/${skuId}/adjust`, {
    as,
    body: { currentStock, stockReason: 'Found' },
  })
const lines = () =>
  prizm.rows(`select i.qty_reserved as reserved, i.qty_backordered as backordered
          from sales_order_items i join sales_orders o on o.id = i.sales_order_id order by o.id`)
const sound = async () => expect(await brokenInvariants()).toEqual([])

test('received units fill the oldest order date first, in the same transaction', async () => {
  const skuId = await builders.item({ currentStock: 0 })
  const young = await place(skuId, 4)
  await place(skuId, 3)
  await prizm.database.pool.query(
    `update sales_orders set order_date = order_date + 1 where id = ${young.id}`,
  )
  expect((await count(skuId, 5)).json()).toMatchObject({ currentStock: 5, reserved: 5 })
  expect(await lines()).toEqual([
    { reserved: 2, backordered: 2 },
    { reserved: 3, backordered: 0 },
  ])
  await sound()
  const [act] = await prizm.rows(`select changes->'reserved'->>'to' as units from audit_log
                              where action = 'fill-backorder' and entity_id = ${young.id}`)
  expect(act.units).toBe('2 × S-1')
  const list = await prizm.call('GET', '/api/sales-orders?backordered=true', { as })
  expect(list.json().map((order: { id: number }) => order.id)).toEqual([young.id])
})

test('units from a purchase order fill backorders', async () => {
  const skuId = await builders.item({ currentStock: 0, cost: '1.00' })
  await place(skuId, 3)
  const [vendor] = await prizm.rows(`insert into vendors (vendor_code, name, email)
                                 values ('V-1', 'Bolt & Co', 'v@example.com') returning id`)
  const items = [{ skuId, quantity: 2 }]
  const body = { orderNumber: 'PO-1', vendorId: vendor.id, status: 'received', items }
  const made = await prizm.call('POST', '/api/purchase-orders', { as, body })
  expect(made.statusCode, made.body).toBe(201)
  expect(await lines()).toEqual([{ reserved: 2, backordered: 1 }])
  await sound()
})

describe('an order', () => {
  test('on credit hold has no backorders', async () => {
    const skuId = await builders.item({ currentStock: 0 })
    const { id } = await place(skuId, 2)
    const hold = { as, body: { reason: 'credit' } }
    await prizm.call('POST', `/api/sales-orders/${id}/hold`, hold)
    await count(skuId, 5)
    expect(await lines()).toEqual([{ reserved: 0, backordered: 0 }])
    await sound()
  })

  test('with a pending cancellation request gets its units, and the request remains', async () => {
    const skuId = await builders.item({ currentStock: 1 })
    const { id } = await place(skuId, 3)
    expect((await prizm.call('POST', `/api/sales-orders/${id}/process`, { as })).statusCode).toBe(
      200,
    )
    await prizm.rows(`update sales_orders
                  set cancel_request = 'cancel', cancel_reason = 'Changed their mind'`)
    await count(skuId, 5)
    expect(await lines()).toEqual([{ reserved: 3, backordered: 0 }])
    expect(
      await prizm.rows('select cancel_request as verb, cancel_reason as why from sales_orders'),
    ).toEqual([{ verb: 'cancel', why: 'Changed their mind' }])
    await sound()
  })

  test('that was skipped is filled by the job', async () => {
    const skuId = await builders.item({ currentStock: 3 })
    const first = await place(skuId, 3)
    await place(skuId, 2)
    await prizm.call('POST', `/api/sales-orders/${first.id}/cancel`, { as, body: { reason: 'x' } })
    const { db } = prizm.database
    const job = { db, user: undefined, now: new Date(), requestId: 'job', channel: 'system' }
    await fillRemainingBackorders(job)
    await fillRemainingBackorders(job)
    expect((await lines())[1]).toEqual({ reserved: 2, backordered: 0 })
    await sound()
  })
})

test('concurrent counts and steps allocate every unit once', async () => {
  const skuId = await builders.item({ currentStock: 0 })
  const orders = [await place(skuId, 2), await place(skuId, 2), await place(skuId, 2)]
  await Promise.all([
    count(skuId, 3),
    ...orders.map(({ id }) =>
      prizm.call('POST', `/api/sales-orders/${id}/cancel-rest`, {
        as,
        body: { items: [{ lineNo: 1, quantity: 1 }], reason: 'Fewer' },
      }),
    ),
  ])
  await fillRemainingBackorders({
    db: prizm.database.db,
    user: undefined,
    now: new Date(),
    requestId: 'job',
    channel: 'system',
  })
  const held = (await lines()).reduce((units, line) => units + line.reserved, 0)
  expect(held).toBe(3)
  await sound()
})
