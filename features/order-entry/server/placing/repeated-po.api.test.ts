import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

let prizm: TestApp
let as: string
let builders: ReturnType<typeof orderBuilders>
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  builders = orderBuilders(prizm.database.db)
  customerId = await builders.buyer()
  skuId = await builders.item()
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const setRule = async (body: object) => {
  const admin = await prizm.signIn('admin')
  expect((await prizm.call('PUT', '/api/settings', { as: admin, body })).statusCode).toBe(200)
}
const orderRequestOf = (customerPO: string | null, fields: object = {}) => {
  return { customerId, customerPO, items: [{ skuId, quantity: 1 }], ...fields }
}
const place = async (customerPO: string | null, fields: object = {}) => {
  const body = orderRequestOf(customerPO, fields)
  const answer = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ order: SalesOrderDetails }>().order
}
const step = (id: number, verb: string, body: object = {}) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body })
const read = async (id: number) =>
  (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json<SalesOrderDetails>()

test('by default, an order with a repeated customer PO is placed as usual', async () => {
  await place('4711')
  expect(await place('4711')).toMatchObject({ holdReason: null, displayStatus: 'pending' })
})

describe('if a repeated customer PO causes a hold', () => {
  beforeEach(() => setRule({ customerPoAgain: 'hold' }))

  test('the second order is held with stock and credit reserved, and names the first', async () => {
    const first = await place('Po-4711')
    expect(first.holdReason).toBeNull()
    const holdNote = `PO PO-4711 is already used on ${first.orderNumber}`
    const held = { holdReason: 'duplicate', displayStatus: 'on hold', holdNote }
    const second = await place('PO-4711')
    expect(second).toMatchObject(held)
    expect(await read(second.id)).toMatchObject(held)
    const { rows } = await prizm.database.pool.query(
      `select c.open_order_amount = sum(o.total_amount) as counts,
              (select reserved from skus where id = $1) as reserved
       from customers c join sales_orders o on o.customer_id = c.id group by c.id`,
      [skuId],
    )
    expect(rows).toEqual([{ counts: true, reserved: 2 }])
  })

  test('blanks, case and leading zeros make no other PO', async () => {
    const first = await place('PO 4711')
    const second = await place('00po4711')
    expect([first.holdReason, second.holdReason]).toEqual([null, 'duplicate'])
    expect(second.holdNote).toBe(`PO 00po4711 is already used on ${first.orderNumber}`)
    expect((await place('PO 47110')).holdReason).toBeNull()
  })

  test('it cannot be processed until an authorized user releases the hold', async () => {
    await place('4711')
    const { id } = await place('4711')
    expect((await step(id, 'process')).json()).toMatchObject({ code: 'on-hold' })
    const sales = await prizm.signIn('sales')
    const release = `/api/sales-orders/${id}/release`
    expect((await prizm.call('POST', release, { as: sales, body: {} })).statusCode).toBe(403)
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: null })
    expect((await step(id, 'process')).statusCode).toBe(200)
  })

  test('a cancelled order, another customer and no PO do not count', async () => {
    const { id } = await place('4711')
    await step(id, 'cancel', { reason: 'Entered by mistake' })
    expect((await place('4711')).holdReason).toBeNull()
    const other = await builders.buyer()
    expect((await place('4711', { customerId: other })).holdReason).toBeNull()
    expect((await place(null)).holdReason).toBeNull()
    expect((await place(null)).holdReason).toBeNull()
  })

  test('one of two concurrent orders is held', async () => {
    const both = await Promise.all([place('4711'), place('4711')])
    expect(both.filter(({ holdReason }) => holdReason === 'duplicate')).toHaveLength(1)
  })

  test("a prepaid customer's order waits for payment after the duplicate hold", async () => {
    await prizm.database.pool.query(`update customers set payment_terms = 'prepaid'`)
    expect((await place('4711')).holdReason).toBe('payment')
    const { id, holdReason } = await place('4711')
    expect(holdReason).toBe('duplicate')
    expect((await step(id, 'release')).json()).toMatchObject({ holdReason: 'payment' })
  })

  test('an order recorded as already shipped is not held', async () => {
    await place('4711')
    const admin = await prizm.signIn('admin')
    const body = { ...orderRequestOf('4711'), orderNumber: 'SO-OLD', status: 'shipped' }
    const made = await prizm.call('POST', '/api/sales-orders', { as: admin, body })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ status: 'shipped', holdReason: null })
  })
})
