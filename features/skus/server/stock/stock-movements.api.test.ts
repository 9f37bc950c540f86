import { moment } from '#platform/kernel/days.ts'
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
const post = (url: string, body: object, who = as) => prizm.call('POST', url, { as: who, body })

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

test('categories are distinct and sorted by name, without deleted SKUs', async () => {
  const categories = ['Valves', null, 'adhesives', 'Valves', 'Belts']
  for (const category of categories) await prizm.builders.sku({ category })
  await prizm.builders.sku({ category: 'Gone', deletedAt: moment('2026-03-01') })
  expect((await get('/api/skus/categories')).json()).toEqual(['adhesives', 'Belts', 'Valves'])
})

describe('bulk price changes', () => {
  const none = { tier1Price: null, tier2Price: null, tier3Price: null }
  const pricesIn = async () => {
    const text = 'select price, tier1_price as tier1, version from skus order by id'
    return (await prizm.database.pool.query(text)).rows
  }

  test('are written at once, with the version and history of each SKU', async () => {
    const { id } = await prizm.builders.sku({ price: '10.00', tier1Price: '9.00' })
    const priceChange = { id, version: 1, ...none, price: '10.50', tier1Price: '9.45' }
    const answer = await post('/api/skus/prices', { reason: '5% more', prices: [priceChange] })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ done: [{ id, version: 2 }], kept: [] })
    expect(await pricesIn()).toEqual([{ price: '10.50', tier1: '9.45', version: 2 }])
    expect((await get(`/api/activity/${id}?entity=sku`)).json()).toMatchObject([
      {
        action: 'adjust_prices',
        reason: '5% more',
        changes: {
          price: { from: '10.00', to: '10.50' },
          tier1Price: { from: '9.00', to: '9.45' },
        },
      },
    ])
  })

  test('skip a changed SKU, one with the same price, and a missing one', async () => {
    const changed = await prizm.builders.sku({ version: 3 })
    const same = await prizm.builders.sku()
    const right = await prizm.builders.sku()
    const prices = [
      { id: changed.id, version: 2, ...none, price: '11.00' },
      { id: same.id, version: 1, ...none, price: '10' },
      { id: 2_000_000, version: 1, ...none, price: '11.00' },
      { id: right.id, version: 1, ...none, price: '11.00' },
    ]
    const answer = await post('/api/skus/prices', { prices })
    expect(answer.json()).toEqual({
      done: [{ id: right.id, version: 2 }],
      kept: [
        { id: changed.id, reason: `${changed.sku} was changed in the meantime` },
        { id: same.id, reason: `${same.sku} already has these prices` },
        { id: 2_000_000, reason: 'That SKU was not found' },
      ],
    })
    expect((await pricesIn()).map(({ price }) => price)).toEqual(['10.00', '10.00', '11.00'])
  })

  test('of two concurrent ones, one finds every SKU changed', async () => {
    const made = await Promise.all([1, 2, 3].map(() => prizm.builders.sku()))
    const priceRequest = (price: string) => ({
      prices: made.map(({ id }) => ({ id, version: 1, ...none, price })),
    })
    const both = await Promise.all([
      post('/api/skus/prices', priceRequest('11.00')),
      post('/api/skus/prices', priceRequest('12.00')),
    ])
    const done = both.map((answer) => answer.json<{ done: [] }>().done.length)
    expect(done.toSorted((a, b) => a - b)).toEqual([0, 3])
    expect(new Set((await pricesIn()).map(({ price }) => price)).size).toBe(1)
  })

  test('are rejected if empty, negative or with a duplicate SKU', async () => {
    const { id } = await prizm.builders.sku()
    const priceChange = { id, version: 1, ...none, price: '11.00' }
    const bodies = [
      [],
      [{ ...priceChange, price: '-1' }],
      [priceChange, priceChange],
      [{ ...priceChange, price: 'x' }],
    ]
    for (const prices of bodies) {
      expect((await post('/api/skus/prices', { prices })).statusCode).toBe(422)
    }
    expect(await pricesIn()).toEqual([{ price: '10.00', tier1: null, version: 1 }])
  })

  test('are forbidden for a role that may not edit SKUs', async () => {
    const { id } = await prizm.builders.sku()
    const prices = [{ id, version: 1, ...none, price: '11.00' }]
    const answer = await post('/api/skus/prices', { prices }, await prizm.signIn('sales'))
    expect(answer.statusCode).toBe(403)
  })
})
