import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls, type Call } from '#lab/all-api-calls.ts'
import { sampleCallsFixture } from '../api/sample-calls-testing.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A record that GET returned may be sent back with PUT or PATCH as it is: every field of it is
// known, and the record does not change. Returns have neither. POST knows every field of the
// specification.

type Fields = Record<string, unknown>
type Document = { id: number; items: { id: number }[] }

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof sampleCallsFixture>>

beforeAll(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  fixture = await sampleCallsFixture(prizm)
})
afterAll(() => prizm.close())

/** Calls that change a part of a record, which is not returned under their path. */
const parts = [
  'PUT /api/company-logo',
  'PUT /api/user/passkeys/:id',
  'PUT /api/user/preferences',
  'PUT /api/vendors/:id/terms',
  'PUT /api/wms/connection',
  'PUT /api/first-steps/hidden',
  'PUT /api/notifications/emails',
]

const calls = allCalls()
const ofRecords = calls.filter(({ method, name }) => method === 'PUT' && !parts.includes(name))
const patches = calls.filter(({ method }) => method === 'PATCH')
const headersOf: Record<string, Record<string, string>> = {
  PATCH: { 'content-type': 'application/merge-patch+json' },
}

/** The record as its own call returns it, otherwise its row of the list. */
async function readBack({ path }: Call, id: number | undefined): Promise<Fields> {
  const hasRead = calls.some((each) => each.method === 'GET' && each.path === path)
  const url = path.replace(':id', String(id))
  if (hasRead) return fixture.world.must({ method: 'GET', path: url })
  const listed = await fixture.world.must({ method: 'GET', path: path.replace('/:id', '') })
  const found = (listed as unknown as Fields[]).find((row) => row['id'] === id)
  if (!found) throw new Error(`${path} does not list ${id}`)
  return found
}

/** Lines that each write of their draft replaces. */
const replaced: Record<string, string> = {
  '/api/requisitions/:id': 'items',
  '/api/vendor-bills/:id': 'lines',
}

/** Fields that only a read returns, such as the row of a list: a write does not return them. */
const ofTheRead: Record<string, readonly string[]> = {
  '/api/users/:id': [
    'state',
    'hasSecondFactor',
    'isLinked',
    'lastSeenAt',
    'sessionCount',
    'purchaseApprovalLimit',
    'creditOverrideLimit',
    'writeOffLimit',
  ],
  '/api/sales-orders/:id': ['releaseAdvice'],
}

/** The record without its version, the ids of replaced lines and what only a read has. */
function lasting({ path }: Call, { version: _, updatedAt: __, ...answered }: Fields): Fields {
  const onlyRead = ofTheRead[path] ?? []
  const record = Object.fromEntries(
    Object.entries(answered).filter(([field]) => !onlyRead.includes(field)),
  )
  const name = replaced[path]
  if (name === undefined) return record
  return { ...record, [name]: (record[name] as Fields[]).map(({ id: ___, ...line }) => line) }
}

async function sendBack(call: Call, id: number | undefined): Promise<void> {
  const before = await readBack(call, id)
  const path = call.path.replace(':id', String(id))
  const { method } = call
  const answer = await fixture.world.call({
    method,
    path,
    body: before,
    headers: headersOf[method],
  })
  expect(answer.status, answer.text).toBe(200)
  expect(lasting(call, answer.body)).toEqual(lasting(call, before))
  expect(lasting(call, await readBack(call, id))).toEqual(lasting(call, before))
}

test.each([...ofRecords, ...patches].map((call) => [call.method, call.path, call] as const))(
  '%s %s changes nothing if the record is sent as it was answered',
  async (_, path, call) => {
    const staged = path.includes(':id') ? await fixture.stageOf(call.name) : {}
    await sendBack(call, staged.id ?? fixture.targets[path.split('/')[2] ?? ''])
  },
)

let numbers = 0
const next = (prefix: string) => `${prefix}-${++numbers}`
const post = async (path: string, body?: Fields) =>
  (await fixture.world.must({ method: 'POST', path: `/api/${path}`, body })) as unknown as Document
