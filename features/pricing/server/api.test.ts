import { moment } from '#platform/kernel/days.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  customerId = (await prizm.builders.customer({ customerCode: 'C-1' })).id
  skuId = (await prizm.builders.sku({ sku: 'W-1' })).id
})
afterEach(() => prizm.close())

const url = '/api/contract-pricing'
const form = (fields: object = {}) => ({ customerId, skuId, contractPrice: '9.00', ...fields })
const create = (fields: object = {}, by = as) =>
  prizm.call('POST', url, { as: by, body: form(fields) })
const update = (id: number, fields: object = {}, headers = {}) =>
  prizm.call('PUT', `${url}/${id}`, { as, body: form(fields), headers })
const get = async (path: string) => (await prizm.call('GET', path, { as })).json()

test('a price defaults to start today, minimum quantity 1 and no end', async () => {
  prizm.clock.now = new Date('2026-03-02T04:30:00Z') // 11:30 p.m. on March 1 in New York
  const answer = await create()
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    customerCode: 'C-1',
    sku: 'W-1',
    contractPrice: '9.00',
    effectiveDate: '2026-03-01',
    expirationDate: null,
    minimumQuantity: 1,
    isActive: true,
    isExpired: false,
  })
  expect(await get(`${url}/${answer.json().id}`)).toEqual(answer.json())
})

test('prices are listed by customer and by SKU, with expired ones marked', async () => {
  const other = await prizm.builders.customer({ customerCode: 'C-2' })
  const { contractPrice } = prizm.builders
  const past = await contractPrice({ customerId, skuId, expirationDate: '2026-03-01' })
  const last = await contractPrice({
    customerId: other.id,
    skuId,
    expirationDate: '2026-03-02',
  })
  const flags = async (query: string) =>
    (await get(`${url}?${query}`)).map((price: { id: number; isExpired: boolean }) => [
      price.id,
      price.isExpired,
    ])
  expect(await flags(`skuId=${skuId}`)).toEqual([
    [past.id, true],
    [last.id, false],
  ])
  expect(await flags(`customerId=${customerId}`)).toEqual([[past.id, true]])
  expect(await flags('isExpired=true')).toEqual([[past.id, true]])
  expect(await flags('q=c-2')).toEqual([[last.id, false]])
  for (const bad of ['customerId=0', 'customerId=x', 'skuId=1.5', 'sort=nothing']) {
    expect((await prizm.call('GET', `${url}?${bad}`, { as })).statusCode).toBe(422)
  }
})

test('an overlapping price is rejected with the price it overlaps', async () => {
  await create({ effectiveDate: '2026-03-01', expirationDate: '2026-03-31' })
  const answer = await create({ contractPrice: '8.00', effectiveDate: '2026-03-31' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    code: 'duplicate-contract-price',
    detail:
      'This customer already has a price of $9.00 from 3/1/2026 to 3/31/2026' +
      ' for this SKU and minimum quantity',
  })
  expect(await get(url)).toHaveLength(1)
  for (const apart of [
    { effectiveDate: '2026-04-01' },
    { effectiveDate: '2026-03-15', minimumQuantity: 10 },
    { effectiveDate: '2026-03-15', isActive: false },
  ]) {
    expect([apart, (await create(apart)).statusCode]).toEqual([apart, 201])
  }
})

test('neither an update nor an activation may overlap another price', async () => {
  await create({ effectiveDate: '2026-03-01', expirationDate: '2026-03-31' })
  const next = (await create({ effectiveDate: '2026-04-01' })).json()
  expect((await update(next.id, { effectiveDate: '2026-03-31' })).statusCode).toBe(409)
  const off = (await create({ effectiveDate: '2026-03-10', isActive: false })).json()
  const on = await update(off.id, { isActive: true })
  expect(on.json().code).toBe('duplicate-contract-price')
  expect((await update(next.id, { contractPrice: '7.5' })).json()).toMatchObject({
    contractPrice: '7.50',
    effectiveDate: '2026-04-01',
    version: 2,
  })
})

test('of two concurrent requests for the same price one is rejected', async () => {
  const both = await Promise.all([create(), create({ contractPrice: '8.00' })])
  expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await get(url)).toHaveLength(1)
})

