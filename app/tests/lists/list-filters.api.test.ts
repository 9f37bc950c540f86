import { afterAll, beforeAll, expect, test } from 'vitest'
import { userQuery } from '#features/auth/contract.ts'
import { customerQuery } from '#features/customers/contract.ts'
import { contractPriceQuery } from '#features/pricing/contract.ts'
import { purchaseOrderQuery } from '#features/purchase-orders/contract.ts'
import { returnQuery } from '#features/returns/contract.ts'
import { salesOrderQuery } from '#features/sales-orders/contract.ts'
import { skuQuery } from '#features/skus/contract.ts'
import { vendorQuery } from '#features/vendors/contract.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// The field filters of every list, tested with one matching and one other record.

let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  for (const each of ['One', 'Two']) {
    // Sequential, so that their ids ascend.
    // oxlint-disable-next-line no-await-in-loop
    await createOneOfEach(each)
  }
  // Counted by a warehouse.
  await prizm.database.pool.query(`update skus set last_inventory_update = '2026-03-01 15:00Z'`)
})
afterAll(() => prizm.close())

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await prizm.call('POST', path, { as, body })
  expect([answer.statusCode, path, answer.body]).toEqual([201, path, expect.any(String)])
  return answer.json()
}

async function createOneOfEach(name: string): Promise<void> {
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
    taxExemptNumber: isTwo ? 'TX-2' : 'TX-1',
    allowBackorder: isTwo,
  })
  const vendor = await post('/api/vendors', {
    vendorCode: `V-${name}`,
    name,
    email,
    ...place,
    paymentTerms: isTwo ? 'net-60' : 'net-30',
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
    tier1Price: isTwo ? '19.00' : '9.00',
    tier2Price: isTwo ? '18.00' : '8.00',
    tier3Price: isTwo ? '17.00' : '7.00',
    currentStock: isTwo ? 20 : 10,
    minimumStock: isTwo ? 2 : 1,
  })
  const day = isTwo ? '2026-02-02' : '2026-01-01'
  await post('/api/contract-pricing', {
    customerId: customer['id'],
    skuId: sku['id'],
    contractPrice: isTwo ? '16.00' : '6.00',
    effectiveDate: day,
    expirationDate: isTwo ? '2026-12-02' : '2026-12-01',
    minimumQuantity: isTwo ? 100 : 50,
  })
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
    salesOrderId: await createShippedOrder(customer['id'], sku['id'], isTwo ? 2 : 1),
    customerId: customer['id'],
    reason: `${name} is broken`,
    items: [{ skuId: sku['id'], quantity: isTwo ? 2 : 1 }],
  })
  const bought = await post('/api/purchase-orders', {
    orderNumber: `PO-${name}-2`,
    vendorId: vendor['id'],
    status: 'received',
    items: [{ skuId: sku['id'], quantity: isTwo ? 4 : 3 }],
  })
  await post('/api/returns', {
    type: 'rtv',
    purchaseOrderId: bought['id'],
    vendorId: vendor['id'],
    reason: `${name} is wrong`,
    items: [{ skuId: sku['id'], quantity: isTwo ? 4 : 3 }],
  })
}

async function createShippedOrder(customerId: unknown, skuId: unknown, quantity: number) {
  const body = { customerId, items: [{ skuId, quantity }] }
  const made = (await post('/api/orders/create', body)) as { order: { id: number } }
  for (const step of ['process', 'ship']) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.call('POST', `/api/sales-orders/${made.order.id}/${step}`, { as, body: {} })
  }
  return made.order.id
}

const queries = {
  users: userQuery,
  customers: customerQuery,
  vendors: vendorQuery,
  skus: skuQuery,
  'contract-pricing': contractPriceQuery,
  'sales-orders': salesOrderQuery,
  'purchase-orders': purchaseOrderQuery,
  returns: returnQuery,
}
type Room = keyof typeof queries

const place = 'phone address city state zipCode country'
const made = 'createdAt updatedAt'
/** The fields of each entity, without the password. */
const specified: Record<Room, string> = {
  users: 'id username email role createdAt',
  customers: `id customerCode name email ${place} creditLimit currentBalance paymentTerms priceLevel
    taxExempt taxExemptNumber isActive ${made}`,
  vendors: `id vendorCode name email ${place} paymentTerms isActive ${made}`,
  skus: `id sku name description category unitOfMeasure cost price tier1Price tier2Price tier3Price
    minimumStock currentStock reserved onOrder lastInventoryUpdate wmsLocation isActive ${made}`,
  'contract-pricing': `id customerId skuId contractPrice effectiveDate expirationDate
    minimumQuantity isActive ${made}`,
  'purchase-orders': `id orderNumber vendorId status orderDate expectedDate totalAmount notes
    createdBy ${made}`,
  'sales-orders': `id orderNumber customerId status orderSource orderDate shipDate totalAmount
    subtotal taxAmount shippingAmount shippingAddress billingAddress customerPO notes createdBy
    ${made}`,
  returns: `id returnNumber type customerId vendorId originalOrderId status reason totalAmount
    createdBy ${made}`,
}
const fieldsOf = (room: Room) => specified[room].split(/\s+/)

