// One file: every kind of change is listed and undone in the same way.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { BulkChange, BulkChangeRow, UndoOutcome } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

async function importInto(room: string, lines: string[], query: Record<string, string> = {}) {
  const headers = { cookie: as, 'content-type': 'text/csv' }
  const [url, payload] = [`/api/${room}/import`, lines.join('\n')]
  const answer = await prizm.app.inject({ method: 'POST', url, query, headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
async function edit(room: string, action: string, ids: number[], by = as) {
  const answer = await prizm.call('POST', `/api/${room}/bulk`, { as: by, body: { action, ids } })
  expect(answer.statusCode, answer.body).toBe(200)
}
const listed = async (query = '', by = as) =>
  (await prizm.call('GET', `/api/bulk-changes${query}`, { as: by })).json<BulkChange[]>()
const newest = async () => (await listed())[0] as BulkChange
const rowsOf = async (id: number) =>
  (await prizm.call('GET', `/api/bulk-changes/${id}/rows`, { as })).json<BulkChangeRow[]>()
const undo = (id: number, query = '', by = as) =>
  prizm.call('POST', `/api/bulk-changes/${id}/undo${query}`, { as: by })
/** The code of a refusal and its errors, as text. */
async function refusalOf(id: number, by = as) {
  const answer = await undo(id, '', by)
  const { code, errors = [] } = answer.json<{ code: string; errors?: { message: string }[] }>()
  return { status: answer.statusCode, code, reasons: errors.map(({ message }) => message) }
}

const customerHead = 'customerCode,name,email'
const customers = () =>
  prizm.rows(
    `select customer_code as code, name from customers where deleted_at is null order by id`,
  )

describe('the list', () => {
  test('shows imports and bulk edits with user, time, file and counts', async () => {
    await importInto('customers', [customerHead, 'A,One,a@x.com', 'B,Two,b@x.com'], {
      fileName: 'customers.csv',
    })
    const ids = (await prizm.rows<{ id: number }>('select id from customers order by id')).map(
      (row) => row.id,
    )
    await edit('customers', 'deactivate', [ids[0] ?? 0])
    await edit('customers', 'deactivate', ids)
    const madeBy = expect.stringContaining('manager')
    const open = { madeBy, madeAt: expect.any(String), undoneAt: null, undoneBy: null }
    const edited = { ...open, table: 'customers', action: 'deactivate', fileName: null }
    expect(await listed()).toEqual([
      {
        ...edited,
        id: expect.any(Number),
        created: 0,
        updated: 1,
        unchanged: 0,
        skipped: 1,
        state: 'undoable',
      },
      {
        ...edited,
        id: expect.any(Number),
        created: 0,
        updated: 1,
        unchanged: 0,
        skipped: 0,
        state: 'undoable',
      },
      {
        ...open,
        id: expect.any(Number),
        table: 'customers',
        action: 'import',
        fileName: 'customers.csv',
        created: 2,
        updated: 0,
        unchanged: 0,
        skipped: 0,
        state: 'undoable',
      },
    ])
    expect(await listed('?action=import')).toMatchObject([{ fileName: 'customers.csv' }])
    expect(await listed('?q=customers.csv')).toHaveLength(1)
    expect(await listed('?state=undone')).toEqual([])
    const first = await newest()
    const one = await prizm.call('GET', `/api/bulk-changes/${first.id}`, { as })
    expect(one.json()).toEqual(first)
  })

  test('a bulk edit that changes nothing is not listed', async () => {
    const { id } = await prizm.builders.customer({})
    await edit('customers', 'activate', [id])
    expect(await listed()).toEqual([])
  })

  test('each role sees the changes that it may make', async () => {
    const kept = await prizm.builders.customer({ customerCode: 'A' })
    const deleted = await prizm.builders.customer({ customerCode: 'B' })
    await edit('customers', 'deactivate', [kept.id])
    await edit('customers', 'delete', [deleted.id])
    const deletion = await newest()
    const sales = await prizm.signIn('sales')
    expect(await listed('', sales)).toMatchObject([{ action: 'deactivate' }])
    const rows = await prizm.call('GET', `/api/bulk-changes/${deletion.id}/rows`, { as: sales })
    expect(rows.statusCode).toBe(404)
    expect((await undo(deletion.id, '', sales)).statusCode).toBe(404)
    const viewer = await prizm.signIn('viewer')
    expect(await listed('', viewer)).toEqual([])
    expect(await listed('', await prizm.signIn('admin'))).toHaveLength(2)
  })
})

describe('rows', () => {
  test('of an import: the row of the file, the result and the changed fields', async () => {
    await prizm.builders.customer({ customerCode: 'A', name: 'Old' })
    const file = [customerHead, 'B,Two,b@x.com', 'A,New,a@x.com']
    await importInto('customers', file, { existing: 'update' })
    const { id } = await newest()
    expect(await rowsOf(id)).toEqual([
      {
        id: expect.any(Number),
        row: 2,
        record: 'B',
        result: 'created',
        fields: [],
        reason: null,
      },
      {
        id: expect.any(Number),
        row: 3,
        record: 'A',
        result: 'updated',
        fields: ['email', 'name'],
        reason: null,
      },
    ])
  })

  test('of an import: also the records that it left as they were, with the reason', async () => {
    await prizm.builders.customer({ customerCode: 'A', name: 'Old', email: 'a@x.com' })
    const file = [customerHead, 'B,Two,b@x.com', 'A,New,a@x.com']
    await importInto('customers', file)
    const left = { record: 'A', result: 'skipped', fields: [] }
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'B', result: 'created' },
      { ...left, row: 3, reason: 'It exists already' },
    ])
    const again = [customerHead, 'A,Old,a@x.com', 'C,Three,c@x.com']
    await importInto('customers', again, { existing: 'update' })
    expect(await newest()).toMatchObject({ created: 1, updated: 0, unchanged: 1, skipped: 0 })
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { ...left, row: 2, reason: 'It has these values already' },
      { row: 3, record: 'C', result: 'created' },
    ])
  })

  test('of an import that changed nothing', async () => {
    await prizm.builders.customer({ customerCode: 'A', address: 'Here' })
    await importInto('customers', [customerHead, 'A,One,a@x.com'])
    const nothing = { created: 0, updated: 0, skipped: 1, state: 'final' }
    expect(await newest()).toMatchObject({ ...nothing, table: 'customers' })
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'A', result: 'skipped', reason: 'It exists already' },
    ])
    await importInto('orders', ['Customer Code,SKU Code,Quantity', 'A,NUT,1'])
    expect(await newest()).toMatchObject({ ...nothing, table: 'sales_orders' })
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: null, reason: 'A: Row 2: SKU NUT does not exist' },
    ])
  })

  test('of orders and planned prices have the first row of each in the file', async () => {
    await prizm.builders.customer({ customerCode: 'C', creditLimit: '900.00', address: 'Here' })
    await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
    const head = 'Customer Code,Customer PO,SKU Code,Quantity'
    await importInto('orders', [head, 'C,P-1,BOLT,1', 'C,P-1,BOLT,2', 'C,P-2,BOLT,7'])
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, result: 'created' },
      { row: 4, result: 'created' },
    ])
    const prices = ['sku,effectiveDate,price', 'BOLT,2027-05-01,12.00', 'BOLT,2027-04-01,11.00']
    await importInto('planned-prices', prices)
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'BOLT', result: 'created' },
      { row: 3, record: 'BOLT', result: 'created' },
    ])
    await prizm.builders.vendor({ vendorCode: 'V' })
    const lines = ['PO-1,V,BOLT,1,2.00', 'PO-1,V,BOLT,2,2.00', 'PO-2,V,BOLT,3,2.00']
    const purchaseHead = 'Order Number,Vendor Code,SKU,Quantity,Unit Price'
    await importInto('purchase-orders', [purchaseHead, ...lines])
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'PO-1', result: 'created' },
      { row: 4, record: 'PO-2', result: 'created' },
    ])
  })

  test('of orders: also those that were not created, with the reason', async () => {
    await prizm.builders.customer({ customerCode: 'C', creditLimit: '900.00', address: 'Here' })
    await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
    const head = 'Customer Code,Customer PO,SKU Code,Quantity'
    await importInto('orders', [head, 'C,P-1,BOLT,1', 'C,P-2,BOLT,1', 'C,P-2,NUT,1'])
    expect(await newest()).toMatchObject({ created: 1, skipped: 1, state: 'undoable' })
    const none = { record: null, result: 'skipped', fields: [] }
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, result: 'created', reason: null },
      { ...none, id: -3, row: 3, reason: 'C P-2: Row 4: SKU NUT does not exist' },
    ])
    await importInto('orders', [head, 'C,P-1,BOLT,1', 'C,P-3,BOLT,1'])
    const reason = expect.stringMatching(/^C P-1: exists already as SO-\d+$/)
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { ...none, row: 2, reason },
      { row: 3, result: 'created' },
    ])
    expect((await undo((await newest()).id)).json<UndoOutcome>().undone).toBe(1)
  })

  test('of documents and prices: also those that exist already', async () => {
    await prizm.builders.sku({ sku: 'BOLT', price: '10.00' })
    await prizm.builders.vendor({ vendorCode: 'V' })
    const head = 'Order Number,Vendor Code,SKU,Quantity,Unit Price'
    await importInto('purchase-orders', [head, 'PO-1,V,BOLT,1,2.00'])
    await importInto('purchase-orders', [head, 'PO-1,V,BOLT,1,2.00', 'PO-2,V,BOLT,1,2.00'])
    expect(await newest()).toMatchObject({ created: 1, skipped: 1 })
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'PO-1', result: 'skipped', reason: 'It exists already' },
      { row: 3, record: 'PO-2', result: 'created' },
    ])
    const priceHead = 'sku,effectiveDate,price'
    await importInto('planned-prices', [priceHead, 'BOLT,2027-04-01,11.00'])
    const again = [priceHead, 'BOLT,2027-04-01,11.00', 'BOLT,2027-05-01,12.00']
    await importInto('planned-prices', again)
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: 'BOLT', result: 'skipped', reason: 'It has these values already' },
      { row: 3, record: 'BOLT', result: 'created' },
    ])
  })

  test('of a bulk edit: also the skipped records with the reason', async () => {
    const one = await prizm.builders.customer({ customerCode: 'A', isActive: false })
    const two = await prizm.builders.customer({ customerCode: 'B' })
    await edit('customers', 'deactivate', [one.id, two.id])
    const { id } = await newest()
    const base = { row: null, fields: [], reason: null }
    expect(await rowsOf(id)).toEqual([
      {
        ...base,
        id: one.id,
        record: 'A',
        result: 'skipped',
        reason: 'A is already inactive',
      },
      { ...base, id: two.id, record: 'B', result: 'changed', fields: ['isActive'] },
    ])
  })
})

