import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const create = (fields: object, as = fixture.buyer) =>
  prizm.call('POST', '/api/returns', {
    as,
    body: { type: 'rtv', reason: 'Faulty', ...fields },
  })
const act = (id: number, verb: string, as = fixture.manager, body: object = {}) =>
  prizm.call('POST', `/api/returns/${id}/${verb}`, { as, body })
const received = async (quantity = 10) => {
  const order = await fixture.approved(quantity)
  await fixture.act(order.id, 'receive', fixture.warehouse, {})
  return fixture.read(order.id)
}
const stock = () =>
  fixture.query('select current_stock as "onHand", reserved from skus order by id')

test('an RTV reserves its units on approval and ships them', async () => {
  const order = await received(10)
  const items = [{ originalItemId: order.items[0]?.id, quantity: 4 }]
  const answer = await create({ originalOrderId: order.id, items })
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json()
  expect(answer.json()).toMatchObject({
    returnNumber: expect.stringMatching(/^RTV-\d{13}$/),
    vendorId: fixture.vendorId,
    customerId: null,
    originalOrderNumber: order.orderNumber,
    totalAmount: '16.00',
    items: [{ unitPrice: '4.00', disposition: 'vendor' }],
  })
  expect((await act(id, 'ship', fixture.warehouse)).statusCode).toBe(409)
  expect((await act(id, 'approve')).json().status).toBe('approved')
  expect(await stock()).toEqual([{ onHand: 10, reserved: 4 }])
  expect(await fixture.broken()).toEqual([])
  expect((await act(id, 'receive', fixture.warehouse)).statusCode).toBe(409)
  expect((await act(id, 'ship', fixture.warehouse)).json().status).toBe('shipped')
  expect(await stock()).toEqual([{ onHand: 6, reserved: 0 }])
  const finance = await prizm.signIn('finance')
  const credits = async (returnId: number) =>
    (await prizm.call('GET', `/api/vendor-credits?returnId=${returnId}`, { as: finance })).json()
  expect(await credits(id)).toEqual([])
  expect((await act(id, 'complete', finance)).statusCode).toBe(200)
  // The vendor never billed these goods, so there is nothing to credit.
  expect(await credits(id)).toEqual([])
})

test('an RTV of goods in stock before any order is credited in full', async () => {
  const count = { currentStock: 10, stockReason: 'Opening stock' }
  await prizm.call('POST', `/api/skus/${fixture.skuId}/adjust`, {
    as: fixture.manager,
    body: count,
  })
  const items = [{ skuId: fixture.skuId, quantity: 4 }]
  const { id } = (await create({ vendorId: fixture.vendorId, items })).json()
  await act(id, 'approve')
  await act(id, 'ship', fixture.warehouse)
  const finance = await prizm.signIn('finance')
  expect((await act(id, 'complete', finance)).statusCode).toBe(200)
  const credits = async (returnId: number) =>
    (await prizm.call('GET', `/api/vendor-credits?returnId=${returnId}`, { as: finance })).json()
  expect(await credits(id)).toMatchObject([
    { returnId: id, amount: '16.00', openAmount: '16.00', vendorId: fixture.vendorId },
  ])
  expect(await credits(id + 1)).toEqual([])
})

test('cancelling an RTV releases its reservation', async () => {
  const order = await received(10)
  const items = [{ skuId: fixture.skuId, quantity: 10 }]
  const { id } = (await create({ purchaseOrderId: order.id, items })).json()
  await act(id, 'approve')
  expect((await act(id, 'cancel', fixture.buyer, { reason: 'Vendor repairs' })).statusCode).toBe(
    200,
  )
  expect(await stock()).toEqual([{ onHand: 10, reserved: 0 }])
})

test('units that are reserved or gone cannot be reserved for a vendor', async () => {
  const order = await received(10)
  const items = [{ skuId: fixture.skuId, quantity: 10 }]
  const { id } = (await create({ purchaseOrderId: order.id, items })).json()
  const count = { currentStock: 7, stockReason: 'Lost' }
  await prizm.call('POST', `/api/skus/${fixture.skuId}/adjust`, {
    as: fixture.manager,
    body: count,
  })
  const refused = await act(id, 'approve')
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'Not enough stock: S-1 is 3 short (7 available)',
  ])
})

test('concurrent RTVs never exceed the received quantity', async () => {
  const order = await received(10)
  const returnRequest = {
    purchaseOrderId: order.id,
    items: [{ originalItemId: order.items[0]?.id, quantity: 6 }],
  }
  const all = await Promise.all([1, 2, 3].map(() => create(returnRequest)))
  expect(all.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  const url = `/api/returns/returnable?purchaseOrderId=${order.id}`
  const returnable = await prizm.call('GET', url, { as: fixture.buyer })
  expect(returnable.json().items).toMatchObject([
    { ordered: 10, moved: 10, returned: 6, returnable: 4 },
  ])
})

test('an order without receipts has nothing to return', async () => {
  const order = await fixture.approved(10)
  const items = [{ skuId: fixture.skuId, quantity: 1 }]
  const answer = await create({ purchaseOrderId: order.id, items })
  expect(answer.json().detail).toBe(`No goods of ${order.orderNumber} were received yet`)
})

test('an RTV without an order needs a vendor and has the current cost', async () => {
  const items = [{ skuId: fixture.skuId, quantity: 2 }]
  const answer = await create({ vendorId: fixture.vendorId, items })
  expect(answer.json()).toMatchObject({ totalAmount: '8.00', originalOrderId: null })
  const nobody = await create({ items })
  expect(nobody.json().errors).toEqual([
    { path: 'vendorId', code: 'invalid', message: 'Please select a vendor' },
  ])
})

test('buyers create RTVs, managers decide, and costs are visible to some roles only', async () => {
  const items = [{ skuId: fixture.skuId, quantity: 2 }]
  const sales = await prizm.signIn('sales')
  expect((await create({ vendorId: fixture.vendorId, items }, sales)).statusCode).toBe(403)
  const { id } = (await create({ vendorId: fixture.vendorId, items })).json()
  expect((await act(id, 'approve', fixture.buyer)).statusCode).toBe(403)
  expect((await act(id, 'approve', sales)).statusCode).toBe(403)
  const read = await prizm.call('GET', `/api/returns/${id}`, { as: sales })
  expect(read.json().items).toMatchObject([{ unitPrice: null, totalPrice: null, quantity: 2 }])
  expect((await act(id, 'reject', fixture.manager, { reason: 'No' })).json().status).toBe(
    'rejected',
  )
})