/**
 * Fields without a filter: texts that are searched by word, and fields of orders and returns
 * without an index, which would cost every order more than the filter is worth.
 */
const unfilteredFields: Partial<Record<Room, string[]>> = {
  // There are few accounts, and their feature does not know the business date. An address of a
  // request names no email address; only the lists that outside programs filter by it still do.
  users: ['email', 'createdAt'],
  skus: ['description'],
  'purchase-orders': ['notes', 'updatedAt'],
  'sales-orders': [
    'subtotal',
    'taxAmount',
    'shippingAmount',
    'shippingAddress',
    'billingAddress',
    'notes',
    'updatedAt',
  ],
  returns: ['updatedAt'],
}

const rooms = Object.keys(queries) as Room[]
const read = async (path: string) =>
  (await prizm.call('GET', `/api/${path}`, { as })).json<Record<string, unknown>[]>()

test.each(rooms)('%s are filtered by every field of the specification', (room) => {
  const missing = fieldsOf(room).filter((field) => !(field in queries[room].shape))
  expect(missing).toEqual(unfilteredFields[room] ?? [])
})

test.each(rooms)('one of the %s is found by each filterable field', async (room) => {
  const all = await read(room)
  const withOne = (field: string) => all.find((each) => (each[field] ?? null) !== null)
  const fields = Object.keys(queries[room].shape).filter(withOne)
  const own = fieldsOf(room).filter((field) => !unfilteredFields[room]?.includes(field))
  expect(own.filter((field) => !fields.includes(field))).toEqual([])
  for (const field of fields) {
    const first = withOne(field) ?? {}
    // Sequential, for a separate message per failing field.
    // oxlint-disable-next-line no-await-in-loop
    const found = await read(`${room}?${new URLSearchParams({ [field]: String(first[field]) })}`)
    expect([field, ...found.map((each) => each[field])]).toEqual([
      field,
      ...found.map(() => first[field]),
    ])
    expect(found.map(({ id }) => id)).toContain(first['id'])
  }
})

test.each(rooms.filter((room) => room !== 'users'))(
  '%s are found by the business day of their creation',
  async (room) => {
    const all = await read(`${room}?sort=id`)
    const [first, ...others] = all.map(({ id }) => Number(id))
    await prizm.database.pool.query(
      `begin; set local session_replication_role = replica;
       update ${room.replaceAll('-', '_')} set created_at = '2026-03-08 05:30Z'
       where id = ${first}; commit`,
    )
    const foundOn = async (value: string) =>
      (await read(`${room}?createdAt=${value}`)).map(({ id }) => Number(id))
    // Half past midnight business time; the next day is an hour shorter.
    expect(await foundOn('2026-03-08')).toEqual([first])
    expect(await foundOn('2026-03-07')).toEqual([])
    expect(await foundOn('2026-03-09')).toEqual([])
    expect(await foundOn('2026-03-08T05:30:00.000Z')).toEqual([first])
    expect(await foundOn('2026-03-08T05:30:00.001Z')).toEqual([])
    expect(others.length).toBeGreaterThan(0)
    for (const wrong of ['soon', '2026-02-30', '2026-02-30T05:30:00Z', '2026-03-08T05:30:60Z']) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await prizm.call('GET', `/api/${room}?createdAt=${wrong}`, { as })
      expect([answer.statusCode, wrong]).toEqual([422, wrong])
    }
  },
)

test('customer and vendor returns are filtered by their original order', async () => {
  const all = await read('returns')
  const types = new Set(all.map(({ type }) => type))
  expect(types).toEqual(new Set(['rma', 'rtv']))
  for (const order of new Set(all.map(({ originalOrderId }) => Number(originalOrderId)))) {
    const own = all.filter(({ originalOrderId }) => originalOrderId === order)
    // oxlint-disable-next-line no-await-in-loop
    expect(await read(`returns?originalOrderId=${order}`)).toEqual(own)
  }
  expect(await read('returns?originalOrderId=999')).toEqual([])
  const refused = await prizm.call('GET', '/api/returns?originalOrderId=one', { as })
  expect(refused.statusCode).toBe(422)
})

test('a code finds its record in any case', async () => {
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

test('payment terms and stock locations are filtered in any case', async () => {
  const customer = { customerCode: 'C-Terms', name: 'Terms', email: 't@example.com' }
  await post('/api/customers', { ...customer, paymentTerms: '2/10, Net 30' })
  const vendor = { vendorCode: 'V-Terms', name: 'Terms', email: 't@example.com' }
  await post('/api/vendors', { ...vendor, paymentTerms: 'Due on Receipt' })
  for (const [search, name] of [
    ['customers?paymentTerms=2/10, net 30', 'Terms'],
    ['vendors?paymentTerms=due on receipt', 'Terms'],
    ['skus?wmsLocation=l-ONE', 'One'],
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', `/api/${search}`, { as })
    const names = answer.json<{ name: string }[]>().map((each) => each.name)
    expect([search, names]).toEqual([search, [name]])
  }
})
