import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import type { ImportedOrder } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  await prizm.builders.customer({ customerCode: 'RICH', creditLimit: '10000.00', address: 'Here' })
  await prizm.builders.customer({ customerCode: 'POOR', creditLimit: '5.00' })
  await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
  await prizm.builders.sku({ sku: 'NUT', price: '1.00', currentStock: 3 })
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity,Shipping Address'
const file = [
  head,
  'rich,P-1,bolt,2,Dock 4',
  'POOR,P-2,BOLT,4,',
  'RICH,P-1,NUT,1,',
  'RICH,P-3,NUT,9,',
  'RICH,P-4,SCREW,1,',
  'NOBODY,P-5,BOLT,1,',
  'RICH,P-6,BOLT,none,',
].join('\n')

async function importFile(text: string, query = '', by = as) {
  const answer = await prizm.app.inject({
    method: 'POST',
    url: `/api/orders/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv' },
    payload: text,
  })
  return answer.json() as { orders: ImportedOrder[]; detail?: string; code?: string }
}

const fates = ({ orders }: { orders: ImportedOrder[] }) =>
  orders.map(({ customerPO, fate, says }) => [customerPO, fate, says])
const listed = async () => (await prizm.call('GET', '/api/sales-orders?sort=id', { as })).json()
const stockOf = async (sku: string) =>
  (await prizm.call('GET', `/api/skus?q=${sku}`, { as })).json()[0]
const broken = brokenInvariants

test('rows of one customer and PO are one order, and the dry run reports each result', async () => {
  const checked = await importFile(file, '?dryRun=true')
  expect(fates(checked)).toEqual([
    ['P-1', 'create', null],
    ['P-2', 'hold', expect.stringContaining('Credit limit exceeded by')],
    ['P-3', 'refused', 'Not enough stock for 1 of its SKUs'],
    ['P-4', 'wrong', 'Row 6: SKU SCREW does not exist'],
    ['P-5', 'wrong', 'Row 7: This customer does not exist'],
    ['P-6', 'wrong', 'Row 8: Must be a whole number'],
  ])
  expect(checked.orders[2]?.errors).toEqual([
    { row: 5, field: 'quantity', message: '6 short, 3 available' },
  ])
  expect(checked.orders[0]).toMatchObject({ rows: [2, 4], lines: 2, total: '37.68' })
  expect(await listed()).toEqual([])
})

test('reports every error of every row at its cell, also next to others', async () => {
  const text = [
    'Customer Code,Customer PO,SKU Code,Quantity',
    'NOBODY,P-1,SCREW,0',
    'NOBODY,P-1,BOLT,2.5',
    `NOBODY,P-1,${'X'.repeat(101)},1`,
    ',P-2,WASHER,1',
  ].join('\n')
  const { orders } = await importFile(text, '?dryRun=true')
  expect(orders.map(({ fate, says }) => [fate, says])).toEqual([
    ['wrong', 'Row 2: This customer does not exist (and 4 more)'],
    ['wrong', 'Row 5: Required (and 1 more)'],
  ])
  const rowErrors = orders.flatMap(({ errors }) => errors)
  expect(rowErrors.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual([
    '2 customerCode: This customer does not exist',
    '2 quantity: Quantity must be at least 1',
    '2 sku: SKU SCREW does not exist',
    '3 quantity: Must be a whole number',
    '4 sku: Must be at most 100 characters',
    '5 customerCode: Required',
    '5 sku: SKU WASHER does not exist',
  ])
})

test("compares the customer's expected price with ours, and uses ours", async () => {
  const text = [
    'Customer Code,Customer PO,SKU Code,Quantity,Unit Price',
    'RICH,P-1,BOLT,1,$9.50',
    'RICH,P-1,NUT,1,1',
  ].join('\n')
  const { orders } = await importFile(text, '?dryRun=true')
  expect(orders).toMatchObject([
    {
      fate: 'create',
      total: expect.any(String),
      errors: [],
      warnings: [{ row: 2, field: 'unitPrice', message: 'The price is $10.00, not $9.50' }],
    },
  ])
  expect((await importFile(text)).orders).toMatchObject([{ fate: 'create' }])
  expect(await listed()).toMatchObject([{ subtotal: '11.00' }])
})

test('places approved orders, skips the rest, and places nothing twice', async () => {
  const first = await importFile(file)
  expect(fates(first).map(([po, fate]) => [po, fate])).toEqual([
    ['P-1', 'create'],
    ['P-2', 'refused'],
    ['P-3', 'refused'],
    ['P-4', 'wrong'],
    ['P-5', 'wrong'],
    ['P-6', 'wrong'],
  ])
  const made = { orderSource: 'csv', customerPO: 'P-1', shippingAddress: 'Dock 4' }
  expect(await listed()).toMatchObject([made])
  const other = await prizm.signIn('sales')
  const again = await importFile(file, '', other)
  const { orderNumber } = first.orders[0] as ImportedOrder
  expect(again.orders[0]).toMatchObject({ fate: 'exists', orderNumber })
  expect(await listed()).toHaveLength(1)
  expect(await broken()).toEqual([])
})

test('the same file from two users at once creates each order once', async () => {
  const other = await prizm.signIn('sales')
  const text = `${head}\nRICH,P-1,BOLT,1,\nRICH,,BOLT,1,\n`
  const both = await Promise.all([importFile(text), importFile(text, '', other)])
  const all = both.flatMap(({ orders }) => orders.map(({ fate }) => fate))
  expect(all.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'create',
    'create',
    'exists',
    'exists',
  ])
  expect(await listed()).toHaveLength(2)
})

test('an order over the limit is held without stock or credit until its release', async () => {
  const imported = await importFile(file, '?refused=hold')
  expect(imported.orders[1]).toMatchObject({ fate: 'hold', orderNumber: expect.any(String) })
  const [, held] = await listed()
  expect(held).toMatchObject({ status: 'pending', holdReason: 'credit', customerPO: 'P-2' })
  expect(await stockOf('BOLT')).toMatchObject({ reserved: 2 })
  const credit = await prizm.call('GET', `/api/customers/${held.customerId}`, { as })
  expect(credit.json()).toMatchObject({ openOrderAmount: '0.00' })
  expect(await broken()).toEqual([])
  const release = () => prizm.call('POST', `/api/sales-orders/${held.id}/release`, { as })
  expect((await release()).json().code).toBe('credit-limit-exceeded')
  await prizm.database.pool.query(
    "update customers set credit_limit = 100 where customer_code = 'POOR'",
  )
  expect((await release()).json()).toMatchObject({
    holdReason: null,
    items: [{ quantity: 4, qtyReserved: 4, qtyBackordered: 0 }],
  })
  expect(await stockOf('BOLT')).toMatchObject({ reserved: 6 })
  expect(await broken()).toEqual([])
})

test('a user can put orders of a file on hold or skip them, one by one', async () => {
  const text = `${head}\nRICH,P-1,BOLT,1,\nRICH,P-2,BOLT,1,\nRICH,P-3,BOLT,1,\nPOOR,P-4,BOLT,4,\n`
  const query = '?hold=2&leave=3&refused=hold'
  expect(fates(await importFile(text, `${query}&dryRun=true`)).map(([, fate]) => fate)).toEqual([
    'hold',
    'left',
    'create',
    'hold',
  ])
  const { orders } = await importFile(text, query)
  expect(orders.map(({ fate, orderNumber }) => [fate, orderNumber !== null])).toEqual([
    ['hold', true],
    ['left', false],
    ['create', true],
    ['hold', true],
  ])
  const held = {
    holdNote: expect.stringMatching(/^Put on hold by [\w-]+ during the import$/),
  }
  expect(await listed()).toMatchObject([
    { customerPO: 'P-1', holdReason: 'manual', ...held },
    { customerPO: 'P-3', holdReason: null },
    { customerPO: 'P-4', holdReason: 'credit' },
  ])
  expect(await stockOf('BOLT')).toMatchObject({ reserved: 2 })
  expect(await broken()).toEqual([])
})

test.each([
  ['hold=4', 'hold', 'No order of this file starts in row 4'],
  ['hold=2&leave=2', 'leave', 'The order of row 2 is listed twice'],
  ['leave=two', 'leave', 'Must be the first row of each order, separated by commas, such as 2,7'],
])(
  'a choice that matches no order is refused, and nothing is created: %s',
  async (query, path, message) => {
    const text = `${head}\nRICH,P-1,BOLT,1,\nRICH,P-2,BOLT,1,\nRICH,P-1,NUT,1,\n`
    const refused = await importFile(text, `?${query}`)
    expect(refused).toMatchObject({ code: 'invalid', errors: [{ path, message }] })
    expect(await listed()).toEqual([])
  },
)

test('a file from an API key creates orders over the credit limit on hold', async () => {
  const form = { name: 'shop', scopes: ['orders'] }
  const by = await prizm.signIn('admin')
  const { key } = (await prizm.call('POST', '/api/api-keys', { as: by, body: form })).json()
  const send = (query: string) =>
    prizm.app.inject({
      method: 'POST',
      url: `/api/orders/import${query}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      payload: `${head}\nPOOR,P-2,BOLT,4,\n`,
    })
  expect((await send('?refused=skip')).json().orders).toMatchObject([{ fate: 'refused' }])
  expect((await send('')).json().orders).toMatchObject([{ fate: 'hold' }])
})

test('the sample order file uses the sample customers and SKUs', async () => {
  const sample = (name: string) => readFileSync(join(projectRoot, 'app/public/samples', name))
  for (const [room, name] of [
    ['customers', 'customers-clean.csv'],
    ['skus', 'skus.csv'],
  ] as const) {
    const headers = { cookie: as, 'content-type': 'text/csv' }
    const payload = sample(name)
    await prizm.app.inject({ method: 'POST', url: `/api/${room}/import`, headers, payload })
  }
  const { orders } = await importFile(String(sample('orders-multi.csv')))
  expect(orders.map(({ fate, lines }) => [fate, lines])).toEqual([
    ['create', 2],
    ['create', 1],
    ['create', 2],
  ])
})

test('a role without the permission cannot import, and a file has at most 500 orders', async () => {
  expect((await importFile(file, '', await prizm.signIn('user'))).code).toBe('forbidden')
  const lines = Array.from({ length: 501 }, (_, index) => `RICH,P-${index},BOLT,1,`)
  expect((await importFile([head, ...lines].join('\n'))).detail).toBe(
    'A file has at most 500 orders',
  )
})
