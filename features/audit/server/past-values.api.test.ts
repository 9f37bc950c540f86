import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { PastValues } from '../contract.ts'

// Past values have the time of the database, which is the real time.

let prizm: TestApp
let as: string
let today: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const [found] = await prizm.rows<{ day: string }>('select business_day(now())::text as day')
  today = found?.day ?? ''
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

type Query = { entity: string; day?: string; knownAt?: string }

const get = (id: number, { day = today, ...query }: Query, by = as) => {
  const parameters = new URLSearchParams({ ...query, day })
  return prizm.call('GET', `/api/activity/${id}/past-values?${parameters}`, { as: by })
}
const read = async (id: number, query: Query): Promise<PastValues> => {
  const answer = await get(id, query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const valueOf = ({ values }: PastValues, name: string) =>
  values.find(({ field }) => field === name)?.value
const put = async (path: string, body: object, by = as) => {
  const answer = await prizm.call('PUT', `/api/${path}`, { as: by, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** A moment of the database between what came before and what follows. */
async function momentBetween(): Promise<string> {
  const [now] = await prizm.rows<{ at: string }>('select clock_timestamp() as at')
  // Moments have milliseconds here, so what follows begins three of them later.
  await prizm.rows(`do $$ declare later timestamptz := clock_timestamp() + interval '3 ms';
    begin while clock_timestamp() < later loop null; end loop; end $$`)
  return new Date(Date.parse(now?.at ?? '') + 1).toISOString()
}

describe('the past values of a customer', () => {
  test('are what decisions read, as they were at any moment, with who changed them', async () => {
    const place = { country: 'US', state: 'NV' }
    const { id } = await prizm.builders.customer({ creditLimit: '500.00', ...place })
    const first = await momentBetween()
    const manager = await prizm.signIn('manager')
    const patch = await prizm.call('PATCH', `/api/customers/${id}`, {
      as: manager,
      body: { creditLimit: '200.00', paymentTerms: 'net-60' },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(patch.statusCode, patch.body).toBe(200)
    const now = await read(id, { entity: 'customer' })
    expect(now).toEqual({
      day: today,
      knownAt: expect.any(String),
      exists: true,
      knownFrom: expect.any(String),
      changedBy: expect.stringMatching(/^manager-/),
      values: [
        { field: 'creditLimit', value: '200.00' },
        { field: 'creditStatus', value: 'normal' },
        { field: 'paymentTerms', value: 'net-60' },
        { field: 'priceLevel', value: 'standard' },
        { field: 'taxExempt', value: false },
        { field: 'country', value: 'US' },
        { field: 'state', value: 'NV' },
        { field: 'isActive', value: true },
        { field: 'allowBackorder', value: false },
      ],
      contractPrices: [],
      hasMoreContractPrices: false,
    })
    const before = await read(id, { entity: 'customer', knownAt: first })
    expect([before.exists, valueOf(before, 'creditLimit')]).toEqual([true, '500.00'])
    expect(before.knownAt).toBe(first)
  })

  test('do not exist before it and while it is deleted, but again afterwards', async () => {
    const early = await momentBetween()
    const { id } = await prizm.builders.customer()
    await prizm.rows(`update customers set deleted_at = now() where id = ${id}`)
    const deleted = await momentBetween()
    await prizm.rows(`update customers set deleted_at = null where id = ${id}`)
    const none = { exists: false, knownFrom: null, changedBy: null, values: [] }
    expect(await read(id, { entity: 'customer', knownAt: early })).toMatchObject(none)
    expect(await read(id, { entity: 'customer', knownAt: deleted })).toMatchObject(none)
    expect((await read(id, { entity: 'customer' })).exists).toBe(true)
  })

  test('have no version for a balance, and one for several changes in a transaction', async () => {
    const { id } = await prizm.builders.customer({ creditLimit: '500.00' })
    const count = () =>
      prizm.rows(
        `select credit_limit as l, known_until is null as c
         from customer_term_versions order by known_from`,
      )
    await prizm.rows(`update customers set current_balance = 7, version = version + 1`)
    expect(await count()).toEqual([{ l: '500.00', c: true }])
    await prizm.rows(`update customers set current_balance = 0`)
    await prizm.rows(`begin; update customers set credit_limit = 1 where id = ${id};
                      update customers set credit_limit = 2 where id = ${id}; commit`)
    expect(await count()).toEqual([
      { l: '500.00', c: false },
      { l: '2.00', c: true },
    ])
  })

  test('are right after savepoints, whether they are released or rolled back', async () => {
    const { id } = await prizm.builders.customer({ creditLimit: '500.00' })
    const limit = (amount: number) =>
      `update customers set credit_limit = ${amount} where id = ${id}`
    await prizm.rows(`begin; savepoint s; ${limit(1)}; release savepoint s; ${limit(2)}; commit`)
    await prizm.rows(`begin; ${limit(3)}; savepoint s; ${limit(4)}; rollback to s; commit`)
    const found = await prizm.rows(
      `select credit_limit as "limit", known_until is null as "isCurrent",
              known_until - known_from = interval '1 microsecond' as "isBrief"
       from customer_term_versions order by known_from`,
    )
    expect(found).toEqual([
      { limit: '500.00', isCurrent: false, isBrief: false },
      // A savepoint has a transaction id of its own.
      { limit: '1.00', isCurrent: false, isBrief: true },
      { limit: '2.00', isCurrent: false, isBrief: false },
      { limit: '3.00', isCurrent: true, isBrief: null },
    ])
  })

  test('of many records that one statement changes have a version each', async () => {
    await prizm.rows(`insert into customers (customer_code, name, email)
      select 'B-' || n, 'Bulk ' || n, 'b' || n || '@example.com' from generate_series(1, 500) n`)
    await prizm.rows(`update customers set payment_terms = 'net-60' where id % 5 <> 0`)
    await prizm.rows('update customers set deleted_at = now() where id % 5 = 1')
    const [counted] = await prizm.rows(
      `select count(*) filter (where known_until is null)::int as current, count(*)::int as versions
       from customer_term_versions`,
    )
    expect(counted).toEqual({ current: 400, versions: 900 })
  })

  test('follow one another without a gap, however many change them at once', async () => {
    const { id } = await prizm.builders.customer()
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((limit) =>
        prizm.rows(`update customers set credit_limit = ${limit} where id = ${id}`),
      ),
    )
    const versions = await prizm.rows<{ begins: string; ends: string | null }>(
      `select known_from::text as begins, known_until::text as ends
       from customer_term_versions order by known_from`,
    )
    expect(versions).toHaveLength(7)
    expect(versions.slice(1).map(({ begins }) => begins)).toEqual(
      versions.slice(0, -1).map(({ ends }) => ends),
    )
    expect(versions.at(-1)?.ends).toBeNull()
  })
})

describe('the past values of a SKU and of a contract price', () => {
  test('are the list of the day, as it was known, also of a planned day', async () => {
    const { id } = await prizm.builders.sku({ price: '10.00', tier1Price: '9.00' })
    const own = await read(id, { entity: 'sku' })
    expect(own.values).toEqual([
      { field: 'price', value: '10.00' },
      { field: 'tier1Price', value: '9.00' },
      { field: 'tier2Price', value: null },
      { field: 'tier3Price', value: null },
      { field: 'effectiveDate', value: null },
    ])
    const first = await momentBetween()
    await prizm.rows(`insert into sku_prices
        (sku_id, effective_date, price, tier1_price, applied_at)
      values (${id}, '-infinity', 10, 9, now()), (${id}, '2030-01-01', 12, null, null)`)
    const later = await read(id, { entity: 'sku', day: '2030-06-01' })
    expect([valueOf(later, 'price'), valueOf(later, 'effectiveDate')]).toEqual([
      '12.00',
      '2030-01-01',
    ])
    expect(valueOf(await read(id, { entity: 'sku' }), 'price')).toBe('10.00')
    const unplanned = await read(id, { entity: 'sku', day: '2030-06-01', knownAt: first })
    expect(valueOf(unplanned, 'price')).toBe('10.00')
  })

  test('of a contract price are there after it was deleted', async () => {
    const customer = await prizm.builders.customer()
    const sku = await prizm.builders.sku()
    const body = { customerId: customer.id, skuId: sku.id, contractPrice: '7.00' }
    const made = await prizm.call('POST', '/api/contract-pricing', { as, body })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    const agreed = await momentBetween()
    const gone = await prizm.call('DELETE', `/api/contract-pricing/${id}`, { as })
    expect(gone.statusCode).toBe(204)
    const { contractPrices } = await read(customer.id, { entity: 'customer', knownAt: agreed })
    expect(contractPrices).toEqual([
      {
        sku: sku.sku,
        minimumQuantity: 1,
        contractPrice: '7.00',
        effectiveDate: '2026-03-02',
        expirationDate: null,
      },
    ])
    expect((await read(customer.id, { entity: 'customer' })).contractPrices).toEqual([])
    const then = await read(id, { entity: 'contract_price', knownAt: agreed })
    expect([then.changedBy, valueOf(then, 'contractPrice')]).toEqual([
      expect.stringMatching(/^admin-/),
      '7.00',
    ])
    expect((await get(id, { entity: 'contract_price' })).statusCode).toBe(404)
  })
})

test('settings and tax rates are as they were, each place with its rate of the day', async () => {
  const before = await momentBetween()
  await put('settings', { shippingFlat: '9.00' })
  await prizm.rows(`insert into tax_rates (country, state, rate, effective_date) values
    ('US', 'NV', 0.04, '2026-01-01'), ('US', 'NV', 0.05, '2026-02-01'),
    ('US', 'NV', 0.06, '2030-01-01')`)
  const knownAt = await momentBetween()
  const now = await read(1, { entity: 'setting', day: '2026-03-01', knownAt })
  expect(now.values).toEqual([
    { field: 'shippingFlat', value: '9.00' },
    {
      field: 'taxRate',
      value: { country: 'US', state: 'NV', rate: '0.050000', effectiveDate: '2026-02-01' },
    },
  ])
  expect(now.changedBy).toMatch(/^admin-/)
  expect((await read(1, { entity: 'setting', knownAt: before })).values).toEqual([])
  expect((await get(2, { entity: 'setting' })).statusCode).toBe(404)
})

describe('past values are refused', () => {
  test('for a moment before they were kept, and in the future', async () => {
    const { id } = await prizm.builders.customer()
    const [{ since } = { since: '' }] = await prizm.rows<{ since: string }>(
      `select to_char(business_day(versions_known_since()), 'FMMM/FMDD/YYYY') as since`,
    )
    const message = `Past values are not known before ${since}`
    const early = await get(id, { entity: 'customer', day: '2020-01-01' })
    expect(early.statusCode).toBe(422)
    expect(early.json().errors).toMatchObject([{ path: 'day', message }])
    const knownAt = '2020-01-01T00:00:00Z'
    const moment = await get(id, { entity: 'customer', knownAt })
    expect(moment.json().errors).toMatchObject([{ path: 'knownAt', message }])
    const future = await get(id, { entity: 'customer', knownAt: '2999-01-01T00:00:00Z' })
    expect(future.json().errors).toMatchObject([
      { path: 'knownAt', message: 'Must not be in the future' },
    ])
  })

  test('for other kinds of records, unknown ids and words that are no moment', async () => {
    const { id } = await prizm.builders.customer()
    expect((await get(id, { entity: 'vendor' })).statusCode).toBe(422)
    expect((await get(id, { entity: 'customer', knownAt: 'soon' })).statusCode).toBe(422)
    expect((await get(id, { entity: 'customer', day: 'soon' })).statusCode).toBe(422)
    expect((await get(99, { entity: 'customer' })).statusCode).toBe(404)
  })

  test('for roles that may not read the history of the record', async () => {
    const manager = await prizm.signIn('manager')
    const sales = await prizm.signIn('sales')
    const { id } = await prizm.builders.customer()
    expect((await get(id, { entity: 'customer' }, sales)).statusCode).toBe(200)
    expect((await get(1, { entity: 'setting' }, sales)).statusCode).toBe(403)
    expect((await get(id, { entity: 'customer' }, manager)).statusCode).toBe(200)
  })
})
