import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// P26, P27, P28: no text and no number from a caller makes the program fail, hang or run something
// else. Calls and fields come from the endpoints, so a new call is tested automatically.

/** Injected SQL that runs advances this sequence, which a rollback does not undo. */
const witness = 'testing_witness'
const run = `nextval('${witness}')`

/** One of each kind. The lab tests all of `lab/samples/sql-injection-payloads.ts` in each field. */
const injections = [
  "'",
  '\\',
  "' or 1=1 --",
  `'; select ${run}; --`,
  `' || ${run} || '`,
  `1 or ${run} is null`,
  "'; drop table customers; --",
  "'; update users set role = 'admin'; --",
  "' union select password_hash from users --",
  '$1',
  "E'\\\\x27'",
  '%',
  '{{7*7}}',
  ':id',
  `id desc, (select ${run})`,
  'name\' collate "C"',
  '(select password_hash from users limit 1)',
]
const texts = [
  '\u0000',
  'a\u0000b',
  '\uD83D',
  '\uDE00x',
  'Cafe\u0301',
  'İstanbul ı',
  '\u202Eesrever',
  'zero\u200Bwidth',
  '📦'.repeat(50),
  'ﷺ'.repeat(60),
  'a\r\nSet-Cookie: x=1',
  '<script>alert(1)</script>',
  'x'.repeat(100_000),
  ' '.repeat(100_000),
  '__proto__',
  'constructor',
]
const numbers = [
  -1,
  0,
  0.5,
  1e21,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_992,
  -2_147_483_649,
  '99999999999.99',
  '9999999999.99',
  '-0',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  null,
  true,
  [],
  {},
]

let prizm: TestApp
let as: string
const counted = `select (select count(*) from users) as users,
  (select count(*) from customers where deleted_at is null) > 0 as customers,
  (select count(*) from users where role = 'admin') as admins`
let before: unknown

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const customer = await prizm.builders.customer({ creditLimit: '100000.00' })
  const sku = await prizm.builders.sku({ currentStock: 1000 })
  await prizm.builders.vendor()
  await prizm.builders.contractPrice({ customerId: customer.id, skuId: sku.id })
  await prizm.call('POST', '/api/purchase-orders', { as, body: purchase })
  await prizm.database.pool.query(`create sequence ${witness}`)
  before = (await prizm.database.pool.query(counted)).rows
})
afterAll(() => prizm.database.pool.query(`drop sequence ${witness}`))

const contact = { name: 'Acme', email: 'office@acme.example' }
const priced = { name: 'Widget', cost: '4.00', price: '10.00' }
const order = { customerId: 1, items: [{ skuId: 1, quantity: 1 }] }
const purchase = { orderNumber: 'PO-1', vendorId: 1, items: [{ skuId: 1, quantity: 1 }] }
/** Valid bodies, for calls that would not check one field while others are missing. */
const right: Record<string, object> = {
  '/api/customers': { customerCode: 'C-9', ...contact },
  '/api/customers/:id': { customerCode: 'C-1', ...contact },
  '/api/vendors': { vendorCode: 'V-9', ...contact },
  '/api/vendors/:id': { vendorCode: 'V-1', ...contact },
  '/api/skus': { sku: 'S-9', ...priced },
  '/api/skus/:id': { sku: 'S-1', ...priced },
  '/api/contract-pricing': { customerId: 1, skuId: 1, contractPrice: '9.00' },
  '/api/contract-pricing/:id': { customerId: 1, skuId: 1, contractPrice: '9.00' },
  '/api/purchase-orders': { ...purchase, orderNumber: 'PO-9' },
  '/api/purchase-orders/:id': purchase,
  '/api/purchase-orders/:id/reject': { reason: 'x' },
  '/api/purchase-orders/:id/close': { reason: 'x' },
  '/api/purchase-orders/:id/cancel': { reason: 'x' },
  '/api/purchase-orders/bulk': { action: 'submit', ids: [1] },
  '/api/orders/validate': order,
  '/api/orders/create': order,
  '/api/sales-orders': { orderNumber: 'SO-9', customerId: 1 },
  '/api/sales-orders/:id/cancel': { reason: 'No' },
  '/api/returns': {
    type: 'rma',
    customerId: 1,
    reason: 'No',
    items: [{ skuId: 1, quantity: 1 }],
  },
  '/api/returns/:id/reject': { reason: 'No' },
  '/api/returns/:id/cancel': { reason: 'No' },
}

/** Calls that end sessions or would lock the tests out of their own account. */
const apart = [
  '/api/login',
  '/api/register',
  '/api/logout',
  '/api/password-reset',
  '/api/invitation',
  '/api/user/password',
  '/api/user/second-factor',
  '/api/user/passkeys',
  '/api/single-sign-on',
  '/api/users',
]

const endpoints = rooms({ SIGN_UP: 'open' })
  .map((route) => route.endpoint)
  .filter(({ path }) => !apart.some((start) => path.startsWith(start)))
const writes = endpoints.filter(({ body }) => body !== undefined)
const reads = endpoints.filter(
  ({ method, query }) => method === 'GET' && Object.keys(fieldsOf(query)).length > 0,
)
const named = (all: Endpoint[]) => all.map((each) => [`${each.method} ${each.path}`, each] as const)

/** Texts that fit into a URL: no lone surrogates and no very long texts. */
const isShort = (text: string) => !/\p{Surrogate}/u.test(text) && text.length < 1000

type Json = { properties?: Record<string, Json>; type?: string; anyOf?: Json[]; enum?: unknown[] }

function fieldsOf(schema: z.ZodMiniType | undefined): Record<string, Json> {
  if (!schema) return {}
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return json.properties ?? {}
}

