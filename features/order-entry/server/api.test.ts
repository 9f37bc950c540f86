import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

const validate = (body: unknown, by = as) =>
  prizm.call('POST', '/api/orders/validate', { as: by, body })
const create = (body: unknown, headers: Record<string, string> = {}, by = as) =>
  prizm.call('POST', '/api/orders/create', { as: by, body, headers })
const nothingWritten = async () => {
  const [counts] = await prizm.rows(`select
    (select count(*) from sales_orders) as orders,
    (select count(*) from sales_order_items) as lines,
    (select count(*) from outbox) as messages, (select sum(reserved)::int from skus) as reserved,
    (select sum(open_order_amount) from customers) as open`)
  expect(counts).toEqual({ orders: 0, lines: 0, messages: 0, reserved: 0, open: '0.00' })
}

test('validation returns prices, credit and stock in the shape of the specification', async () => {
  const customerId = await builders.buyer({ priceLevel: 'tier1', creditLimit: '100.00' })
  const skuId = await builders.item({ tier1Price: '9.50', currentStock: 4 })
  const answer = await validate({ customerId, items: [{ skuId, quantity: 6 }] })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    orderApproved: false,
    credit: { approved: true, availableCredit: '100.00' },
    stock: {
      available: false,
      stockStatus: [{ skuId, available: 4, requested: 6, shortfall: 2 }],
    },
    pricing: {
      subtotal: '57.00',
      taxAmount: '4.56',
      shippingAmount: '15.00',
      total: '76.56',
      lineItems: [
        { skuId, quantity: 6, unitPrice: '9.50', priceSource: 'tier1', totalPrice: '57.00' },
      ],
    },
    decisionId: expect.any(Number),
  })
  await nothingWritten()
})

test('creation writes order, lines, reservation, credit and audit log together', async () => {
  const customerId = await builders.buyer({ address: '1 Main St', billingAddress: 'PO Box 1' })
  const one = await builders.item()
  const two = await builders.item({ price: '2.50' })
  const items = [
    { skuId: one, quantity: 3 },
    { skuId: two, quantity: 4 },
  ]
  const answer = await create({ customerId, customerPO: ' 45001188 ', orderSource: 'phone', items })
  expect(answer.statusCode).toBe(201)
  const { order } = answer.json()
  expect(order).toMatchObject({
    status: 'pending',
    orderSource: 'phone',
    customerPO: '45001188',
    shippingAddress: '1 Main St',
    billingAddress: 'PO Box 1',
    subtotal: '40.00',
    taxAmount: '3.20',
    shippingAmount: '15.00',
    totalAmount: '58.20',
  })
  expect(order.orderNumber).toMatch(/^SO-\d{13}$/)
  const read = await prizm.call('GET', `/api/sales-orders/${order.id}`, { as })
  expect(read.json()).toEqual(order)
  expect(await prizm.rows('select id, reserved from skus order by id')).toEqual([
    { id: one, reserved: 3 },
    { id: two, reserved: 4 },
  ])
  expect(await prizm.rows('select open_order_amount from customers')).toEqual([
    { open_order_amount: '58.20' },
  ])
  expect(
    await prizm.rows(`select sku_id, reserved_delta, ref_id, ref_line from stock_moves
    where kind = 'reserve' order by id`),
  ).toEqual([
    { sku_id: one, reserved_delta: 3, ref_id: order.id, ref_line: 1 },
    { sku_id: two, reserved_delta: 4, ref_id: order.id, ref_line: 2 },
  ])
  expect(
    await prizm.rows(`select action, to_status, actor_id from audit_log
    where entity = 'sales_order'`),
  ).toEqual([{ action: 'create', to_status: 'pending', actor_id: order.createdBy }])
  expect(await prizm.rows('select topic, aggregate_id, aggregate_version from outbox')).toEqual([
    { topic: 'sales-order.created', aggregate_id: order.id, aggregate_version: 1 },
  ])
})

test('the server decides number, author, prices, status and totals', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item()
  const orderRequest = {
    customerId,
    items: [{ skuId, quantity: 1, totalPrice: '0.01' }],
    status: 'delivered',
    totalAmount: '0.01',
    orderNumber: 'SO-1',
    createdBy: 999,
    id: 77,
  }
  const { order } = (await create(orderRequest)).json()
  expect(order).toMatchObject({ status: 'pending', totalAmount: '25.80', createdByName: 'user-1' })
  expect(order.orderNumber).not.toBe('SO-1')
  const priced = { customerId, items: [{ skuId, quantity: 1, unitPrice: '0.01' }] }
  const refused = await create(priced)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    detail: 'Unknown field unitPrice. Did you mean manualPrice?',
  })
})

