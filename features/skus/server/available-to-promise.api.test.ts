import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import { addDays, today } from '#platform/kernel/days.ts'
import type { Supply } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
})
afterEach(() => prizm.close())

test('only approved orders with a future expected date promise units', async () => {
  const fixture = await purchasingFixture(prizm)
  const date = today(prizm.clock.now, 'America/New_York')
  const supply = async (quantity: number) => {
    const url = `/api/skus/${fixture.skuId}/supply?quantity=${quantity}`
    return (await prizm.call('GET', url, { as })).json<Supply>()
  }
  expect(await supply(1)).toEqual({ available: 0, backordered: 0, arrivals: [], promise: null })
  const order = async (quantity: number, expectedDate: string) => {
    const items = fixture.lines(quantity)
    return fixture.made({ items, expectedDate, status: 'submitted' })
  }
  const soon = await order(5, addDays(date, 3))
  const later = await order(5, addDays(date, 9))
  await order(50, addDays(date, 1))
  for (const { id } of [soon, later]) await fixture.act(id, 'approve', fixture.manager)
  expect((await supply(5)).promise).toBe(addDays(date, 3))
  expect((await supply(6)).promise).toBe(addDays(date, 9))
  expect((await supply(11)).promise).toBeNull()
  expect((await supply(1)).arrivals).toEqual([
    { orderNumber: 'PO-1', expectedDate: addDays(date, 3), isLate: false, quantity: 5 },
    { orderNumber: 'PO-2', expectedDate: addDays(date, 9), isLate: false, quantity: 5 },
  ])
  await prizm.database.pool.query(`update purchase_orders set expected_date = $1 where id = $2`, [
    addDays(date, -1),
    soon.id,
  ])
  expect(await supply(6)).toMatchObject({ promise: null, arrivals: [{ isLate: true }, {}] })
  for (const wrong of ['0', '1.5', 'x']) {
    const url = `/api/skus/${fixture.skuId}/supply?quantity=${wrong}`
    expect((await prizm.call('GET', url, { as })).statusCode).toBe(422)
  }
  expect((await prizm.call('GET', '/api/skus/99/supply', { as })).statusCode).toBe(404)
})

test('existing backorders are served first', async () => {
  const fixture = await purchasingFixture(prizm)
  const date = today(prizm.clock.now, 'America/New_York')
  const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
  const body = { customerId: customer.id, items: [{ skuId: fixture.skuId, quantity: 3 }] }
  const manager = await prizm.signIn('manager')
  const answer = await prizm.call('POST', '/api/orders/create', {
    as: manager,
    body: { ...body, backorder: true },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = await fixture.made({
    items: fixture.lines(5),
    expectedDate: addDays(date, 2),
    status: 'submitted',
  })
  await fixture.act(id, 'approve', fixture.manager)
  const supply = async (quantity: number) =>
    (
      await prizm.call('GET', `/api/skus/${fixture.skuId}/supply?quantity=${quantity}`, { as })
    ).json()
  expect(await supply(2)).toMatchObject({ backordered: 3, promise: addDays(date, 2) })
  expect((await supply(3)).promise).toBeNull()
})

test('units that are ring-fenced for another customer are not promised', async () => {
  const manager = await prizm.signIn('manager')
  const { id } = await prizm.builders.sku({ currentStock: 60 })
  const [one, two] = [await prizm.builders.customer(), await prizm.builders.customer()]
  const body = { customerId: one.id, quantity: 50, reason: 'Spring promotion' }
  const url = `/api/skus/${id}/ring-fences`
  const fenced = await prizm.call('POST', url, { as: manager, body })
  expect(fenced.statusCode, fenced.body).toBe(200)
  const promise = async (quantity: number, customer = '') => {
    const query = `quantity=${quantity}${customer}`
    const answer = await prizm.call('GET', `/api/skus/${id}/supply?${query}`, { as })
    return answer.json<Supply>().promise
  }
  const date = today(prizm.clock.now, 'America/New_York')
  // 60 − 50 = 10 are free for others.
  expect([await promise(10), await promise(11)]).toEqual([date, null])
  expect(await promise(11, `&customerId=${two.id}`)).toBeNull()
  expect(await promise(60, `&customerId=${one.id}`)).toBe(date)
})
