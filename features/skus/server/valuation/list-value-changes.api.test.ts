import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { StockValueChange } from '../../contract.ts'

// Today is 2026-03-02; the builders open stock on the day before, at a cost of 4.00.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const count = (id: number, currentStock: number) =>
  prizm.call('POST', `/api/skus/${id}/adjust`, { as, body: { currentStock, stockReason: 'Lost' } })
const changesOf = async (id: number, query = '') =>
  (await prizm.call('GET', `/api/skus/${id}/value-changes${query}`, { as })).json<
    StockValueChange[]
  >()

test('the value changes of a SKU have their document and the value after them', async () => {
  const { id } = await prizm.builders.sku({ sku: 'S-1', currentStock: 10 })
  const other = await prizm.builders.sku({ currentStock: 5 })
  await count(id, 8)
  await count(other.id, 4)
  expect(await changesOf(id)).toEqual([
    {
      id: expect.any(Number),
      postedOn: '2026-03-02',
      entryId: expect.any(Number),
      memo: 'Adjustment −2 of S-1: Lost',
      units: -2,
      amount: '-8.00',
      unitsAfter: 8,
      valueAfter: '32.00',
    },
    {
      id: expect.any(Number),
      postedOn: '2026-03-01',
      entryId: expect.any(Number),
      memo: 'Opening stock',
      units: 10,
      amount: '40.00',
      unitsAfter: 10,
      valueAfter: '40.00',
    },
  ])
  const report = await prizm.call('GET', '/api/reports/stock-valuation', { as })
  expect(report.json()).toContainEqual(
    expect.objectContaining({ sku: 'S-1', onHand: 8, value: '32.00' }),
  )
})

test('a day limits them, and not the value after them', async () => {
  const { id } = await prizm.builders.sku({ currentStock: 10 })
  await count(id, 8)
  expect(await changesOf(id, '?to=2026-03-01')).toMatchObject([{ valueAfter: '40.00' }])
  expect(await changesOf(id, '?from=2026-03-02')).toMatchObject([{ valueAfter: '32.00' }])
  expect(await changesOf(id, '?q=Opening')).toMatchObject([{ memo: 'Opening stock' }])
})

test('they are for roles that read costs, and need the SKU', async () => {
  const { id } = await prizm.builders.sku({ currentStock: 10 })
  const url = `/api/skus/${id}/value-changes`
  const asSales = await prizm.signIn('sales')
  expect((await prizm.call('GET', url, { as: asSales })).statusCode).toBe(403)
  const asWarehouse = await prizm.signIn('warehouse')
  expect((await prizm.call('GET', url, { as: asWarehouse })).statusCode).toBe(200)
  expect((await prizm.call('GET', '/api/skus/999/value-changes', { as })).statusCode).toBe(404)
})
