import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ChosenPermission } from '#features/auth/role-rules.ts'
import { readList } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import type { BulkChange, UndoOutcome } from '../contract.ts'
import { bulkChangeRowSpec } from './store.ts'

// What a user may not import or delete, they may not restore or delete by an undo either.

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

type Importing = { as?: string; query?: Record<string, string> }

/** Imports lines, into records that exist too; returns the id of the import. */
async function importInto(
  room: string,
  lines: string[],
  { as = admin, query = { existing: 'update' } }: Importing = {},
): Promise<number> {
  const headers = { cookie: as, 'content-type': 'text/csv' }
  const [url, payload] = [`/api/${room}/import`, lines.join('\n')]
  const answer = await prizm.app.inject({ method: 'POST', url, query, headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().importId
}
const undo = (id: number, as: string, query = '') =>
  prizm.call('POST', `/api/bulk-changes/${id}/undo${query}`, { as })
const undoInRoom = (room: string, id: number, as: string) =>
  prizm.call('POST', `/api/${room}/import/${id}/undo`, { as })
const stateOf = async (id: number) =>
  (await prizm.call('GET', `/api/bulk-changes/${id}`, { as: admin })).json<BulkChange>().state

/** A user of an own role with these permissions. */
async function ownUser(...permissions: ChosenPermission[]): Promise<string> {
  await prizm.builders.ownRole({ name: 'Clerk', permissions })
  return prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
}

/** Every way to undo it is refused to this user with one reason, and changes nothing. */
async function expectRefused(
  { room, id, as }: { room: string; id: number; as: string },
  blockers: UndoOutcome['blockers'],
) {
  expect((await undo(id, as, '?dryRun=true')).json<UndoOutcome>()).toEqual({ undone: 0, blockers })
  const refused = await undo(id, as)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'undo-blocked'])
  const messages = blockers.map(({ reason }) => reason)
  const errors = refused.json<{ errors: { message: string }[] }>().errors
  expect(errors.map(({ message }) => message)).toEqual(messages)
  const inRoom = await undoInRoom(room, id, as)
  expect([inRoom.statusCode, inRoom.json()]).toEqual([200, { done: [], kept: blockers }])
  expect(await stateOf(id)).toBe('undoable')
}

describe('vendors', () => {
  const head = 'vendorCode,name,email,paymentTerms'
  const stored = () =>
    prizm.rows(
      `select vendor_code as code, name, payment_terms as terms from vendors
       where deleted_at is null order by id`,
    )

  test('a manager does not restore payment terms, and an administrator still does', async () => {
    const { id } = await prizm.builders.vendor({
      vendorCode: 'V-1',
      name: 'Old',
      paymentTerms: 'net-30',
    })
    const importId = await importInto('vendors', [head, 'V-1,New,a@x.com,net-60'])
    const as = await prizm.signIn('manager')
    const reason = 'V-1: Your role cannot change payment terms of vendors'
    await expectRefused({ room: 'vendors', id: importId, as }, [{ id, reason }])
    expect(await stored()).toEqual([{ code: 'V-1', name: 'New', terms: 'net-60' }])
    expect((await undo(importId, admin)).json()).toEqual({ undone: 1, blockers: [] })
    expect(await stored()).toEqual([{ code: 'V-1', name: 'Old', terms: 'net-30' }])
  })

  test('two undos at once: only the one with the permission undoes it', async () => {
    await prizm.builders.vendor({ vendorCode: 'V-1', name: 'Old', paymentTerms: 'net-30' })
    const importId = await importInto('vendors', [head, 'V-1,New,a@x.com,net-60'])
    const as = await prizm.signIn('manager')
    const answers = await Promise.all([
      undoInRoom('vendors', importId, as),
      undo(importId, as),
      undo(importId, admin),
    ])
    const [inRoom, byManager, byAdmin] = answers.map((answer) => answer.json())
    expect(inRoom.done ?? []).toEqual([])
    expect(['undo-blocked', 'already-undone']).toContain(byManager.code)
    expect(byAdmin).toEqual({ undone: 1, blockers: [] })
    expect(await stored()).toEqual([{ code: 'V-1', name: 'Old', terms: 'net-30' }])
  })

  test('a manager restores other fields', async () => {
    await prizm.builders.vendor({ vendorCode: 'V-1', name: 'Old', paymentTerms: 'net-30' })
    const importId = await importInto('vendors', ['vendorCode,name,email', 'V-1,New,a@x.com'])
    const answer = await undo(importId, await prizm.signIn('manager'))
    expect(answer.json()).toEqual({ undone: 1, blockers: [] })
    expect(await stored()).toEqual([{ code: 'V-1', name: 'Old', terms: 'net-30' }])
  })

  test('records that an import created are deleted only with that permission', async () => {
    const as = await ownUser('vendors.read', 'vendors.edit', 'vendors.import')
    const file = ['vendorCode,name,email', 'V-1,One,a@x.com']
    const importId = await importInto('vendors', file, { as })
    const [created] = await prizm.rows<{ id: number }>('select id from vendors')
    const id = created?.id ?? 0
    const reason = 'V-1 was created by the import, and you cannot delete it'
    await expectRefused({ room: 'vendors', id: importId, as }, [{ id, reason }])
    expect(await stored()).toEqual([{ code: 'V-1', name: 'One', terms: null }])
    expect((await undoInRoom('vendors', importId, admin)).json()).toEqual({ done: [id], kept: [] })
    expect(await stored()).toEqual([])
    expect(await stateOf(importId)).toBe('undone')
  })
})

