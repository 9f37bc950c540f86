import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerQuery } from '#features/customers/contract.ts'
import { purchaseOrderQuery } from '#features/purchase-orders/contract.ts'
import { returnQuery } from '#features/returns/contract.ts'
import { salesOrderQuery } from '#features/sales-orders/contract.ts'
import { skuQuery } from '#features/skus/contract.ts'
import { vendorQuery } from '#features/vendors/contract.ts'
import { startTestApp, type TestApp } from './testing.ts'

// What every list is filtered by: its own fields, one record of each beside another.

let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  for (const each of ['One', 'Two']) {
    // One after the other, so that their ids follow.
    // oxlint-disable-next-line no-await-in-loop
    await givenOneOfEach(each)
  }
})
afterAll(() => prizm.close())

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await prizm.call('POST', path, { as, body })
  expect([answer.statusCode, path, answer.body]).toEqual([201, path, expect.any(String)])
  return answer.json()
}

async function givenOneOfEach(name: string): Promise<void> {
  const isTwo = name === 'Two'
  const place = {
    phone: `555-${name}`,
    address: `${name} Main Street`,
    city: `${name} City`,
    state: isTwo ? 'TX' : 'NV',
    zipCode: isTwo ? '2' : '1',
    country: isTwo ? 'México' : 'US',
  }
  const email = `${name}@example.com`
  const customer = await post('/api/customers', {
    customerCode: `C-${name}`,
    name,
    email,
    ...place,
    creditLimit: isTwo ? '2000.00' : '1000.00',
    taxExempt: isTwo,
    ...(isTwo && { taxExemptNumber: 'TX-1' }),
    allowBackorder: isTwo,
  })
  const vendor = await post('/api/vendors', {
    vendorCode: `V-${name}`,
    name,
    email,
    ...place,
    leadTimeDays: isTwo ? 2 : 1,
    preferredRank: isTwo ? 2 : 1,
  })
  const sku = await post('/api/skus', {
    sku: `S-${name}`,
    name,
    category: name,
    barcode: `B-${name}`,
    wmsLocation: `L-${name}`,
    unitOfMeasure: isTwo ? 'KG' : 'EA',
    cost: isTwo ? '2.00' : '1.00',
    price: isTwo ? '20.00' : '10.00',
    currentStock: isTwo ? 20 : 10,
    minimumStock: isTwo ? 2 : 1,
  })
  const day = isTwo ? '2026-02-02' : '2026-01-01'
  await post('/api/sales-orders', {
    orderNumber: `SO-${name}`,
    customerId: customer['id'],
    customerPO: `PO of ${name}`,
    orderDate: day,
    shipDate: day,
    totalAmount: isTwo ? '20.00' : '10.00',
  })
  await post('/api/purchase-orders', {
    orderNumber: `PO-${name}`,
    vendorId: vendor['id'],
    orderDate: day,
    expectedDate: day,
    items: [{ skuId: sku['id'], quantity: isTwo ? 2 : 1 }],
  })
  await post('/api/returns', {
    type: 'rma',
    salesOrderId: await givenShipped(customer['id'], sku['id'], isTwo ? 2 : 1),
    customerId: customer['id'],
    reason: `${name} is broken`,
    items: [{ skuId: sku['id'], quantity: isTwo ? 2 : 1 }],
  })
}

async function givenShipped(customerId: unknown, skuId: unknown, quantity: number) {
  const body = { customerId, items: [{ skuId, quantity }] }
  const made = (await post('/api/orders/create', body)) as { order: { id: number } }
  for (const step of ['process', 'ship']) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.call('POST', `/api/sales-orders/${made.order.id}/${step}`, { as, body: {} })
  }
  return made.order.id
}

const queries = {
  customers: customerQuery,
  vendors: vendorQuery,
  skus: skuQuery,
  'sales-orders': salesOrderQuery,
  'purchase-orders': purchaseOrderQuery,
  returns: returnQuery,
}

test.each(Object.entries(queries))(
  'one of the %s is found by each of its fields that the list may be filtered by',
  async (room, query) => {
    const read = async (search = '') =>
      (await prizm.call('GET', `/api/${room}${search}`, { as })).json<Record<string, unknown>[]>()
    const [first = {}] = await read()
    const fields = Object.keys(query.shape).filter((name) => (first[name] ?? null) !== null)
    expect(fields.length).toBeGreaterThan(6)
    for (const field of fields) {
      // One after the other: a sentence for each that fails.
      // oxlint-disable-next-line no-await-in-loop
      const found = await read(`?${new URLSearchParams({ [field]: String(first[field]) })}`)
      expect([field, ...found.map((each) => each[field])]).toEqual([
        field,
        ...found.map(() => first[field]),
      ])
      expect(found.map(({ id }) => id)).toContain(first['id'])
    }
  },
)

test('a code finds its record whatever its capitals', async () => {
  for (const [room, field] of [
    ['customers', 'customerCode'],
    ['vendors', 'vendorCode'],
    ['skus', 'sku'],
  ] as const) {
    const code = `${room[0]}-oNe`
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', `/api/${room}?${field}=${code}`, { as })
    expect(answer.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['One'])
  }
})
