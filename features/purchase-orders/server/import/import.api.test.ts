import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'
import type { PurchaseOrder, PurchaseOrderDetails } from '../../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-06-15T15:00:00Z')
  as = await prizm.signIn('purchasing')
  await prizm.builders.vendor({ vendorCode: 'V-1' })
  await prizm.builders.sku({ sku: 'W-1', cost: '2.50' })
  await prizm.builders.sku({ sku: 'W-2', cost: '4.00' })
})
afterEach(() => prizm.close())

const url = '/api/purchase-orders'
const send = (file: string | Buffer, query = '', by = as) =>
  prizm.app.inject({
    method: 'POST',
    url: `${url}/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv' },
    payload: file,
  })
const undo = async (id: number) =>
  (await prizm.call('POST', `${url}/import/${id}/undo`, { as })).json()
const list = async (): Promise<PurchaseOrder[]> =>
  (await prizm.call('GET', `${url}?sort=orderNumber`, { as })).json()
const read = async (id: number): Promise<PurchaseOrderDetails> =>
  (await prizm.call('GET', `${url}/${id}`, { as })).json()

const head = 'Order Number,Vendor Code,SKU,Quantity,Unit Price,Expected Date,Notes\n'
const file = `${head}P-1,v-1,w-1,10,,7/1/2026,Rush\nP-1,V-1,W-2,5,3.75,,\nP-2,V-1,W-2,1,,,\n`

test('rows with one number become one draft, at the typed price or the SKU cost', async () => {
  const expected = { rows: 3, created: 2, updated: 0, skipped: 0, unchanged: 0, errors: [] }
  const checked = await send(file, '?dryRun=true')
  expect(checked.json()).toEqual({ ...expected, importId: null, ignored: [] })
  expect(await list()).toEqual([])
  const made = (await send(file)).json()
  expect(made).toMatchObject({ ...expected, importId: expect.any(Number) })
  const [first, second] = await list()
  expect(first).toMatchObject({ orderNumber: 'P-1', status: 'draft', totalAmount: '43.75' })
  expect(second).toMatchObject({ orderNumber: 'P-2', totalAmount: '4.00' })
  const details = await read(first?.id ?? 0)
  expect(details).toMatchObject({
    orderDate: '2026-06-15',
    expectedDate: '2026-07-01',
    notes: 'Rush',
    items: [
      { lineNo: 1, sku: 'W-1', quantity: 10, unitPrice: '2.50', totalPrice: '25.00' },
      { lineNo: 2, sku: 'W-2', quantity: 5, unitPrice: '3.75', totalPrice: '18.75' },
    ],
  })
  const acts = await prizm.call('GET', `/api/activity/${first?.id}?entity=purchase_order`, { as })
  expect(acts.json()).toMatchObject([{ action: 'create', channel: 'csv', toStatus: 'draft' }])
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('importing a file again skips existing orders and creates new ones', async () => {
  await send(file)
  const again = await send(`${file}P-3,V-1,W-1,1,,,\n`)
  expect(again.json()).toMatchObject({ rows: 4, created: 1, skipped: 2 })
  expect((await list()).map((order) => order.orderNumber)).toEqual(['P-1', 'P-2', 'P-3'])
  expect((await send(file)).json()).toMatchObject({ created: 0, skipped: 2, importId: null })
})

test('an undo skips other users’ drafts, and a cancelled number cannot be reused', async () => {
  const mine = (await send(file)).json()
  const rival = await prizm.signIn('purchasing')
  const tried = await prizm.call('POST', `${url}/import/${mine.importId}/undo`, { as: rival })
  expect([tried.statusCode, tried.json().detail]).toEqual([
    403,
    'Only the creator of P-1 or a manager can cancel it',
  ])
  // The refused attempt does not consume the owner's undo.
  expect((await undo(mine.importId)).done).toHaveLength(2)
  const other = (await send(`${head}P-3,V-1,W-1,1,,,\n`)).json()
  await undo(other.importId)
  expect((await send(`${head}P-3,V-1,W-1,2,,,\n`)).json().errors).toEqual([
    { path: '2.orderNumber', code: 'invalid', message: 'P-3 is cancelled. Use another number' },
  ])
})

test('an undo cancels the drafts except those changed since the import', async () => {
  const { importId } = (await send(file)).json()
  const [first, second] = await list()
  const headers = { 'if-match': `"${second?.version}"` }
  await prizm.call('POST', `${url}/${second?.id}/submit`, { as, headers })
  expect(await undo(importId)).toEqual({
    done: [first?.id],
    kept: [{ id: second?.id, reason: 'P-2 was changed after the import' }],
  })
  expect((await list()).map(({ status }) => status)).toEqual(['cancelled', 'submitted'])
  expect((await undo(importId)).code).toBe('already-undone')
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('errors are reported by row and field, and nothing is written', async () => {
  await prizm.builders.vendor({ vendorCode: 'V-OFF', isActive: false })
  await prizm.builders.vendor({ vendorCode: 'V-2' })
  await prizm.builders.sku({ sku: 'W-OFF', isActive: false })
  const rows = [
    'P-1,V-9,W-9,1,,,',
    ',V-1,W-1,1,,,',
    'P-2,V-1,W-9,0,,,',
    'P-2,V-1,W-1,1.5,,,',
    'P-3,V-1,W-1,1,-2,,',
    'P-4,V-1,W-1,1,,soon,',
    'P-5,V-1,W-1,1,,,',
    'P-5,V-2,W-1,1,,,',
    'P-6,V-OFF,W-1,1,,,',
    'P-7,V-1,W-1,1,,,',
    'P-7,V-1,W-OFF,1,,,',
    'P-8,V-1,W-1,2147483647,9999999999,,',
    'P-9,V-1,W-1,1,,,',
    'P-10,V-1,W-1,1,,2026-07-01,',
    'P-10,V-1,W-2,1,,2026-07-02,',
  ]
  const answer = await send(head + rows.join('\n'), '?dryRun=true')
  const errorLines = answer
    .json()
    .errors.map((error: { row: number; field: string; message: string }) =>
      [error.row, error.field, error.message].join(' '),
    )
  expect(errorLines).toEqual([
    '2 vendorCode This vendor does not exist',
    '2 sku This SKU does not exist',
    '3 orderNumber Required',
    '4 quantity Quantity must be at least 1',
    '4 sku This SKU does not exist',
    '5 quantity Must be a whole number',
    '6 unitPrice Must not be negative',
    '7 expectedDate Must be a date such as 2026-03-01',
    '8 orderNumber Row 9 of this order is wrong',
    '9 vendorCode Row 8 of this order has V-1, but this row has V-2',
    '10 vendorCode Vendor V-OFF is inactive',
    '11 orderNumber Row 12 of this order is wrong',
    '12 sku SKU W-OFF is inactive',
    '13 orderNumber The amounts of this order are too large',
    '15 orderNumber Row 16 of this order is wrong',
    '16 expectedDate Row 15 of this order has 2026-07-01, but this row has 2026-07-02',
  ])
  expect(answer.json()).toMatchObject({ rows: 15, created: 1 })
  expect((await send(head + rows.join('\n'))).json().detail).toBe(
    '14 rows have errors, so nothing was imported',
  )
  expect(await list()).toEqual([])
})

test('two concurrent imports of one number create one order', async () => {
  const both = await Promise.all([send(file), send(file)])
  const statuses = both.map((answer) => answer.statusCode)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect((await list()).map((order) => order.orderNumber)).toEqual(['P-1', 'P-2'])
})

test('the sample file imports after the vendor and SKU samples', async () => {
  const admin = await prizm.signIn('admin')
  const sample = (name: string) => readFileSync(join(projectRoot, 'app/public/samples', name))
  for (const room of ['vendors', 'skus']) {
    // Sequential because each import needs the records of the one before.
    // oxlint-disable-next-line no-await-in-loop
    await prizm.app.inject({
      method: 'POST',
      url: `/api/${room}/import`,
      headers: { cookie: admin, 'content-type': 'text/csv' },
      payload: sample(`${room}.csv`),
    })
  }
  const made = await send(sample('purchase-orders.csv'))
  expect(made.json()).toMatchObject({ rows: 4, created: 2, errors: [], ignored: [] })
})

test('imports 500 orders at once, refuses 501, and refuses a sales clerk', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `M-${at},V-1,W-1,1,,,`).join('\n')
  expect((await send(head + rows(501))).json().detail).toBe('A file has at most 500 orders')
  expect((await send(head + rows(500))).json()).toMatchObject({ created: 500 })
  const clerk = await prizm.signIn('sales')
  expect((await send(file, '', clerk)).statusCode).toBe(403)
})
