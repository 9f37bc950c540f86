import { randomUUID } from 'node:crypto'
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

const create = (body: unknown, headers: Record<string, string> = {}, by = as) =>
  prizm.call('POST', '/api/orders/create', { as: by, body, headers })
const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map((answer) => answer.statusCode).sort((a, b) => a - b)
const times = <R>(count: number, work: (index: number) => R) =>
  Array.from({ length: count }, (_, i) => work(i))
const one = async <Row extends object>(text: string) =>
  (await prizm.database.pool.query<Row>(text)).rows[0]

test('the last ten units are sold ten times, however many requests are concurrent', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 10 })
  const answers = await Promise.all(
    times(40, () => create({ customerId, items: [{ skuId, quantity: 1 }] })),
  )
  expect(statusesOf(answers)).toEqual([...times(10, () => 201), ...times(30, () => 409)])
  const refused = answers.filter((answer) => answer.statusCode === 409)
  expect(new Set(refused.map((answer) => answer.json().code))).toEqual(
    new Set(['insufficient-stock']),
  )
  expect(await one('select reserved, current_stock from skus')).toEqual({
    reserved: 10,
    current_stock: 10,
  })
})

test('exposure never exceeds the limit: ten orders of 100.00 on 1,000.00', async () => {
  const exempt = { taxExempt: true, taxExemptNumber: 'X-1' }
  const customerId = await builders.buyer({ creditLimit: '1000.00', ...exempt })
  const skuId = await builders.item({ price: '85.00', currentStock: 1000 })
  const answers = await Promise.all(
    times(40, () => create({ customerId, items: [{ skuId, quantity: 1 }] })),
  )
  expect(statusesOf(answers)).toEqual([...times(10, () => 201), ...times(30, () => 409)])
  expect(await one('select open_order_amount from customers')).toEqual({
    open_order_amount: '1000.00',
  })
})

test('the same idempotency key returns the same answer and creates one order', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item()
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(times(5, () => create(body, headers)))
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  const replays = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')
  expect(replays).toHaveLength(4)
  expect(await one('select count(*) as orders from sales_orders')).toEqual({ orders: 1 })
})

test('rejects the same key with another body; for another user the key is new', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item()
  const headers = { 'idempotency-key': 'order-7' }
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  expect((await create(body, headers)).statusCode).toBe(201)
  const other = await create({ ...body, notes: 'more' }, headers)
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused'])
  const second = await create({ ...body, notes: 'more' }, headers, await prizm.signIn('user'))
  expect(second.statusCode).toBe(201)
})

test('a rejected request releases its key, so that it can be retried', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 0 })
  const headers = { 'idempotency-key': randomUUID() }
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  expect((await create(body, headers)).statusCode).toBe(409)
  await builders.restock(skuId, 1)
  expect((await create(body, headers)).statusCode).toBe(201)
})

test.each([['x'.repeat(256)], [' '], ['tab\tkey'], ['ключ']])(
  'P09 an invalid idempotency key is refused: %j',
  async (key) => {
    const answer = await create({}, { 'idempotency-key': Buffer.from(key).toString('latin1') })
    expect(answer.statusCode).toBe(400)
  },
)

test('with a frozen clock every order still gets its own number', async () => {
  const customerId = await builders.buyer({ creditLimit: '9000000.00' })
  const skuId = await builders.item({ currentStock: 1000 })
  const answers = await Promise.all(
    times(200, () => create({ customerId, items: [{ skuId, quantity: 1 }] })),
  )
  const numbers = answers.map((answer) => answer.json().order.orderNumber as string)
  expect(new Set(numbers).size).toBe(200)
  expect(numbers.every((number) => /^SO-\d{13}$/.test(number))).toBe(true)
})

test('skips an order number that was typed by hand', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item()
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const first = (await create(body)).json().order.orderNumber as string
  const next = `SO-${Number(first.slice(3)) + 1}`
  await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, order_date, created_by)
     values ($1, $2, current_date, 1)`,
    [next, customerId],
  )
  const second = await create(body)
  expect(second.statusCode).toBe(201)
  expect(second.json().order.orderNumber).not.toBe(next)
})

test('orders placed in one batch are decided one by one, each with its own answer', async () => {
  const customerId = await builders.buyer({ creditLimit: '60.00' })
  const skuId = await builders.item()
  const order = { customerId, items: [{ skuId, quantity: 1 }] }
  const answers = await Promise.all([
    create(order),
    create({ ...order, customerId: 999 }),
    create({ ...order, items: [{ skuId, quantity: 101 }] }),
    create(order),
    create(order),
  ])
  const [first, unknown, short, ...rest] = answers.map((answer) => answer.statusCode)
  expect([unknown, short]).toEqual([422, 409])
  // Which of the three that fit individually is rejected is undefined; one must be.
  expect([first, ...rest].filter((status) => status === 201)).toHaveLength(2)
  expect([first, ...rest].filter((status) => status === 409)).toHaveLength(1)
  expect(await one('select open_order_amount from customers')).toEqual({
    open_order_amount: '51.60',
  })
})

test('a price agreed during order entry applies from the next order on', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item()
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  expect((await create(body)).json().order.items[0].priceSource).toBe('standard')
  await builders.agree({ customerId, skuId })
  expect((await create(body)).json().order.items[0]).toMatchObject({
    unitPrice: '7.00',
    priceSource: 'contract',
  })
})
