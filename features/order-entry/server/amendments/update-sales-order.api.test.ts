import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const place = async (items: object[], fields: object = {}) => {
  const body = { customerId: await builders.buyer(), items, ...fields }
  return (await prizm.call('POST', '/api/orders/create', { as, body })).json().order
}
const change = (id: number, body: object, more: object = {}) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body, ...more })
const record = (body: object) =>
  prizm.call('POST', '/api/sales-orders', { as, body: { orderNumber: 'SO-1', ...body } })
const sound = async () => expect(await brokenInvariants()).toEqual([])
const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open
const reserved = async () =>
  (await prizm.rows('select reserved from skus order by id')).map((row) => row.reserved)

describe('a pending order', () => {
  test('changes its lines: changed lines are repriced, stock and credit are adjusted', async () => {
    const [one, two, three] = [
      await builders.item({ price: '10.00', currentStock: 10 }),
      await builders.item({ price: '20.00', currentStock: 10 }),
      await builders.item({ price: '5.00', currentStock: 10 }),
    ]
    const order = await place([
      { skuId: one, quantity: 2 },
      { skuId: two, quantity: 1 },
    ])
    await prizm.database.pool.query('update skus set price = price + 1')
    const items = [
      { skuId: one, quantity: 2 },
      { skuId: two, quantity: 3 },
      { skuId: three, quantity: 4 },
    ]
    const changed = await change(order.id, { items, notes: 'By the gate' })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json()).toMatchObject({
      version: 2,
      notes: 'By the gate',
      items: [
        { unitPrice: '10.00', qtyReserved: 2 },
        { unitPrice: '21.00', qtyReserved: 3 },
        { unitPrice: '6.00', qtyReserved: 4 },
      ],
      subtotal: '107.00',
      totalAmount: '130.56',
    })
    expect(await open()).toBe('130.56')
    expect(await reserved()).toEqual([2, 3, 4])
    await sound()
    const fewer = await change(order.id, { items: [{ skuId: two, quantity: 3 }] })
    expect(fewer.json().items).toMatchObject([{ lineNo: 1, sku: 'S-2', unitPrice: '21.00' }])
    expect(await reserved()).toEqual([0, 3, 0])
    await sound()
    const [act] = await prizm.rows(`select changes->'items'->>'to' as items from audit_log
                                where action = 'update' order by id desc limit 1`)
    expect(act.items).toBe('3 × S-2 at 21.00')
  })

  test('is not to ship before its order date', async () => {
    const order = await place([{ skuId: await builders.item(), quantity: 1 }])
    const refused = await change(order.id, { shipDate: '2026-03-01' })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ path: 'shipDate', code: 'invalid', message: 'Must not be before the order date' }],
    ])
    const moved = await change(order.id, { shipDate: '2026-03-02' })
    expect(moved.json()).toMatchObject({ version: 2, shipDate: '2026-03-02' })
    const cleared = await change(order.id, { shipDate: null })
    expect(cleared.json()).toMatchObject({ version: 3, shipDate: null })
  })

  test('does not change lines or prices if only its address changes', async () => {
    const skuId = await builders.item({ price: '10.00' })
    const order = await place([{ skuId, quantity: 1 }])
    await prizm.database.pool.query('update skus set price = 99, is_active = false')
    const items = [{ skuId, quantity: 1 }]
    const moved = await change(order.id, { items, shippingAddress: '1 Quay' })
    expect(moved.json()).toMatchObject({
      shippingAddress: '1 Quay',
      totalAmount: order.totalAmount,
    })
  })

  test('cannot exceed available stock or credit; its own reservation counts as free', async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 5 })
    const customerId = await builders.buyer({ creditLimit: '69.00' })
    const order = await place([{ skuId, quantity: 5 }], { customerId })
    const same = await change(order.id, { items: [{ skuId, quantity: 4 }] })
    expect(same.statusCode, same.body).toBe(200)
    const more = await change(order.id, { items: [{ skuId, quantity: 6 }] })
    expect([more.statusCode, more.json().code]).toEqual([409, 'insufficient-stock'])
    const dear = await change(order.id, { items: [{ skuId, quantity: 6 }], backorder: true })
    expect(dear.json().code).toBe('credit-limit-exceeded')
    expect((await change(order.id, { items: [{ skuId, quantity: 5 }] })).statusCode).toBe(200)
    await sound()
  })

  test('is updated once by two concurrent changes of the same version', async () => {
    const skuId = await builders.item()
    const { id } = await place([{ skuId, quantity: 1 }])
    const headers = { 'if-match': '"1"' }
    const both = await Promise.all(
      [2, 3].map((quantity) => change(id, { items: [{ skuId, quantity }] }, { headers })),
    )
    expect(both.map((each) => each.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    await sound()
  })

  test('can be changed by its creator or a manager, in processing by a manager only', async () => {
    const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
    const sales = await prizm.signIn('sales')
    const other = await change(id, { notes: 'x' }, { as: sales })
    expect([other.statusCode, other.json().detail]).toEqual([
      403,
      'Someone else entered this order. That person or a manager can change it',
    ])
    await prizm.call('POST', `/api/sales-orders/${id}/process`, { as })
    const late = await change(id, { notes: 'x' }, { as: sales })
    expect([late.statusCode, late.json().detail]).toEqual([
      403,
      'The warehouse is working on this order. A manager can change it',
    ])
    expect((await change(id, { notes: 'x' })).json()).toMatchObject({ notes: 'x', revision: 1 })
    await prizm.call('POST', `/api/sales-orders/${id}/cancel`, { as, body: { reason: 'x' } })
    expect((await change(id, { notes: 'y' })).json().code).toBe('illegal-transition')
  })

  test('without lines changes its total, and goes on hold above the credit limit', async () => {
    const customerId = await builders.buyer({ creditLimit: '100.00' })
    const { id } = (await record({ customerId, totalAmount: '50' })).json()
    expect((await change(id, { totalAmount: '80' })).json().totalAmount).toBe('80.00')
    expect(await open()).toBe('80.00')
    expect((await change(id, { totalAmount: '120' })).json().holdReason).toBe('credit')
    expect(await open()).toBe('0.00')
    await sound()
    const lines = await change(id, { items: [{ skuId: await builders.item(), quantity: 1 }] })
    expect(lines.json().errors).toEqual([
      { path: 'items', code: 'invalid', message: 'This order has a total but no lines' },
    ])
  })
})
