import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

let prizm: TestApp
let as: string
let builders: ReturnType<typeof orderBuilders>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
  builders = orderBuilders(prizm.database.db)
})
afterEach(() => prizm.close())

const none = { tier1Price: null, tier2Price: null, tier3Price: null }
const post = (path: string, body: object, by = as) => prizm.call('POST', path, { as: by, body })
const get = (path: string, by = as) => prizm.call('GET', path, { as: by })
const plan = (effectiveDate: string, prices: object, options: { by?: string; id?: number } = {}) =>
  post(
    '/api/planned-prices',
    { effectiveDate, prices: [{ id: options.id ?? 1, version: 1, ...none, ...prices }] },
    options.by,
  )
const put = (id: number, fields: object, headers = {}) =>
  prizm.call('PUT', `/api/skus/${id}`, {
    as,
    headers,
    body: { sku: 'W-1', name: 'Widget', cost: '4.00', price: '10.00', ...fields },
  })
const applyDue = () =>
  applyPlannedPrices({
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'job',
    channel: 'system',
  })
const ladder = async (id = 1) =>
  (await get(`/api/skus/${id}/prices`))
    .json()
    .map((row: { effectiveDate: string; price: string; standing: string }) => [
      row.effectiveDate,
      row.price,
      row.standing,
    ])
const goTo = (moment: string) => {
  prizm.clock.now = new Date(moment)
}
/** The price of an order on a date, created with its own number. */
const recorded = async (orderDate: string, customerId: number, number: string) => {
  const items = [{ skuId: 1, quantity: 1 }]
  const body = { orderNumber: number, customerId, status: 'pending', orderDate, items }
  const answer = await post('/api/sales-orders', body)
  expect(answer.statusCode, answer.body).toBe(201)
  const [line] = answer.json().items
  return [line.unitPrice, line.priceSource]
}
const validated = async (customerId: number) => {
  const answer = await post('/api/orders/validate', {
    customerId,
    items: [{ skuId: 1, quantity: 1 }],
  })
  const [line] = answer.json().pricing.lineItems
  return [line.unitPrice, line.priceSource]
}

describe('prices by date', () => {
  test('a SKU whose prices never changed has one initial entry', async () => {
    await builders.item({ price: '10.00', tier1Price: '9.00' })
    expect((await get('/api/skus/1/prices')).json()).toMatchObject([
      {
        id: null,
        effectiveDate: null,
        price: '10.00',
        tier1Price: '9.00',
        tier2Price: null,
        createdBy: null,
        standing: 'current',
      },
    ])
  })

  test('a changed price applies from today, and earlier orders have the old one', async () => {
    await builders.item({ sku: 'W-1', price: '10.00', tier1Price: '9.00' })
    const buyer = await builders.buyer()
    const tiered = await builders.buyer({ priceLevel: 'tier1' })
    expect((await put(1, { price: '12.00', tier1Price: '11.00' })).statusCode).toBe(200)
    expect(await ladder()).toEqual([
      ['2026-03-02', '12.00', 'current'],
      [null, '10.00', 'past'],
    ])
    const [row] = (await get('/api/skus/1/prices')).json()
    expect(row).toMatchObject({ createdBy: expect.stringMatching(/./), tier1Price: '11.00' })
    expect(await recorded('2026-03-02', buyer, 'A-1')).toEqual(['12.00', 'standard'])
    expect(await recorded('2026-03-01', buyer, 'A-2')).toEqual(['10.00', 'standard'])
    expect(await recorded('2026-03-02', tiered, 'A-3')).toEqual(['11.00', 'tier1'])
    expect(await recorded('2026-03-01', tiered, 'A-4')).toEqual(['9.00', 'tier1'])
  })

  test('the last of two changes on a day applies, and renaming adds none', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    await put(1, { price: '11.00' })
    await put(1, { price: '12.00' })
    await put(1, { price: '12.00', name: 'Other' })
    expect(await ladder()).toEqual([
      ['2026-03-02', '12.00', 'current'],
      [null, '10.00', 'past'],
    ])
  })

  test('adjusted and imported prices are recorded by date, too', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    await builders.item({ sku: 'W-2', price: '20.00' })
    const priceChange = { id: 1, version: 1, ...none, price: '10.50' }
    await post('/api/skus/prices', { prices: [priceChange] })
    const admin = await prizm.signIn('admin')
    const file = 'sku,name,cost,price\nW-2,Two,4.00,21.00\nW-3,Three,1.00,3.00\n'
    const answer = await prizm.call('POST', '/api/skus/import?existing=update', {
      as: admin,
      body: file,
      headers: { 'content-type': 'text/csv' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await ladder(1)).toEqual([
      ['2026-03-02', '10.50', 'current'],
      [null, '10.00', 'past'],
    ])
    expect(await ladder(2)).toEqual([
      ['2026-03-02', '21.00', 'current'],
      [null, '20.00', 'past'],
    ])
    expect(await ladder(3)).toEqual([[null, '3.00', 'current']])
    await post(`/api/skus/import/${answer.json().importId}/undo`, {}, admin)
    expect(await ladder(2)).toEqual([
      ['2026-03-02', '20.00', 'current'],
      [null, '20.00', 'past'],
    ])
  })
})

