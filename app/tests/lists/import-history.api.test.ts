import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

async function importInto(room: string, text: string, query: Record<string, string> = {}) {
  const answer = await prizm.app.inject({
    method: 'POST',
    url: `/api/${room}/import`,
    query,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
  return answer.json().importId as number
}

const listed = async (query = '', by = as) =>
  (await prizm.call('GET', `/api/imports${query}`, { as: by })).json()

test('lists imports with user, time, file, counts and undo', async () => {
  const head = 'customerCode,name,email\n'
  const first = await importInto('customers', `${head}A,One,a@x.com\nB,Two,b@x.com\n`, {
    fileName: 'customers.csv',
  })
  const second = await importInto('customers', `${head}B,Too,b@x.com\nC,Three,c@x.com\n`, {
    existing: 'update',
  })
  const checkedOnly = await importInto('customers', `${head}D,Four,d@x.com\n`, { dryRun: 'true' })
  expect(checkedOnly).toBeNull()
  await prizm.builders.vendor({ vendorCode: 'V-1' })
  await prizm.builders.sku({ sku: 'S-1' })
  const orders = await importInto(
    'purchase-orders',
    'orderNumber,vendorCode,sku,quantity\nP-1,V-1,S-1,1\n',
  )
  const made = { madeBy: expect.stringContaining('manager'), madeAt: expect.any(String) }
  const open = { ...made, undoneAt: null, canUndo: true }
  const ofCustomers = [
    { ...open, id: second, table: 'customers', fileName: null, created: 1, updated: 1 },
    { ...open, id: first, table: 'customers', fileName: 'customers.csv', created: 2, updated: 0 },
  ]
  expect(await listed()).toEqual([
    { ...open, id: orders, table: 'purchase_orders', fileName: null, created: 1, updated: 0 },
    ...ofCustomers,
  ])
  expect(await listed('?table=customers')).toEqual(ofCustomers)
  await prizm.call('POST', `/api/customers/import/${second}/undo`, { as })
  expect((await listed('?table=customers'))[0]).toMatchObject({
    id: second,
    undoneAt: expect.any(String),
    canUndo: false,
  })
})

test('an import that is too old is listed without undo', async () => {
  const id = await importInto('vendors', 'vendorCode,name,email\nV-1,One,v@x.com\n')
  await prizm.database.pool.query('delete from import_rows')
  expect(await listed()).toMatchObject([{ id, table: 'vendors', created: 1, canUndo: false }])
})

test('each role sees the kinds of imports it may run', async () => {
  await importInto('customers', 'customerCode,name,email\nA,One,a@x.com\n')
  expect(await listed('', await prizm.signIn('sales'))).toEqual([])
  expect(await listed('', await prizm.signIn('admin'))).toHaveLength(1)
})

test('a stock count is listed with its adjustments', async () => {
  await prizm.builders.sku({ sku: 'S-1', currentStock: 4 })
  await prizm.builders.sku({ sku: 'S-2', currentStock: 4 })
  await importInto('skus/counts', 'sku,counted\nS-1,5\nS-2,4\n', { fileName: 'aisle 4.csv' })
  await importInto('skus/counts', 'sku,counted\nS-1,9\n', { dryRun: 'true' })
  expect(await listed('?table=stock_adjustments')).toMatchObject([
    { fileName: 'aisle 4.csv', created: 1, updated: 0, canUndo: true },
  ])
})
