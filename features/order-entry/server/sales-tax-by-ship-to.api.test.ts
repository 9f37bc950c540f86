import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from './testing.ts'

// One unit at 100.00; the default rate is 8%, Florida is 7% and Nevada 4.6%.

let prizm: TestApp
let as: string
let builders: ReturnType<typeof orderBuilders>
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  builders = orderBuilders(prizm.database.db)
  skuId = await builders.item({ price: '100.00' })
  for (const [state, rate] of [
    ['Florida', '0.07'],
    ['NV', '0.046'],
  ]) {
    const body = { country: 'United States', state, rate, effectiveDate: '2026-01-01' }
    expect((await prizm.call('POST', '/api/tax-rates', { as, body })).statusCode).toBe(201)
  }
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const post = (path: string, body: object) => prizm.call('POST', `/api/${path}`, { as, body })
const orderRequestOf = (customerId: number, more: object = {}) => ({
  customerId,
  items: [{ skuId, quantity: 1 }],
  ...more,
})

test('places are normalized, and the same place has one rate', async () => {
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
])('an order of a customer in %s/%s has the tax rate of Florida', async (country, state) => {
  const customerId = await builders.buyer({ country, state })
  const made = await post('orders/create', orderRequestOf(customerId))
  expect(made.json().order).toMatchObject({ taxAmount: '7.00' })
  const lines = await prizm.database.pool.query('select tax_amount from sales_order_items')
  expect(lines.rows).toEqual([{ tax_amount: '7.00' }])
})

test('validation and creation both tax an order by its own ship-to address', async () => {
  const customerId = await builders.buyer({ country: 'US', state: 'FL' })
  const body = orderRequestOf(customerId, { shippingAddress: '5 Dock Rd\nReno, NV 89502' })
  const checked = (await post('orders/validate', body)).json().pricing
  expect([checked.taxAmount, checked.taxNotice]).toEqual(['4.60', undefined])
  expect((await post('orders/create', body)).json().order.taxAmount).toBe('4.60')
})

test('shows what the tax is based on if the ship-to address cannot be parsed', async () => {
  const customerId = await builders.buyer({ country: 'US', state: 'FL' })
  const body = orderRequestOf(customerId, { shippingAddress: 'The old barn' })
  const checked = (await post('orders/validate', body)).json().pricing
  expect(checked.taxAmount).toBe('7.00')
  expect(checked.taxNotice).toMatch(/^Sales tax uses the customer’s address \(US, FL\)/)
  const nowhere = await builders.buyer({ country: 'Atlantis' })
  const guessed = (await post('orders/validate', orderRequestOf(nowhere))).json().pricing
  expect(guessed.taxAmount).toBe('8.00')
  expect(guessed.taxNotice).toMatch(/^Sales tax uses the default rate/)
})

const noPlace =
  'Sales tax uses the default rate: no country and state were recognized in the ship-to ' +
  'address or on the customer'
const notices = async () => {
  const text = 'select tax_notice from sales_orders order by id'
  return (await prizm.database.pool.query(text)).rows.map((row) => row.tax_notice)
}

test('an order retains its tax notice until it is taxed again', async () => {
  const customerId = await builders.buyer({ country: 'Atlantis' })
  const { order } = (await post('orders/create', orderRequestOf(customerId))).json()
  expect([order.taxAmount, order.taxNotice]).toEqual(['8.00', noPlace])
  const recorded = { ...orderRequestOf(customerId), orderNumber: 'SO-77' }
  expect((await post('sales-orders', recorded)).json().taxNotice).toBe(noPlace)
  expect(await notices()).toEqual([noPlace, noPlace])
  const change = { shippingAddress: '5 Dock Rd\nReno, NV 89502' }
  const options = { as, body: change }
  const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, options)
  expect(changed.json()).toMatchObject({ taxAmount: '4.60', taxNotice: null })
  expect(await notices()).toEqual([null, noPlace])
})

