import { moment } from '#platform/kernel/days.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { OrderValidation } from '../contract.ts'
import { differentReplays, orderBuilders } from './testing.ts'

let prizm: TestApp
let orderRequest: { customerId: number; items: { skuId: number; quantity: number }[] }
let as: string

const hours = (count: number) => new Date(prizm.clock.now.getTime() - count * 3_600_000)

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const builders = orderBuilders(prizm.database.db)
  const fresh = await builders.item({ lastInventoryUpdate: moment(hours(1)) })
  const old = await builders.item({ lastInventoryUpdate: moment(hours(30)) })
  const never = await builders.item()
  const items = [fresh, old, never].map((skuId) => ({ skuId, quantity: 1 }))
  orderRequest = { customerId: await builders.buyer(), items }
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const validate = async () =>
  (
    await prizm.call('POST', '/api/orders/validate', { as, body: orderRequest })
  ).json<OrderValidation>()
const setRule = async (body: object) =>
  prizm.call('PUT', '/api/settings', { as: await prizm.signIn('admin'), body })

test('stock with an old count shows the time of the count, and can be sold', async () => {
  const { orderApproved, stock } = await validate()
  expect(orderApproved).toBe(true)
  const hasCountedAt = stock.stockStatus.map(({ countedAt }) => countedAt !== undefined)
  expect(hasCountedAt).toEqual([false, true, false])
  expect(stock.isHeldForAge).toBeUndefined()
  await setRule({ stockOldHours: 0 })
  expect((await validate()).stock.stockStatus.filter((line) => line.countedAt)).toEqual([])
})

test('if old stock causes a hold, the order reserves its stock and credit', async () => {
  await setRule({ stockOldMeans: 'hold' })
  expect((await validate()).stock.isHeldForAge).toBe(true)
  const made = await prizm.call('POST', '/api/orders/create', { as, body: orderRequest })
  expect(made.statusCode).toBe(201)
  const rows = `select o.hold_reason, sum(i.qty_reserved)::int as reserved,
    max(c.open_order_amount) > 0 as counts
    from sales_orders o join customers c on c.id = o.customer_id
    join sales_order_items i on i.sales_order_id = o.id group by 1`
  expect(await prizm.rows(rows)).toEqual([{ hold_reason: 'stock', reserved: 3, counts: true }])
  const { id } = made.json<{ order: { id: number } }>().order
  const step = () => prizm.call('POST', `/api/sales-orders/${id}/process`, { as })
  expect((await step()).statusCode).toBe(409)
  const released = await prizm.call('POST', `/api/sales-orders/${id}/release`, { as, body: {} })
  expect(released.json()).toMatchObject({ holdReason: null })
  expect((await step()).statusCode).toBe(200)
  expect(await brokenInvariants()).toEqual([])
})
