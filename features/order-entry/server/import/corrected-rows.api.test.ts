import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { correctionKey } from '#features/intake/rules.ts'
import type { ImportedOrder } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

// A file of orders is read with what people corrected in the intake inbox.

let prizm: TestApp
let as: string
let customerId: number
let boltId: number
let nutId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const rich = { customerCode: 'RICH', creditLimit: '10000.00', address: 'Here' }
  customerId = (await prizm.builders.customer(rich)).id
  const unitOfMeasure = 'EA'
  const bolt = { sku: 'BOLT', price: '10.00', currentStock: 50, unitOfMeasure }
  boltId = (await prizm.builders.sku(bolt)).id
  const nut = { sku: 'NUT', price: '1.00', currentStock: 50, unitOfMeasure }
  nutId = (await prizm.builders.sku(nut)).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const columns = ['Customer Code', 'Customer PO', 'SKU Code', 'Quantity', 'Unit of Measure']
const head = [...columns, 'Unit Price', 'Shipping Address'].join(',')
const importFile = async (lines: string[], query: Record<string, string> = {}) => {
  const headers = { cookie: as, 'content-type': 'text/csv' }
  const payload = [head, ...lines].join('\n')
  const url = '/api/orders/import'
  const answer = await prizm.app.inject({ method: 'POST', url, query, headers, payload })
  return answer.json<{ orders: ImportedOrder[] }>().orders
}
const correct = async (kind: string, text: string, meaning: object) => {
  const { skuId, value, factor } = { skuId: null, value: null, factor: 1, ...meaning }
  await prizm.database.pool.query(
    `insert into intake_corrections (customer_id, kind, text, key, sku_id, value, factor)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (customer_id, kind, key) where kind <> 'unit'
     do update set value = $6, sku_id = $5`,
    [customerId, kind, text, correctionKey(text), skuId, value, factor],
  )
}
const lines = () =>
  prizm.rows(
    `select s.sku, i.quantity, i.unit_price as price from sales_order_items i
     join skus s on s.id = i.sku_id order by i.id`,
  )
const addresses = () =>
  prizm.rows('select shipping_address as address from sales_orders order by id')

test('a unit that was corrected is ordered in ours, at our price for it', async () => {
  await correct('unit', 'case', { skuId: boltId, value: 'EA', factor: 12 })
  const rows = ['RICH,P-1,BOLT,2,CS,120.00,', 'RICH,P-1,NUT,5,each,1.00,']
  const [checked] = await importFile(rows, { dryRun: 'true' })
  expect(checked).toMatchObject({ fate: 'create', errors: [], warnings: [] })
  expect(await importFile(rows)).toMatchObject([{ fate: 'create', lines: 2 }])
  expect(await lines()).toEqual([
    { sku: 'BOLT', quantity: 24, price: '10.00' },
    { sku: 'NUT', quantity: 5, price: '1.00' },
  ])
  expect(await prizm.rows('select subtotal from sales_orders')).toEqual([{ subtotal: '245.00' }])
})

test('a stated price is compared with ours for the same unit', async () => {
  await correct('unit', 'case', { skuId: boltId, value: 'EA', factor: 12 })
  const [checked] = await importFile(['RICH,P-1,BOLT,2,CS,10.00,'], { dryRun: 'true' })
  expect(checked?.warnings).toEqual([
    { row: 2, field: 'unitPrice', message: 'The price is $120.00, not $10.00' },
  ])
})

test('another unit is an error of its row until it is corrected and the file is run', async () => {
  await correct('unit', 'case', { skuId: nutId, value: 'EA', factor: 12 })
  const message = 'Ordered in CS, sold in EA. Enter the quantity in EA'
  expect(await importFile(['RICH,P-1,BOLT,2,CS,,', 'RICH,P-2,NUT,1,CS,,'])).toMatchObject([
    { fate: 'wrong', says: `Row 2: ${message}`, errors: [{ row: 2, field: 'unit', message }] },
    { fate: 'create' },
  ])
  expect(await lines()).toEqual([{ sku: 'NUT', quantity: 12, price: '1.00' }])
  const [found] = await prizm.rows('select id, problems from intake_messages')
  const unit = { customerId, skuId: boltId, sku: 'BOLT', text: 'CS', ours: 'EA' }
  expect(found?.problems).toEqual([{ path: 'row 2 unit', message: `Row 2: ${message}`, unit }])
  const body = { customerId, text: 'CS', skuId: boltId, factor: 10 }
  const corrected = await prizm.call('POST', '/api/intake-corrections', { as, body })
  expect([corrected.statusCode, corrected.json()]).toMatchObject([
    201,
    { kind: 'unit', text: 'CS', sku: 'BOLT', value: 'EA', factor: 10 },
  ])
  const run = await prizm.call('POST', `/api/intake-messages/${found?.id}/run`, { as })
  expect([run.statusCode, run.json().state]).toEqual([200, 'placed'])
  expect(await lines()).toEqual([
    { sku: 'NUT', quantity: 12, price: '1.00' },
    { sku: 'BOLT', quantity: 20, price: '10.00' },
  ])
})

