import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import type { Proposal } from '../contract.ts'

let prizm: TestApp
let buyer: string

beforeEach(async () => {
  prizm = await startTestApp()
  buyer = await prizm.signIn('purchasing')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const post = (url: string, body: object, as = buyer) => prizm.call('POST', url, { as, body })
const list = async (filters = ''): Promise<Proposal[]> => {
  const answer = await prizm.call('GET', `/api/purchase-proposals?limit=50${filters}`, {
    as: buyer,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const order = (lines: object[], as: 'orders' | 'requisition' = 'orders', who = buyer) =>
  post('/api/purchase-proposals/order', { as, lines }, who)

/**
 * A SKU with 4 in stock and a minimum of 10, offered by a vendor at 3.50 with a lead time of 6 days
 * and a minimum quantity of 20.
 */
async function lowSku() {
  const vendor = await prizm.builders.vendor({ leadTimeDays: 9 })
  const sku = await prizm.builders.sku({ currentStock: 4, minimumStock: 10, cost: '4.00' })
  const terms = { unitPrice: '3.50', leadTimeDays: 6, minimumQuantity: 20 }
  await post('/api/vendor-skus', { vendorId: vendor.id, skuId: sku.id, ...terms })
  const line = { skuId: sku.id, vendorId: vendor.id, quantity: 20, incoming: 0 }
  return { vendor, sku, line }
}

test('lists SKUs below minimum with vendor and reasons', async () => {
  await lowSku()
  await prizm.builders.sku({ currentStock: 11, minimumStock: 10 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 0 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 5, isActive: false })
  expect(await list()).toEqual([
    expect.objectContaining({
      sku: 'S-1',
      available: 4,
      backordered: 0,
      incoming: 0,
      position: 4,
      used: 0,
      coverDays: null,
      reorderPoint: 10,
      leadDays: 6,
      leadFrom: 'offer',
      minimumQuantity: 20,
      quantity: 20,
      vendorCode: 'V-1',
      vendorFrom: 'offer',
      unitPrice: '3.50',
      priceFrom: 'offer',
      expired: null,
    }),
  ])
})

test('a role that sees no costs sees no prices, and orders at them', async () => {
  const { line } = await lowSku()
  await prizm.builders.ownRole({
    name: 'Clerk',
    permissions: ['purchaseOrders.read', 'purchaseOrders.create'],
  })
  const clerk = await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
  for (const page of ['?limit=50', '']) {
    const answer = await prizm.call('GET', `/api/purchase-proposals${page}`, { as: clerk })
    expect(answer.json()).toMatchObject([{ sku: 'S-1', unitPrice: null, priceFrom: 'offer' }])
    expect(answer.body).not.toContain('3.50')
  }
  const made = await order([line], 'orders', clerk)
  expect(made.statusCode, made.body).toBe(200)
  expect(await query('select unit_price as price from purchase_order_items')).toEqual([
    { price: '3.50' },
  ])
})

test('demand raises the reorder point, and backorders reduce the position', async () => {
  const sales = await prizm.signIn('sales')
  const customer = await prizm.builders.customer({ creditLimit: '90000.00', allowBackorder: true })
  const sku = await prizm.builders.sku({ currentStock: 100, minimumStock: 10 })
  const sell = (quantity: number) => {
    const items = [{ skuId: sku.id, quantity }]
    return post('/api/orders/create', { customerId: customer.id, items }, sales)
  }
  expect((await sell(90)).statusCode).toBe(201)
  const [first] = await list()
  // 90 in 90 days are 14 in the default lead time of 14 days, and 30 for the next 30 days.
  expect(first).toMatchObject({
    available: 10,
    used: 90,
    leadFrom: 'usual',
    reorderPoint: 14,
    coverDays: 10,
    quantity: 34,
    vendorId: null,
  })
  expect((await sell(25)).statusCode).toBe(201)
  const [second] = await list()
  expect(second).toMatchObject({ available: 0, backordered: 15, position: -15, used: 115 })
  expect(await list('&stock=none')).toHaveLength(1)
})

test('usage is what was ordered without the units that were cancelled since, once', async () => {
  const manager = await prizm.signIn('manager')
  const customer = await prizm.builders.customer({ creditLimit: '90000.00' })
  const sku = await prizm.builders.sku({ currentStock: 100, minimumStock: 60 })
  const items = [{ skuId: sku.id, quantity: 90 }]
  const created = await post('/api/orders/create', { customerId: customer.id, items }, manager)
  const { id } = created.json<{ order: { id: number } }>().order
  expect((await list())[0]).toMatchObject({ available: 10, used: 90, coverDays: 10 })
  const cancel = async (quantity: number) => {
    const body = { items: [{ lineNo: 1, quantity }], reason: 'Fewer' }
    const answer = await post(`/api/sales-orders/${id}/cancel-rest`, body, manager)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await cancel(40)
  // 50 in 90 days are 8 in the lead time of 14 days, so the reorder point is the minimum of 60; the
  // 50 that are available last 90 days. To buy: 60 + 60 − 50.
  expect(await list()).toMatchObject([
    { available: 50, used: 50, coverDays: 90, reorderPoint: 60, quantity: 70 },
  ])
  await cancel(10)
  // 60 × 90 / 40 = 135 days.
  expect(await list()).toMatchObject([{ available: 60, used: 40, coverDays: 135, quantity: 60 }])
})

test('proposes the offer with the lowest rank, else the last vendor', async () => {
  const { sku } = await lowSku()
  const better = await prizm.builders.vendor()
  const [first] = await list()
  expect(first?.vendorCode).toBe('V-1')
  const offer = { vendorId: better.id, skuId: sku.id, rank: 1 }
  await query('update vendor_skus set rank = 2')
  await post('/api/vendor-skus', offer)
  expect((await list())[0]).toMatchObject({ vendorCode: 'V-2', unitPrice: '4.00' })
  await query('delete from vendor_skus')
  await post('/api/purchase-orders', {
    orderNumber: 'PO-1',
    vendorId: better.id,
    items: [{ skuId: sku.id, quantity: 1 }],
  })
  expect((await list())[0]).toMatchObject({
    vendorCode: 'V-2',
    vendorFrom: 'last order',
    drafted: 1,
    incoming: 1,
  })
})

test('the preferred ranking decides between equal offers or earlier vendors', async () => {
  const { vendor, sku } = await lowSku()
  const better = await prizm.builders.vendor({ preferredRank: 1 })
  await post('/api/vendor-skus', { vendorId: better.id, skuId: sku.id, rank: 1 })
  expect((await list())[0]).toMatchObject({
    vendorCode: better.vendorCode,
    vendorFrom: 'offer',
    vendorRank: 1,
    preferredRank: 1,
  })
  await query('delete from vendor_skus')
  for (const [orderNumber, vendorId] of [
    ['PO-1', better.id],
    ['PO-2', vendor.id],
  ]) {
    await post('/api/purchase-orders', {
      orderNumber,
      vendorId,
      items: [{ skuId: sku.id, quantity: 1 }],
    })
  }
  expect((await list())[0]).toMatchObject({
    vendorCode: better.vendorCode,
    vendorFrom: 'ranking',
    vendorRank: null,
    preferredRank: 1,
  })
})

test('creates one draft order per vendor, and the proposals disappear', async () => {
  const { line, vendor } = await lowSku()
  const other = await prizm.builders.vendor({ leadTimeDays: 3 })
  const second = await prizm.builders.sku({ minimumStock: 5 })
  const lines = [line, { ...line, skuId: second.id, vendorId: other.id, quantity: 7 }]
  const answer = await order(lines)
  expect(answer.json()).toEqual({
    purchaseOrders: [expect.stringMatching(/^PO-\d+$/), expect.stringMatching(/^PO-\d+$/)],
    requisition: null,
  })
  const made = `select o.vendor_id as v, o.status, o.expected_date as day, i.sku_id as s,
    i.quantity as q, i.unit_price as p
    from purchase_orders o join purchase_order_items i on i.purchase_order_id = o.id order by o.id`
  expect(await query(made)).toEqual([
    { v: vendor.id, status: 'draft', day: '2026-03-08', s: line.skuId, q: 20, p: '3.50' },
    { v: other.id, status: 'draft', day: '2026-03-05', s: second.id, q: 7, p: '4.00' },
  ])
  expect((await list()).map(({ sku }) => sku)).toEqual([])
})

test('a requisition is submitted for approval and counts as incoming', async () => {
  const { line } = await lowSku()
  const { requisition } = (await order([line], 'requisition')).json()
  const found = await query('select requisition_number as number, status from requisitions')
  expect(found).toEqual([{ number: requisition, status: 'submitted' }])
  expect(await list()).toEqual([])
  expect(await query('select id from purchase_orders')).toEqual([])
})

test('concurrent buyers order only once', async () => {
  const { line } = await lowSku()
  const all = await Promise.all([1, 2, 3].map(() => order([line])))
  expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
  const refused = all.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({
    code: 'already-ordered',
    detail: expect.stringContaining('20 of S-1'),
  })
  expect(await query('select id from purchase_orders')).toHaveLength(1)
})

test('rejects duplicate lines, unknown vendors and missing permission', async () => {
  const { line } = await lowSku()
  const messageOf = async (lines: object[]) => (await order(lines)).json().errors[0].message
  expect(await messageOf([])).toBe('Choose at least one line')
  expect(await messageOf([line, line])).toBe('This SKU is listed twice')
  expect(await messageOf([{ ...line, vendorId: 99 }])).toBe('This vendor does not exist')
  expect(await messageOf([{ ...line, skuId: 99 }])).toBe('This SKU does not exist')
  expect((await order([line], 'orders', await prizm.signIn('sales'))).statusCode).toBe(403)
  expect(await query('select id from purchase_orders')).toEqual([])
})
