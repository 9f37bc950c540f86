import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('finance')
})
afterEach(() => prizm.close())

const form = { customerCode: 'C-1', name: 'Acme', email: 'office@acme.example' }
const create = (fields: object = {}, by = as) =>
  prizm.call('POST', '/api/customers', { as: by, body: { ...form, ...fields } })
const update = (id: number, fields: object = {}, by = as) =>
  prizm.call('PUT', `/api/customers/${id}`, { as: by, body: { ...form, ...fields } })

test('a new customer has the default values', async () => {
  expect((await create()).json()).toMatchObject({
    creditLimit: '0.00',
    currentBalance: '0.00',
    availableCredit: '0.00',
    paymentTerms: 'net-30',
    priceLevel: 'standard',
    taxExempt: false,
    taxExemptNumber: null,
    isActive: true,
    phone: null,
    version: 1,
  })
})

test('a repeated request with the same key returns the same record and ETag', async () => {
  const headers = { 'idempotency-key': 'new-customer' }
  const once = () => prizm.call('POST', '/api/customers', { as, body: form, headers })
  const [made, again] = [await once(), await once()]
  expect([made.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.body).toBe(made.body)
  expect([made.headers['etag'], again.headers['etag']]).toEqual(['"1"', '"1"'])
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('available credit is the limit minus the balance and open orders', async () => {
  const amounts = { creditLimit: '100.00', currentBalance: '40.50', openOrderAmount: '70.00' }
  const { id } = await prizm.builders.customer(amounts)
  const answer = await prizm.call('GET', `/api/customers/${id}`, { as })
  expect(answer.json()).toMatchObject({ ...amounts, availableCredit: '-10.50' })
  await prizm.builders.customer({ ...amounts, paymentTerms: 'Prepaid' })
  const unbounded = { ...amounts, creditLimit: '0.00' }
  const { id: other } = await prizm.builders.customer(unbounded)
  const over = () => prizm.call('GET', '/api/customers?credit=over&sort=id', { as })
  expect((await over()).json()).toMatchObject([answer.json(), { id: other }])
  const set = `insert into settings (name, value) values ('creditZeroMeans', '"unlimited"')`
  await prizm.database.pool.query(set)
  expect((await over()).json()).toEqual([answer.json()])
})

test('accepts amounts as decimal text or numbers with two decimals only', async () => {
  for (const [index, good] of ['0', '12.5', 12.5, '9999999999.99', ' 7 '].entries()) {
    const answer = await create({ customerCode: `C-${index}`, creditLimit: good })
    expect([good, answer.statusCode]).toEqual([good, 201])
  }
  for (const bad of ['1e3', '1,000', '12.345', '-1', '10000000000', 'NaN', 0.005, true, {}]) {
    const answer = await create({ customerCode: 'C-bad', creditLimit: bad })
    expect([bad, answer.statusCode, answer.json().errors[0].path]).toEqual([
      bad,
      422,
      'creditLimit',
    ])
  }
})

test('an empty credit limit is 0 for a new customer and unchanged on update', async () => {
  const made = await create({ customerCode: 'C-none', creditLimit: '' })
  expect(made.json()).toMatchObject({ creditLimit: '0.00' })
  const { id } = await prizm.builders.customer({ creditLimit: '500.00' })
  const body = {
    customerCode: 'C-kept',
    name: 'Kept',
    email: 'kept@example.com',
    creditLimit: null,
  }
  const changed = await prizm.call('PUT', `/api/customers/${id}`, { as, body })
  expect(changed.json()).toMatchObject({ customerCode: 'C-kept', creditLimit: '500.00' })
})

test('the last order date ignores cancelled orders, and lists sort by it', async () => {
  const sales = await prizm.signIn('sales')
  const { customer } = prizm.builders
  const order = async (orderNumber: string, customerId: number, fields: object) => {
    const body = { orderNumber, customerId, ...fields }
    const made = await prizm.call('POST', '/api/sales-orders', { as: sales, body })
    expect(made.statusCode).toBe(201)
  }
  const [one, two] = [await customer({ name: 'One' }), await customer({ name: 'Two' })]
  await customer({ name: 'Three' })
  await order('SO-1', one.id, { orderDate: '2026-02-02' })
  await order('SO-2', one.id, { orderDate: '2026-02-20' })
  await order('SO-3', one.id, { orderDate: '2026-02-27', status: 'cancelled' })
  await order('SO-4', two.id, { orderDate: '2026-01-15' })
  const listed = async (sort: string) =>
    (await prizm.call('GET', `/api/customers?limit=2&sort=${sort}`, { as }))
      .json<{ name: string; lastOrderDate: string | null }[]>()
      .map(({ name, lastOrderDate }) => [name, lastOrderDate])
  expect(await listed('lastOrderDate')).toEqual([
    ['Two', '2026-01-15'],
    ['One', '2026-02-20'],
  ])
  expect(await listed('-lastOrderDate')).toEqual([
    ['One', '2026-02-20'],
    ['Two', '2026-01-15'],
  ])
  expect((await prizm.call('GET', '/api/customers?sort=-lastOrderDate', { as })).json()[2]).toEqual(
    expect.objectContaining({ name: 'Three', lastOrderDate: null }),
  )
  const second = (await prizm.call('GET', '/api/sales-orders?q=SO-2', { as: sales })).json()[0]
  const cancel = `/api/sales-orders/${second.id}/cancel`
  const body = { reason: 'Ordered twice' }
  expect((await prizm.call('POST', cancel, { as: sales, body })).statusCode).toBe(200)
  expect(await listed('-lastOrderDate')).toEqual([
    ['One', '2026-02-02'],
    ['Two', '2026-01-15'],
  ])
})

test('a tax-exempt customer requires an exemption number on create and on update', async () => {
  const refused = await create({ taxExempt: true })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toEqual([
    { path: 'taxExemptNumber', code: 'invalid', message: 'Required for a tax-exempt customer' },
  ])
  const { id } = (await create({ taxExempt: true, taxExemptNumber: 'TX-1' })).json()
  expect((await update(id, { name: 'Renamed' })).statusCode).toBe(200)
  expect((await update(id, { taxExemptNumber: '' })).statusCode).toBe(422)
  const ended = await update(id, { taxExempt: false, taxExemptNumber: null })
  expect(ended.json()).toMatchObject({ taxExempt: false, taxExemptNumber: null })
})

const person = {
  website: 'https://acme.example',
  notes: 'Rings twice',
  allowBackorder: true,
  packingSlipPrices: true,
  duplicateCheck: 'lines',
  supplierNumber: 'V-77',
  documentNote: 'Dock 4, {customer.name}',
  contactName: 'Ada Byron',
  contactRole: 'Buyer',
  contactEmail: 'ada@acme.example',
  contactPhone: '555-0142',
}

test('fields omitted from an update do not change', async () => {
  const made = (await create(person)).json()
  expect(made).toMatchObject(person)
  expect((await update(made.id, { city: 'Reno' })).json()).toMatchObject({ ...person, version: 2 })
  const emptied = { website: '', notes: null, contactName: '', contactEmail: '  ' }
  expect((await update(made.id, emptied)).json()).toMatchObject({
    website: null,
    notes: null,
    allowBackorder: true,
    contactName: null,
    contactRole: 'Buyer',
    contactEmail: null,
  })
})

test('validates the contact email, and search finds a customer by contact name', async () => {
  const wrong = await create({ contactEmail: 'nobody' })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    422,
    [{ path: 'contactEmail', code: 'invalid', message: 'Invalid input' }],
  ])
  await create(person)
  await create({ customerCode: 'C-2' })
  const found = await prizm.call('GET', '/api/customers?q=byron', { as })
  expect(found.json<{ customerCode: string }[]>().map((one) => one.customerCode)).toEqual(['C-1'])
})

test('an emptied field is null, and emptied terms revert to net-30', async () => {
  const { id } = (await create({ phone: '555-0100', paymentTerms: 'net-60' })).json()
  const answer = await update(id, { phone: '', paymentTerms: '' })
  expect(answer.json()).toMatchObject({ phone: null, paymentTerms: 'net-30' })
})

test('the sales role edits contact data but not terms', async () => {
  const sales = await prizm.signIn('sales')
  const { id } = (await create({ creditLimit: '500.00' })).json()
  const contact = { phone: '555-0100', creditLimit: '500', priceLevel: 'standard' }
  expect((await update(id, contact, sales)).json()).toMatchObject({ phone: '555-0100' })
  for (const terms of [
    { creditLimit: '501.00' },
    { paymentTerms: 'net-60' },
    { priceLevel: 'tier3' },
    { taxExempt: true, taxExemptNumber: 'TX-1' },
  ]) {
    const answer = await update(id, { name: 'Changed', ...terms }, sales)
    expect(answer.statusCode).toBe(403)
  }
  expect((await create({ customerCode: 'C-2', creditLimit: '1' }, sales)).statusCode).toBe(403)
  const read = await prizm.call('GET', `/api/customers/${id}`, { as })
  expect(read.json()).toMatchObject({ name: 'Acme', creditLimit: '500.00', version: 2 })
})

test('a setting prevents the sign-up role from changing terms', async () => {
  const [user, admin] = [await prizm.signIn('user'), await prizm.signIn('admin')]
  expect((await create({ creditLimit: '5' }, user)).statusCode).toBe(201)
  const body = { userMayEditTerms: false }
  await prizm.call('PUT', '/api/settings', { as: admin, body })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 1000)
  const answer = await create({ customerCode: 'C-2', creditLimit: '5' }, user)
  expect(answer.statusCode).toBe(403)
})

