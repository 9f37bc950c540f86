import { beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { fillOrders } from '#db/bulk-orders.ts'
import type { Database } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Page } from '#platform/server/http/route.ts'
import type { SalesOrder } from '../contract.ts'
import { list, listWithProgress, summed } from './store.ts'

// 130 orders of 7 customers: the query plans for a million orders, forced on few rows.

let database: Database
const walked: ListSpec = { ...list, totals: undefined as never, countUpTo: 5 }

beforeAll(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
  await database.pool.query(
    `insert into customers (customer_code, name, email)
     select 'C-' || n,
            case n when 1 then 'Ölwerk' when 2 then 'zebra Ltd' else 'Shop ' || n % 3 end,
            'c@example.com'
     from generate_series(1, 7) as n`,
  )
  await fillOrders(database.pool, 130)
})

const page = async (query: Record<string, unknown>, spec = list) =>
  (await readList<SalesOrder>(database.db, spec, { limit: 200, ...query })) as Page<SalesOrder>
const ids = async (query: Record<string, unknown>, spec = list) =>
  (await page(query, spec)).rows.map((row) => row.id)
const orders = async () => (await page({ sort: 'id' })).rows

describe.each(Object.keys(list.sorts).flatMap((name) => [name, `-${name}`]))('by %s', (sort) => {
  test.each(['', 'pending', 'delivered'])(
    'the same orders are found for few and many rows of status "%s"',
    async (status) => {
      const query = { sort, ...(status && { status }) }
      const all = await ids(query)
      expect(all).toHaveLength((await page(query)).total)
      expect(await ids(query, walked)).toEqual(all)
      expect(await ids({ ...query, limit: 9, cursor: 'last' }, walked)).toEqual(all.slice(-9))
      let next: string | undefined
      const paged: number[] = []
      do {
        const found = await page({ ...query, limit: 40, cursor: next }, walked)
        paged.push(...found.rows.map((row) => row.id))
        next = found.next
      } while (next)
      expect(paged).toEqual(all)
    },
  )
})

test('searching for a status name finds its orders, in any case', async () => {
  const pending = await ids({ status: 'pending' })
  expect(pending.length).toBeGreaterThan(0)
  expect(await ids({ q: ' Pending ' })).toEqual(pending)
  expect((await page({ q: 'pending' })).total).toBe((await page({ status: 'pending' })).total)
  const sums = (query: object) => readSums(database.db, list, summed, { ...query, by: 'status' })
  expect(await sums({ q: 'pending' })).toEqual(await sums({ status: 'pending' }))
  expect(await ids({ q: 'pending', status: 'shipped' })).toEqual([])
})

test('totals are exact by status and source, otherwise a lower bound', async () => {
  expect((await page({})).total).toBe(130)
  expect(await page({ status: 'pending', limit: 1 })).toMatchObject({ total: 5 })
  expect(await page({ status: 'pending,delivered', orderSource: 'edi' })).toMatchObject({
    total: (await orders()).filter(
      (o) => o.orderSource === 'edi' && ['pending', 'delivered'].includes(o.status),
    ).length,
  })
  const some = await page({ limit: 3 }, walked)
  expect(some).toMatchObject({ total: 5, isAtLeast: true })
  const exact = await page({ limit: 3, offset: 120, count: 'exact' }, walked)
  expect(exact).toMatchObject({ total: 130 })
  expect(exact.isAtLeast).toBeUndefined()
  expect((await page({ customerId: 0 }, walked)).isAtLeast).toBeUndefined()
  const past = await page({ limit: 3, offset: 129 }, walked)
  expect(past.rows).toHaveLength(1)
  expect(past.next).toBeUndefined()
})

test('the maintained totals follow every change, of one order or all at once', async () => {
  const client = await database.pool.connect()
  const totalDifferences = async () =>
    (
      await client.query(
        `select coalesce(sum(t.orders), 0)::int - (select count(*)::int from sales_orders o
                where o.status = s and o.order_source = 'web')
                + abs(coalesce(sum(t.amount), 0)
                      - (select coalesce(sum(total_amount), 0) from sales_orders o
                         where o.status = s and o.order_source = 'web'))::int as off
         from unnest(array['pending', 'processing', 'shipped', 'delivered', 'cancelled']) as s
         left join sales_order_totals t on t.status = s and t.order_source = 'web' group by s`,
      )
    ).rows.map((row: { off: number }) => row.off)
  await client.query('begin')
  await client.query(`update sales_orders set order_source = 'web'`)
  expect(await totalDifferences()).toEqual([0, 0, 0, 0, 0])
  await client.query(
    `update sales_orders set subtotal = subtotal + 1.25, total_amount = total_amount + 1.25
     where header_only or id % 2 = 0`,
  )
  expect(await totalDifferences()).toEqual([0, 0, 0, 0, 0])
  for (let i = 0; i < 300; i++) {
    const status = i % 2 === 0 ? 'shipped' : 'delivered'
    await client.query('update sales_orders set status = $1 where id = 1', [status])
  }
  expect(await totalDifferences()).toEqual([0, 0, 0, 0, 0])
  const { rows } = await client.query('select count(*) as rows from sales_order_totals')
  expect((rows[0] as { rows: number }).rows, 'folded').toBeLessThan(300)
  await client.query('rollback')
  client.release()
})