describe('a planned price change', () => {
  test('is listed with its author and takes effect on its date on every channel', async () => {
    await builders.item({ sku: 'W-1', price: '10.00', tier1Price: '9.00' })
    const buyer = await builders.buyer()
    const answer = await plan('2026-03-04', { price: '12.00', tier1Price: '11.00' })
    expect(answer.json()).toEqual({ done: [{ id: 1, plannedPriceId: 2 }], kept: [] })
    expect((await get('/api/planned-prices')).json()).toMatchObject([
      {
        id: 2,
        skuId: 1,
        sku: 'W-1',
        effectiveDate: '2026-03-04',
        price: '12.00',
        tier1Price: '11.00',
        currentPrice: '10.00',
        createdBy: expect.stringMatching(/./),
      },
    ])
    goTo('2026-03-03T20:00:00Z')
    await applyDue()
    expect((await get('/api/skus/1')).json()).toMatchObject({ price: '10.00', version: 1 })
    expect(await validated(buyer)).toEqual(['10.00', 'standard'])
    expect(await recorded('2026-03-04', buyer, 'A-1')).toEqual(['12.00', 'standard'])
    goTo('2026-03-04T15:00:00Z')
    // The date has come, whether the SKU's columns are updated yet or not.
    expect(await validated(buyer)).toEqual(['12.00', 'standard'])
    const made = await post('/api/orders/create', {
      customerId: buyer,
      items: [{ skuId: 1, quantity: 2 }],
    })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order.subtotal).toBe('24.00')
    await applyDue()
    expect((await get('/api/skus/1')).json()).toMatchObject({
      price: '12.00',
      tier1Price: '11.00',
      version: 2,
    })
    expect((await get('/api/planned-prices')).json()).toEqual([])
    expect(await ladder()).toEqual([
      ['2026-03-04', '12.00', 'current'],
      [null, '10.00', 'past'],
    ])
    expect(await recorded('2026-03-03', buyer, 'A-2')).toEqual(['10.00', 'standard'])
    const acts = (await get('/api/activity/1?entity=sku')).json()
    expect(acts.map((act: { action: string }) => act.action)).toEqual([
      'planned_prices_began',
      'plan_prices',
    ])
    expect(acts[0]).toMatchObject({
      actor: 'system',
      changes: { price: { from: '10.00', to: '12.00' } },
    })
    expect(acts[1]).toMatchObject({
      changes: {
        effectiveDate: { from: null, to: '2026-03-04' },
        price: { from: '10.00', to: '12.00' },
      },
    })
  })

  test('keeps the old price when an order of an earlier date is edited', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    const customerId = await builders.buyer()
    await plan('2026-03-04', { price: '12.00' })
    const items = [{ skuId: 1, quantity: 1 }]
    const { order } = (await post('/api/orders/create', { customerId, items })).json()
    goTo('2026-03-04T15:00:00Z')
    await applyDue()
    const answer = await prizm.call('PUT', `/api/sales-orders/${order.id}`, {
      as,
      body: { ...order, items: [{ skuId: 1, quantity: 3 }] },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().items).toMatchObject([{ quantity: 3, unitPrice: '10.00' }])
  })

  test('is kept when today’s price changes in the meantime', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    await plan('2026-03-04', { price: '12.00' })
    await put(1, { price: '11.00' })
    expect(await ladder()).toEqual([
      ['2026-03-04', '12.00', 'planned'],
      ['2026-03-02', '11.00', 'current'],
      [null, '10.00', 'past'],
    ])
  })

  test('makes an older form stale once it takes effect', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    await plan('2026-03-04', { price: '12.00' })
    goTo('2026-03-04T15:00:00Z')
    const answer = await put(1, { name: 'Renamed' }, { 'if-match': '"1"' })
    expect(answer.statusCode).toBe(412)
    expect(answer.json().current).toMatchObject({ price: '12.00', version: 2 })
  })

  test('leaves the latest price on the SKU if two dates passed unprocessed', async () => {
    await builders.item({ sku: 'W-1', price: '10.00' })
    await plan('2026-03-04', { price: '12.00' })
    await plan('2026-03-05', { price: '13.00' })
    goTo('2026-03-06T15:00:00Z')
    await applyDue()
    expect(await ladder()).toEqual([
      ['2026-03-05', '13.00', 'current'],
      ['2026-03-04', '12.00', 'past'],
      [null, '10.00', 'past'],
    ])
    expect((await get('/api/skus/1')).json()).toMatchObject({ price: '13.00', version: 2 })
  })
})