test('rejects an order over the credit limit with current figures, writes nothing', async () => {
  const customerId = await builders.buyer({ creditLimit: '20.00' })
  const skuId = await builders.item()
  const answer = await create({ customerId, items: [{ skuId, quantity: 1 }] })
  expect(answer.statusCode).toBe(409)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    code: 'credit-limit-exceeded',
    detail: expect.stringContaining('Order is $5.80 over the available $20.00'),
    current: { orderApproved: false, pricing: { total: '25.80' } },
  })
  await nothingWritten()
})

test('notifies finance once of an order rejected for credit, with a link', async () => {
  const customerId = await builders.buyer({
    customerCode: 'C/7',
    name: 'Northwind',
    creditLimit: '20.00',
  })
  const skuId = await builders.item()
  const finance = await prizm.signIn('finance')
  const sales = await prizm.builders.user({ role: 'sales', username: 'ann' })
  const ask = async (quantity: number) =>
    prizm.call('POST', '/api/orders/ask-credit', {
      as: await prizm.builders.session(sales),
      body: { customerId, items: [{ skuId, quantity }] },
    })
  expect([(await ask(1)).statusCode, (await ask(1)).statusCode]).toEqual([204, 204])
  const notifications = await prizm.call('GET', '/api/notifications', { as: finance })
  expect(notifications.json()).toMatchObject([
    {
      kind: 'credit',
      title: 'Credit for Northwind (C/7)',
      text:
        'ann requests credit for an order. Credit limit exceeded by $5.80 (limit $20.00, ' +
        'balance $0.00, open orders $0.00). Order is $5.80 over the available $20.00',
      link: '/customers?open=C%2F7',
    },
  ])
  expect((await ask(2)).statusCode).toBe(204)
  const [{ count } = { count: 0 }] = await prizm.rows<{ count: number }>(
    `select count(*)::int as count from notifications where kind = 'credit'`,
  )
  expect(count).toBe(2)
  await prizm.database.pool.query(`update customers set credit_limit = 5000`)
  const enough = await ask(1)
  expect(enough.statusCode).toBe(409)
  expect(enough.json()).toMatchObject({ code: 'credit-approved' })
  await nothingWritten()
})

test('rejects an order that is short of stock, names the SKU, and writes nothing', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ sku: 'HX-1207', currentStock: 10 })
  const items = [
    { skuId, quantity: 6 },
    { skuId, quantity: 6 },
  ]
  const answer = await create({ customerId, items })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'insufficient-stock',
    detail: 'Not enough stock: HX-1207 is 2 short (10 available)',
  })
  await nothingWritten()
})

test('backorders missing units for a customer who accepts backorders', async () => {
  const customerId = await builders.buyer({ allowBackorder: true })
  const skuId = await builders.item({ currentStock: 4 })
  const { order } = (await create({ customerId, items: [{ skuId, quantity: 6 }] })).json()
  expect(order.items).toMatchObject([{ qtyReserved: 4, qtyBackordered: 2 }])
  expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 4 }])
})

test('requesting a backorder requires the permission', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 4 })
  const body = { customerId, backorder: true, items: [{ skuId, quantity: 6 }] }
  expect((await create(body)).statusCode).toBe(409)
  const sales = await prizm.signIn('sales')
  expect((await create(body, {}, sales)).statusCode).toBe(201)
})

test('an order of $0.00 needs a manager', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ price: '0.00' })
  await prizm.database.pool.query(
    `insert into settings (name, value) values ('shippingFlat', '"0.00"')`,
  )
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  expect((await create(body)).statusCode).toBe(403)
  expect((await create(body, {}, await prizm.signIn('manager'))).statusCode).toBe(201)
})

test('a role without the permission can neither validate nor create', async () => {
  const viewer = await prizm.signIn('viewer')
  const body = { customerId: 1, items: [{ skuId: 1, quantity: 1 }] }
  expect((await validate(body, viewer)).statusCode).toBe(403)
  expect((await create(body, {}, viewer)).statusCode).toBe(403)
})

test('a draft belongs to the user who saved it', async () => {
  const other = await prizm.signIn('user')
  const form = { customerId: 7, items: [{ skuId: null, quantity: '12*4' }] }
  const saved = await prizm.call('POST', '/api/order-drafts', { as, body: { title: 'Acme', form } })
  const { id } = saved.json()
  expect(saved.json()).toMatchObject({ title: 'Acme', form })
  await prizm.call('POST', '/api/order-drafts', { as, body: { id, title: 'Acme 2', form } })
  const list = await prizm.call('GET', '/api/order-drafts', { as })
  expect(list.json()).toMatchObject([{ id, title: 'Acme 2' }])
  expect((await prizm.call('GET', '/api/order-drafts', { as: other })).json()).toEqual([])
  const stolen = await prizm.call('DELETE', `/api/order-drafts/${id}`, { as: other })
  expect(stolen.statusCode).toBe(404)
  expect((await prizm.call('DELETE', `/api/order-drafts/${id}`, { as })).statusCode).toBe(204)
})
