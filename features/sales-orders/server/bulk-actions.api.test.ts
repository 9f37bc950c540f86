import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const place = async (items: object[], fields: object = {}) => {
  const body = { customerId: await builders.buyer(), items, ...fields }
  return (await prizm.call('POST', '/api/orders/create', { as, body })).json().order
}
const many = (action: string, ids: number[], by = as) =>
  prizm.call('POST', '/api/sales-orders/bulk', { as: by, body: { action, ids } })
const sound = async () => expect(await brokenInvariants()).toEqual([])

test('processes and ships many orders at once, and returns reasons for the others', async () => {
  const skuId = await builders.item({ sku: 'HX-1', currentStock: 5 })
  const one = await place([{ skuId, quantity: 2 }])
  const two = await place([{ skuId, quantity: 2 }])
  const short = await place([{ skuId, quantity: 4 }], { backorder: true })
  const started = await many('process', [two.id, one.id, short.id, 777])
  expect(started.json()).toEqual({
    done: [one.id, two.id, short.id],
    kept: [{ id: 777, reason: 'That record was not found' }],
  })
  const shipped = await many('ship', [one.id, short.id, two.id])
  expect(shipped.json()).toEqual({
    done: [one.id, two.id],
    kept: [
      {
        id: short.id,
        reason: `${short.orderNumber}: Backordered units have not arrived yet: 3 of HX-1`,
      },
    ],
  })
  const again = await many('process', [one.id])
  expect(again.json().kept[0].reason).toContain('cannot be processed')
  await sound()
})

test('recalls many orders at once, with permission only', async () => {
  const skuId = await builders.item({ currentStock: 9 })
  const one = await place([{ skuId, quantity: 1 }])
  const two = await place([{ skuId, quantity: 2 }])
  const waiting = await place([{ skuId, quantity: 3 }])
  await many('process', [one.id, two.id])
  const sales = await prizm.signIn('sales')
  expect((await many('recall', [one.id], sales)).statusCode).toBe(403)
  const body = { action: 'recall', ids: [two.id, waiting.id, one.id], reason: 'Undone' }
  const recalled = await prizm.call('POST', '/api/sales-orders/bulk', { as, body })
  const { done, kept } = recalled.json()
  expect(done).toEqual([one.id, two.id])
  expect(kept).toEqual([
    { id: waiting.id, reason: expect.stringMatching(`^${waiting.orderNumber}: `) },
  ])
  expect(await prizm.rows('select status from sales_orders order by id')).toEqual([
    { status: 'pending' },
    { status: 'pending' },
    { status: 'pending' },
  ])
  const recallReasons = await prizm.rows(
    `select reason from audit_log where action = 'recall' order by id`,
  )
  expect(recallReasons).toEqual([{ reason: 'Undone' }, { reason: 'Undone' }])
  await sound()
})

test('concurrent bulk shipments ship each order once', async () => {
  const [a, b] = [await builders.item(), await builders.item()]
  const orders = [
    await place([{ skuId: a, quantity: 1 }]),
    await place([
      { skuId: b, quantity: 1 },
      { skuId: a, quantity: 1 },
    ]),
  ]
  const ids = orders.map(({ id }) => id)
  await many('process', ids)
  const all = await Promise.all([
    many('ship', ids),
    many('ship', ids.toReversed()),
    ...ids.map((id) => prizm.call('POST', `/api/sales-orders/${id}/ship`, { as, body: {} })),
  ])
  expect(all.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  expect(await prizm.rows('select count(*)::int as n from shipments')).toEqual([{ n: 2 }])
  await sound()
})

test('shipping needs its own permission, and at most 200 orders are allowed', async () => {
  const sales = await prizm.signIn('sales')
  expect((await many('ship', [1], sales)).statusCode).toBe(403)
  const ids = Array.from({ length: 201 }, (_, index) => index + 1)
  expect((await many('process', ids)).json().errors[0].message).toBe('At most 200 records at once')
})
