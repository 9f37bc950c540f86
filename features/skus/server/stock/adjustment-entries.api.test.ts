import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { JournalLine } from '#features/journal/contract.ts'
import type { Sku } from '../../contract.ts'

// Account 1200 follows stock that is entered, counted, found or lost, at cost: the first stock of a
// SKU against opening equity, all other against 5200.

let prizm: TestApp
let admin: string
let finance: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
  finance = await prizm.signIn('finance')
})
afterEach(async () => {
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
  await prizm.close()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
/** Each journal line as text, in posting order. */
const journal = async () => {
  const found = await prizm.call('GET', '/api/journal?sort=id&limit=100', { as: finance })
  return found
    .json<JournalLine[]>()
    .map(({ memo, account, debit, credit }) => `${memo} ${account} ${debit} ${credit}`)
}
const balances = async () => {
  const found = await prizm.call('GET', '/api/journal/trial-balance', { as: finance })
  const { accounts } = found.json<{ accounts: { account: string; balance: string }[] }>()
  return Object.fromEntries(accounts.map(({ account, balance }) => [account, balance]))
}
/** A SKU created through the form; builders' SKUs are not posted in the journal. */
const made = async (fields: object) => {
  const body = { name: 'Bolt', price: '10.00', ...fields }
  return (await prizm.call('POST', '/api/skus', { as: admin, body })).json<Sku>()
}
const stockOf = async (id: number) =>
  (await prizm.call('GET', `/api/skus/${id}`, { as: admin })).json<Sku>().currentStock
const adjust = (id: number, currentStock: number) =>
  prizm.call('POST', `/api/skus/${id}/adjust`, {
    as: admin,
    body: { currentStock, stockReason: 'Recounted' },
  })
const file = (call: string, text: string) =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/skus/${call}`,
    headers: { cookie: admin, 'content-type': 'text/csv' },
    payload: text,
  })
/** Soft-closes the current month, as a migration or a time zone change can. */
const beginClosing = () =>
  prizm.database.pool.query(
    `with month as (update accounting_periods set status = 'soft_closed' returning id)
     insert into audit_log (entity, entity_id, action, from_status, to_status)
     select 'period', id, 'soft-close', 'open', 'soft_closed' from month`,
  )

test('initial stock and later counts are posted at cost', async () => {
  const { id } = await made({ sku: 'A-1', cost: '4.00', currentStock: 10 })
  await adjust(id, 7)
  await adjust(id, 7)
  expect(await journal()).toEqual([
    'Adjustment +10 of A-1 1200 40.00 0.00',
    'Adjustment +10 of A-1 3000 0.00 40.00',
    'Adjustment −3 of A-1: Recounted 5200 12.00 0.00',
    'Adjustment −3 of A-1: Recounted 1200 0.00 12.00',
  ])
  expect(await balances()).toEqual({ '1200': '28.00', '3000': '-40.00', '5200': '12.00' })
  const [entry] = await query('select source, source_id, posted_on::text from journal_entries')
  expect(entry).toMatchObject({ source: 'stock_adjustment', source_id: id })
})

test('a SKU without a cost has no value and posts nothing', async () => {
  const { id } = await made({ sku: 'A-1', cost: '0', currentStock: 10 })
  await adjust(id, 3)
  expect(await stockOf(id)).toBe(3)
  expect(await journal()).toEqual([])
})

test('a SKU import posts one entry, gains and losses apart; its undo posts another', async () => {
  const { id } = await made({ sku: 'A-1', cost: '4.00', currentStock: 10 })
  await made({ sku: 'A-2', cost: '2.50', currentStock: 4 })
  const columns = 'SKU,Product Name,Cost,Selling Price,Current Stock'
  const text = `${columns}\nA-1,Bolt,4.00,10.00,8\nA-2,Bolt,2.50,10.00,10\n`
  const answer = await file('import?existing=update', text)
  expect(answer.json()).toMatchObject({ updated: 2, errors: [] })
  expect((await journal()).slice(4)).toEqual([
    'Adjustment of 2 SKUs: CSV import 1200 15.00 0.00',
    'Adjustment of 2 SKUs: CSV import 5200 0.00 15.00',
    'Adjustment of 2 SKUs: CSV import 5200 8.00 0.00',
    'Adjustment of 2 SKUs: CSV import 1200 0.00 8.00',
  ])
  const { importId } = answer.json<{ importId: number }>()
  await prizm.call('POST', `/api/skus/import/${importId}/undo`, { as: admin })
  expect(await stockOf(id)).toBe(10)
  expect(await balances()).toEqual({ '1200': '50.00', '3000': '-50.00', '5200': '0.00' })
})

test('a count file is posted by SKU, with the reason of its row', async () => {
  await made({ sku: 'A-1', cost: '4.00', currentStock: 10 })
  await file('counts/import?dryRun=true', 'SKU,Counted,Reason\nA-1,9,Broken\n')
  await file('counts/import', 'SKU,Counted,Reason\nA-1,9,Broken\n')
  expect((await journal()).slice(2)).toEqual([
    'Adjustment −1 of A-1: Broken 5200 4.00 0.00',
    'Adjustment −1 of A-1: Broken 1200 0.00 4.00',
  ])
})

test.each(['a count file', 'a count by hand'])(
  'the first stock of an existing SKU posts to opening equity, also through %s',
  async (way) => {
    const { id } = await made({ sku: 'A-1', cost: '4.00', currentStock: 0 })
    const count = async (units: number) => {
      if (way === 'a count by hand') return adjust(id, units)
      const text = `SKU,Counted,Reason\nA-1,${units},Recounted\n`
      await file('counts/import?dryRun=true', text)
      return file('counts/import', text)
    }
    expect((await count(9)).statusCode).toBe(200)
    expect(await balances()).toEqual({ '1200': '36.00', '3000': '-36.00' })
    await count(11)
    expect(await stockOf(id)).toBe(11)
    expect(await balances()).toEqual({ '1200': '44.00', '3000': '-36.00', '5200': '-8.00' })
  },
)

test('amounts beyond the limit of a journal line are split into several lines', async () => {
  const text = ['SKU,Product Name,Selling Price,Cost,Current Stock']
  for (const sku of ['B-1', 'B-2', 'B-3']) text.push(`${sku},Gold,9000000,6000000.00,1000`)
  expect((await file('import', text.join('\n'))).json()).toMatchObject({ created: 3 })
  expect(await journal()).toEqual([
    'Adjustment of 3 SKUs: CSV import 1200 9999999999.99 0.00',
    'Adjustment of 3 SKUs: CSV import 1200 8000000000.01 0.00',
    'Adjustment of 3 SKUs: CSV import 3000 0.00 9999999999.99',
    'Adjustment of 3 SKUs: CSV import 3000 0.00 8000000000.01',
  ])
})

test('while the month is closed stock changes are rejected, other fields saved', async () => {
  const { id } = await made({ sku: 'A-1', cost: '4.00', currentStock: 10 })
  const free = await made({ sku: 'A-2', cost: '0', currentStock: 1 })
  const posted = await journal()
  await beginClosing()
  const keeper = await prizm.signIn('warehouse')
  const refused = await prizm.call('POST', `/api/skus/${id}/adjust`, {
    as: keeper,
    body: { currentStock: 9 },
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'period-closed' }])
  expect(await stockOf(id)).toBe(10)
  const manager = await prizm.signIn('manager')
  const body = { sku: 'A-1', name: 'Nut', price: '10.00', cost: '4.00', currentStock: 10 }
  const saved = await prizm.call('PUT', `/api/skus/${id}`, { as: manager, body })
  expect(saved.statusCode).toBe(200)
  const worthless = await prizm.call('POST', `/api/skus/${free.id}/adjust`, {
    as: keeper,
    body: { currentStock: 2 },
  })
  expect(worthless.json()).toMatchObject({ currentStock: 2 })
  expect(await journal()).toEqual(posted)
})

test('concurrent counts post each difference once', async () => {
  const { id } = await made({ sku: 'A-1', cost: '1.00', currentStock: 20 })
  await Promise.all(Array.from({ length: 12 }, (_, at) => adjust(id, at + 1)))
  const stock = await stockOf(id)
  expect(await balances()).toEqual({
    '1200': `${stock}.00`,
    '3000': '-20.00',
    '5200': `${20 - stock}.00`,
  })
})