test('the dry run and the import return the same tax notice', async () => {
  await builders.buyer({ customerCode: 'NOWHERE', country: 'Atlantis' })
  await builders.item({ sku: 'BOLT', price: '10.00' })
  const payload = 'Customer Code,Customer PO,SKU Code,Quantity\nNOWHERE,P-1,BOLT,1'
  for (const query of ['?dryRun=true', '']) {
    const url = `/api/orders/import${query}`
    const headers = { cookie: as, 'content-type': 'text/csv' }
    const answer = await prizm.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.json().orders).toMatchObject([{ fate: 'create', says: noPlace }])
  }
  expect(await notices()).toEqual([noPlace])
})

test('a new tax place changes the tax of unshipped units only', async () => {
  const customerId = await builders.buyer({ country: 'US', state: 'FL', creditLimit: '5000.00' })
  const items = [
    { skuId, quantity: 3 },
    { skuId: await builders.item({ price: '10.00' }), quantity: 1 },
  ]
  const { order } = (await post('orders/create', { customerId, items })).json()
  expect(order.taxAmount).toBe('21.70')
  await post(`sales-orders/${order.id}/process`, {})
  await post(`sales-orders/${order.id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
  const body = { shippingAddress: '5 Dock Rd\nReno, NV 89502', reason: 'They moved' }
  const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
  // One unit shipped at 7%; two at 100.00 and one at 10.00 go to Nevada at 4.6%.
  expect(changed.json()).toMatchObject({
    revision: 1,
    subtotal: '310.00',
    taxAmount: '16.66',
    items: [{ taxAmount: '16.20' }, { taxAmount: '0.46' }],
  })
  await post(`sales-orders/${order.id}/ship`, {})
  const { rows } = await prizm.database.pool.query(
    `select tax_state as place, tax from invoices order by id`,
  )
  expect(rows).toEqual([
    { place: 'FL', tax: '7.00' },
    { place: 'NV', tax: '9.66' },
  ])
  expect(await brokenInvariants()).toEqual([])
})

const inNevada = '5 Dock Rd\nReno, NV 89502'
const inFlorida = '1 Bay St\nTampa, FL 33601'
const changeOrder = (id: number, body: object) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: { reason: 'They called', ...body } })
const ship = (id: number, quantity: number) =>
  post(`sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity }] })
/** Ten units to Florida, of which five have shipped with 35.00 of the 70.00. */
const fiveShipped = async (fields: object = {}): Promise<number> => {
  const customerId = await builders.buyer({ country: 'US', state: 'FL' })
  const body = { customerId, items: [{ skuId, quantity: 10 }], ...fields }
  const { order } = (await post('orders/create', body)).json()
  await post(`sales-orders/${order.id}/process`, {})
  expect((await ship(order.id, 5)).statusCode).toBe(200)
  return order.id
}
const invoiced = () =>
  prizm.rows(`select i.id, i.tax, i.tax_rate as rate, l.id as line
              from invoices i join invoice_lines l on l.invoice_id = i.id order by i.id, l.id`)

test('shipments after a move and their credits have the tax of the new place', async () => {
  const id = await fiveShipped()
  // 35.00 have shipped; 500.00 at 4.6% are 23.00.
  expect((await changeOrder(id, { shippingAddress: inNevada })).json().taxAmount).toBe('58.00')
  await ship(id, 2)
  await ship(id, 3)
  const [first, second, third] = await invoiced()
  expect([first, second, third]).toMatchObject([
    { tax: '35.00', rate: '0.070000' },
    { tax: '9.20', rate: '0.046000' },
    { tax: '13.80', rate: '0.046000' },
  ])
  const creditOf = async (invoice: { id: number; line: number }, quantity: number) => {
    const items = [{ invoiceLineId: invoice.line, quantity }]
    const body = { invoiceId: invoice.id, items, reason: 'Broken' }
    return (await post('credit-memos', body)).json().tax
  }
  expect(await creditOf(first, 1)).toBe('7.00')
  expect(await creditOf(second, 1)).toBe('4.60')
  expect(await creditOf(third, 3)).toBe('13.80')
  expect(await brokenInvariants()).toEqual([])
})