describe('undo of an import', () => {
  test('deletes and restores all of its records, once', async () => {
    await prizm.builders.customer({ customerCode: 'A', name: 'Old' })
    const file = [customerHead, 'B,Two,b@x.com', 'A,New,a@x.com']
    await importInto('customers', file, { existing: 'update' })
    const { id } = await newest()
    const tried = await undo(id, '?dryRun=true')
    expect(tried.json<UndoOutcome>()).toEqual({ undone: 2, blockers: [] })
    expect(await newest()).toMatchObject({ state: 'undoable' })
    expect((await undo(id)).json<UndoOutcome>()).toEqual({ undone: 2, blockers: [] })
    expect(await customers()).toEqual([{ code: 'A', name: 'Old' }])
    expect(await newest()).toMatchObject({
      id,
      state: 'undone',
      undoneAt: expect.any(String),
      undoneBy: expect.stringContaining('manager'),
    })
    expect(await refusalOf(id)).toMatchObject({ status: 409, code: 'already-undone' })
  })

  test('undoes nothing and lists what prevents it if a record was changed', async () => {
    await importInto('customers', [customerHead, 'A,One,a@x.com', 'B,Two,b@x.com'])
    const { id } = await newest()
    const [first] = await prizm.rows<{ id: number }>('select id from customers order by id')
    await prizm.call('PATCH', `/api/customers/${first?.id}`, { as, body: { city: 'Austin' } })
    const reason = 'A was changed after the import'
    expect((await undo(id, '?dryRun=true')).json<UndoOutcome>()).toEqual({
      undone: 0,
      blockers: [{ id: first?.id, reason }],
    })
    const answer = await undo(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'undo-blocked',
      detail:
        '1 record prevents the undo, so nothing was undone. ' +
        'Resolve the reasons below, or undo the other records one by one',
      errors: [{ path: String(first?.id), message: reason }],
    })
    expect(await customers()).toHaveLength(2)
    expect(await newest()).toMatchObject({ state: 'undoable' })
  })

  test('two undos at once undo it once', async () => {
    await importInto('customers', [customerHead, 'A,One,a@x.com', 'B,Two,b@x.com'])
    const { id } = await newest()
    const answers = await Promise.all([undo(id), undo(id), undo(id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ])
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual([
      'already-undone',
      'already-undone',
    ])
    expect(await customers()).toEqual([])
    const deletions = await prizm.rows(`select id from audit_log where action = 'delete'`)
    expect(deletions).toHaveLength(2)
  })

  test('is refused after 30 days', async () => {
    await importInto('customers', [customerHead, 'A,One,a@x.com'])
    const { id } = await newest()
    await prizm.database.pool.query('delete from import_rows')
    expect(await newest()).toMatchObject({ state: 'expired' })
    expect(await refusalOf(id)).toMatchObject({ status: 409, code: 'too-old-to-undo' })
  })

  test('of orders cancels all of them, or none if one has moved on', async () => {
    await prizm.builders.customer({ customerCode: 'C', creditLimit: '900.00', address: 'Here' })
    await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
    const head = 'Customer Code,Customer PO,SKU Code,Quantity'
    await importInto('orders', [head, 'C,P-1,BOLT,1', 'C,P-2,BOLT,2'])
    const { id } = await newest()
    type Order = { id: number; orderNumber: string }
    const orders = (await prizm.call('GET', '/api/sales-orders?sort=id', { as })).json<Order[]>()
    const [first] = orders
    await prizm.call('PUT', `/api/sales-orders/${first?.id}`, { as, body: { notes: 'Call' } })
    const refused = await refusalOf(id)
    expect(refused).toMatchObject({ status: 409, code: 'undo-blocked' })
    expect(refused.reasons).toEqual([expect.stringMatching(`^${first?.orderNumber}: `)])
    const statuses = () => prizm.rows('select status from sales_orders order by id')
    expect(await statuses()).toEqual([{ status: 'pending' }, { status: 'pending' }])
    await importInto('orders', [head, 'C,P-3,BOLT,3'])
    expect((await undo((await newest()).id)).json<UndoOutcome>().undone).toBe(1)
    expect(await statuses()).toEqual([
      { status: 'pending' },
      { status: 'pending' },
      { status: 'cancelled' },
    ])
  })
})

