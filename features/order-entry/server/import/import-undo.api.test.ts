import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { PastImport } from '#features/audit/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { differentReplays } from '../testing.ts'

// Orders created from a file are listed as one import, which can be undone once.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  await prizm.builders.customer({ customerCode: 'C-1', creditLimit: '90000.00', address: 'Here' })
  await prizm.builders.customer({ customerCode: 'C-2', creditLimit: '90000.00', address: 'There' })
  await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 500 })
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity\n'
async function importFile(lines: string[], query: Record<string, string> = {}, by = as) {
  const headers = { cookie: by, 'content-type': 'text/csv' }
  const payload = head + lines.join('\n')
  const url = '/api/orders/import'
  const answer = await prizm.app.inject({ method: 'POST', url, query, headers, payload })
  return answer.json<{ importId: number | null }>().importId
}
const listed = async (by = as) =>
  (await prizm.call('GET', '/api/imports?table=sales_orders', { as: by })).json<PastImport[]>()
const orders = async () =>
  (await prizm.call('GET', '/api/sales-orders?sort=id', { as })).json<SalesOrder[]>()
const undo = (id: number | null, by = as) =>
  prizm.call('POST', `/api/orders/import/${id}/undo`, { as: by })
const reserved = async () =>
  (await prizm.database.pool.query('select reserved from skus')).rows[0].reserved

test('an import is listed with user, time, file and count; a dry run is not listed', async () => {
  expect(await importFile(['C-1,P-1,BOLT,1'], { dryRun: 'true' })).toBeNull()
  const id = await importFile(['C-1,P-1,BOLT,1', 'C-2,P-2,BOLT,2'], { fileName: 'monday.csv' })
  expect(await listed()).toEqual([
    {
      id,
      table: 'sales_orders',
      madeAt: expect.any(String),
      madeBy: expect.stringContaining('manager'),
      fileName: 'monday.csv',
      created: 2,
      updated: 0,
      undoneAt: null,
      canUndo: true,
    },
  ])
  expect(await importFile(['C-1,P-1,BOLT,1'])).toBeNull()
  expect(await listed()).toMatchObject([{ created: 0, canUndo: false }, { id }])
})

test('undo cancels unchanged orders, once, and does not touch the rest', async () => {
  const id = await importFile(['C-1,P-1,BOLT,1', 'C-2,P-2,BOLT,2', 'C-1,P-3,BOLT,3'])
  const [first, second, third] = await orders()
  await prizm.call('POST', `/api/sales-orders/${second?.id}/process`, { as })
  await prizm.call('PUT', `/api/sales-orders/${third?.id}`, { as, body: { notes: 'Call' } })
  expect(await reserved()).toBe(6)
  const answer = await undo(id)
  expect(answer.json<BulkOutcome>()).toEqual({
    done: [first?.id],
    kept: [
      { id: second?.id, reason: expect.stringMatching(`^${second?.orderNumber}: `) },
      { id: third?.id, reason: expect.stringMatching(`^${third?.orderNumber}: `) },
    ],
  })
  expect((await orders()).map(({ status }) => status)).toEqual([
    'cancelled',
    'processing',
    'pending',
  ])
  expect(await reserved()).toBe(5)
  expect(await listed()).toMatchObject([{ id, canUndo: false, undoneAt: expect.any(String) }])
  const again = await undo(id)
  expect([again.statusCode, again.json().code]).toEqual([409, 'already-undone'])
  expect((await undo(99)).statusCode).toBe(404)
})

test('orders of several transactions are one import', async () => {
  const lines = Array.from({ length: 70 }, (_, index) => `C-${(index % 2) + 1},P-${index},BOLT,1`)
  const id = await importFile(lines)
  expect(await listed()).toMatchObject([{ id, created: 70 }])
  expect((await undo(id)).json<BulkOutcome>().done).toHaveLength(70)
  expect(await reserved()).toBe(0)
  // Cancelled orders can be imported again.
  expect(await importFile(lines)).not.toBeNull()
})

test('an undo that cancels nothing can be retried; other roles see no imports', async () => {
  const id = await importFile(['C-1,P-1,BOLT,1'])
  expect((await undo(id, await prizm.signIn('warehouse'))).statusCode).toBe(403)
  expect(await listed(await prizm.signIn('warehouse'))).toEqual([])
  const sales = await prizm.signIn('sales')
  const refused = await undo(id, sales)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing-undone'])
  expect(await listed()).toMatchObject([{ id, canUndo: true }])
  expect((await orders())[0]?.status).toBe('pending')
})