test('a lowered credit limit has its own action in the history', async () => {
  const { id } = (await create({ creditLimit: '500.00' })).json()
  await update(id, { creditLimit: '200' })
  const acts = await prizm.call('GET', `/api/activity/${id}?entity=customer`, { as })
  expect(acts.json()[0]).toMatchObject({
    action: 'credit_limit_lowered',
    changes: {
      creditLimit: { from: '500.00', to: '200.00' },
      availableCredit: { from: '500.00', to: '200.00' },
    },
  })
})

test('an update without changes writes no history entry', async () => {
  const { id } = (await create()).json()
  await update(id)
  const acts = await prizm.call('GET', `/api/activity/${id}?entity=customer`, { as })
  expect(acts.json()).toHaveLength(1)
})

test('returns an error for each missing or invalid field', async () => {
  const nothing = await prizm.call('POST', '/api/customers', { as, body: {} })
  expect(nothing.json().errors).toEqual(
    ['customerCode', 'name', 'email'].map((path) => ({
      path,
      code: 'required',
      message: 'Required',
    })),
  )
  const long = await create({ customerCode: 'x'.repeat(51), email: 'nobody' })
  expect(long.json().errors).toEqual([
    { path: 'customerCode', code: 'invalid', message: 'Must be at most 50 characters' },
    { path: 'email', code: 'invalid', message: 'Invalid input' },
  ])
})