describe('undo of a stock count', () => {
  const stock = async () => {
    const text = 'select current_stock as stock from skus order by id'
    return (await prizm.rows<{ stock: number }>(text)).map((row) => row.stock)
  }

  test('is a counter-count, and later movements stay', async () => {
    const { id: skuId } = await prizm.builders.sku({ sku: 'S-1', price: '2.00', currentStock: 10 })
    await prizm.builders.sku({ sku: 'S-2', currentStock: 4 })
    await importInto('skus/counts', ['sku,counted', 'S-1,8', 'S-2,4'])
    const { id: changeId } = await newest()
    expect(await rowsOf(changeId)).toMatchObject([
      { id: skuId, row: 2, record: 'S-1', fields: ['currentStock'], reason: null },
      { row: 3, record: 'S-2', result: 'skipped', reason: 'The count equals the stock' },
    ])
    const customer = await prizm.builders.customer({ creditLimit: '900.00' })
    const body = { customerId: customer.id, items: [{ skuId, quantity: 3 }] }
    const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json()
    for (const step of ['process', 'ship']) {
      // oxlint-disable-next-line no-await-in-loop
      await prizm.call('POST', `/api/sales-orders/${order.id}/${step}`, { as })
    }
    expect(await stock()).toEqual([5, 4])
    expect((await undo(changeId)).json<UndoOutcome>()).toEqual({ undone: 1, blockers: [] })
    expect(await stock()).toEqual([7, 4])
    const moves = await prizm.rows(
      `select on_hand_delta as units, reason from stock_moves
       where sku_id = ${skuId} and kind = 'adjust' order by id desc limit 1`,
    )
    expect(moves).toEqual([{ units: 2, reason: 'Stock count import undone' }])
  })

  test('is prevented by a later count, and by reserved units', async () => {
    const { id } = await prizm.builders.sku({ sku: 'S-1', currentStock: 10 })
    const reserved = await prizm.builders.sku({ sku: 'S-2', price: '2.00', currentStock: 1 })
    await importInto('skus/counts', ['sku,counted', 'S-1,8', 'S-2,6'])
    const change = await newest()
    await prizm.call('PATCH', `/api/skus/${id}`, { as, body: { currentStock: 9 } })
    const customer = await prizm.builders.customer({ creditLimit: '900.00' })
    const items = [{ skuId: reserved.id, quantity: 4 }]
    await prizm.call('POST', '/api/orders/create', { as, body: { customerId: customer.id, items } })
    expect(await refusalOf(change.id)).toEqual({
      status: 409,
      code: 'undo-blocked',
      reasons: [
        'S-1: It was counted or adjusted after the import',
        'S-2: 4 of S-2 are reserved, so its stock cannot be 1',
      ],
    })
    expect(await stock()).toEqual([9, 6])
  })
})