test('pieces of a SKU whose unit has no X12 code are an error until corrected', async () => {
  await prizm.rows(`update skus set unit_of_measure = 'CTN' where sku = 'BOLT'`)
  const message = 'Ordered in EA, sold in CTN. Enter the quantity in CTN'
  expect(await importFile(['RICH,P-1,BOLT,12,EA,,', 'RICH,P-2,BOLT,1,ctn,,'])).toMatchObject([
    { fate: 'wrong', errors: [{ row: 2, field: 'unit', message }] },
    { fate: 'create' },
  ])
  const body = { customerId, text: 'DZ', skuId: boltId, factor: 2 }
  const corrected = await prizm.call('POST', '/api/intake-corrections', { as, body })
  expect(corrected.statusCode, corrected.body).toBe(201)
  const ofPieces = await prizm.call('POST', '/api/intake-corrections', {
    as,
    body: { ...body, text: 'pieces', factor: 1 },
  })
  expect(ofPieces.statusCode, ofPieces.body).toBe(201)
})

test('more units than an order line may have are an error of the quantity', async () => {
  await correct('unit', 'case', { skuId: boltId, value: 'EA', factor: 10_000 })
  const [order] = await importFile(['RICH,P-1,BOLT,2147483647,CS,,'])
  const message = 'Too many for one order line'
  expect(order?.errors).toEqual([{ row: 2, field: 'quantity', message }])
})

test('a problem of a file with several customers names its customer', async () => {
  const poor = { customerCode: 'POOR', creditLimit: '10000.00', address: 'There' }
  const poorId = (await prizm.builders.customer(poor)).id
  await importFile(['RICH,P-1,BOLT,2,CS,,', 'POOR,P-2,BOLT,3,CS,,', 'POOR,P-3,BP-7,1,,,'])
  const [found] = await prizm.rows<{ problems: object[] }>('select problems from intake_messages')
  const unit = { skuId: boltId, sku: 'BOLT', text: 'CS', ours: 'EA' }
  expect(found?.problems).toMatchObject([
    { unit: { ...unit, customerId, customerCode: 'RICH' } },
    { unit: { ...unit, customerId: poorId, customerCode: 'POOR' } },
    { part: { customerId: poorId, customerCode: 'POOR', code: 'BP-7' } },
  ])
})

test('a ship-to that was corrected is replaced by its address', async () => {
  await correct('ship-to', 'Dock 4', { value: '1 Dock Rd\nReno, NV 89502' })
  await importFile(['RICH,P-1,BOLT,1,,,dock  4', 'RICH,P-2,BOLT,1,,,Dock 5'])
  expect(await addresses()).toEqual([
    { address: '1 Dock Rd\nReno, NV 89502' },
    { address: 'Dock 5' },
  ])
})

test('a correction of a ship-to or a unit makes no other order of the same file', async () => {
  await correct('unit', 'case', { skuId: boltId, value: 'EA', factor: 12 })
  const rows = ['RICH,,BOLT,2,CS,,Dock 4']
  const [made] = await importFile(rows)
  await correct('ship-to', 'Dock 4', { value: '1 Dock Rd\nReno, NV 89502' })
  await prizm.rows(`update intake_corrections set factor = 10 where kind = 'unit'`)
  expect(await importFile(rows)).toMatchObject([{ fate: 'exists', orderNumber: made?.orderNumber }])
  // Two pieces are another order than two cases.
  expect(await importFile(['RICH,,BOLT,2,,,Dock 4'])).toMatchObject([{ fate: 'create' }])
  expect(await lines()).toMatchObject([{ quantity: 24 }, { quantity: 2 }])
})

test('another correction of a part number makes no other order of the same file', async () => {
  await correct('part', 'BP-7', { skuId: boltId })
  const rows = ['RICH,,BP-7,2,CS,,']
  await correct('unit', 'case', { skuId: boltId, value: 'EA', factor: 12 })
  const [made] = await importFile(rows)
  await correct('part', 'BP-7', { skuId: nutId })
  await correct('unit', 'case', { skuId: nutId, value: 'EA', factor: 1 })
  expect(await importFile(rows)).toMatchObject([{ fate: 'exists', orderNumber: made?.orderNumber }])
  expect(await importFile(['RICH,,bp-7,2,cs,,'])).toMatchObject([{ fate: 'exists' }])
  expect(await importFile(['RICH,,BP-8,2,CS,,'])).toMatchObject([{ fate: 'wrong' }])
  expect(await lines()).toEqual([{ sku: 'BOLT', quantity: 24, price: '10.00' }])
})

test('a corrected part number of a file that version 0.13 placed is recognized', async () => {
  await correct('part', 'BP-7', { skuId: boltId })
  const rows = ['RICH,,BP-7,2,,,']
  const [made] = await importFile(rows)
  // Version 0.13 hashed the SKU that the part number was corrected to.
  const items = [{ skuId: boltId, quantity: 2 }]
  const content = { customerId, customerPO: null, orderSource: 'csv', items }
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  await prizm.database.pool.query('update imported_orders set content_sha256 = $1', [hash])
  await prizm.database.pool.query('delete from idempotency_keys')
  expect(await importFile(rows)).toMatchObject([{ fate: 'exists', orderNumber: made?.orderNumber }])
  expect(await lines()).toHaveLength(1)
})

test('a part number that was corrected counts before our own code', async () => {
  await correct('part', 'Bolt', { skuId: nutId })
  await importFile(['RICH,P-1,BOLT,3,,,'])
  expect(await lines()).toEqual([{ sku: 'NUT', quantity: 3, price: '1.00' }])
})
