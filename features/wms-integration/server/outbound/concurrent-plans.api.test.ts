import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { inTransaction } from '#platform/server/database/db.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { withdrawRequest } from './cancellation-and-change-answers.ts'
import { planExports } from './plan-exports.ts'

// Plans that run at the same time as another plan or an answer of the warehouse: a plan that waits
// for a document exports what the record has afterward.

let fixture: WarehouseFixture

beforeEach(async () => {
  fixture = await warehouseFixture()
  await fixture.run()
})
afterEach(() => fixture.close())

async function change({ id, items: [line] }: SalesOrderDetails, quantity: number): Promise<void> {
  const body = { items: [{ skuId: line?.skuId, quantity }] }
  const request = { as: fixture.manager, body }
  const changed = await fixture.prizm.call('PUT', `/api/sales-orders/${id}`, request)
  expect(changed.statusCode, changed.body).toBe(200)
}

const exportsOf = ({ id }: SalesOrderDetails) =>
  fixture.query(
    `select version, action, (payload->'lines'->0->>'quantity')::int as quantity
     from wms_exports where kind = 'order' and record_id = ${id} order by id`,
  )

const waits = `select pid from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`
const waitingCount = async () => (await fixture.query(waits)).length

/** A promise, and the function that resolves it. */
function signal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { resolve, promise }
}

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

test.runIf(isPostgres)('a plan of all orders exports no older lines than another', async () => {
  const [first, second] = [await fixture.released(10), await fixture.released(10)]
  await fixture.settle()
  const third = await fixture.released(10)
  await change(first, 9)
  await change(second, 8)
  const holder = await fixture.prizm.database.pool.connect()
  await holder.query('begin')
  const hold = `select id from wms_documents where kind = 'order' and record_id = $1 for update`
  await holder.query(hold, [first.id])
  const all = planExports(fixture.context(), 'order')
  await expect.poll(waitingCount).toBe(1)
  await change(second, 6)
  await change(third, 5)
  let isPlanned = false
  const some = planExports(fixture.context(), 'order', { ids: [second.id, third.id] }).then(() => {
    isPlanned = true
  })
  await expect.poll(async () => isPlanned || (await waitingCount()) === 2).toBe(true)
  await holder.query('commit')
  holder.release()
  await Promise.all([all, some])
  expect(await exportsOf(first)).toEqual([
    { version: 1, action: 'original', quantity: 10 },
    { version: 2, action: 'change', quantity: 9 },
  ])
  expect(await exportsOf(second)).toEqual([
    { version: 1, action: 'original', quantity: 10 },
    { version: 2, action: 'change', quantity: 6 },
  ])
  expect(await exportsOf(third)).toEqual([{ version: 1, action: 'original', quantity: 5 }])
})

test.runIf(isPostgres)('a cancellation withdrawn during a plan is not sent again', async () => {
  const order = await fixture.released(5)
  await fixture.settle()
  const requested = await fixture.post(`/api/sales-orders/${order.id}/cancel`, {
    reason: 'Too many',
  })
  expect(requested.json()).toMatchObject({ displayStatus: 'cancel requested' })
  await planExports(fixture.context(), 'order', { ids: [order.id] })
  const [withdrawn, planned] = [signal(), signal()]
  const withdrawing = inTransaction(fixture.context(), async (inner) => {
    const document = { kind: 'order', recordId: order.id, code: order.orderNumber } as const
    await withdrawRequest(inner, { ...document, action: 'cancel' }, 'It is packed')
    await Promise.all(inner.sent ?? [])
    withdrawn.resolve()
    await planned.promise
  })
  await Promise.race([withdrawn.promise, withdrawing])
  const planning = planExports(fixture.context(), 'order', { ids: [order.id] })
  await expect.poll(waitingCount).toBe(1)
  planned.resolve()
  await Promise.all([withdrawing, planning])
  expect(await exportsOf(order)).toEqual([
    { version: 1, action: 'original', quantity: 5 },
    { version: 2, action: 'cancel', quantity: 5 },
    { version: 3, action: 'change', quantity: 5 },
  ])
})

test('all records are planned in portions, in the order of their ids', async () => {
  await fixture.query(
    `insert into customers (customer_code, name, email)
     select concat('C-', lpad(n::text, 4, '0')), 'Acme', concat('c', n, '@example.com')
     from generate_series(1, 1001) as n`,
  )
  await planExports(fixture.context(), 'customer')
  const planned = `select e.code from wms_exports e where e.kind = 'customer' order by e.id`
  const codes = (await fixture.query<{ code: string }>(planned)).map(({ code }) => code)
  expect(codes).toHaveLength(1001)
  expect(codes).toEqual(codes.toSorted())
  await planExports(fixture.context(), 'customer')
  expect(await fixture.query(planned)).toHaveLength(1001)
})