describe('undo of shipments', () => {
  test('creates a return for each order, of the units that were shipped', async () => {
    const { id: skuId } = await prizm.builders.sku({ sku: 'W', price: '2.00', currentStock: 90 })
    const customer = await prizm.builders.customer({ creditLimit: '900.00' })
    const body = { customerId: customer.id, items: [{ skuId, quantity: 10 }] }
    const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json()
    await prizm.call('POST', `/api/sales-orders/${order.id}/process`, { as })
    const head = 'Order Number,SKU,Quantity,Tracking Number'
    const parcels = [`${order.orderNumber},W,4,1Z-1`, `${order.orderNumber},W,3,1Z-2`]
    await importInto('sales-orders/shipments', [head, ...parcels])
    const change = await newest()
    expect(change).toMatchObject({ table: 'shipments', created: 2, state: 'undoable' })
    expect(await rowsOf(change.id)).toMatchObject([
      { row: 2, record: `${order.orderNumber}-1`, result: 'created' },
      { row: 3, record: `${order.orderNumber}-2`, result: 'created' },
    ])
    await importInto('sales-orders/shipments', [head, parcels[0] as string])
    expect(await newest()).toMatchObject({ created: 0, skipped: 1, state: 'final' })
    expect(await rowsOf((await newest()).id)).toMatchObject([
      { row: 2, record: `${order.orderNumber}-1`, reason: 'Its order already has this parcel' },
    ])
    const returned = () =>
      prizm.rows(`select r.type, r.status, r.reason, i.quantity
        from returns r join return_items i on i.return_id = r.id`)
    expect((await undo(change.id, '?dryRun=true')).json<UndoOutcome>().undone).toBe(2)
    expect(await returned()).toEqual([])
    expect((await undo(change.id)).json<UndoOutcome>()).toEqual({ undone: 2, blockers: [] })
    expect(await returned()).toEqual([
      { type: 'rma', status: 'pending', reason: 'Shipment import undone', quantity: 7 },
    ])
    expect(await refusalOf(change.id)).toMatchObject({ code: 'already-undone' })
  })
})

