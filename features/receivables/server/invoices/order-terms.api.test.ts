import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Invoice } from '../../contract.ts'
import { receivablesDesk } from '../testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof receivablesDesk>>
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await receivablesDesk(prizm)
  customerId = await desk.customer({ paymentTerms: '2/10 net 30' })
  skuId = (await prizm.given.sku({ price: '100.00', currentStock: 9 })).id
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

test.each([
  ['priced in Order Entry', 'orders/create', { items: true }],
  ['recorded with lines', 'sales-orders', { orderNumber: 'SO-1', items: true }],
  ['recorded by its total', 'sales-orders', { orderNumber: 'SO-1', totalAmount: '500.00' }],
])('an order %s is invoiced on the terms it was taken on', async (_, url, fields) => {
  const items = 'items' in fields ? { items: [{ skuId, quantity: 5 }] } : {}
  const placed = await desk.post(url, { customerId, ...fields, ...items }, 'manager')
  expect(placed.statusCode, placed.body).toBe(201)
  const id: number = placed.json().order?.id ?? placed.json().id
  await desk.query(`update customers set payment_terms = 'net-60' where id = ${customerId}`)
  await desk.post(`sales-orders/${id}/process`, {}, 'manager')
  expect((await desk.post(`sales-orders/${id}/ship`, {}, 'manager')).statusCode).toBe(200)
  expect(await desk.get<Invoice[]>(`invoices?salesOrderId=${id}`)).toMatchObject([
    {
      paymentTerms: '2/10 net 30',
      dueDate: '2026-04-01',
      discountDate: '2026-03-12',
      discountAmount: '10.00',
    },
  ])
})
