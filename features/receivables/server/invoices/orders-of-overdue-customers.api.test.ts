import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { receivablesFixture } from '../testing.ts'

// Today is Monday, 2026-03-02. Terms are net 30.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  skuId = (await prizm.builders.sku({ currentStock: 9 })).id
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const order = (customerId: number) =>
  fixture.post('orders/create', { customerId, items: [{ skuId, quantity: 1 }] }, 'sales')

test('a customer more than 60 days late cannot place orders until they pay', async () => {
  const id = await fixture.customer()
  await fixture.charged(id, { total: '1.00', docDate: '2025-11-30' })
  const advice = { customerId: id, items: [{ skuId, quantity: 1 }] }
  const validated = await fixture.post('orders/validate', advice, 'sales')
  expect(validated.json()).toMatchObject({ orderApproved: false })
  const refused = await order(id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
  expect(refused.json().detail).toContain('Oldest overdue invoice is 62 days late')
  expect(await fixture.query('select id from sales_orders')).toEqual([])
  await fixture.paid(id, '1.00', { applyAsOffered: true })
  expect((await order(id)).statusCode).toBe(201)
})

test('up to a tenth of the credit limit may be overdue, and not a cent more', async () => {
  const id = await fixture.customer({ creditLimit: '1000.00' })
  await fixture.charged(id, { total: '100.00', docDate: '2026-01-22' })
  expect((await order(id)).statusCode).toBe(201)
  await fixture.charged(id, { total: '0.01', docDate: '2026-01-22' })
  expect((await order(id)).json().detail).toContain('Overdue invoices total $100.01')
})

test('an order recorded by its total is held, and can be released after payment', async () => {
  const id = await fixture.customer()
  await fixture.charged(id, { total: '1.00', docDate: '2025-11-30' })
  const body = { orderNumber: 'SO-1', customerId: id, totalAmount: '50.00' }
  const made = (await fixture.post('sales-orders', body, 'manager')).json<SalesOrderDetails>()
  expect(made).toMatchObject({ status: 'pending', holdReason: 'credit' })
  const early = await fixture.post(`sales-orders/${made.id}/release`)
  expect([early.statusCode, early.json().code]).toEqual([409, 'credit-limit-exceeded'])
  await fixture.paid(id, '1.00', { applyAsOffered: true })
  const released = await fixture.post(`sales-orders/${made.id}/release`)
  expect(released.json()).toMatchObject({ holdReason: null })
})

test.each([
  [
    'of an earlier day that was typed is held by what is overdue today',
    '2025-11-30',
    '2025-12-02',
    409,
  ],
  ['of a later day that was typed is not held before its day', '2026-02-01', '2026-06-30', 201],
])('an order %s', async (_, docDate, orderDate, status) => {
  const id = await fixture.customer()
  await fixture.charged(id, { total: '1.00', docDate })
  const items = [{ skuId, quantity: 1 }]
  const body = { orderNumber: 'SO-1', customerId: id, orderDate, items }
  const answer = await fixture.post('sales-orders', body, 'sales')
  expect(answer.statusCode, answer.body).toBe(status)
  if (status === 409) expect(answer.json().detail).toContain('invoice is 62 days late')
})

test('setting the limits to 0 turns the rule off', async () => {
  await fixture.set({ creditOverdueDays: 0, creditOverduePercent: 0 })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const id = await fixture.customer()
  await fixture.charged(id, { total: '1.00', docDate: '2025-01-01' })
  expect((await order(id)).statusCode).toBe(201)
})