describe('undo of an upsert', () => {
  const upsert = async (room: string, records: object[]) => {
    const answer = await prizm.call('POST', `/api/${room}/upsert`, { as, body: { records } })
    expect(answer.statusCode, answer.body).toBe(200)
    return newest()
  }

  test('deletes and restores its customers, and lists them like those of an import', async () => {
    await prizm.builders.customer({ customerCode: 'A', name: 'Old' })
    await prizm.builders.customer({ customerCode: 'C', name: 'Same' })
    const change = await upsert('customers', [
      { customerCode: 'A', name: 'New' },
      { customerCode: 'B', name: 'Two', email: 'b@x.com' },
      { customerCode: 'C', name: 'Same' },
      { customerCode: 'D' },
    ])
    expect(change).toMatchObject({
      table: 'customers',
      action: 'upsert',
      fileName: null,
      madeBy: expect.stringContaining('manager'),
      created: 1,
      updated: 1,
      unchanged: 1,
      skipped: 0,
      state: 'undoable',
    })
    expect(await rowsOf(change.id)).toMatchObject([
      { row: null, record: 'A', result: 'updated', fields: ['name'] },
      { row: null, record: 'B', result: 'created', fields: [] },
    ])
    const imports = await prizm.call('GET', '/api/imports', { as })
    expect(imports.json()).toEqual([])
    expect((await undo(change.id)).json<UndoOutcome>()).toEqual({ undone: 2, blockers: [] })
    expect(await customers()).toEqual([
      { code: 'A', name: 'Old' },
      { code: 'C', name: 'Same' },
    ])
    expect(await newest()).toMatchObject({ id: change.id, state: 'undone' })
    expect(await refusalOf(change.id)).toMatchObject({ status: 409, code: 'already-undone' })
  })

  test('is prevented by a later change; one that changes nothing is not listed', async () => {
    await prizm.builders.customer({ customerCode: 'A', name: 'Old' })
    await upsert('customers', [{ customerCode: 'A', name: 'Old' }])
    expect(await listed()).toEqual([])
    const { id } = await upsert('customers', [{ customerCode: 'A', name: 'New' }])
    await upsert('customers', [{ customerCode: 'A', city: 'Austin' }])
    expect(await refusalOf(id)).toMatchObject({
      code: 'undo-blocked',
      reasons: ['A was changed after the upsert'],
    })
    expect(await customers()).toEqual([{ code: 'A', name: 'New' }])
  })

  test('takes SKUs, planned prices and contract prices back', async () => {
    await prizm.builders.customer({ customerCode: 'C' })
    await prizm.builders.sku({ sku: 'BOLT', price: '10.00' })
    const undoAll = async ({ id }: BulkChange) => (await undo(id)).json<UndoOutcome>()
    const ofSkus = await upsert('skus', [
      { sku: 'BOLT', price: '11.00' },
      { sku: 'NUT', name: 'Nut', cost: '1.00', price: '2.00' },
    ])
    expect(ofSkus).toMatchObject({ table: 'skus', action: 'upsert', created: 1, updated: 1 })
    expect(await undoAll(ofSkus)).toEqual({ undone: 2, blockers: [] })
    const skus = 'select sku, price::text as price from skus where deleted_at is null'
    expect(await prizm.rows(skus)).toEqual([{ sku: 'BOLT', price: '10.00' }])

    const plan = { sku: 'BOLT', effectiveDate: '2027-05-01', price: '12.00' }
    const ofPlans = await upsert('planned-prices', [plan])
    expect(ofPlans).toMatchObject({ table: 'sku_prices', action: 'upsert', created: 1 })
    expect(await undoAll(ofPlans)).toEqual({ undone: 1, blockers: [] })
    const plans = `select id from sku_prices where effective_date = '2027-05-01'`
    expect(await prizm.rows(plans)).toEqual([])

    const agreed = { customerCode: 'C', sku: 'BOLT', effectiveDate: '2026-01-01' }
    await upsert('contract-pricing', [{ ...agreed, contractPrice: '9.00' }])
    const ofPrices = await upsert('contract-pricing', [{ ...agreed, contractPrice: '8.00' }])
    expect(ofPrices).toMatchObject({ table: 'contract_pricing', created: 0, updated: 1 })
    expect(await undoAll(ofPrices)).toEqual({ undone: 1, blockers: [] })
    const prices = await prizm.call('GET', '/api/contract-pricing', { as })
    expect(prices.json()).toMatchObject([{ contractPrice: '9.00' }])
  })
})