test('an own role without the terms of customers does not restore a credit limit', async () => {
  const { id } = await prizm.builders.customer({ customerCode: 'A', creditLimit: '100.00' })
  const head = 'customerCode,name,email,creditLimit'
  const importId = await importInto('customers', [head, 'A,One,a@x.com,900.00'])
  const as = await ownUser('customers.read', 'customers.edit', 'customers.import')
  const reason = 'A: Your role cannot change the terms of customers'
  await expectRefused({ room: 'customers', id: importId, as }, [{ id, reason }])
  expect(await prizm.rows('select credit_limit as "limit" from customers')).toEqual([
    { limit: '900.00' },
  ])
})

test('the sign-up role restores no credit limit if the setting takes terms from it', async () => {
  const { id } = await prizm.builders.customer({ customerCode: 'A', creditLimit: '100.00' })
  const body = { records: [{ customerCode: 'A', creditLimit: '900.00' }] }
  const sent = await prizm.call('POST', '/api/customers/upsert', { as: admin, body })
  expect(sent.json()).toMatchObject({ updated: 1 })
  const allow = (userMayEditTerms: boolean) =>
    prizm.call('PATCH', '/api/settings', { as: admin, body: { userMayEditTerms } })
  const limits = () => prizm.rows('select credit_limit as "limit" from customers')
  const [change] = await prizm.rows<{ id: number }>('select id from imports')
  const as = await prizm.signIn('user')
  await allow(false)
  const refused = await undo(change?.id ?? 0, as)
  expect([refused.statusCode, refused.json().errors]).toMatchObject([
    409,
    [{ path: String(id), message: 'A: Your role cannot change the terms of customers' }],
  ])
  expect(await limits()).toEqual([{ limit: '900.00' }])
  await allow(true)
  expect((await undo(change?.id ?? 0, as)).json()).toEqual({ undone: 1, blockers: [] })
  expect(await limits()).toEqual([{ limit: '100.00' }])
})

test('an undo restores payment terms of older data that cannot be entered any more', async () => {
  const paymentTerms = 'when it rains'
  await prizm.builders.customer({ customerCode: 'A', paymentTerms })
  await prizm.builders.vendor({ vendorCode: 'V-1', name: 'Old', paymentTerms })
  const head = 'name,email,paymentTerms'
  const lines = [`customerCode,${head}`, 'A,One,a@x.com,net-60']
  const ofCustomers = await importInto('customers', lines)
  const ofVendors = await importInto('vendors', [`vendorCode,${head}`, 'V-1,New,a@x.com,net-60'])
  for (const id of [ofCustomers, ofVendors]) {
    expect((await undo(id, admin)).json()).toEqual({ undone: 1, blockers: [] })
  }
  const terms = await prizm.rows(
    `select payment_terms as terms from customers
     union all select payment_terms from vendors`,
  )
  expect(terms).toEqual([{ terms: paymentTerms }, { terms: paymentTerms }])
})

test('who may not cancel orders does not cancel imported ones by an undo', async () => {
  await prizm.builders.customer({ customerCode: 'A', creditLimit: '900.00' })
  await prizm.builders.sku({ sku: 'W', price: '2.00', currentStock: 9 })
  const as = await ownUser('salesOrders.read', 'orders.create', 'orders.import')
  const file = ['Customer Code,SKU Code,Quantity', 'A,W,1']
  const id = await importInto('orders', file, { as, query: {} })
  const stored = () => prizm.rows('select order_number as "number", status from sales_orders')
  const [{ number }] = await stored()
  const message = `${number}: Your role cannot cancel sales orders`
  expect((await undo(id, as)).json()).toMatchObject({ code: 'undo-blocked', errors: [{ message }] })
  expect((await undoInRoom('orders', id, as)).json()).toMatchObject({ code: 'nothing-undone' })
  expect(await stored()).toEqual([{ number, status: 'pending' }])
  expect((await undo(id, admin)).json()).toEqual({ undone: 1, blockers: [] })
  expect(await stored()).toEqual([{ number, status: 'cancelled' }])
})

