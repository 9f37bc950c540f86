import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { StockMove } from '../../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const get = (url: string) => prizm.call('GET', url, { as })
const post = (url: string, body: object) => prizm.call('POST', url, { as, body })

describe('the movements of a SKU', () => {
  const count = (id: number, currentStock: number, stockReason?: string) =>
    post(`/api/skus/${id}/adjust`, { currentStock, stockReason })
  const movesOf = async (id: number, query = '') =>
    (await get(`/api/skus/${id}/moves?limit=10${query}`)).json<StockMove[]>()

  test('are listed newest first, each with the resulting stock on hand', async () => {
    const { id } = await prizm.builders.sku({ currentStock: 10 })
    await count(id, 7, 'Broken')
    await count(id, 12)
    const moves = await movesOf(id)
    expect(moves.map(({ onHandDelta, onHandAfter }) => [onHandDelta, onHandAfter])).toEqual([
      [5, 12],
      [-3, 7],
      [10, 10],
    ])
    expect(moves[1]).toMatchObject({ kind: 'adjust', reason: 'Broken', document: null })
    expect(moves[2]?.by).toBe('system')
  })

  test('are limited to this SKU and paged', async () => {
    const { id } = await prizm.builders.sku({ currentStock: 1 })
    const other = await prizm.builders.sku({ currentStock: 99 })
    await count(id, 2)
    await count(other.id, 98)
    const page = await get(`/api/skus/${id}/moves?limit=1&offset=1`)
    expect(page.headers['x-total-count']).toBe('2')
    expect(page.json()).toMatchObject([{ onHandDelta: 1, onHandAfter: 1 }])
  })

  test('are filtered by kind without changing the running stock', async () => {
    const { id } = await prizm.builders.sku({ currentStock: 10 })
    await count(id, 4)
    expect(await movesOf(id, '&kind=ship')).toEqual([])
    expect(await movesOf(id, '&kind=ship,adjust&sort=id')).toMatchObject([
      { onHandAfter: 10 },
      { onHandAfter: 4 },
    ])
  })

  test('of an unknown SKU return 404', async () => {
    expect((await get('/api/skus/7/moves')).statusCode).toBe(404)
  })
})
