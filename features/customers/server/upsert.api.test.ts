import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { maxUpserts, type UpsertOutcome, type UpsertResult } from '#platform/kernel/upsert.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

type Options = { by?: string; headers?: Record<string, string> }
const send = (records: unknown, { by = as, headers = {} }: Options = {}) =>
  prizm.call('POST', '/api/customers/upsert', { as: by, headers, body: { records } })
async function upsert(records: unknown[], options: Options = {}): Promise<UpsertOutcome> {
  const answer = await send(records, options)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const countsOf = ({ created, updated, unchanged, failed }: UpsertOutcome) =>
  [created, updated, unchanged, failed] as const
/** The errors of a result, each as `path code`. */
const errorsOf = (result: UpsertResult | undefined) =>
  result?.problem?.errors.map(({ path, code }) => `${path} ${code}`)
const read = async (id: number | null | undefined) =>
  (await prizm.call('GET', `/api/customers/${id}`, { as })).json()

const acme = { customerCode: 'A-1', name: 'Acme', email: 'office@acme.example' }
const north = { customerCode: 'N-1', name: 'North', email: 'office@north.example' }

test('each customer is created, updated, unchanged or refused by itself', async () => {
  const old = await prizm.builders.customer({ customerCode: 'C-9', name: 'Old', phone: '1' })
  const same = await prizm.builders.customer({ customerCode: 'C-8', creditLimit: '100.00' })
  const outcome = await upsert([
    { ...acme, country: 'united states', state: 'florida' },
    { customerCode: 'c-9', name: 'New', phone: null },
    { customerCode: 'C-8', creditLimit: 100 },
    { ...north, email: 'nobody', creditLimit: '-1' },
    { customerCode: 'X-1' },
  ])
  expect(countsOf(outcome)).toEqual([1, 1, 1, 2])
  const [made, changed, left, wrong, incomplete] = outcome.results
  expect(outcome.results.map(({ index, status }) => `${index} ${status}`)).toEqual([
    '0 created',
    '1 updated',
    '2 unchanged',
    '3 failed',
    '4 failed',
  ])
  expect(await read(made?.id)).toMatchObject({
    ...acme,
    country: 'US',
    state: 'FL',
    paymentTerms: 'net-30',
    version: 1,
  })
  expect(changed).toEqual({ index: 1, status: 'updated', id: old.id, problem: null })
  expect(await read(old.id)).toMatchObject({
    customerCode: 'C-9',
    name: 'New',
    phone: null,
    email: old.email,
    version: 2,
  })
  expect([left?.id, (await read(same.id)).version]).toEqual([same.id, 1])
  expect(wrong).toEqual({
    index: 3,
    status: 'failed',
    id: null,
    problem: {
      code: 'invalid',
      detail: 'email: Invalid input',
      errors: [
        { path: 'email', code: 'invalid', message: 'Invalid input' },
        { path: 'creditLimit', code: 'invalid', message: 'Must not be negative' },
      ],
    },
  })
  expect(errorsOf(incomplete)).toEqual(['name required', 'email required'])
  const codes = await prizm.rows('select customer_code as code from customers order by id')
  expect(codes).toEqual([{ code: 'C-9' }, { code: 'C-8' }, { code: 'A-1' }])
})

test('the history says who changed what, and that a program did', async () => {
  const { id } = await prizm.builders.customer({ customerCode: 'C-9', creditLimit: '500.00' })
  await upsert([{ customerCode: 'C-9', creditLimit: '400.00', city: 'Austin' }, acme])
  const acts = await prizm.rows(
    `select entity_id as id, action, channel, changes from audit_log
     where entity = 'customer' order by id`,
  )
  expect(acts).toEqual([
    {
      id,
      action: 'credit_limit_lowered',
      channel: 'api',
      changes: {
        creditLimit: { from: '500.00', to: '400.00' },
        city: { from: null, to: 'Austin' },
      },
    },
    { id: expect.any(Number), action: 'create', channel: 'api', changes: null },
  ])
})

test('a misspelled field is refused with the nearest name, for its record alone', async () => {
  const { results } = await upsert([{ ...acme, creditLimitt: '5.00' }, north])
  expect(results[0]?.problem).toEqual({
    code: 'invalid',
    detail: 'Unknown field creditLimitt. Did you mean creditLimit?',
    errors: [
      {
        path: 'creditLimitt',
        code: 'unknown-field',
        message: 'Unknown field creditLimitt. Did you mean creditLimit?',
      },
    ],
  })
  expect(results[1]?.status).toBe('created')
})

test('a customer is sent back as it was answered, and does not change', async () => {
  await upsert([{ ...acme, creditLimit: '250.00', notes: 'Ring twice', taxExempt: false }])
  const listed = (await prizm.call('GET', '/api/customers', { as })).json()
  expect(countsOf(await upsert(listed))).toEqual([0, 0, 1, 0])
  expect((await read(listed[0].id)).version).toBe(1)
})

test('a cleared field of a required column gets its default', async () => {
  await upsert([{ ...acme, paymentTerms: 'n/60' }])
  const { results } = await upsert([{ customerCode: 'A-1', paymentTerms: null }])
  expect(await read(results[0]?.id)).toMatchObject({ paymentTerms: 'net-30', version: 2 })
  const again = await upsert([{ customerCode: 'A-1', paymentTerms: null }])
  expect(countsOf(again)).toEqual([0, 0, 1, 0])
})

test('a code stands once in a call, in whatever case, and a record is an object', async () => {
  const values = [acme, { ...acme, customerCode: 'a-1', name: 'Twice' }, null, 'A-2', [acme], {}]
  const { results } = await upsert(values)
  expect(results.map(({ status }) => status)).toEqual([
    'created',
    ...Array.from({ length: 5 }, () => 'failed'),
  ])
  expect(results[1]?.problem?.errors).toEqual([
    { path: 'customerCode', code: 'duplicate', message: 'Duplicate of record 0' },
  ])
  for (const result of results.slice(2, 5)) {
    expect(result.problem?.detail).toBe('Each record must be an object')
  }
  expect(errorsOf(results[5])).toEqual(['customerCode required', 'name required', 'email required'])
})

test('payment terms and tax exemptions follow the rules of the form', async () => {
  const { results } = await upsert([
    { ...acme, paymentTerms: '60 eggs' },
    { ...north, taxExempt: true },
  ])
  expect(results.map(errorsOf)).toEqual([['paymentTerms invalid'], ['taxExemptNumber invalid']])
})

test('a role that may not change terms may change the rest', async () => {
  const by = await prizm.signIn('sales')
  const { results } = await upsert([{ ...acme, creditLimit: '5.00', priceLevel: 'tier1' }, north], {
    by,
  })
  expect(errorsOf(results[0])).toEqual(['creditLimit forbidden', 'priceLevel forbidden'])
  expect(results[1]?.status).toBe('created')
  const terms = await prizm.signIn('user')
  const updates = [{ customerCode: 'N-1', creditLimit: '5.00' }]
  expect(countsOf(await upsert(updates, { by: terms }))).toEqual([0, 1, 0, 0])
  await prizm.call('PATCH', '/api/settings', { as, body: { userMayEditTerms: false } })
  const more = [{ customerCode: 'N-1', creditLimit: '6.00' }]
  const refused = await upsert(more, { by: terms })
  expect(errorsOf(refused.results[0])).toEqual(['creditLimit forbidden'])
  const viewer = await send([acme], { by: await prizm.signIn('viewer') })
  expect(viewer.statusCode).toBe(403)
})

test('an API key needs the scope of master data', async () => {
  const withScope = async (scope: string) => {
    const body = { name: scope, scopes: [scope] }
    const { key } = (await prizm.call('POST', '/api/api-keys', { as, body })).json()
    const headers = { authorization: `Bearer ${key}` }
    const records = { records: [acme] }
    return prizm.call('POST', '/api/customers/upsert', { headers, body: records })
  }
  expect((await withScope('orders')).statusCode).toBe(403)
  expect((await withScope('masterData')).json()).toMatchObject({ created: 1 })
})

test('the same call under one key writes once and gets the first results again', async () => {
  const headers = { 'idempotency-key': 'nightly-1' }
  const first = await send([acme, { ...north, email: 'nobody' }], { headers })
  const again = await send([acme, { ...north, email: 'nobody' }], { headers })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  const other = await send([acme], { headers })
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused'])
  expect(await prizm.rows('select customer_code as code from customers')).toEqual([{ code: 'A-1' }])
})

test.each([
  ['no records', [], 'records: Required'],
  ['more than 1,000', Array.from({ length: 1001 }, () => acme), 'At most 1,000 records at once'],
  ['no list', acme, 'records: Invalid input'],
])('%s are refused as a whole', async (_, records, detail) => {
  const answer = await send(records)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContain(detail)
})

test('1,000 customers with long notes pass in one call, and a second updates them', async () => {
  const records = Array.from({ length: maxUpserts }, (_, at) => ({
    customerCode: `B-${at}`,
    name: `Buyer ${at}`,
    email: `b${at}@example.com`,
    notes: 'x'.repeat(3200),
  }))
  expect(JSON.stringify(records).length).toBeGreaterThan(3 * 1024 * 1024)
  expect(countsOf(await upsert(records))).toEqual([maxUpserts, 0, 0, 0])
  const changed = records.map(({ customerCode }, at) => ({ customerCode, city: `City ${at % 2}` }))
  expect(countsOf(await upsert(changed))).toEqual([0, maxUpserts, 0, 0])
  const cities = `select city, count(*)::int as count from customers group by city order by city`
  expect(await prizm.rows(cities)).toEqual([
    { city: 'City 0', count: 500 },
    { city: 'City 1', count: 500 },
  ])
  const tooLarge = records.map((record) => ({ ...record, notes: 'x'.repeat(5000) }))
  expect((await send(tooLarge)).statusCode).toBe(413)
})

test('concurrent calls with the same new codes create each once, and none fails', async () => {
  const records = Array.from({ length: 20 }, (_, at) => ({ ...acme, customerCode: `R-${at}` }))
  const outcomes = await Promise.all([
    upsert(records.map((record) => ({ ...record, city: 'Austin' }))),
    upsert(records.toReversed().map((record) => ({ ...record, city: 'Boston' }))),
  ])
  expect(outcomes.map(({ failed }) => failed)).toEqual([0, 0])
  const created = outcomes.map((outcome) => outcome.created)
  expect(created.reduce((sum, each) => sum + each, 0)).toBe(20)
  expect(await prizm.rows('select count(*)::int as count from customers')).toEqual([{ count: 20 }])
})
