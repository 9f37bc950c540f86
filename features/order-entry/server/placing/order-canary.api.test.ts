import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { orderBuilders } from '../testing.ts'
import { findCanarySubject, tryCanaryOrder } from './order-canary.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('user')
})
afterEach(async () => {
  await query('drop trigger if exists planted on sales_orders')
  await query('drop function if exists fail_planted')
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const query = (text: string) => prizm.database.pool.query(text)
const context = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'canary', channel: 'worker' }
}
const create = async (body: object) => {
  const answer = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ order: { id: number; orderNumber: string }; decisionId: number }>()
}

/** Runs a canary order with what the program chooses. */
async function tryChosen() {
  const { userId, customerId, skuId } = await findCanarySubject(context())
  if (userId === null || customerId === null || skuId === null) throw new Error('Nothing to try')
  return tryCanaryOrder(context(), { userId, customerId, skuId })
}

/** The content of every table, as a hash by table name. */
async function contentOfTables(): Promise<Record<string, string>> {
  const tables = await prizm.rows<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' order by tablename`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    // One after the other: the embedded database has one connection.
    // oxlint-disable-next-line no-await-in-loop
    const [found] = await prizm.rows<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as hash from ${name} t`,
    )
    contents[name] = found?.hash ?? ''
  }
  return contents
}

/** Plants a failure of every new order, at once or only when the transaction commits. */
async function plantFailure(kind: 'at once' | 'at commit') {
  await query(`create function fail_planted() returns trigger language plpgsql as
    $$ begin raise exception 'planted'; end $$`)
  const when = { 'at once': '', 'at commit': 'constraint' }[kind]
  const late = kind === 'at commit' ? 'deferrable initially deferred' : ''
  await query(`create ${when} trigger planted after insert on sales_orders ${late}
    for each row execute function fail_planted()`)
}

describe('a canary order', () => {
  test('passes both steps and changes no row of any table', async () => {
    await builders.buyer()
    await builders.item()
    const before = await contentOfTables()
    expect(await tryChosen()).toEqual({
      validation: { tookMs: expect.any(Number) },
      creation: { tookMs: expect.any(Number) },
    })
    expect(await contentOfTables()).toEqual(before)
  })

  test('uses no number and no id: orders, lines and receipts continue without a gap', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
    const first = await create(body)
    await tryChosen()
    const second = await create(body)
    const numberOf = ({ order }: typeof first) => Number(order.orderNumber.slice('SO-'.length))
    expect(numberOf(second) - numberOf(first)).toBe(1)
    expect(second.order.id - first.order.id).toBe(1)
    expect(second.decisionId - first.decisionId).toBe(1)
    expect(await prizm.rows('select id from sales_order_items order by id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
  })

  test('passes over the credit limit and without stock', async () => {
    await builders.buyer({ creditLimit: '0.00' })
    await builders.item({ currentStock: 0 })
    const before = await contentOfTables()
    expect(await tryChosen()).toEqual({
      validation: { tookMs: expect.any(Number) },
      creation: { tookMs: expect.any(Number) },
    })
    expect(await contentOfTables()).toEqual(before)
  })

  test('is not parked where look-alikes are, and an approval of its customer stays', async () => {
    const customerId = await builders.buyer({ duplicateCheck: 'lines' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    await create(body)
    const asked = { ...body, requestApproval: true }
    const validated = await prizm.call('POST', '/api/orders/validate', { as, body: asked })
    expect(validated.json()).toMatchObject({ approval: { token: expect.any(String) } })
    const before = await contentOfTables()
    expect(await tryChosen()).toEqual({
      validation: { tookMs: expect.any(Number) },
      creation: { tookMs: expect.any(Number) },
    })
    expect(await contentOfTables()).toEqual(before)
  })

  test('beside an order of the same customer and SKU leaves that order alone', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
    const [steps] = await Promise.all([tryChosen(), create(body)])
    expect(steps).toEqual({
      validation: { tookMs: expect.any(Number) },
      creation: { tookMs: expect.any(Number) },
    })
    expect(await prizm.rows('select count(*)::int as count from sales_orders')).toEqual([
      { count: 1 },
    ])
    expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 2 }])
  })

  test.each(['at once', 'at commit'] as const)(
    'fails if the database refuses the order %s, and leaves nothing',
    async (kind) => {
      await builders.buyer()
      await builders.item()
      await plantFailure(kind)
      const before = await contentOfTables()
      expect(await tryChosen()).toMatchObject({
        validation: { tookMs: expect.any(Number) },
        creation: { error: { code: 'P0001' } },
      })
      expect(await contentOfTables()).toEqual(before)
    },
  )

  test('that a business rule refuses is refused, not failed', async () => {
    const customerId = await builders.buyer({ isActive: false })
    const skuId = await builders.item()
    const { userId } = await findCanarySubject(context())
    const steps = await tryCanaryOrder(context(), { userId: userId ?? 0, customerId, skuId })
    expect(steps.creation).toEqual({ tookMs: expect.any(Number), refusal: expect.any(String) })
  })
})

describe('the choice of customer and SKU', () => {
  test('prefers credit and stock, and takes active records only', async () => {
    await builders.buyer({ isActive: false })
    await builders.buyer({ creditLimit: '0.00' })
    await builders.buyer({ creditStatus: 'blocked' })
    const customerId = await builders.buyer()
    await builders.item({ isActive: false })
    await builders.item({ price: '0.00' })
    await builders.item({ currentStock: 0 })
    const skuId = await builders.item()
    expect(await findCanarySubject(context())).toMatchObject({ customerId, skuId })
  })

  test('is empty in a business without customers and SKUs', async () => {
    expect(await findCanarySubject(context())).toEqual({
      userId: expect.any(Number),
      customerId: null,
      skuId: null,
    })
  })
})
