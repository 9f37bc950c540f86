import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ContractPrice } from '../contract.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-06-15T15:00:00Z')
  as = await prizm.signIn('manager')
  customerId = (await prizm.builders.customer({ customerCode: 'C-1' })).id
  skuId = (await prizm.builders.sku({ sku: 'W-1' })).id
})
afterEach(() => prizm.close())

const url = '/api/contract-pricing'
const send = (file: string, query = '', by = as) =>
  prizm.app.inject({
    method: 'POST',
    url: `${url}/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv' },
    payload: file,
  })
const undo = async (id: number) =>
  (await prizm.call('POST', `${url}/import/${id}/undo`, { as })).json()

/** The stored prices, each as `price from to quantity`. */
async function prices(query = ''): Promise<string[]> {
  const found: ContractPrice[] = (await prizm.call('GET', `${url}${query}`, { as })).json()
  return found.map(({ contractPrice, effectiveDate, expirationDate, minimumQuantity }) =>
    [contractPrice, effectiveDate, expirationDate ?? '-', minimumQuantity].join(' '),
  )
}

const head = 'Customer Code,SKU,Contract Price,Minimum Quantity,Effective Date,Expiration Date\n'

test('a price list is imported, changes nothing the second time, and is undone', async () => {
  const file = `${head}c-1,w-1,$9.5,,,\nC-1,W-1,8.00,10,2026-07-01,12/31/2026\n`
  const expected = { rows: 2, created: 2, updated: 0, skipped: 0, unchanged: 0, errors: [] }
  const checked = (await send(file, '?dryRun=true')).json()
  expect(checked).toEqual({ ...expected, importId: null, ignored: [] })
  expect(await prices()).toEqual([])
  const { importId, ...made } = (await send(file)).json()
  expect(made).toEqual({ ...expected, ignored: [] })
  expect(await prices()).toEqual(['9.50 2026-06-15 - 1', '8.00 2026-07-01 2026-12-31 10'])
  prizm.clock.now = new Date('2026-06-20T15:00:00Z')
  const again = (await send(file, '?existing=update')).json()
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, importId: null })
  expect((await send(file)).json()).toMatchObject({ created: 0, skipped: 2 })
  expect(await undo(importId)).toMatchObject({ done: [expect.any(Number), expect.any(Number)] })
  expect(await prices()).toEqual([])
  expect((await undo(importId)).code).toBe('already-undone')
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('a new price ends the current one the day before, only with existing=update', async () => {
  await prizm.builders.contractPrice({ customerId, skuId })
  const file = `${head}C-1,W-1,9.75,,2027-01-01,\n`
  expect((await send(file)).json()).toMatchObject({
    code: 'rows-with-errors',
    errors: [
      { path: '2.effectiveDate', message: 'Overlaps with the price of $9.00 from 1/1/2026 on' },
    ],
  })
  const outcome = (await send(file, '?existing=update')).json()
  expect(outcome).toMatchObject({ created: 1, updated: 1, errors: [] })
  expect(await prices()).toEqual(['9.00 2026-01-01 2026-12-31 1', '9.75 2027-01-01 - 1'])
  const acts = await prizm.call('GET', `/api/activity/${customerId}?entity=customer`, { as })
  expect(acts.json()).toMatchObject([
    { action: 'contract_price_changed', channel: 'csv' },
    { action: 'contract_price_created', channel: 'csv' },
  ])
  await undo(outcome.importId)
  expect(await prices()).toEqual(['9.00 2026-01-01 - 1'])
})

test('rows may be in any order; of two prices of a day the active one is updated', async () => {
  await prizm.builders.contractPrice({ customerId, skuId, isActive: false, contractPrice: '1.00' })
  await prizm.builders.contractPrice({ customerId, skuId })
  const rows = ['9.90,,2027-07-01,', '9.50,,2027-01-01,', '9.10,,2026-01-01,']
  const lines = rows.map((row) => `C-1,W-1,${row}`).join('\n')
  const outcome = (await send(`${head}${lines}\n`, '?existing=update')).json()
  expect(outcome).toMatchObject({ created: 2, updated: 1, errors: [] })
  expect((await prices()).toSorted()).toEqual([
    '1.00 2026-01-01 - 1',
    '9.10 2026-01-01 2026-12-31 1',
    '9.50 2027-01-01 2027-06-30 1',
    '9.90 2027-07-01 - 1',
  ])
})

test('an update changes the fields in the file and no others', async () => {
  await prizm.builders.contractPrice({ customerId, skuId, expirationDate: '2026-08-31' })
  const rise = await send('customerCode,sku,contractPrice\nC-1,W-1,9.90\n', '?existing=update')
  expect(rise.json()).toMatchObject({ created: 0, updated: 1 })
  expect(await prices()).toEqual(['9.90 2026-01-01 2026-08-31 1'])
  await undo(rise.json().importId)
  expect(await prices()).toEqual(['9.00 2026-01-01 2026-08-31 1'])
})

test('each error has its row and field, and nothing is written', async () => {
  await prizm.builders.sku({ sku: 'W-OFF', isActive: false })
  const rows = [
    'C-9,W-9,1.00,,,',
    'C-1,W-1,-1,,,',
    'C-1,W-1,1.00,0,,',
    'C-1,W-1,1.00,,31-Dec-26,',
    'C-1,W-1,1.00,,2026-07-01,2026-06-30',
    'C-1,W-OFF,1.00,,,',
    'C-1,W-1,1.00,5,,',
    'C-1,W-1,2.00,5,,',
    'C-1,W-1,1.00,6,2026-01-01,2026-12-31',
    'C-1,W-1,1.00,6,2026-12-31,',
    ',W-1,1.00,,,',
  ]
  const answer = await send(head + rows.join('\n'), '?dryRun=true')
  const errorLines = answer
    .json()
    .errors.map((error: { row: number; field: string; message: string }) =>
      [error.row, error.field, error.message].join(' '),
    )
  expect(errorLines).toEqual([
    '2 customerCode This customer does not exist',
    '2 sku This SKU does not exist',
    '3 contractPrice Must not be negative',
    '4 minimumQuantity Must be at least 1',
    '5 effectiveDate Must be a date such as 2026-03-01',
    '6 expirationDate Must not be before the effective date',
    '7 sku W-OFF is inactive',
    '9 sku Duplicate of row 8',
    '11 effectiveDate Overlaps with the price of $1.00 from 1/1/2026 to 12/31/2026',
    '12 customerCode Required',
  ])
  expect(answer.json()).toMatchObject({ rows: 11, created: 2 })
  expect((await send(head + rows.join('\n'))).statusCode).toBe(422)
  expect(await prices()).toEqual([])
})

test('in the list of one customer, rows may omit the customer but not name another', async () => {
  await prizm.builders.customer({ customerCode: 'C-2' })
  const only = `?customerId=${customerId}`
  const made = await send('sku,contractPrice\nW-1,3.00\n', only)
  expect(made.json()).toMatchObject({ created: 1 })
  expect(await prices(`?customerId=${customerId}`)).toHaveLength(1)
  const other = await send('customerCode,sku,contractPrice\nC-2,W-1,3.00\n', only)
  const errors = [
    { path: '2.customerCode', message: 'Only prices of C-1 can be imported here. Remove this row' },
  ]
  expect(other.json()).toMatchObject({ errors })
  const ofSku = await send('customerCode,contractPrice\nC-2,2.50\n', `?skuId=${skuId}`)
  expect(ofSku.json()).toMatchObject({ created: 1 })
  expect((await send('sku,contractPrice\n', '?customerId=99')).statusCode).toBe(404)
  const nobody = await send('sku,contractPrice\nW-1,3.00\n')
  expect(nobody.json().detail).toBe('The file has no column for: Customer Code')
})

test('undo skips prices changed or deleted since and those that would overlap', async () => {
  await prizm.builders.contractPrice({ customerId, skuId })
  const second = await prizm.builders.sku({ sku: 'W-2' })
  await prizm.builders.sku({ sku: 'W-3' })
  const file = `${head}C-1,W-1,9.75,,2027-01-01,\nC-1,W-2,1.00,,,\nC-1,W-3,1.00,,,\n`
  const { importId } = (await send(file, '?existing=update')).json()
  const listed = (await prizm.call('GET', url, { as })).json()
  const idOf = (sku: string, day: string) =>
    listed.find(
      (each: { sku: string; effectiveDate: string }) =>
        each.sku === sku && each.effectiveDate === day,
    ).id as number
  const [next, two, three] = [
    idOf('W-1', '2027-01-01'),
    idOf('W-2', '2026-06-15'),
    idOf('W-3', '2026-06-15'),
  ]
  const body = { customerId, skuId: second.id, contractPrice: '1.10' }
  await prizm.call('PUT', `${url}/${two}`, { as, body, headers: { 'if-match': '"1"' } })
  await prizm.call('DELETE', `${url}/${three}`, { as, headers: { 'if-match': '"1"' } })
  const later = { customerId, skuId, contractPrice: '9.00', effectiveDate: '2028-01-01' }
  await prizm.call('PUT', `${url}/${next}`, { as, body: later, headers: { 'if-match': '"1"' } })
  const { done, kept } = await undo(importId)
  expect(done).toEqual([])
  expect(kept.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    'A price was deleted after the import',
    'The price of W-1 for C-1 was changed after the import',
    'The price of W-1 for C-1 would overlap with a price that was agreed later',
    'The price of W-2 for C-1 was changed after the import',
  ])
  expect(await prices(`?skuId=${skuId}`)).toEqual([
    '9.00 2026-01-01 2026-12-31 1',
    '9.00 2028-01-01 - 1',
  ])
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('two concurrent imports create each price once', async () => {
  const file = `${head}C-1,W-1,9.75,,2026-07-01,\n`
  const both = await Promise.all([send(file), send(file)])
  const counts = both.map((answer) => answer.json().created as number)
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1])
  expect(await prices()).toHaveLength(1)
})

test('imports 5,000 prices in one file', async () => {
  const customers = Array.from({ length: 50 }, (_, at) => `L-${at}`)
  const skus = Array.from({ length: 100 }, (_, at) => `M-${at}`)
  await Promise.all([
    prizm.app.inject({
      method: 'POST',
      url: '/api/customers/import',
      headers: { cookie: as, 'content-type': 'text/csv' },
      payload: `customerCode,name,email\n${customers.map((c) => `${c},N,a@b.co`).join('\n')}`,
    }),
    prizm.app.inject({
      method: 'POST',
      url: '/api/skus/import',
      headers: { cookie: as, 'content-type': 'text/csv' },
      payload: `sku,name,cost,price\n${skus.map((s) => `${s},N,1,2`).join('\n')}`,
    }),
  ])
  const rows = customers.flatMap((customer) => skus.map((sku) => `${customer},${sku},1.50,,,`))
  const answer = await send(head + rows.join('\n'))
  expect(answer.json()).toMatchObject({ created: 5000, errors: [] })
  const { done, kept } = await undo(answer.json().importId)
  expect([done.length, kept]).toEqual([5000, []])
})

test('a role without permission to edit prices may not import them', async () => {
  const clerk = await prizm.signIn('viewer')
  expect((await send(`${head}C-1,W-1,1.00,,,\n`, '', clerk)).statusCode).toBe(403)
})