test('who may not change SKUs does not cancel imported price plans by an undo', async () => {
  await prizm.builders.sku({ sku: 'W', price: '2.00' })
  const file = ['sku,effectiveDate,price', 'W,2026-03-04,3.00']
  const id = await importInto('planned-prices', file, { query: {} })
  const as = await ownUser('skus.read', 'skus.import')
  for (const refused of [await undo(id, as), await undoInRoom('planned-prices', id, as)]) {
    const { detail } = refused.json()
    expect([refused.statusCode, detail]).toEqual([403, 'Your role cannot cancel planned prices'])
  }
  expect((await undo(id, admin)).json()).toEqual({ undone: 1, blockers: [] })
})

describe('SKUs', () => {
  const head = 'sku,name,cost,price'
  const stored = () => prizm.rows('select sku, cost, price from skus order by id')

  test('an own role that does not see costs does not restore one', async () => {
    const { id } = await prizm.builders.sku({
      sku: 'S-1',
      name: 'Thing',
      cost: '1.00',
      price: '2.00',
    })
    const importId = await importInto('skus', [head, 'S-1,Thing,1.50,2.00'])
    const as = await ownUser('skus.read', 'skus.edit', 'skus.import')
    const reason = 'S-1: Your role cannot change the cost'
    await expectRefused({ room: 'skus', id: importId, as }, [{ id, reason }])
    expect(await stored()).toEqual([{ sku: 'S-1', cost: '1.50', price: '2.00' }])
  })

  test('such a role imports prices, but no costs', async () => {
    await prizm.builders.sku({ sku: 'S-1', name: 'Thing', cost: '1.00', price: '2.00' })
    const as = await ownUser('skus.read', 'skus.edit', 'skus.import')
    const headers = { cookie: as, 'content-type': 'text/csv' }
    const send = (line: string) =>
      prizm.app.inject({
        method: 'POST',
        url: '/api/skus/import',
        query: { existing: 'update' },
        headers,
        payload: [head, line].join('\n'),
      })
    const refused = await send('S-1,Thing,1.50,3.00')
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: '2.cost', message: 'Your role cannot change the cost' }],
    ])
    expect((await send('S-1,Thing,1.00,3.00')).statusCode).toBe(200)
    expect(await stored()).toEqual([{ sku: 'S-1', cost: '1.00', price: '3.00' }])
  })
})

describe('permission and visibility come before work', () => {
  /** The next number of the series of customer returns; it uses that number. */
  const nextNumber = async () => {
    const options = { count: 1, now: prizm.clock.now }
    const [number = ''] = await nextNumbers(prizm.database.db, 'RMA', options)
    return Number(number.replace('RMA-', ''))
  }

  test('a refused undo of shipments and a dry run use no numbers of returns', async () => {
    const { id: skuId } = await prizm.builders.sku({ sku: 'W', price: '2.00', currentStock: 90 })
    const customer = await prizm.builders.customer({ creditLimit: '900.00' })
    const body = { customerId: customer.id, items: [{ skuId, quantity: 10 }] }
    const created = await prizm.call('POST', '/api/orders/create', { as: admin, body })
    const { order } = created.json()
    await prizm.call('POST', `/api/sales-orders/${order.id}/process`, { as: admin })
    const head = 'Order Number,SKU,Quantity,Tracking Number'
    const file = [head, `${order.orderNumber},W,4,1Z-1`]
    await importInto('sales-orders/shipments', file, { query: {} })
    const changes = await prizm.call('GET', '/api/bulk-changes', { as: admin })
    const { id } = changes.json<BulkChange[]>()[0] as BulkChange
    const first = await nextNumber()
    const refused = await undo(id, await prizm.signIn('warehouse'))
    expect([refused.statusCode, refused.json().detail]).toEqual([403, 'Your role cannot undo this'])
    expect((await undo(id, admin, '?dryRun=true')).json()).toEqual({ undone: 1, blockers: [] })
    expect(await prizm.rows('select id from returns')).toEqual([])
    expect(await nextNumber()).toBe(first + 1)
    expect((await undo(id, admin)).json()).toEqual({ undone: 1, blockers: [] })
    expect(await prizm.rows('select return_number as "number" from returns')).toEqual([
      { number: `RMA-${first + 2}` },
    ])
  })

  test('no row is read of a change that the caller may not see', async () => {
    const { id } = await prizm.builders.customer({ customerCode: 'A' })
    const body = { action: 'delete', ids: [id] }
    await prizm.call('POST', '/api/customers/bulk', { as: admin, body })
    const [change] = await prizm.rows<{ id: number }>('select id from imports')
    const read = (kinds: string[]) => {
      const spec = { ...bulkChangeRowSpec, values: [change?.id, kinds] }
      return readList(prizm.database.db, spec, { limit: 5 })
    }
    expect(await read(['customers:deactivate'])).toMatchObject({ rows: [], total: 0 })
    expect(await read(['customers:delete'])).toMatchObject({ rows: [{ id }], total: 1 })
    const url = `/api/bulk-changes/${change?.id}/rows`
    const sales = await prizm.signIn('sales')
    expect((await prizm.call('GET', url, { as: sales })).statusCode).toBe(404)
  })
})
