import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// P32: only listed fields change. Extra body fields that are computed fields of the record have no
// effect; a body with any other field is rejected with its name.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const ofAnyRecord = {
  id: 777,
  createdAt: '1999-01-01T00:00:00.000Z',
  updatedAt: '1999-01-01T00:00:00.000Z',
  version: 777,
}
const ofNoRecord = {
  role: 'admin',
  deletedAt: '1999-01-01T00:00:00.000Z',
  approvedBy: 777,
  isPolluted: true,
}
const polluting = '"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}'

const contact = { name: 'Acme', email: 'office@acme.example' }
const priced = { name: 'Widget', cost: '4.00', price: '10.00', currentStock: 5 }
const masters = [
  {
    url: '/api/customers',
    table: 'customers',
    form: { customerCode: 'A-1', ...contact },
    surplus: { currentBalance: '777.00' },
  },
  { url: '/api/vendors', table: 'vendors', form: { vendorCode: 'A-1', ...contact } },
  {
    url: '/api/skus',
    table: 'skus',
    form: { sku: 'A-1', ...priced },
    surplus: { reserved: 777, onOrder: 777, lastInventoryUpdate: '1999-01-01T00:00:00.000Z' },
  },
  {
    url: '/api/contract-pricing',
    table: 'contract_pricing',
    form: { customerId: 1, skuId: 1, contractPrice: '9.00', effectiveDate: '2026-03-02' },
  },
  {
    url: '/api/purchase-orders',
    table: 'purchase_orders',
    form: { orderNumber: 'PO-1', vendorId: 1, status: 'draft', totalAmount: '9.00' },
    surplus: { createdBy: 777 },
  },
]

/** The row without its timestamps, which the database sets. */
const rowOf = async (table: string) => {
  const { rows } = await prizm.database.pool.query<Record<string, unknown>>(
    `select * from ${table}`,
  )
  const timeless = Object.entries(rows[0] ?? {}).filter(
    ([name]) => !/^(created|updated)_at$/.test(name),
  )
  const moments = [rows[0]?.['created_at'], rows[0]?.['updated_at']].map(String)
  expect(moments.filter((moment) => moment.startsWith('1999'))).toEqual([])
  return Object.fromEntries(timeless)
}
const send = (method: 'POST' | 'PUT', url: string, body: object) => {
  const payload = `${JSON.stringify(body).slice(0, -1)},${polluting}}`
  const headers = { cookie: as, 'content-type': 'application/json' }
  return prizm.app.inject({ method, url, headers, payload })
}

test.each(masters)('P32 $table', async ({ url, table, form, surplus: own }) => {
  const surplus = { ...ofAnyRecord, ...own }
  if (table === 'contract_pricing') {
    await prizm.builders.customer()
    await prizm.builders.sku()
  }
  if (table === 'purchase_orders') await prizm.builders.vendor()
  const plain = await prizm.call('POST', url, { as, body: form })
  const { id } = plain.json<{ id: number }>()
  const made = await rowOf(table)
  await prizm.call('PUT', `${url}/${id}`, { as, body: form })
  const changed = await rowOf(table)

  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica;
     truncate ${table}, outbox, journal_entries restart identity cascade; commit`,
  )
  if (table === 'contract_pricing') expect(await rowOf('customers')).toMatchObject({ id: 1 })
  for (const name of Object.keys(ofNoRecord)) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await send('POST', url, { ...form, [name]: ofNoRecord[name as 'role'] })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ errors: [{ path: name, code: 'unknown-field' }] })
  }
  expect(await rowOf(table)).toEqual({})
  expect((await send('POST', url, { ...surplus, ...form })).statusCode).toBe(201)
  expect(await rowOf(table)).toEqual(made)
  expect((await send('PUT', `${url}/${id}`, { ...surplus, ...form })).statusCode).toBe(200)
  expect(await rowOf(table)).toEqual(changed)
  expect(({} as Record<string, unknown>)['isPolluted']).toBeUndefined()
})

type Json = { properties?: object; additionalProperties?: unknown }

/** Object schemas that allow unlisted properties; free-form records are excluded. */
function looseParts(json: Json): Json[] {
  const isLoose = json.properties !== undefined && json.additionalProperties !== false
  const parts = Object.values(json).filter((part) => typeof part === 'object' && part !== null)
  return [...(isLoose ? [json] : []), ...parts.flatMap(looseParts)]
}

test('P32 every body of every call drops unlisted fields', () => {
  for (const { endpoint } of rooms({ SIGN_UP: 'open' })) {
    if (!endpoint.body) continue
    const json = z.toJSONSchema(endpoint.body, { io: 'output', unrepresentable: 'any' }) as Json
    expect([endpoint.path, looseParts(json)]).toEqual([endpoint.path, []])
  }
})

test('P27 text is stored as typed, but normalized and trimmed', async () => {
  for (const [index, [typed, stored]] of [
    ['  Cafe\u0301 ', 'Café'],
    ['\u202Eesrever\u202C', '\u202Eesrever\u202C'],
    ['📦'.repeat(50), '📦'.repeat(50)],
    ["Robert'); drop table customers; --", "Robert'); drop table customers; --"],
    ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"'],
    ['İstanbul ı', 'İstanbul ı'],
  ].entries()) {
    const body = { customerCode: `C-${index}`, email: contact.email, name: typed, notes: typed }
    const answer = await prizm.call('POST', '/api/customers', { as, body })
    expect(answer.json()).toMatchObject({ name: stored, notes: stored })
  }
})

test('P27 a look-alike code is treated as the same code or rejected', async () => {
  const create = async (customerCode: string) => {
    const body = { ...contact, customerCode }
    return (await prizm.call('POST', '/api/customers', { as, body })).statusCode
  }
  expect(await create('CAF\u00C9-1')).toBe(201)
  expect(await create('cafe\u0301-1')).toBe(409)
  expect(await create('CAF\u00C9\u200B-1')).toBe(422)
  expect(await create('📦'.repeat(50))).toBe(201)
  expect(await create('📦'.repeat(51))).toBe(422)
})
