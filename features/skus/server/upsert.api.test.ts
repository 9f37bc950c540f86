import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { UpsertOutcome, UpsertResult } from '#platform/kernel/upsert.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const send = (path: string, records: unknown[], by = as) =>
  prizm.call('POST', `/api/${path}/upsert`, { as: by, body: { records } })
async function upsert(path: string, records: unknown[]): Promise<UpsertOutcome> {
  const answer = await send(path, records)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const get = async (path: string) => (await prizm.call('GET', path, { as })).json()
const statusesOf = ({ results }: UpsertOutcome) => results.map(({ status }) => status)
/** The errors of a result, each as `path: message`. */
const errorsOf = (result: UpsertResult | undefined) =>
  result?.problem?.errors.map(({ path, message }) => `${path}: ${message}`)

const flour = { sku: 'FLR-25', name: 'Flour, 25 kg', cost: '9.40', price: '14.50' }

test('SKUs are created and updated by their codes, with their prices of the day', async () => {
  const sugar = await prizm.builders.sku({ sku: 'SGR-25', price: '20.00', tier1Price: '19.00' })
  const outcome = await upsert('skus', [
    { ...flour, unitOfMeasure: null, minimumStock: 5 },
    { sku: 'sgr-25', price: '21.5', tier1Price: null },
    { sku: 'NEW-1', name: 'Without prices' },
  ])
  expect(outcome).toMatchObject({ created: 1, updated: 1, unchanged: 0, failed: 1 })
  const [made, changed, wrong] = outcome.results
  expect(await get(`/api/skus/${made?.id}`)).toMatchObject({
    ...flour,
    unitOfMeasure: 'EA',
    minimumStock: 5,
    currentStock: 0,
  })
  expect(changed?.id).toBe(sugar.id)
  expect(await get(`/api/skus/${sugar.id}`)).toMatchObject({
    sku: 'SGR-25',
    price: '21.50',
    tier1Price: null,
    version: 2,
  })
  const prices = await get(`/api/skus/${sugar.id}/prices`)
  expect(prices.map(({ price, standing }: Record<string, string>) => [price, standing])).toEqual([
    ['21.50', 'current'],
    ['20.00', 'past'],
  ])
  expect(errorsOf(wrong)).toEqual(['cost: Required', 'price: Required'])
  expect(await brokenInvariants()).toEqual([])
})

test('another stock than the recorded one is refused, whatever the role', async () => {
  const { id } = await prizm.builders.sku({ sku: 'S-1', currentStock: 7 })
  const { results } = await upsert('skus', [
    { sku: 'S-1', currentStock: 8 },
    { ...flour, currentStock: 3 },
    { ...flour, sku: 'FLR-50', currentStock: 0, stockReason: 'counted' },
  ])
  const refused = ['currentStock: An upsert does not change stock: adjust it, or import a count']
  expect(results.slice(0, 2).map(errorsOf)).toEqual([refused, refused])
  expect(results[2]?.problem?.errors[0]).toMatchObject({
    path: 'stockReason',
    code: 'unknown-field',
  })
  expect(await get(`/api/skus/${id}`)).toMatchObject({ currentStock: 7, version: 1 })
  expect(await get('/api/skus')).toHaveLength(1)
})

test('a SKU is sent back as it was answered, with its stock, and does not change', async () => {
  await prizm.builders.sku({ sku: 'S-1', currentStock: 7, reserved: 2 })
  expect(statusesOf(await upsert('skus', await get('/api/skus')))).toEqual(['unchanged'])
})

test('a changed cost revalues the stock in the books', async () => {
  await prizm.builders.sku({ sku: 'S-1', cost: '4.00', currentStock: 10 })
  const admin = await prizm.signIn('admin')
  const body = { costMethod: 'standard' }
  await prizm.call('PATCH', '/api/settings', { as: admin, body })
  await upsert('skus', [{ sku: 'S-1', cost: '5.00' }])
  const [sku] = await get('/api/skus')
  expect(sku).toMatchObject({ cost: '5.00', stockValue: '50.00' })
  expect(await brokenInvariants()).toEqual([])
})

test('a role that does not see costs neither writes nor guesses one', async () => {
  const { id } = await prizm.builders.sku({ sku: 'S-1', cost: '4.00', price: '10.00' })
  await prizm.builders.ownRole({ name: 'Clerk', permissions: ['skus.read', 'skus.edit'] })
  const by = await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
  const fresh = { sku: 'NEW-1', name: 'Thing', cost: '0', price: '2.00' }
  const answer = await send('skus', [{ sku: 'S-1', cost: '0.01' }, flour, fresh], by)
  expect(answer.statusCode, answer.body).toBe(200)
  const outcome = answer.json<UpsertOutcome>()
  const refused = ['cost: Your role cannot change the cost']
  expect(outcome.results[0]?.problem?.errors[0]).toMatchObject({ code: 'forbidden' })
  expect(outcome.results.map(errorsOf)).toEqual([refused, refused, undefined])
  expect(await get(`/api/skus/${id}`)).toMatchObject({ cost: '4.00', version: 1 })
  const guessed = await send('skus', [{ sku: 'S-1', cost: '4.00' }], by)
  expect(errorsOf(guessed.json<UpsertOutcome>().results[0])).toEqual(refused)
  const priced = await send('skus', [{ sku: 'S-1', price: '11.00' }], by)
  expect(statusesOf(priced.json())).toEqual(['updated'])
  expect(await get(`/api/skus/${id}`)).toMatchObject({ cost: '4.00', price: '11.00' })
})

test('prices are planned by record, each from its own day on', async () => {
  const { id } = await prizm.builders.sku({ sku: 'S-1', price: '10.00', tier1Price: '9.00' })
  const outcome = await upsert('planned-prices', [
    { sku: 's-1', effectiveDate: '2026-03-06', price: '13' },
    { sku: 'S-1', effectiveDate: '2026-03-04', price: '12.00', tier1Price: '11.00', reason: 'Oil' },
    { sku: 'S-1', effectiveDate: '2026-03-05', price: '12.00' },
    { sku: 'S-1', effectiveDate: '2026-03-04', price: '12.50' },
    { sku: 'S-1', effectiveDate: '2026-03-02', price: '12.00' },
    { sku: 'NONE', effectiveDate: '2026-03-04', price: '12.00' },
    { sku: 'S-1', effectivDate: '2026-03-09', price: '-1' },
  ])
  expect(statusesOf(outcome)).toEqual([
    'created',
    'created',
    'unchanged',
    ...Array.from({ length: 4 }, () => 'failed'),
  ])
  expect(outcome.results.slice(3).map(errorsOf)).toEqual([
    ['effectiveDate: Record 1 already has this SKU and date'],
    ['effectiveDate: Must be after today'],
    ['sku: This SKU does not exist'],
    [
      'effectivDate: Unknown field effectivDate. Did you mean effectiveDate?',
      'effectiveDate: Required',
      'price: Must not be negative',
    ],
  ])
  const plans = await get('/api/planned-prices')
  const planRows = plans.map((plan: Record<string, unknown>) => [
    plan['id'],
    plan['effectiveDate'],
    plan['price'],
    plan['tier1Price'],
    plan['reason'],
  ])
  expect(planRows).toEqual([
    [outcome.results[1]?.id, '2026-03-04', '12.00', '11.00', 'Oil'],
    [outcome.results[0]?.id, '2026-03-06', '13.00', '11.00', null],
  ])
  const [newest] = await get(`/api/activity/${id}?entity=sku`)
  expect(newest).toMatchObject({ action: 'plan_prices', channel: 'api' })

  const again = await upsert('planned-prices', [
    ...plans,
    { sku: 'S-1', effectiveDate: '2026-03-04', price: '15.00' },
  ])
  expect(statusesOf(again)).toEqual(['unchanged', 'unchanged', 'failed'])
  expect(again.results.map((result) => result.id)).toEqual([plans[0].id, plans[1].id, null])
  expect(errorsOf(again.results[2])).toEqual([
    'price: 12.00 is planned for that day already. Cancel it first',
  ])
})

test('whoever may not change SKUs upserts neither SKUs nor prices', async () => {
  const by = await prizm.signIn('sales')
  const plan = { sku: 'S-1', effectiveDate: '2026-03-04', price: '12.00' }
  expect((await send('skus', [flour], by)).statusCode).toBe(403)
  expect((await send('planned-prices', [plan], by)).statusCode).toBe(403)
})
