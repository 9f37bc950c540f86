import { moment } from '#platform/kernel/days.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('user')
  customerId = await builders.buyer()
  skuId = await builders.item()
})
afterEach(() => prizm.close())

const good = () => ({ customerId, items: [{ skuId, quantity: 1 }] })
const line = (fields: object) => ({ ...good(), items: [{ skuId, quantity: 1, ...fields }] })

/** Expects validation and creation to reject with the same status and message, and no row. */
async function refuses(body: unknown, status: number, sentence: string | RegExp): Promise<void> {
  for (const url of ['/api/orders/validate', '/api/orders/create']) {
    const answer = await prizm.call('POST', url, { as, body })
    expect([url, answer.statusCode]).toEqual([url, status])
    expect(answer.json().detail).toMatch(sentence)
  }
  await nothingWritten()
}

async function nothingWritten(): Promise<void> {
  const found = await prizm.database.pool.query('select count(*) as orders from sales_orders')
  expect(found.rows).toEqual([{ orders: 0 }])
}

test('no customer', () => refuses({ items: good().items }, 422, 'Please select a customer'))
test('an unknown customer', () =>
  refuses({ ...good(), customerId: 999 }, 422, 'This customer does not exist'))
test('a customer number beyond the database', () =>
  refuses({ ...good(), customerId: 2_147_483_648 }, 422, 'Please select a customer'))
test('an inactive customer', async () => {
  const id = await builders.buyer({ customerCode: 'C-OLD', isActive: false })
  await refuses({ ...good(), customerId: id }, 422, 'Customer C-OLD is inactive')
})
test('a deleted customer', async () => {
  const id = await builders.buyer({ deletedAt: moment('2026-01-01') })
  await refuses({ ...good(), customerId: id }, 422, 'This customer does not exist')
})
test('no items', () => refuses({ ...good(), items: [] }, 422, 'At least one item is required'))
test('items left out', () => refuses({ customerId }, 422, 'At least one item is required'))
test('a line without a SKU', () =>
  refuses({ ...good(), items: [{ quantity: 1 }] }, 422, 'Please select a SKU'))
test('an unknown SKU', () => refuses(line({ skuId: 999 }), 422, 'This SKU does not exist'))
test('an inactive SKU', async () => {
  const id = await builders.item({ sku: 'OLD-1', isActive: false })
  await refuses(line({ skuId: id }), 422, 'SKU OLD-1 is inactive')
})
test('quantity 0', () => refuses(line({ quantity: 0 }), 422, 'Quantity must be at least 1'))
test('a negative quantity', () =>
  refuses(line({ quantity: -5 }), 422, 'Quantity must be at least 1'))
test('a fractional quantity', () => refuses(line({ quantity: 1.5 }), 422, 'Must be a whole number'))
test('a quantity above 2,147,483,647', () =>
  refuses(line({ quantity: 2_147_483_648 }), 422, 'Must be at most 2,147,483,647'))
test('a quantity as text', () => refuses(line({ quantity: '2' }), 422, 'Invalid input'))
test('an amount beyond numeric(12,2)', async () => {
  const id = await builders.item({ price: '9999999999.99' })
  await refuses(line({ skuId: id, quantity: 2 }), 422, 'too large')
})
test('two lines whose quantities leave the safe range together', () =>
  refuses(
    { ...good(), items: Array.from({ length: 500 }, () => ({ skuId, quantity: 2_147_483_647 })) },
    422,
    'too large',
  ))
test('more than 500 lines', () =>
  refuses(
    { ...good(), items: Array.from({ length: 501 }, () => ({ skuId, quantity: 1 })) },
    422,
    'An order has at most 500 lines',
  ))

test('text that cannot be stored is rejected in every text field', async () => {
  for (const field of ['customerPO', 'shippingAddress', 'billingAddress', 'notes']) {
    for (const text of ['a\u0000b', 'a\ud800b', 'a\udc00']) {
      const body = { ...good(), [field]: text }
      const answer = await prizm.call('POST', '/api/orders/create', { as, body })
      expect([field, answer.statusCode]).toEqual([field, 422])
      expect(answer.json().errors).toMatchObject([{ path: field }])
    }
  }
  await nothingWritten()
})

test('notes of 5,000 characters are saved, one more is rejected', async () => {
  const notes = 'x'.repeat(5000)
  const created = await prizm.call('POST', '/api/orders/create', { as, body: { ...good(), notes } })
  expect(created.json().order.notes).toHaveLength(5000)
  const body = { ...good(), notes: `${notes}x` }
  const refused = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(refused.statusCode).toBe(422)
})

test('an order may have 500 lines', async () => {
  skuId = await builders.item({ currentStock: 500 })
  const items = Array.from({ length: 500 }, () => ({ skuId, quantity: 1 }))
  const made = await prizm.call('POST', '/api/orders/create', { as, body: { customerId, items } })
  expect(made.statusCode).toBe(201)
  expect(made.json().order.items).toHaveLength(500)
})

test.each([
  ['no JSON', '{"customerId": 1,', 400],
  ['nested 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
  ['larger than 1 MiB', `{"notes":"${'x'.repeat(1024 * 1024)}"}`, 413],
])('P26 a body that is %s is refused', async (_what, payload, status) => {
  const headers = { cookie: as, 'content-type': 'application/json' }
  const answer = await prizm.app.inject({
    method: 'POST',
    url: '/api/orders/create',
    payload,
    headers,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('problem+json')
})

test('a body with another content type is rejected with 415', async () => {
  const headers = { cookie: as, 'content-type': 'text/plain' }
  const url = '/api/orders/create'
  const answer = await prizm.app.inject({ method: 'POST', url, payload: '{}', headers })
  expect(answer.statusCode).toBe(415)
})
