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

const record = (body: object) =>
  prizm.call('POST', '/api/sales-orders', { as, body: { orderNumber: 'SO-1', ...body } })
const sound = async () => expect(await brokenInvariants()).toEqual([])
const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open

describe('a recorded order with lines', () => {
  test('is priced by the server, ignores the submitted total, and reserves stock', async () => {
    const customerId = await builders.buyer({ priceLevel: 'tier1' })
    const skuId = await builders.item({ price: '10.00', tier1Price: '9.00' })
    const items = [{ skuId, quantity: 4 }]
    const made = await record({ customerId, items, totalAmount: '1', customerPO: 'P7' })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({
      orderNumber: 'SO-1',
      headerOnly: false,
      subtotal: '36.00',
      totalAmount: '53.88',
      customerPO: 'P7',
      items: [{ unitPrice: '9.00', priceSource: 'tier1', qtyReserved: 4 }],
    })
    expect(await open()).toBe('53.88')
    await sound()
    const again = await record({ customerId, items })
    expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate-order-number'])
  })

  test('created with a later status passes through every step', async () => {
    const skuId = await builders.item({ currentStock: 5 })
    const items = [{ skuId, quantity: 2 }]
    const body = { customerId: await builders.buyer(), items, status: 'delivered' }
    expect((await record(body)).json()).toMatchObject({
      status: 'delivered',
      shipmentCount: 1,
      items: [{ qtyShipped: 2 }],
    })
    await sound()
  })

  test('does not ship before its order date; without lines it may have', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item({ currentStock: 5 }), quantity: 1 }]
    const dates = { orderDate: '2026-02-20', shipDate: '2026-02-19' }
    const errors = [
      { path: 'shipDate', code: 'invalid', message: 'Must not be before the order date' },
    ]
    const refused = await record({ customerId, items, ...dates })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, errors])
    // Without an order date it is today, 2026-03-02.
    const today = await record({ customerId, items, shipDate: '2026-03-01' })
    expect([today.statusCode, today.json().errors]).toEqual([422, errors])
    expect(await prizm.rows('select id from sales_orders')).toEqual([])
    const sameDay = await record({ customerId, items, ...dates, shipDate: '2026-02-20' })
    expect(sameDay.statusCode, sameDay.body).toBe(201)
    const without = await record({ customerId, orderNumber: 'SO-2', totalAmount: '5', ...dates })
    expect(without.json()).toMatchObject({ headerOnly: true, ...dates })
    await sound()
  })

  test('is rejected for stock and credit like an order from Order Entry', async () => {
    const skuId = await builders.item({ currentStock: 1 })
    const customerId = await builders.buyer({ creditLimit: '10.00' })
    const short = await record({ customerId, items: [{ skuId, quantity: 2 }] })
    expect([short.statusCode, short.json().code]).toEqual([409, 'credit-limit-exceeded'])
    const rich = await builders.buyer()
    const none = await record({ customerId: rich, items: [{ skuId, quantity: 2 }] })
    expect(none.json().code).toBe('insufficient-stock')
    expect(await prizm.rows('select id from sales_orders')).toEqual([])
  })
})
