import { afterEach, beforeEach, expect, test } from 'vitest'
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
test.each(['2026-03-02', '2026-02-01'])(
  'a plan that starts today or earlier is refused: %s',
  async (date) => {
    await builders.item()
    const answer = await plan(date, { price: '12.00' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([
      { path: 'effectiveDate', message: 'Must be after today' },
    ])
  },
)

test('a plan skips SKUs that changed, are planned, have that price or are missing', async () => {
  for (const sku of ['A', 'B', 'C', 'D']) await builders.item({ sku })
  await plan('2026-03-04', { price: '12.00' }, { id: 2 })
  const prices = [
    { id: 1, version: 7, ...none, price: '12.00' },
    { id: 2, version: 1, ...none, price: '13.00' },
    { id: 3, version: 1, ...none, price: '10.00' },
    { id: 4, version: 1, ...none, price: '12.00' },
    { id: 99, version: 1, ...none, price: '12.00' },
  ]
  const answer = await post('/api/planned-prices', { effectiveDate: '2026-03-04', prices })
  expect(answer.json()).toMatchObject({
    done: [{ id: 4 }],
    kept: [
      { id: 1, reason: 'A was changed in the meantime' },
      { id: 2, reason: 'B already has a planned price for that day' },
      { id: 3, reason: 'C already has these prices on that day' },
      { id: 99, reason: 'That SKU was not found' },
    ],
  })
})

test('of two concurrent plans for one date one is created', async () => {
  await builders.item()
  const both = await Promise.all([
    plan('2026-03-04', { price: '12.00' }),
    plan('2026-03-04', { price: '13.00' }),
  ])
  const done = both.map((answer) => answer.json<{ done: [] }>().done.length)
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await ladder()).toHaveLength(2)
})

test('a plan is cancelled once, before its date and not after', async () => {
  await builders.item({ sku: 'W-1', price: '10.00' })
  await plan('2026-03-04', { price: '12.00' })
  await plan('2026-03-05', { price: '13.00' })
  const cancel = (id: number, by = as) =>
    prizm.call('DELETE', `/api/planned-prices/${id}`, { as: by })
  expect((await cancel(2, await prizm.signIn('sales'))).statusCode).toBe(403)
  const twice = await Promise.all([cancel(3), cancel(3)])
  expect(twice.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([204, 404])
  goTo('2026-03-04T15:00:00Z')
  const late = await cancel(2)
  expect([late.statusCode, late.json().code]).toEqual([409, 'price-has-begun'])
  await applyDue()
  expect((await cancel(2)).statusCode).toBe(409)
  expect((await cancel(1)).statusCode).toBe(404)
  expect((await get('/api/skus/1')).json().price).toBe('12.00')
})

test('a plan needs the permission to edit SKUs', async () => {
  await builders.item()
  const sales = await prizm.signIn('sales')
  expect((await plan('2026-03-04', { price: '12.00' }, { by: sales })).statusCode).toBe(403)
  expect((await get('/api/planned-prices', sales)).statusCode).toBe(200)
})