const place = async (items: Fields[]) => {
  const body = { customerId: fixture.given.customerId, items }
  const made: unknown = await post('orders/create', body)
  return (made as { order: Document }).order
}
const line = (quantity: number, more: Fields = {}) => ({
  skuId: fixture.given.skuId,
  quantity,
  ...more,
})
const act = (path: string, { id }: Document, verb: string, body?: Fields) =>
  post(`${path}/${id}/${verb}`, body)
const byTotal = (path: string, more: Fields) =>
  post(path, { orderNumber: next('RT'), totalAmount: '9.00', ...more })
const buy = (status: string) =>
  byTotal('purchase-orders', { vendorId: fixture.targets['vendors'], status, items: [line(4)] })

/** Records in states that the calls above do not set up. */
const states: Record<string, [string, () => Promise<{ id: number }>]> = {
  'a header-only sales order': [
    'sales-orders',
    () => byTotal('sales-orders', { customerId: fixture.given.customerId, status: 'pending' }),
  ],
  'a sales order with a manual price': [
    'sales-orders',
    () => place([line(1), line(2, { manualPrice: '3.33' })]),
  ],
  'a sales order on hold': [
    'sales-orders',
    async () => act('sales-orders', await place([line(1)]), 'hold', { reason: 'manual' }),
  ],
  'a sales order that is processed': [
    'sales-orders',
    async () => act('sales-orders', await place([line(2)]), 'process'),
  ],
  'a sales order that is partly shipped, with a cancelled line': [
    'sales-orders',
    async () => {
      const order = await place([line(3), line(2)])
      await act('sales-orders', order, 'process')
      const items = [{ lineNo: 2, quantity: 2 }]
      await act('sales-orders', order, 'cancel-rest', { items, reason: 'Specimen' })
      await act('sales-orders', order, 'ship', { items: [{ lineNo: 1, quantity: 1 }] })
      return order
    },
  ],
  'a header-only purchase order': [
    'purchase-orders',
    () => byTotal('purchase-orders', { vendorId: fixture.targets['vendors'], status: 'draft' }),
  ],
  'an approved purchase order': ['purchase-orders', () => buy('approved')],
  'a partly received purchase order': [
    'purchase-orders',
    async () => {
      const order = await buy('approved')
      const items = order.items.map(({ id }) => ({ itemId: id, quantity: 1 }))
      await act('purchase-orders', order, 'receive', { items })
      return order
    },
  ],
  'a draft for a vendor who is inactive by now': [
    'purchase-orders',
    async () => {
      const vendor = { vendorCode: next('RV'), name: 'Acme', email: 'a@example.com' }
      const { id: vendorId } = await post('vendors', vendor)
      const order = await byTotal('purchase-orders', { vendorId, items: [line(1)] })
      await post('vendors/bulk', { action: 'deactivate', ids: [vendorId] })
      return order
    },
  ],
  'a contract price that has ended': [
    'contract-pricing',
    async () => {
      const { customerId, skuId } = fixture.given
      const days = { effectiveDate: '2025-01-01', expirationDate: '2025-12-31' }
      const more = { contractPrice: '7.00', minimumQuantity: 12, isActive: false, ...days }
      return post('contract-pricing', { customerId, skuId, ...more })
    },
  ],
}

test.each(Object.entries(states))('%s is sent as it was answered', async (_, [path, set]) => {
  const call = ofRecords.find((each) => each.path === `/api/${path}/:id`) as Call
  await sendBack(call, (await set()).id)
})

test.each([
  ['another price', { unitPrice: '0.01' }, 'items.0.unitPrice', 'set manualPrice'],
  ['no units', { quantity: 0 }, 'items.0.quantity', 'Quantity must be at least 1'],
])('a line sent back with %s is refused by name', async (_, more, path, message) => {
  const { id } = await place([line(2)])
  const before = await readBack(updateOfSales, id)
  const [item] = before['items'] as Fields[]
  const body = { ...before, items: [{ ...item, ...more }] }
  const answer = await fixture.world.call({ method: 'PUT', path: `/api/sales-orders/${id}`, body })
  expect(answer.status, answer.text).toBe(422)
  const [error] = answer.body['errors'] as { path: string; message: string }[]
  expect(error?.path).toBe(path)
  expect(error?.message).toContain(message)
  expect(await readBack(updateOfSales, id)).toEqual(before)
})