function isTextSchema({ type, anyOf, enum: options }: Json): boolean {
  return (type === 'string' && !options) || (anyOf?.some(isTextSchema) ?? false)
}

function textyOf(schema: z.ZodMiniType | undefined): string[] {
  const fields = Object.entries(fieldsOf(schema))
  return fields.filter(([, json]) => isTextSchema(json)).map(([name]) => name)
}

/** The distinct sets of names that are not empty: repeating a call adds nothing. */
function differing(...sets: string[][]): string[][] {
  const isNew = (set: string[], at: number) =>
    sets.findIndex((other) => String(other) === String(set)) === at
  return sets.filter((set, at) => set.length > 0 && isNew(set, at))
}

/** Whether a schema accepts the input. */
function isValid(schema: z.ZodMiniType | undefined, sent: object): boolean {
  return schema !== undefined && z.safeParse(schema, sent).success
}

/** Makes a call and checks that it returns a response without a server error. */
async function survives(endpoint: Endpoint, { body, query }: { body?: object; query?: string }) {
  const url = endpoint.path.replace(':id', '1') + (query ?? '')
  const answer = await prizm.call(endpoint.method, url, { as, ...(body && { body }) })
  const sent = (query ?? JSON.stringify(body)).slice(0, 200)
  expect([sent, answer.statusCode]).toEqual([sent, expect.toSatisfy((code) => code < 500)])
  expect(answer.body).not.toContain('second-factor-missing')
}

describe('P27, P28 any text in any field', () => {
  const taking = writes.filter(({ body }) => textyOf(body).length > 0)
  test.each(named(taking))('of %s', async (_, endpoint) => {
    const texty = textyOf(endpoint.body)
    const body = right[endpoint.path] ?? {}
    const strict = [
      'email',
      'cost',
      'price',
      'creditLimit',
      'contractPrice',
      'effectiveDate',
      'totalAmount',
    ]
    const free = texty.filter((name) => !strict.includes(name) && !/Price$|Date$/.test(name))
    for (const text of free.length > 0 ? [...injections, ...texts] : []) {
      const injectedFields = Object.fromEntries(free.map((name) => [name, text]))
      await survives(endpoint, { body: { ...body, ...injectedFields } })
    }
    for (const name of texty) {
      for (const text of [`'; select ${run}; --`, 'a\u0000b', '\uD83D']) {
        await survives(endpoint, { body: { ...body, [name]: text } })
      }
    }
  })
})

describe('P26 any number in any field', () => {
  test.each(named(writes))('of %s', async (_, endpoint) => {
    const body = right[endpoint.path] ?? {}
    const names = Object.keys(fieldsOf(endpoint.body))
    // A second factor that the account lacks would lock the tests out of it.
    for (const name of names.filter((each) => !each.startsWith('secondFactor'))) {
      const [refused, taken] = [false, true].map((isAccepted) =>
        numbers.filter(
          (value) => isValid(endpoint.body, { ...body, [name]: value }) === isAccepted,
        ),
      )
      // Rejected values all take the same path, so one of them is enough.
      for (const value of [...(taken ?? []), ...(refused ?? []).slice(0, 1)]) {
        await survives(endpoint, { body: { ...body, [name]: value } })
      }
    }
  })
})

describe('P28 any text in any parameter', () => {
  test.each(named(reads))('of %s', async (_, endpoint) => {
    const names = Object.keys(fieldsOf(endpoint.query))
    const page = names.includes('limit') ? '&limit=1' : ''
    const must = endpoint.path === '/api/activity/:id' ? '&entity=customer' : ''
    const filters = names.filter((name) => !['sort', 'limit', 'offset', 'cursor'].includes(name))
    for (const text of [
      ...injections,
      ...texts.filter(isShort),
      '99999999999999999999',
      '-1',
      '',
    ]) {
      const value = encodeURIComponent(text)
      for (const parameterNames of differing(filters, names.includes('q') ? ['q'] : [])) {
        const all = parameterNames.map((name) => `${name}=${value}`).join('&')
        const isAccepted = isValid(
          endpoint.query,
          Object.fromEntries(parameterNames.map((name) => [name, text])),
        )
        if (!isAccepted && text !== injections[0]) continue
        await survives(endpoint, { query: `?${all}${parameterNames === filters ? '' : page}` })
      }
    }
    for (const name of names) {
      const sharp = injections.filter((one) => one.includes(run) || /union|[%$]/.test(one))
      for (const text of sharp.filter(
        (one, at) => at === 0 || isValid(endpoint.query, { [name]: one }),
      )) {
        const query = `?${name}=${encodeURIComponent(text)}${page}${must}`
        await survives(endpoint, { query })
      }
    }
  })
})

test('P28 no injected text reached the tables, and no injected statement ran', async () => {
  const drawn = await prizm.database.pool.query(`select is_called as "hasRun" from ${witness}`)
  expect(drawn.rows).toEqual([{ hasRun: false }])
  expect((await prizm.database.pool.query(counted)).rows).toEqual(before)
})

test('P26 a body of more than a mebibyte or with deep nesting is rejected', async () => {
  const headers = { cookie: as, 'content-type': 'application/json' }
  const post = async (payload: string) => {
    const request = { method: 'POST', url: '/api/customers', headers, payload } as const
    const answer = await prizm.app.inject(request)
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  expect(await post(`{"notes":"${'x'.repeat(1024 * 1024)}"}`)).toEqual([413, 'too-large'])
  expect(await post(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toEqual([400, 'malformed'])
  expect(await post('{"notes":')).toEqual([400, 'malformed'])
  expect(await post('')).toEqual([422, 'invalid'])
})
