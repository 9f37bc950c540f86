import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'

// Orders of programs with equal bytes: another order, the same one again, or that of another
// program. Stock of five: six are refused.

let prizm: TestApp
let admin: string
let shop: Record<string, string>
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
  shop = await keyOf('web shop')
  customerId = (await prizm.builders.customer({ creditLimit: '10000.00' })).id
  skuId = (await prizm.builders.sku({ sku: 'W', price: '10.00', currentStock: 5 })).id
})
afterEach(async () => {
  await settled()
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

/** The headers of the API key of a program, which belongs to a manager of its own. */
async function keyOf(name: string): Promise<Record<string, string>> {
  const { id: userId } = await prizm.builders.user({ role: 'manager' })
  const body = { name, scopes: ['orders'], userId }
  const made = await prizm.call('POST', '/api/api-keys', { as: admin, body })
  expect(made.statusCode, made.body).toBe(201)
  return { authorization: `Bearer ${made.json().key}` }
}
/** Waits until the messages are recorded, which happens after the answers. */
const settled = () => prizm.app.background.finish()
const orderOf = (quantity: number) => ({ customerId, items: [{ skuId, quantity }] })
const create = (body: object, headers = shop) =>
  prizm.call('POST', '/api/orders/create', { headers, body })
const orderCount = async () => (await prizm.rows('select id from sales_orders')).length
const restock = async (currentStock: number) => {
  const body = { currentStock }
  const answer = await prizm.call('PATCH', `/api/skus/${skuId}`, { as: admin, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const messages = () =>
  prizm.rows(
    `select m.sender, m.state, m.problems,
       array(select s.order_number::text from intake_orders o
             join sales_orders s on s.id = o.sales_order_id where o.message_id = m.id) as orders
     from intake_messages m order by m.id`,
  )

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a message that a person works on is settled once they are done, if it is still open',
  async () => {
    expect((await create(orderOf(6))).statusCode).toBe(409)
    await settled()
    await restock(10)
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('select id from intake_messages for update')
    const created = await create(orderOf(6))
    expect(created.statusCode, created.body).toBe(201)
    const waits = `select pid from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await prizm.rows(waits)).length).toBe(1)
    await holder.query('rollback')
    holder.release()
    await settled()
    const orders = [created.json().order.orderNumber]
    expect(await messages()).toMatchObject([{ state: 'placed', problems: [], orders }])
  },
)

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a refused order that equals one that is being placed is a message of its own',
  async () => {
    expect((await create(orderOf(6))).statusCode).toBe(409)
    await settled()
    const created = await create(orderOf(1))
    expect(created.statusCode, created.body).toBe(201)
    await settled()
    const number = created.json().order.orderNumber
    // A person places the message as that order, and has not committed yet.
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    const { rows: placed } = await holder.query<{ id: number }>(
      `update intake_messages set state = 'placed', problems = '[]', version = version + 1
       returning id`,
    )
    await holder.query(
      `insert into intake_orders (message_id, sales_order_id)
       select m.id, o.id from intake_messages m cross join sales_orders o`,
    )
    // Four are left.
    const refused = await create(orderOf(6))
    expect(refused.statusCode).toBe(409)
    const waits = `select pid from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await prizm.rows(waits)).length).toBe(1)
    await holder.query('commit')
    holder.release()
    await settled()
    const before = `message ${placed[0]?.id}, placed as ${number}`
    const message =
      `The same order was sent before: ${before}. ` + 'Check that this is another one, then save'
    expect(await messages()).toMatchObject([
      { state: 'placed', orders: [number] },
      {
        state: 'needs attention',
        problems: [
          { path: '', message: refused.json().detail },
          { path: '', message },
        ],
        orders: [],
      },
    ])
  },
)

test('a refused order that equals a placed one is a message, which says so', async () => {
  expect((await create(orderOf(6))).statusCode).toBe(409)
  await settled()
  await restock(10)
  const created = await create(orderOf(6))
  expect(created.statusCode, created.body).toBe(201)
  await settled()
  // A program that orders the same every day: four are left.
  const refused = await create(orderOf(6))
  expect(refused.statusCode).toBe(409)
  await settled()
  const [first, second] = await prizm.rows('select id from intake_messages order by id')
  const number = created.json().order.orderNumber
  const before = `message ${first?.id}, placed as ${number}`
  const message =
    `The same order was sent before: ${before}. ` + 'Check that this is another one, then save'
  expect(await messages()).toMatchObject([
    { state: 'placed', orders: [number] },
    {
      state: 'needs attention',
      problems: [
        { path: '', message: refused.json().detail },
        { path: '', message },
      ],
      orders: [],
    },
  ])
  await restock(10)
  const path = `/api/intake-messages/${second?.id}/place`
  const unseen = await prizm.call('POST', path, { as: admin, body: {} })
  expect([unseen.statusCode, unseen.json().code]).toEqual([409, 'intake-incomplete'])
  expect(await orderCount()).toBe(1)
})

test('a refused order that equals a rejected one is its duplicate', async () => {
  expect((await create(orderOf(6))).statusCode).toBe(409)
  await settled()
  const [first] = await prizm.rows('select id from intake_messages')
  const path = `/api/intake-messages/${first?.id}/reject`
  const rejected = await prizm.call('POST', path, { as: admin, body: { reason: 'Test' } })
  expect(rejected.statusCode, rejected.body).toBe(200)
  expect((await create(orderOf(6))).statusCode).toBe(409)
  await settled()
  const states = 'select state, duplicate_of as "of" from intake_messages order by id'
  expect(await prizm.rows(states)).toEqual([
    { state: 'rejected', of: null },
    { state: 'duplicate', of: first?.id },
  ])
})

test('the same order of two programs is two messages, each settled by its own', async () => {
  const market = await keyOf('marketplace')
  expect((await create(orderOf(6))).statusCode).toBe(409)
  await settled()
  expect((await create(orderOf(6), market)).statusCode).toBe(409)
  await settled()
  const open = { state: 'needs attention', orders: [] }
  expect(await messages()).toMatchObject([
    { sender: 'web shop', ...open },
    { sender: 'marketplace', ...open },
  ])
  await restock(10)
  const created = await create(orderOf(6), market)
  expect(created.statusCode, created.body).toBe(201)
  await settled()
  const orders = [created.json().order.orderNumber]
  expect(await messages()).toMatchObject([
    { sender: 'web shop', ...open },
    { sender: 'marketplace', state: 'placed', problems: [], orders },
  ])
})