const updateOfSales = ofRecords.find(({ path }) => path === '/api/sales-orders/:id') as Call

test('a line sent back with a manual price gets that price', async () => {
  const { id } = await place([line(2)])
  const before = await readBack(updateOfSales, id)
  const items = (before['items'] as Fields[]).map((item) => ({ ...item, manualPrice: '4.00' }))
  const path = `/api/sales-orders/${id}`
  const { body } = await fixture.world.call({ method: 'PUT', path, body: { ...before, items } })
  expect(body['items']).toMatchObject([{ unitPrice: '4.00', priceSource: 'manual' }])
})

/** The fields that the specification gives each record, except the prices of lines. */
const dates = 'createdAt updatedAt'
const contact = `name email phone address city state zipCode country isActive ${dates}`
const specified: Record<string, readonly [record: string, line?: string]> = {
  customers: [
    `id customerCode creditLimit currentBalance paymentTerms priceLevel taxExempt taxExemptNumber
     ${contact}`,
  ],
  vendors: [`id vendorCode paymentTerms ${contact}`],
  skus: [
    `id sku name description category unitOfMeasure cost price tier1Price tier2Price tier3Price
     minimumStock currentStock reserved onOrder lastInventoryUpdate wmsLocation isActive ${dates}`,
  ],
  'contract-pricing': [
    `id customerId skuId contractPrice effectiveDate expirationDate minimumQuantity isActive
     ${dates}`,
  ],
  'purchase-orders': [
    `id orderNumber vendorId status orderDate expectedDate totalAmount notes createdBy ${dates}`,
    'id purchaseOrderId skuId quantity unitPrice totalPrice',
  ],
  'sales-orders': [
    `id orderNumber customerId status orderSource orderDate shipDate totalAmount subtotal taxAmount
     shippingAmount shippingAddress billingAddress customerPO notes createdBy ${dates}`,
    'id salesOrderId skuId quantity totalPrice',
  ],
  returns: [
    `id returnNumber type customerId vendorId originalOrderId status reason totalAmount createdBy
     ${dates}`,
    'id returnId skuId quantity totalPrice',
  ],
}

/** The calls that create and change a record; returns have none that changes one. */
const ofSpecified = Object.keys(specified).flatMap((path) => [
  ['POST', path] as const,
  ...(path === 'returns' ? [] : [['PUT', path] as const]),
])

const blank = (names: string): Fields =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))

/** The fields of a body that a call does not know. Values do not matter for that. */
async function unknownTo(method: string, path: string, body: Fields): Promise<string[]> {
  const url = `/api/${path}${method === 'PUT' ? '/2147483647' : ''}`
  const answer = await fixture.world.call({ method, path: url, body })
  expect(answer.status, answer.text).toBe(422)
  const errors = answer.body['errors'] as { path: string; code?: string }[]
  return errors.filter(({ code }) => code === 'unknown-field').map((error) => error.path)
}

test.each(ofSpecified)(
  '%s %s knows every field that the specification gives the record',
  async (method, path) => {
    const [record = '', line] = specified[path] ?? []
    const body = { ...blank(record), ...(line !== undefined && { items: [blank(line)] }) }
    expect(await unknownTo(method, path, { ...body, nosuchname: 1 })).toEqual(['nosuchname'])
  },
)

test.each(['sales-orders', 'returns'])(
  'a new record of %s refuses the price of a line, which the server sets',
  async (path) => {
    const items = [{ skuId: 1, quantity: 1, unitPrice: '1.00' }]
    expect(await unknownTo('POST', path, { items })).toEqual(['items.0.unitPrice'])
  },
)