describe('text search', () => {
  test('matches the start or end of an order number, and of a customer PO', async () => {
    const [first] = await orders()
    const { id, orderNumber, customerPO } = first as SalesOrder
    expect(await ids({ q: orderNumber })).toEqual([id])
    expect(await ids({ q: orderNumber.toLowerCase() })).toEqual([id])
    expect(await ids({ q: orderNumber.slice(0, 4), limit: 1 })).toHaveLength(1)
    expect(await ids({ q: orderNumber.slice(-4) })).toContain(id)
    expect(await ids({ q: customerPO?.toLowerCase() })).toContain(id)
  })

  test('matches the start of a customer PO, ignoring spaces and hyphens', async () => {
    const [first] = await orders()
    const { id } = first as SalesOrder
    const po = await database.pool.query<{ po: string }>(
      `update sales_orders set customer_po = '4500-1188 ' || id where id = $1
       returning customer_po as po`,
      [id],
    )
    const written = String(po.rows[0]?.po)
    const plain = written.replaceAll(/[- ]/g, '')
    for (const q of [written, plain, `4500 1188-${id}`, '4500-1188', '45001']) {
      expect(await ids({ q })).toEqual([id])
    }
    expect(await ids({ q: '4500-1189' })).toEqual([])
    expect(await ids({ q: '1188 4500' })).toEqual([])
  })

  test("matches anywhere in a customer's name or code, all words", async () => {
    const of = (name: string) => orders().then((all) => all.filter((o) => o.customerName === name))
    expect(await ids({ q: 'werk', sort: 'id' })).toEqual((await of('Ölwerk')).map(({ id }) => id))
    expect(await ids({ q: 'zebra ltd', sort: 'id' })).toEqual(
      (await of('zebra Ltd')).map(({ id }) => id),
    )
    expect(await ids({ q: 'zebra werk' })).toEqual([])
    expect(await ids({ q: '100%' })).toEqual([])
  })
})

test('a customer PO is found in any case', async () => {
  const [first] = await orders()
  expect(await ids({ customerPO: first?.customerPO?.toLowerCase() })).toEqual([first?.id])
})

test('the key of a customer PO finds it with blanks and leading zeros too', async () => {
  const [first] = await orders()
  const { id, customerId } = first as SalesOrder
  await database.pool.query(`update sales_orders set customer_po = '00 Po 47/11' where id = $1`, [
    id,
  ])
  expect(await ids({ customerPOKey: 'po47/11' })).toEqual([id])
  expect(await ids({ customerId, customerPOKey: 'PO47/11' })).toEqual([])
  expect(await ids({ customerId, customerPOKey: 'po47/1' })).toEqual([])
})

describe.each([
  ['status', (order: SalesOrder) => order.status],
  ['source', (order: SalesOrder) => order.orderSource],
  ['day', (order: SalesOrder) => order.orderDate],
  ['customer', (order: SalesOrder) => order.customerCode],
])('sums by %s', (by, keyOf) => {
  test.each([{}, { status: 'pending,shipped' }, { q: 'zebra' }, { status: 'nothing' }])(
    'equal the totals of the rows that %j finds',
    async (query) => {
      const { rows } = await page(query)
      const amountOf = (some: SalesOrder[]) =>
        decimal(sum(some.map((order): Cents => cents(order.totalAmount))))
      const { groups, ...total } = await readSums(database.db, list, summed, { ...query, by })
      expect(total.amount).toBe(amountOf(rows))
      expect(total.count).toBe(rows.length)
      const keys = [...new Set(rows.map(keyOf))]
      const groupEntries = groups.map(({ key, count, amount }) => [key, [count, amount]])
      const own = (key: string) => rows.filter((order) => keyOf(order) === key)
      expect(Object.fromEntries(groupEntries)).toEqual(
        Object.fromEntries(keys.map((key) => [key, [own(key).length, amountOf(own(key))]])),
      )
      const amounts = groups.map(({ amount }) => cents(amount ?? ''))
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    },
  )
})

test('with lines and tracking the list has the same pages, each order with its own', async () => {
  for (const sort of ['-id', 'customerName', '-totalAmount', 'status']) {
    const query = { sort, limit: 40, offset: 45 }
    const plain = (await page(query)).rows
    const progressRows = (await page(query, listWithProgress)).rows
    expect(progressRows.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
    for (const { status, lineCount, fillPercent } of progressRows) {
      const isOut = status === 'shipped' || status === 'delivered'
      expect({ lineCount, fillPercent }).toEqual({ lineCount: 2, fillPercent: isOut ? 100 : 0 })
    }
  }
})
