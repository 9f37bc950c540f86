import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { sample } from '#features/edi/server/testing.ts'
import type { Invoice } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
  skuId = (await prizm.builders.sku({ sku: 'BOLT', price: '100.00', currentStock: 9 })).id
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test.each([
  ['priced in Order Entry', 'orders/create', { items: true }],
  ['recorded with lines', 'sales-orders', { orderNumber: 'SO-1', items: true }],
  ['recorded by its total', 'sales-orders', { orderNumber: 'SO-1', totalAmount: '500.00' }],
])('an order %s is invoiced with the terms of its creation', async (_, url, fields) => {
  const items = 'items' in fields ? { items: [{ skuId, quantity: 5 }] } : {}
  const placed = await fixture.post(url, { customerId, ...fields, ...items }, 'manager')
  expect(placed.statusCode, placed.body).toBe(201)
  const id: number = placed.json().order?.id ?? placed.json().id
  await fixture.query(`update customers set payment_terms = 'net-60' where id = ${customerId}`)
  await fixture.post(`sales-orders/${id}/process`, {}, 'manager')
  expect((await fixture.post(`sales-orders/${id}/ship`, {}, 'manager')).statusCode).toBe(200)
  expect(await fixture.get<Invoice[]>(`invoices?salesOrderId=${id}`)).toMatchObject([
    {
      paymentTerms: '2/10 net 30',
      dueDate: '2026-04-01',
      discountDate: '2026-03-12',
      discountAmount: '10.00',
    },
  ])
})

/** The terms of the only invoice: its due date, and the early discount with its last day. */
const terms = async () => {
  const invoices = await fixture.get<Invoice[]>('invoices')
  return invoices.map(({ paymentTerms, dueDate, discountDate, discountAmount }) => {
    return { terms: paymentTerms, due: dueDate, until: discountDate, discount: discountAmount }
  })
}

test('an order imported from CSV is invoiced on the terms of its entry', async () => {
  const imported = await prizm.app.inject({
    method: 'POST',
    url: '/api/orders/import',
    headers: { cookie: fixture.people['manager'], 'content-type': 'text/csv' },
    payload: `Customer Code,Customer PO,SKU Code,Quantity\n${await codeOf()},P-1,BOLT,5\n`,
  })
  expect(imported.statusCode, imported.body).toBe(200)
  await ship()
  expect(await terms()).toEqual([
    { terms: '2/10 net 30', due: '2026-04-01', until: '2026-03-12', discount: '10.00' },
  ])
})

test('an order from an EDI 850 is invoiced on the terms of its entry', async () => {
  const partner = {
    name: 'Acme Retail',
    customerId,
    qualifier: 'ZZ',
    identifier: 'ACMERETAIL',
    ownQualifier: 'ZZ',
    ownIdentifier: 'PRIZM',
    usage: 'T',
    unknownSku: 'drop',
  }
  const as = await prizm.signIn('admin')
  const made = await prizm.call('POST', '/api/edi/partners', { as, body: partner })
  expect(made.statusCode, made.body).toBe(201)
  for (const [sku, unitOfMeasure, price] of [
    ['WID-100', 'EA', '12.50'],
    ['GAD-200', 'CASE', '99.99'],
    ['CBL-300', 'FT', '0.35'],
  ]) {
    await prizm.builders.sku({ sku, unitOfMeasure, price, currentStock: 100 })
  }
  const imported = await prizm.app.inject({
    method: 'POST',
    url: '/api/edi/interchanges',
    headers: { cookie: as, 'content-type': 'application/edi-x12' },
    payload: sample('850'),
  })
  expect(imported.statusCode, imported.body).toBe(200)
  await ship()
  expect(await terms()).toEqual([
    { terms: '2/10 net 30', due: '2026-04-01', until: '2026-03-12', discount: '18.70' },
  ])
})

async function codeOf(): Promise<string> {
  const [customer] = await fixture.query('select customer_code as code from customers')
  return customer.code
}

/** Ships the only order after its customer's terms have changed. */
async function ship(): Promise<void> {
  await fixture.query(`update customers set payment_terms = 'net-60' where id = ${customerId}`)
  const [order] = await fixture.query('select id from sales_orders')
  await fixture.post(`sales-orders/${order.id}/process`, {}, 'manager')
  const shipped = await fixture.post(`sales-orders/${order.id}/ship`, {}, 'manager')
  expect(shipped.statusCode, shipped.body).toBe(200)
}
