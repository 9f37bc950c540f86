import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { salesOrderFixture } from '../testing.ts'

let prizm: TestApp
let fixture: ReturnType<typeof salesOrderFixture>
let builders: (typeof fixture)['builders']
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  fixture = salesOrderFixture(prizm, as)
  builders = fixture.builders
})
afterEach(() => prizm.close())

const shipmentsOf = async (id: number) =>
  (await prizm.call('GET', `/api/sales-orders/${id}/shipments`, { as })).json()
const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open
const stock = () => prizm.rows('select current_stock as on_hand, reserved from skus order by id')
const sound = async () => expect(await brokenInvariants()).toEqual([])

describe('a partial shipment', () => {
  test('books stock and credit; the order is shipped with its last unit', async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 10 })
    const other = await builders.item({ price: '3.33', currentStock: 10 })
    const order = await fixture.started([
      { skuId, quantity: 3 },
      { skuId: other, quantity: 3 },
    ])
    expect(order).toMatchObject({ taxAmount: '3.20', shippingAmount: '15.00' })
    const carrier = { carrier: 'UPS', trackingNumber: '1Z999' }
    const items = [
      { lineNo: 1, quantity: 1 },
      { itemId: order.items[1].id, quantity: 2 },
    ]
    const part = (await fixture.step(order.id, 'ship', { items, ...carrier })).json()
    expect(part).toMatchObject({
      status: 'processing',
      shipmentCount: 1,
      shippedAmount: '32.99',
      items: [
        { qtyShipped: 1, qtyReserved: 2 },
        { qtyShipped: 2, qtyReserved: 1 },
      ],
    })
    expect(await open()).toBe('25.20')
    expect(await stock()).toEqual([
      { on_hand: 9, reserved: 2 },
      { on_hand: 8, reserved: 1 },
    ])
    await sound()
    const done = (await fixture.step(order.id, 'ship')).json()
    expect(done).toMatchObject({ status: 'shipped', shippedAmount: order.totalAmount })
    expect(await open()).toBe('0.00')
    expect(await shipmentsOf(order.id)).toMatchObject([
      { shipmentNumber: `${order.orderNumber}-2`, totalAmount: '25.20', shippingAmount: '0.00' },
      {
        shipmentNumber: `${order.orderNumber}-1`,
        ...carrier,
        goodsAmount: '16.66',
        taxAmount: '1.33',
        shippingAmount: '15.00',
        totalAmount: '32.99',
        deliveredOn: null,
        items: [
          { lineNo: 1, quantity: 1, goodsAmount: '10.00', taxAmount: '0.80' },
          { lineNo: 2, quantity: 2, goodsAmount: '6.66', taxAmount: '0.53' },
        ],
      },
    ])
    await sound()
    await fixture.step(order.id, 'deliver')
    const delivered = await shipmentsOf(order.id)
    expect(delivered.map((each: { deliveredOn: string }) => each.deliveredOn)).toEqual([
      '2026-03-02',
      '2026-03-02',
    ])
    await sound()
  })

  test('publishes a message, and the order retains its requested ship date', async () => {
    const skuId = await builders.item()
    const { id } = await fixture.started([{ skuId, quantity: 2 }])
    const items = [{ lineNo: 1, quantity: 1 }]
    const part = (await fixture.step(id, 'ship', { items })).json()
    expect(part.shipDate).toBeNull()
    const [last] = await prizm.rows(`select payload->'shipment' as shipment
                                 from outbox order by id desc limit 1`)
    expect(last.shipment).toMatchObject({
      shipDate: '2026-03-02',
      carrier: null,
      items: [{ lineNo: 1, quantity: 1 }],
    })
  })

  test('can contain the reserved units while the rest is still backordered', async () => {
    const skuId = await builders.item({ sku: 'HX-1', currentStock: 2 })
    const { id } = await fixture.started([{ skuId, quantity: 5 }], { backorder: true })
    const three = await fixture.step(id, 'ship', { items: [{ lineNo: 1, quantity: 3 }] })
    expect(three.json().detail).toBe('Backordered units have not arrived yet: 1 of HX-1')
    const two = await fixture.step(id, 'ship', { items: [{ lineNo: 1, quantity: 2 }] })
    expect(two.json()).toMatchObject({
      status: 'processing',
      items: [{ qtyShipped: 2, qtyReserved: 0, qtyBackordered: 3 }],
    })
    await sound()
  })

  test.each([
    [[{ lineNo: 9, quantity: 1 }], 'items.0.lineNo', 'This order has no such line'],
    [[{ lineNo: 1, quantity: 3 }], 'items.0.quantity', 'Only 2 of line 1 are open'],
    [[{ lineNo: 1, quantity: 0 }], 'items.0.quantity', 'Quantity must be at least 1'],
  ])('is refused as %j', async (items, path, message) => {
    const { id } = await fixture.started([{ skuId: await builders.item(), quantity: 2 }])
    const refused = await fixture.step(id, 'ship', { items })
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path, message }]])
    expect(await shipmentsOf(id)).toEqual([])
  })

  test('prevents recalling or canceling the whole order', async () => {
    const { id } = await fixture.started([{ skuId: await builders.item(), quantity: 2 }])
    await fixture.step(id, 'ship', { items: [{ lineNo: 1, quantity: 1 }] })
    for (const verb of ['recall', 'cancel']) {
      const refused = await fixture.step(id, verb, { reason: 'Late' })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'illegal-transition'])
    }
    await sound()
  })

  test('ships once if requested concurrently, and at most the open units', async () => {
    const skuId = await builders.item()
    const { id } = await fixture.started([{ skuId, quantity: 3 }])
    const items = [{ lineNo: 1, quantity: 2 }]
    const all = await Promise.all([1, 2, 3].map(() => fixture.step(id, 'ship', { items })))
    expect(all.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422,
    ])
    expect(await stock()).toEqual([{ on_hand: 98, reserved: 1 }])
    await sound()
  })
})

