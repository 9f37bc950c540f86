import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import type { SkuStockValue } from '../../contract.ts'

// Today is 2026-03-02; the builders open stock on the day before, at a cost of 4.00.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const get = async <A>(path: string): Promise<A> => {
  const answer = await prizm.call('GET', `/api/${path}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<A>()
}
const valuesOf = async (query = '') =>
  (await get<SkuStockValue[]>(`stock-values?${query}`)).map(({ sku, category, onHand, value }) => {
    return [sku, category, onHand, value]
  })

/** Ten units of bolts and five of nuts; two bolts were lost today. */
async function stock(): Promise<void> {
  const bolt = await prizm.builders.sku({ sku: 'BOLT', category: 'Metal', currentStock: 10 })
  await prizm.builders.sku({ sku: 'NUT', category: null, currentStock: 5 })
  await prizm.builders.sku({ sku: 'NONE', currentStock: 0 })
  const body = { currentStock: 8, stockReason: 'Lost' }
  const answer = await prizm.call('POST', `/api/skus/${bolt.id}/adjust`, { as, body })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('the stock values of a day are those of each SKU, the largest first', async () => {
  await stock()
  expect(await valuesOf()).toEqual([
    ['BOLT', 'Metal', 8, '32.00'],
    ['NUT', 'None', 5, '20.00'],
  ])
  expect(await valuesOf('asOf=2026-03-01')).toEqual([
    ['BOLT', 'Metal', 10, '40.00'],
    ['NUT', 'None', 5, '20.00'],
  ])
  expect(await valuesOf('asOf=2026-02-28')).toEqual([])
  expect(await valuesOf('category=None')).toEqual([['NUT', 'None', 5, '20.00']])
  expect(await valuesOf('q=bolt')).toEqual([['BOLT', 'Metal', 8, '32.00']])
  expect(await valuesOf('sort=onHand&limit=1')).toEqual([['NUT', 'None', 5, '20.00']])
})

test('their sum is the stock valuation of the day, also by category', async () => {
  await stock()
  const sums = (query: string) => get<ListSums>(`stock-values/sums?${query}`)
  expect(await sums('by=category')).toEqual({
    count: 2,
    amount: '52.00',
    groups: [
      { key: 'Metal', label: 'Metal', count: 1, amount: '32.00' },
      { key: 'None', label: 'None', count: 1, amount: '20.00' },
    ],
  })
  expect(await sums('asOf=2026-03-01')).toMatchObject({ count: 2, amount: '60.00' })
  const report = await get<{ value: string }[]>('reports/stock-valuation?asOf=2026-03-01')
  expect(report.map(({ value }) => value)).toEqual(['40.00', '20.00'])
})

test('value of before stock was valued by SKU has no SKU', async () => {
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica;
     insert into stock_values (sku_id, source, source_id, posted_on, units, amount)
     values (null, 'opening', 1, '2026-01-01', 0, 7.5); commit`,
  )
  expect(await get<SkuStockValue[]>('stock-values')).toEqual([
    {
      id: 0,
      sku: null,
      name: 'Before stock was valued by SKU',
      category: 'None',
      onHand: 0,
      value: '7.50',
    },
  ])
})

test('they are for roles that read costs', async () => {
  for (const path of ['/api/stock-values', '/api/stock-values/sums']) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', path, { as: await prizm.signIn('sales') })
    expect(answer.statusCode, path).toBe(403)
  }
})
