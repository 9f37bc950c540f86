import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'

/** Places sales orders and runs their steps, as this user. */
export function salesOrderFixture(prizm: TestApp, as: string) {
  const builders = orderBuilders(prizm.database.db)
  const step = (id: number, verb: string, body: object = {}, by = as) =>
    prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as: by, body })
  const place = async (items: object[], fields: object = {}) => {
    const body = { customerId: await builders.buyer(), items, ...fields }
    const answer = await prizm.call('POST', '/api/orders/create', { as, body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().order
  }
  /** Places an order and releases it to the warehouse. */
  const started = async (items: object[], fields: object = {}) => {
    const order = await place(items, fields)
    expect((await step(order.id, 'process')).statusCode).toBe(200)
    return order
  }
  return { builders, step, place, started }
}