test('a database constraint rejects overlapping prices', async () => {
  await prizm.builders.contractPrice({ customerId, skuId })
  const second = prizm.builders.contractPrice({ customerId, skuId, effectiveDate: '2026-12-31' })
  await expect(second).rejects.toMatchObject({
    cause: { code: '23P01', constraint: 'contract_prices_overlap' },
  })
})

test('of two concurrent updates of the same version one succeeds', async () => {
  const { id } = (await create()).json()
  const headers = { 'if-match': '"1"' }
  const both = await Promise.all(
    ['7.00', '8.00'].map((contractPrice) => update(id, { contractPrice }, headers)),
  )
  expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('unknown, deleted or inactive parties are rejected with a message for each', async () => {
  const { customer, sku } = prizm.builders
  const deleted = await customer({ deletedAt: moment('2026-01-01') })
  const idle = await customer({ customerCode: 'C-idle', isActive: false })
  const idleSku = await sku({ sku: 'W-idle', isActive: false })
  const refused = async (fields: object) => {
    const answer = await create(fields)
    expect(answer.statusCode).toBe(422)
    return answer.json().errors
  }
  expect(await refused({ customerId: 999, skuId: 999 })).toMatchObject([
    { path: 'customerId', message: 'This customer does not exist' },
    { path: 'skuId', message: 'This SKU does not exist' },
  ])
  expect(await refused({ customerId: deleted.id })).toMatchObject([
    { path: 'customerId', message: 'This customer does not exist' },
  ])
  expect(await refused({ customerId: idle.id, skuId: idleSku.id })).toMatchObject([
    { path: 'customerId', message: 'C-idle is inactive' },
    { path: 'skuId', message: 'W-idle is inactive' },
  ])
})

test('the price of an inactive customer can still be ended', async () => {
  const { id } = (await create()).json()
  await prizm.database.pool.query('update customers set is_active = false')
  expect((await update(id, { expirationDate: '2026-03-02' })).statusCode).toBe(200)
})

test('invalid dates and an end before the start are rejected', async () => {
  for (const days of [
    { effectiveDate: '2026-02-29' },
    { effectiveDate: '2026-02-29T00:00:00Z' },
    { effectiveDate: '2026-03-02', expirationDate: '2026-03-01' },
    { expirationDate: '2026-03-01' },
  ]) {
    expect([days, (await create(days)).statusCode]).toEqual([days, 422])
  }
  const { id } = (await create({ effectiveDate: '2026-03-02' })).json()
  expect((await update(id, { expirationDate: '2026-03-01' })).statusCode).toBe(422)
  expect((await update(id, { expirationDate: '2026-03-02' })).statusCode).toBe(200)
})

test('prices and quantities out of range are rejected', async () => {
  for (const fields of [
    { contractPrice: '-0.01' },
    { contractPrice: '99999999999.99' },
    { contractPrice: undefined },
    { minimumQuantity: 0 },
    { minimumQuantity: 2_147_483_648 },
    { customerId: 2_147_483_648 },
  ]) {
    expect([fields, (await create(fields)).statusCode]).toEqual([fields, 422])
  }
})

test('every change appears in the history of the price, its customer and its SKU', async () => {
  const { id } = (await create()).json()
  await update(id, { contractPrice: '8.00' })
  await prizm.call('DELETE', `${url}/${id}`, { as })
  expect((await prizm.call('GET', `${url}/${id}`, { as })).statusCode).toBe(404)
  const actions = async (path: string) =>
    (await get(path)).map((act: { action: string }) => act.action)
  const own = await actions(`/api/activity/${id}?entity=contract_price`)
  expect(own).toEqual(['delete', 'update', 'create'])
  const expectedActions = [
    'contract_price_deleted',
    'contract_price_changed',
    'contract_price_created',
  ]
  expect(await actions(`/api/activity/${customerId}?entity=customer`)).toEqual(expectedActions)
  expect(await actions(`/api/activity/${skuId}?entity=sku`)).toEqual(expectedActions)
  const [, changed] = await get(`/api/activity/${customerId}?entity=customer`)
  expect(changed.changes).toEqual({ contractPrice: { from: '9.00', to: '8.00' } })
})

test('only managers create prices; every role reads them', async () => {
  for (const role of ['sales', 'user', 'finance'] as const) {
    const by = await prizm.signIn(role)
    expect((await create({}, by)).statusCode).toBe(403)
    expect((await prizm.call('GET', url, { as: by })).statusCode).toBe(200)
  }
})