test('units that are cancelled after a move leave the tax that was charged', async () => {
  const id = await fiveShipped()
  await changeOrder(id, { shippingAddress: inNevada })
  const body = { items: [{ lineNo: 1, quantity: 3 }], reason: 'Fewer' }
  // 35.00 and two units at 4.6%.
  const fewer = (await post(`sales-orders/${id}/cancel-rest`, body)).json()
  expect(fewer).toMatchObject({ taxAmount: '44.20', items: [{ taxAmount: '44.20' }] })
  await ship(id, 2)
  expect((await invoiced()).map(({ tax }) => tax)).toEqual(['35.00', '9.20'])
  expect(await brokenInvariants()).toEqual([])
})

test.each([
  // 35.00 and seven units at 4.6%: 32.20.
  { from: inFlorida, to: inNevada, shipped: '35.00', more: '67.20' },
  // 23.00 and seven units at 7%: 49.00.
  { from: inNevada, to: inFlorida, shipped: '23.00', more: '72.00' },
])('shipped units keep their tax if there are more: $more', async ({ from, to, ...tax }) => {
  const id = await fiveShipped({ shippingAddress: from })
  await changeOrder(id, { shippingAddress: to })
  const itemsOf = (quantity: number) => ({ items: [{ lineNo: 1, skuId, quantity }] })
  expect((await changeOrder(id, itemsOf(12))).json()).toMatchObject({
    taxAmount: tax.more,
    items: [{ taxAmount: tax.more }],
  })
  expect(await brokenInvariants()).toEqual([])
  expect((await changeOrder(id, itemsOf(5))).json()).toMatchObject({
    status: 'shipped',
    taxAmount: tax.shipped,
    items: [{ taxAmount: tax.shipped }],
  })
  expect(await brokenInvariants()).toEqual([])
})

test('the open units of all lines get the rate of now if a line is changed', async () => {
  const other = await builders.item({ price: '10.00' })
  const itemsOf = (quantity: number) => [
    { lineNo: 1, skuId, quantity: 10 },
    { lineNo: 2, skuId: other, quantity },
  ]
  const items = itemsOf(1).map(({ lineNo: _, ...item }) => item)
  const id = await fiveShipped({ items })
  await prizm.rows(`update customers set tax_exempt = true, tax_exempt_number = 'X-1'`)
  expect((await changeOrder(id, { notes: 'By the gate' })).json().taxAmount).toBe('70.70')
  expect((await changeOrder(id, { items: itemsOf(2) })).json()).toMatchObject({
    taxAmount: '35.00',
    items: [{ taxAmount: '35.00' }, { taxAmount: '0.00' }],
  })
  await post(`sales-orders/${id}/ship`, {})
  expect(await invoiced()).toMatchObject([
    { tax: '35.00', rate: '0.070000' },
    { tax: '0.00', rate: '0.000000' },
    { tax: '0.00', rate: '0.000000' },
  ])
  expect(await brokenInvariants()).toEqual([])
})

test('an address change within the same tax place changes no tax and no price', async () => {
  const customerId = await builders.buyer({ country: 'US', state: 'FL' })
  const { order } = (await post('orders/create', orderRequestOf(customerId))).json()
  await prizm.database.pool.query('update skus set price = 200')
  const body = { shippingAddress: '1 Bay St\nTampa, FL 33601' }
  const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
  const same = { subtotal: '100.00', taxAmount: '7.00', totalAmount: order.totalAmount }
  expect(changed.json()).toMatchObject({ ...body, ...same })
  const moved = { shippingAddress: '5 Dock Rd\nReno, NV 89502' }
  const elsewhere = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body: moved })
  expect(elsewhere.json()).toMatchObject({ subtotal: '100.00', taxAmount: '4.60' })
  expect(await brokenInvariants()).toEqual([])
})
