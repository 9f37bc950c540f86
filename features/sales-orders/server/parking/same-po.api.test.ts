import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { poKey } from '../../parking-rules.ts'
import { readSamePos } from '../service.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const builders = orderBuilders(prizm.database.db)
  customerId = await builders.buyer()
  skuId = await builders.item()
})
afterEach(() => prizm.close())

type Placed = { id: number; orderNumber: string }
const place = async (customerPO: string): Promise<Placed> => {
  const body = { customerId, customerPO, items: [{ skuId, quantity: 1 }] }
  const answer = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ order: Placed }>().order
}
const context = (): Context => ({
  db: prizm.database.db,
  user: undefined,
  now: prizm.clock.now,
  requestId: 'test',
  channel: 'job',
})
const find = (...customerPos: string[]) =>
  readSamePos(
    context(),
    customerPos.map((customerPO) => ({ customerId, customerPO })),
  )

describe('the statement and the rule agree', () => {
  const spellings = ['PO-4711', 'po-4711', 'PO - 47 11', '4711', '004711', '00 4711', '47\t11']
  const others = ['0', '00', '0 0', '40711', '47110', 'PO4711', '0004711 A', '4711a']
  const texts = [...spellings, ...others]

  test.each(texts)('on what equals %j', async (customerPO) => {
    const { id } = await place('first')
    await prizm.database.pool.query('update sales_orders set customer_po = $2 where id = $1', [
      id,
      customerPO,
    ])
    const equal = texts.filter((text) => poKey(text) === poKey(customerPO))
    const found = await find(...texts)
    expect(new Set(found.map(({ po }) => po))).toEqual(new Set(equal))
    expect(new Set(found.map((order) => order.id))).toEqual(new Set([id]))
  })
})

test('of several orders with a PO the newest that is spelled the same is found', async () => {
  const same = await place('4711')
  const similar = await place('00 4711')
  expect(await find('4711', '004711')).toMatchObject([
    { po: '004711', orderNumber: similar.orderNumber, customerPO: '00 4711', isExact: false },
    { po: '4711', orderNumber: same.orderNumber, customerPO: '4711', isExact: true },
  ])
})

test('an order that is parked itself comes last, and a cancelled one does not count', async () => {
  const first = await place('4711')
  await prizm.database.pool.query(`update customers set duplicate_check = 'po'`)
  const parked = await place('00 4711')
  expect(await find('00 4711')).toMatchObject([{ id: first.id, isExact: false, status: 'pending' }])
  const body = { reason: 'Entered by mistake' }
  const cancel = `/api/sales-orders/${first.id}/cancel`
  expect((await prizm.call('POST', cancel, { as, body })).statusCode).toBe(200)
  expect(await find('00 4711')).toMatchObject([{ id: parked.id, isExact: true }])
})

test('without a PO there is nothing to find', async () => {
  await place('4711')
  expect(await readSamePos(context(), [{ customerId, customerPO: null }])).toEqual([])
  expect(await find('')).toEqual([])
})