describe('undo of a bulk edit', () => {
  const active = () =>
    prizm.rows(`select customer_code as code, is_active as "isActive" from customers
      where deleted_at is null order by id`)

  test('activates what it deactivated, unless that was changed since', async () => {
    const one = await prizm.builders.customer({ customerCode: 'A' })
    const two = await prizm.builders.customer({ customerCode: 'B' })
    const patch = async (body: object) => {
      const answer = await prizm.call('PATCH', `/api/customers/${one.id}`, { as, body })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await edit('customers', 'deactivate', [one.id, two.id])
    const { id } = await newest()
    await patch({ city: 'Austin' })
    expect((await undo(id)).json<UndoOutcome>().undone).toBe(2)
    expect(await active()).toEqual([
      { code: 'A', isActive: true },
      { code: 'B', isActive: true },
    ])
    const cities = await prizm.rows('select city from customers order by id limit 1')
    expect(cities).toEqual([{ city: 'Austin' }])
    await edit('customers', 'deactivate', [one.id, two.id])
    await patch({ isActive: true })
    expect(await refusalOf((await newest()).id)).toMatchObject({
      code: 'undo-blocked',
      reasons: ['A was changed after the bulk edit'],
    })
  })

  test('restores what it deleted, unless its code is used again', async () => {
    const one = await prizm.builders.customer({ customerCode: 'A' })
    const two = await prizm.builders.customer({ customerCode: 'B' })
    await edit('customers', 'delete', [one.id, two.id])
    const deletion = await newest()
    expect(deletion).toMatchObject({ action: 'delete', updated: 2 })
    const taking = await prizm.builders.customer({ customerCode: 'a' })
    expect(await refusalOf(deletion.id)).toMatchObject({
      code: 'undo-blocked',
      reasons: ['A is now used by another record'],
    })
    await edit('customers', 'delete', [taking.id])
    expect((await undo(deletion.id)).json<UndoOutcome>()).toEqual({ undone: 2, blockers: [] })
    expect((await active()).map(({ code }) => code)).toEqual(['A', 'B'])
  })

  test('deletes what it restored', async () => {
    const one = await prizm.builders.customer({ customerCode: 'A' })
    await edit('customers', 'delete', [one.id])
    await edit('customers', 'restore', [one.id])
    const { id, action } = await newest()
    expect(action).toBe('restore')
    expect((await undo(id)).json<UndoOutcome>().undone).toBe(1)
    expect(await active()).toEqual([])
  })

  /** The SKU at 3.00, without other prices. */
  const raised = async (id: number) => {
    const { version } = (await prizm.call('GET', `/api/skus/${id}`, { as })).json()
    const tiers = { tier1Price: null, tier2Price: null, tier3Price: null }
    return { id, version, price: '3.00', ...tiers }
  }

  test('cancels the prices that it planned', async () => {
    const one = await prizm.builders.sku({ sku: 'S-1', price: '2.00' })
    const two = await prizm.builders.sku({ sku: 'S-2', price: '2.00' })
    const plan = async (ids: number[]) => {
      const body = { effectiveDate: '2027-05-01', prices: await Promise.all(ids.map(raised)) }
      const answer = await prizm.call('POST', '/api/planned-prices', { as, body })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
    }
    await plan([one.id])
    await plan([one.id, two.id])
    const change = await newest()
    const counts = { updated: 1, skipped: 1 }
    expect(change).toMatchObject({ table: 'sku_prices', action: 'plan_prices', ...counts })
    expect(await rowsOf(change.id)).toMatchObject([
      { id: -one.id, record: null, reason: 'S-1 already has a planned price for that day' },
      { record: 'S-2', result: 'changed', reason: null },
    ])
    expect((await undo(change.id)).json<UndoOutcome>()).toEqual({ undone: 1, blockers: [] })
    const left = (await prizm.call('GET', '/api/planned-prices', { as })).json()
    expect(left).toMatchObject([{ sku: 'S-1' }])
  })

  test('restores prices, although units have moved since', async () => {
    const fields = { sku: 'S-1', price: '2.00', tier1Price: '1.90', currentStock: 5 }
    const sku = await prizm.builders.sku(fields)
    await prizm.call('POST', '/api/skus/prices', { as, body: { prices: [await raised(sku.id)] } })
    const change = await newest()
    expect(change).toMatchObject({ table: 'skus', action: 'adjust_prices', updated: 1 })
    expect(await rowsOf(change.id)).toMatchObject([{ fields: ['price', 'tier1Price'] }])
    const count = { currentStock: 4, stockReason: 'Lost' }
    await prizm.call('POST', `/api/skus/${sku.id}/adjust`, { as, body: count })
    expect((await undo(change.id)).json<UndoOutcome>().undone).toBe(1)
    expect((await prizm.call('GET', `/api/skus/${sku.id}`, { as })).json()).toMatchObject({
      price: '2.00',
      tier1Price: '1.90',
      currentStock: 4,
    })
    await prizm.call('POST', '/api/skus/prices', { as, body: { prices: [await raised(sku.id)] } })
    await prizm.call('PATCH', `/api/skus/${sku.id}`, { as, body: { price: '3.50' } })
    expect(await refusalOf((await newest()).id)).toMatchObject({
      code: 'undo-blocked',
      reasons: ['S-1 was changed after the bulk edit'],
    })
  })

  describe('of sales orders', () => {
    /** An order of three units. */
    async function createOrder() {
      const { id: skuId } = await prizm.builders.sku({ price: '2.00', currentStock: 9 })
      const customer = await prizm.builders.customer({ creditLimit: '900.00' })
      const body = { customerId: customer.id, items: [{ skuId, quantity: 3 }] }
      const answer = await prizm.call('POST', '/api/orders/create', { as, body })
      return answer.json<{ order: { id: number; orderNumber: string } }>().order
    }
    /** Records that the warehouse has received an order. */
    async function sendToWarehouse(id: number) {
      const { pool } = prizm.database
      await pool.query(`insert into wms_documents (kind, record_id, code, fingerprint)
        select 'order', id, order_number, 'print' from sales_orders where id = ${id}`)
      await pool.query(`insert into wms_exports
          (kind, record_id, code, version, action, payload, state, sent_at)
        select 'order', id, order_number, 1, 'original', '{}', 'sent', now()
        from sales_orders where id = ${id}`)
    }
    const statuses = async () =>
      (await prizm.rows<{ status: string }>('select status from sales_orders order by id')).map(
        ({ status }) => status,
      )

    test('recalls what it started, all of it or nothing', async () => {
      const [one, two] = [await createOrder(), await createOrder()]
      await edit('sales-orders', 'process', [one.id, two.id])
      const { id } = await newest()
      await prizm.call('POST', `/api/sales-orders/${two.id}/ship`, { as })
      const refused = await refusalOf(id)
      expect(refused.code).toBe('undo-blocked')
      expect(refused.reasons).toEqual([expect.stringMatching(`^${two.orderNumber}: `)])
      expect(await statuses()).toEqual(['processing', 'shipped'])
      const three = await createOrder()
      await edit('sales-orders', 'process', [three.id])
      const other = await newest()
      expect((await undo(other.id)).json<UndoOutcome>()).toEqual({ undone: 1, blockers: [] })
      expect(await statuses()).toEqual(['processing', 'shipped', 'pending'])
    })

    test('is refused for orders that the warehouse has, and asks it nothing', async () => {
      const { id, orderNumber } = await createOrder()
      await edit('sales-orders', 'process', [id])
      await sendToWarehouse(id)
      expect(await refusalOf((await newest()).id)).toMatchObject({
        code: 'undo-blocked',
        reasons: [
          `${orderNumber}: The warehouse has it and must confirm. Recall this order by itself`,
        ],
      })
      const orders = await prizm.rows('select status, cancel_request from sales_orders')
      expect(orders).toEqual([{ status: 'processing', cancel_request: null }])
    })

    test('needs the permission to recall', async () => {
      const { id } = await createOrder()
      const warehouse = await prizm.signIn('warehouse')
      await edit('sales-orders', 'process', [id], warehouse)
      const change = await newest()
      expect((await undo(change.id, '', warehouse)).statusCode).toBe(403)
      expect(await statuses()).toEqual(['processing'])
    })

    test('is refused for shipped ones, with what to do instead', async () => {
      const order = await createOrder()
      await edit('sales-orders', 'process', [order.id])
      await edit('sales-orders', 'ship', [order.id, 777])
      const change = await newest()
      expect(change).toMatchObject({
        table: 'sales_orders',
        action: 'ship',
        updated: 1,
        skipped: 1,
        state: 'final',
      })
      const answer = await undo(change.id)
      expect(answer.json()).toMatchObject({
        code: 'not-undoable',
        detail:
          'This cannot be undone as a whole. ' +
          'The goods have shipped and been invoiced. Create returns for them instead.',
      })
      expect(await rowsOf(change.id)).toMatchObject([
        { record: order.orderNumber, result: 'changed' },
        { id: 777, record: null, result: 'skipped', reason: 'That record was not found' },
      ])
    })
  })

  test('withdraws purchase orders that it submitted', async () => {
    const vendor = await prizm.builders.vendor({})
    const { id: skuId } = await prizm.builders.sku({ cost: '1.00' })
    const items = [{ skuId, quantity: 2, unitPrice: '1.00' }]
    const body = { orderNumber: 'PO-1', vendorId: vendor.id, items }
    const created = await prizm.call('POST', '/api/purchase-orders', { as, body })
    expect(created.statusCode, created.body).toBe(201)
    const { id } = created.json<{ id: number }>()
    await edit('purchase-orders', 'submit', [id])
    const change = await newest()
    expect(change).toMatchObject({ table: 'purchase_orders', action: 'submit', updated: 1 })
    expect((await undo(change.id)).json<UndoOutcome>().undone).toBe(1)
    expect(await prizm.rows('select status from purchase_orders')).toEqual([{ status: 'draft' }])
    expect(await listed()).toHaveLength(1)
  })
})
