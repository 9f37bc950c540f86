import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from './testing.ts'

// One of a SKU of 100.00; the default rate is 8 %, Florida has 7 % and Nevada 4.6 %.

let prizm: TestApp
let as: string
let given: ReturnType<typeof orderBuilders>
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  given = orderBuilders(prizm.database.db)
  skuId = await given.item({ price: '100.00' })
  for (const [state, rate] of [
    ['Florida', '0.07'],
    ['NV', '0.046'],
  ]) {
    const body = { country: 'United States', state, rate, effectiveDate: '2026-01-01' }
    expect((await prizm.call('POST', '/api/tax-rates', { as, body })).statusCode).toBe(201)
  }
})
afterEach(() => prizm.close())

const post = (path: string, body: object) => prizm.call('POST', `/api/${path}`, { as, body })
const wish = (customerId: number, more: object = {}) => ({
  customerId,
  items: [{ skuId, quantity: 1 }],
  ...more,
})

test('rates are stored in normal form, and the same place has one', async () => {
  const found = await prizm.database.pool.query('select country, state from tax_rates order by id')
  expect(found.rows).toEqual([
    { country: 'US', state: 'FL' },
    { country: 'US', state: 'NV' },
  ])
  const body = { country: 'USA', state: 'F.L.', rate: '0.05', effectiveDate: '2026-01-01' }
  expect((await post('tax-rates', body)).json().code).toBe('tax-rate-taken')
})

test.each([
  ['US', 'Florida'],
  ['USA', 'FL'],
  ['US', 'F.L.'],
  [null, 'FL'],
])('an order of a customer in %s/%s has the rate of Florida', async (country, state) => {
  const customerId = await given.buyer({ country, state })
  const made = await post('orders/create', wish(customerId))
  expect(made.json().order).toMatchObject({ taxAmount: '7.00' })
  const lines = await prizm.database.pool.query('select tax_amount from sales_order_items')
  expect(lines.rows).toEqual([{ tax_amount: '7.00' }])
})

test('an order is taxed by its own ship-to address, in validation and creation alike', async () => {
  const customerId = await given.buyer({ country: 'US', state: 'FL' })
  const body = wish(customerId, { shippingAddress: '5 Dock Rd\nReno, NV 89502' })
  const checked = (await post('orders/validate', body)).json().pricing
  expect([checked.taxAmount, checked.taxNotice]).toEqual(['4.60', undefined])
  expect((await post('orders/create', body)).json().order.taxAmount).toBe('4.60')
})

test('what the tax goes by is told where the ship-to address cannot be read', async () => {
  const customerId = await given.buyer({ country: 'US', state: 'FL' })
  const body = wish(customerId, { shippingAddress: 'The old barn' })
  const checked = (await post('orders/validate', body)).json().pricing
  expect(checked.taxAmount).toBe('7.00')
  expect(checked.taxNotice).toMatch(/^Sales tax goes by the customer’s address \(US, FL\)/)
  const nowhere = await given.buyer({ country: 'Atlantis' })
  const guessed = (await post('orders/validate', wish(nowhere))).json().pricing
  expect(guessed.taxAmount).toBe('8.00')
  expect(guessed.taxNotice).toMatch(/^Sales tax goes by the default rate/)
})
