import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const get = (url: string) => prizm.call('GET', url, { as })
const post = (url: string, body: object, who = as) => prizm.call('POST', url, { as: who, body })

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
