import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { projectRoot } from '#platform/server/runtime/config.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('warehouse')
})
afterEach(() => prizm.close())

const send = (file: string | Buffer, query = '', by = as) =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/skus/counts/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv' },
    payload: file,
  })
const stocks = async () =>
  (await prizm.database.pool.query('select sku, current_stock from skus order by id')).rows.map(
    ({ sku, current_stock: stock }) => `${sku} ${stock}`,
  )

test('posts differing counts with their reasons; the rest is unchanged', async () => {
  const { id } = await prizm.builders.sku({ sku: 'W-1', currentStock: 10 })
  await prizm.builders.sku({ sku: 'W-2', currentStock: 5 })
  const file = 'SKU,Counted,Reason\nw-1,8,Two damaged\nW-2,5,\n'
  const expected = { rows: 2, created: 1, updated: 0, skipped: 0, unchanged: 1, errors: [] }
  expect((await send(file, '?dryRun=true')).json()).toMatchObject(expected)
  expect(await stocks()).toEqual(['W-1 10', 'W-2 5'])
  expect((await send(file)).json()).toMatchObject({ ...expected, importId: null })
  expect(await stocks()).toEqual(['W-1 8', 'W-2 5'])
  const acts = await prizm.call('GET', `/api/activity/${id}?entity=sku`, { as })
  expect(acts.json()[0]).toMatchObject({
    action: 'adjust',
    channel: 'csv',
    reason: 'Two damaged',
    changes: { currentStock: { from: 10, to: 8 } },
  })
  expect((await send(file)).json()).toMatchObject({ created: 0, unchanged: 2 })
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('reports each error by row and field, and posts nothing', async () => {
  const held = await prizm.builders.sku({ sku: 'W-1', currentStock: 10 })
  await prizm.database.pool.query('update skus set reserved = 4 where id = $1', [held.id])
  await prizm.builders.sku({ sku: 'W-2', currentStock: 5 })
  const file = 'sku,counted\nW-1,3\nW-9,1\nW-2,-1\nW-2,many\nW-2,6\n'
  const answer = await send(file)
  expect(answer.json()).toMatchObject({
    detail: '5 rows have errors, so nothing was imported',
    errors: [
      { path: '2.counted', code: 'invalid', message: 'At least 4, because 4 are reserved' },
      { path: '3.sku', message: 'This SKU does not exist' },
      { path: '4.counted', message: 'Must be at least 0' },
      { path: '5.counted', message: 'Must be a whole number' },
      { path: '5.sku', message: 'Duplicate of row 4' },
      { path: '6.sku', message: 'Duplicate of row 4' },
    ],
  })
  expect(await stocks()).toEqual(['W-1 10', 'W-2 5'])
})

test('a count above the approval value waits for approval, requested once', async () => {
  await prizm.builders.sku({ sku: 'W-1', currentStock: 10, cost: '900.00' })
  const admin = await prizm.signIn('admin')
  const settings = (await prizm.call('GET', '/api/settings', { as: admin })).json()
  await prizm.call('PUT', '/api/settings', {
    as: admin,
    body: { ...settings, sodMode: 'enforce' },
    headers: { 'if-match': `"${settings.version}"` },
  })
  expect((await send('sku,counted\nW-1,0\n')).json()).toMatchObject({ created: 1, waiting: 1 })
  expect(await stocks()).toEqual(['W-1 10'])
  const again = (await send('sku,counted\nW-1,0\n')).json()
  expect(again.errors).toEqual([
    { path: '2.counted', code: 'invalid', message: 'An adjustment of −10 awaits approval' },
  ])
})

test('the sample file matches the SKU sample; sales may not import counts', async () => {
  const admin = await prizm.signIn('admin')
  const sample = (name: string) => readFileSync(join(projectRoot, 'app/public/samples', name))
  await prizm.app.inject({
    method: 'POST',
    url: '/api/skus/import',
    headers: { cookie: admin, 'content-type': 'text/csv' },
    payload: sample('skus.csv'),
  })
  const counted = await send(sample('wms-inventory.csv'))
  expect(counted.json()).toMatchObject({ rows: 3, created: 2, unchanged: 1, ignored: [] })
  const clerk = await prizm.signIn('sales')
  expect((await send(sample('wms-inventory.csv'), '', clerk)).statusCode).toBe(403)
})

test('a count is rejected if stock changed since the dry run', async () => {
  const { id } = await prizm.builders.sku({ sku: 'W-1', currentStock: 10 })
  const { seen } = (await send('sku,counted\nW-1,8\n', '?dryRun=true')).json()
  await prizm.call('POST', `/api/skus/${id}/adjust`, { as, body: { currentStock: 4 } })
  const late = await send('sku,counted\nW-1,8\n', `?seen=${seen}`)
  expect([late.statusCode, late.json().code]).toEqual([409, 'moved-since'])
  expect(await stocks()).toEqual(['W-1 4'])
  const { seen: fresh } = (await send('sku,counted\nW-1,8\n', '?dryRun=true')).json()
  expect((await send('sku,counted\nW-1,8\n', `?seen=${fresh}`)).statusCode).toBe(200)
  expect(await stocks()).toEqual(['W-1 8'])
})

test('more than 1,000 differences are rejected with a message', async () => {
  const admin = await prizm.signIn('admin')
  const codes = Array.from({ length: 1001 }, (_, at) => `M-${at}`)
  await prizm.app.inject({
    method: 'POST',
    url: '/api/skus/import',
    headers: { cookie: admin, 'content-type': 'text/csv' },
    payload: `sku,name,cost,price\n${codes.map((code) => `${code},N,1,2`).join('\n')}`,
  })
  const counted = (some: string[]) => `sku,counted\n${some.map((code) => `${code},3`).join('\n')}`
  expect((await send(counted(codes))).json().detail).toBe(
    'At most 1,000 SKUs can be adjusted at once. Split the file',
  )
  expect(await stocks()).toContain('M-0 0')
})
