import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { enteredHoldReasons } from '../../contract.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { releaseExpiredHolds } from './hold.ts'

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

const step = (id: number, verb: string, body: object = {}, by = as) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as: by, body })
const place = async (items: object[], fields: object = {}) => {
  const body = { customerId: await builders.buyer(), items, ...fields }
  return (await prizm.call('POST', '/api/orders/create', { as, body })).json().order
}
const sound = async () => expect(await brokenInvariants()).toEqual([])

test('a hold has a reason and a user, and blocks forward steps', async () => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 2 }])
  const hold = { reason: 'address', until: '2026-03-05', note: 'No such street' }
  const held = (await step(id, 'hold', hold)).json()
  expect(held).toMatchObject({
    displayStatus: 'on hold',
    holdReason: 'address',
    holdUntil: '2026-03-05',
    holdNote: 'No such street',
    items: [{ qtyReserved: 2 }],
  })
  expect((await step(id, 'process')).json().code).toBe('on-hold')
  expect((await step(id, 'hold', hold)).json().detail).toBe(
    'This order is already on hold for address',
  )
  const free = (await step(id, 'release')).json()
  expect(free).toMatchObject({ holdReason: null, holdUntil: null, holdNote: null })
  const acts = await prizm.rows(`select action, reason from audit_log
                             where entity = 'sales_order' order by id`)
  expect(acts.slice(1)).toEqual([
    { action: 'hold', reason: 'No such street' },
    { action: 'release', reason: null },
  ])
  await sound()
})

test.each(enteredHoldReasons)('an order is held for %s', async (reason) => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  expect((await step(id, 'hold', { reason })).json()).toMatchObject({ holdReason: reason })
  expect(await prizm.rows('select hold_reason as reason from sales_orders')).toEqual([{ reason }])
  await sound()
})

test.each([
  [{ reason: 'manual', until: '2026-03-02' }, 'until', 'Must be after today'],
  [{ reason: 'credit', until: '2026-03-09' }, 'until', 'A credit hold cannot have an end date'],
  [{ reason: 'weather' }, 'reason', 'Please select a reason'],
])('a hold as %j is refused', async (body, path, message) => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  expect((await step(id, 'hold', body)).json().errors).toEqual([{ path, code: 'invalid', message }])
})

describe('a credit hold', () => {
  test('releases stock and credit; its release reserves what is free by then', async () => {
    const skuId = await builders.item({ currentStock: 5 })
    const order = await place([{ skuId, quantity: 4 }])
    await step(order.id, 'hold', { reason: 'credit' })
    const [held] = await prizm.rows('select reserved from skus')
    const [owed] = await prizm.rows('select open_order_amount as open from customers')
    expect([held.reserved, owed.open]).toEqual([0, '0.00'])
    await sound()
    await place([{ skuId, quantity: 3 }])
    const free = (await step(order.id, 'release')).json()
    expect(free.items).toMatchObject([{ qtyReserved: 2, qtyBackordered: 2 }])
    await sound()
  })

  test('is not possible for an order in processing', async () => {
    const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
    await step(id, 'process')
    expect((await step(id, 'hold', { reason: 'credit' })).statusCode).toBe(409)
    expect((await step(id, 'hold', { reason: 'manual' })).statusCode).toBe(200)
    expect((await step(id, 'cancel', { reason: 'x' })).json().holdReason).toBeNull()
    await sound()
  })
})

test('a hold until a day ends automatically on that day', async () => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  await step(id, 'hold', { reason: 'manual', until: '2026-03-05' })
  const on = (day: string) => ({
    db: prizm.database.db,
    user: undefined,
    now: new Date(`${day}T15:00:00Z`),
    requestId: 'job',
    channel: 'system',
  })
  await releaseExpiredHolds(on('2026-03-04'))
  const reasons = () => prizm.rows('select hold_reason as reason from sales_orders')
  expect(await reasons()).toEqual([{ reason: 'manual' }])
  await releaseExpiredHolds(on('2026-03-05'))
  expect(await reasons()).toEqual([{ reason: null }])
  await sound()
})

const isPostgres = process.env['TEST_DATABASE'] === 'postgres'

test.runIf(isPostgres)('a hold that replaced an ending hold stays', async () => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  await step(id, 'hold', { reason: 'manual', until: '2026-03-05' })
  const { db, pool } = prizm.database
  const other = await pool.connect()
  await other.query('begin; select id from sales_orders for update')
  const now = new Date('2026-03-05T15:00:00Z')
  const ending = releaseExpiredHolds({
    db,
    user: undefined,
    now,
    requestId: 'job',
    channel: 'system',
  })
  const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await prizm.rows(waits)).length).toBe(1)
  await other.query(`update sales_orders set hold_reason = 'address', hold_until = '2026-04-01';
                     commit`)
  other.release()
  await ending
  expect(await prizm.rows('select hold_reason as reason from sales_orders')).toEqual([
    { reason: 'address' },
  ])
})

test('a user without the permission cannot put an order on hold', async () => {
  const { id } = await place([{ skuId: await builders.item(), quantity: 1 }])
  const clerk = await prizm.signIn('user')
  expect((await step(id, 'hold', { reason: 'manual' }, clerk)).statusCode).toBe(403)
})