test('a header-only order ships completely, with one shipment', async () => {
  const customerId = await builders.buyer()
  const body = { orderNumber: 'SO-9', customerId, totalAmount: '150.00', status: 'processing' }
  const { id } = (await prizm.call('POST', '/api/sales-orders', { as, body })).json()
  const shipped = (await fixture.step(id, 'ship', { carrier: 'Own truck' })).json()
  expect(shipped).toMatchObject({ status: 'shipped', shippedAmount: '150.00' })
  expect(await shipmentsOf(id)).toMatchObject([
    { shipmentNumber: 'SO-9-1', carrier: 'Own truck', totalAmount: '150.00', items: [] },
  ])
  await sound()
})

test('a partly shipped order without a shipment for days is a leftover', async () => {
  const skuId = await builders.item({ currentStock: 10 })
  const partlyShipped = await fixture.started([{ skuId, quantity: 3 }])
  await fixture.started([{ skuId, quantity: 1 }])
  await fixture.step(partlyShipped.id, 'ship', { items: [{ lineNo: 1, quantity: 1 }] })
  const since = async (day: string) => {
    const url = `/api/sales-orders?restSince=${day}`
    const found = (await prizm.call('GET', url, { as })).json<{ id: number }[]>()
    return found.map(({ id }) => id)
  }
  expect(await since('2026-03-02')).toEqual([partlyShipped.id])
  expect(await since('2026-03-01')).toEqual([])
  await fixture.step(partlyShipped.id, 'ship')
  expect(await since('2026-03-02')).toEqual([])
})

test('a list with progress shows lines, percent shipped and tracking numbers', async () => {
  const skuId = await builders.item({ price: '10.00', currentStock: 20 })
  const order = await fixture.started([
    { skuId, quantity: 2 },
    { skuId, quantity: 5 },
  ])
  const parcel = (quantity: number, trackingNumber?: string) =>
    fixture.step(order.id, 'ship', { items: [{ lineNo: 2, quantity }], trackingNumber })
  await parcel(1, '1Z999')
  await parcel(2)
  await parcel(1, '1Z1000')
  const fresh = await fixture.place([{ skuId, quantity: 1 }])
  const recorded = await prizm.call('POST', '/api/sales-orders', {
    as,
    body: { orderNumber: 'SO-BY-TOTAL', customerId: order.customerId, status: 'shipped' },
  })
  expect(recorded.statusCode, recorded.body).toBe(201)
  const list = async (query: string) =>
    (await prizm.call('GET', `/api/sales-orders?sort=id&${query}`, { as })).json()
  const expectedRows = [
    { id: order.id, lineCount: 2, fillPercent: 57, trackingNumbers: '1Z999, 1Z1000' },
    { id: fresh.id, lineCount: 1, fillPercent: 0, trackingNumbers: null },
    { id: recorded.json().id, lineCount: 0, fillPercent: null, trackingNumbers: null },
  ]
  expect(await list('with=progress&limit=10')).toMatchObject(expectedRows)
  expect(await list('with=progress')).toMatchObject(expectedRows)
  expect(await list('with=progress&limit=10&status=processing&q=SO')).toMatchObject([
    expectedRows[0],
  ])
  for (const row of await list('limit=10')) expect(row).not.toHaveProperty('lineCount')
})
