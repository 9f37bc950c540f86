import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { termsForms } from '#features/customers/payment-terms.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

const form = { vendorCode: 'V-1', name: 'Acme', email: 'office@acme.example' }
const create = (fields: object = {}, by = as) =>
  prizm.call('POST', '/api/vendors', { as: by, body: { ...form, ...fields } })
const update = (id: number, fields: object = {}, by = as) =>
  prizm.call('PUT', `/api/vendors/${id}`, { as: by, body: { ...form, ...fields } })

test('a vendor stores every field of its form', async () => {
  const all = {
    ...form,
    phone: '555-0100',
    address: '1 Dock Rd',
    city: 'Reno',
    state: 'NV',
    zipCode: '89502',
    country: 'US',
    website: 'https://acme.example',
    contactName: 'Ada',
    notes: 'Rings twice',
    paymentTerms: '2/10 net 30',
    taxId: '12-3456789',
    leadTimeDays: 14,
    minimumOrderQuantity: 0,
    preferredRank: 1,
    isActive: false,
  }
  const { id } = (await create(all)).json()
  expect((await prizm.call('GET', `/api/vendors/${id}`, { as })).json()).toMatchObject(all)
})

test('numbers of a vendor must be whole and not negative', async () => {
  for (const fields of [
    { leadTimeDays: -1 },
    { minimumOrderQuantity: 1.5 },
    { preferredRank: 0 },
    { leadTimeDays: 2_147_483_648 },
    { leadTimeDays: '14' },
  ]) {
    expect([fields, (await create(fields)).statusCode]).toEqual([fields, 422])
  }
})

test('purchasing cannot change terms, and finance can change only terms', async () => {
  const [buyer, payer] = [await prizm.signIn('purchasing'), await prizm.signIn('finance')]
  const { id } = (await create({ paymentTerms: 'net-30' })).json()
  expect((await update(id, { paymentTerms: 'net-90' }, buyer)).statusCode).toBe(403)
  expect((await update(id, { phone: '1', paymentTerms: 'net-30' }, buyer)).statusCode).toBe(200)
  expect((await create({ vendorCode: 'V-2', paymentTerms: 'cod' }, buyer)).statusCode).toBe(403)
  expect((await create({ vendorCode: 'V-2', paymentTerms: '' }, buyer)).statusCode).toBe(201)
  expect((await update(id, { name: 'Mine' }, payer)).statusCode).toBe(403)
  const body = { paymentTerms: 'net-60', name: 'Mine' }
  const answer = await prizm.call('PUT', `/api/vendors/${id}/terms`, { as: payer, body })
  expect(answer.json()).toMatchObject({ paymentTerms: 'net-60', name: 'Acme', phone: '1' })
  const refused = await prizm.call('PUT', `/api/vendors/${id}/terms`, { as: buyer, body })
  expect(refused.statusCode).toBe(403)
})

test('payment terms that cannot be parsed are rejected with the valid forms', async () => {
  const refused = await create({ paymentTerms: '45' })
  const errors = [{ path: 'paymentTerms', code: 'invalid', message: termsForms }]
  expect([refused.statusCode, refused.json().errors]).toEqual([422, errors])
  const { id } = (await create({ paymentTerms: '1%10 net 45' })).json()
  const body = { paymentTerms: 'soon' }
  const payer = await prizm.signIn('finance')
  const changed = await prizm.call('PUT', `/api/vendors/${id}/terms`, { as: payer, body })
  expect([changed.statusCode, changed.json().errors]).toEqual([422, errors])
  expect((await prizm.database.pool.query('select payment_terms from vendors')).rows).toEqual([
    { payment_terms: '1%10 net 45' },
  ])
})

test('a stale version of the terms is rejected', async () => {
  const { id } = (await create()).json()
  const call = (paymentTerms: string) =>
    prizm.call('PUT', `/api/vendors/${id}/terms`, {
      as,
      body: { paymentTerms },
      headers: { 'if-match': '"1"' },
    })
  const both = await Promise.all([call('net-60'), call('net-90')])
  expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('open purchase orders are submitted or approved; lists sort by their count', async () => {
  const buyer = await prizm.signIn('purchasing')
  const [one, two] = [await prizm.builders.vendor(), await prizm.builders.vendor()]
  const statuses = ['draft', 'submitted', 'cancelled']
  for (const [index, status] of statuses.entries()) {
    const body = { orderNumber: `PO-${index}`, vendorId: two.id, status, totalAmount: '5.00' }
    await prizm.call('POST', '/api/purchase-orders', { as: buyer, body })
  }
  const listed = async (sort: string) =>
    (await prizm.call('GET', `/api/vendors?limit=5&sort=${sort}`, { as }))
      .json<{ id: number; openOrders: number }[]>()
      .map(({ id, openOrders }) => [id, openOrders])
  expect(await listed('openOrders')).toEqual([
    [one.id, 0],
    [two.id, 1],
  ])
  expect(await listed('-openOrders')).toEqual([
    [two.id, 1],
    [one.id, 0],
  ])
})

test('vendors are filtered by city and state, and by both', async () => {
  const { vendor } = prizm.builders
  await vendor({ vendorCode: 'V-R', city: 'Reno', state: 'NV' })
  await vendor({ vendorCode: 'V-A', city: 'Austin', state: 'TX' })
  await vendor({ vendorCode: 'V-W', city: 'Washington, D.C.' })
  const found = async (query: string) => {
    const answer = await prizm.call('GET', `/api/vendors?${query}`, { as })
    return answer.json<{ vendorCode: string }[]>().map((each) => each.vendorCode)
  }
  expect(await found('city=Reno')).toEqual(['V-R'])
  expect(await found('city=Reno,Austin')).toEqual(['V-A', 'V-R'])
  expect(await found('city=Washington,%20D.C.')).toEqual(['V-W'])
  expect(await found('state=TX&city=Reno')).toEqual([])
})

test('the city and state filters ignore case and accents', async () => {
  const { vendor } = prizm.builders
  await vendor({ vendorCode: 'V-Q', city: 'Québec', state: 'QC' })
  await vendor({ vendorCode: 'V-Z', city: 'ZÜRICH' })
  await vendor({ vendorCode: 'V-A', city: 'Austin', state: 'TX' })
  const found = async (city: string, state = '') => {
    const query = new URLSearchParams({ city, state })
    const answer = await prizm.call('GET', `/api/vendors?${query}`, { as })
    return answer.json<{ vendorCode: string }[]>().map((each) => each.vendorCode)
  }
  expect(await found('quebec')).toEqual(['V-Q'])
  expect(await found('QUE\u0301BEC', 'qc')).toEqual(['V-Q'])
  expect(await found(' Zurich , aústin ')).toEqual(['V-A', 'V-Z'])
  expect(await found('Quebe')).toEqual([])
})