test('concurrent requests with the same key create one customer', async () => {
  const headers = { 'idempotency-key': 'form-1' }
  const call = () => prizm.call('POST', '/api/customers', { as, body: form, headers })
  const [first, second] = await Promise.all([call(), call()])
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(first.json()).toEqual(second.json())
  const listed = await prizm.call('GET', '/api/customers', { as })
  expect(listed.json()).toHaveLength(1)
})

test('the city and state filters ignore case and accents', async () => {
  const { customer } = prizm.builders
  await customer({ customerCode: 'C-M', city: 'Málaga', state: 'Andalucía' })
  await customer({ customerCode: 'C-W', city: 'Washington, D.C.' })
  await customer({ customerCode: 'C-N' })
  const found = async (query: object) => {
    const params = new URLSearchParams({ ...query })
    const answer = await prizm.call('GET', `/api/customers?${params}`, { as })
    return answer.json<{ customerCode: string }[]>().map((each) => each.customerCode)
  }
  expect(await found({ city: 'malaga' })).toEqual(['C-M'])
  expect(await found({ state: 'ANDALUCIA' })).toEqual(['C-M'])
  expect(await found({ city: 'washington, d.c.' })).toEqual(['C-W'])
  expect(await found({ city: 'MALAGA,Reno' })).toEqual(['C-M'])
  expect(await found({ city: 'mala' })).toEqual([])
})

test('finds customers by address in any spelling; a short text finds none', async () => {
  const place = { address: '2 Oak Road', city: 'Dallas', state: 'TX', zipCode: '75201' }
  const oak = (await create({ ...place })).json()
  await create({ customerCode: 'C-2', email: 'b@acme.example', ...place, address: '3 Oak Road' })
  const deleted = (await create({ customerCode: 'C-3', email: 'c@acme.example', ...place })).json()
  const trash = `update customers set deleted_at = now() where id = ${deleted.id}`
  await prizm.database.pool.query(trash)
  const find = async (address: string) => {
    const url = `/api/customers/by-address?address=${encodeURIComponent(address)}`
    return (await prizm.call('GET', url, { as })).json()
  }
  const found = [{ id: oak.id, customerCode: 'C-1', name: 'Acme' }]
  expect(await find('2 OAK ROAD\nDallas, TX 75201')).toEqual(found)
  expect(await find('2 Oak Road, Dallas TX, 75201')).toEqual(found)
  expect(await find('4 Oak Road, Dallas TX, 75201')).toEqual([])
  expect(await find('Dallas')).toEqual([])
})
