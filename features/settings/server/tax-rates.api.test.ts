import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { TaxRateRecord } from '../contract.ts'

const url = '/api/tax-rates'
const nevada = { country: 'US', state: 'NV', rate: '0.0825', effectiveDate: '2026-01-01' }

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})

const add = (form: object = {}, as = admin) =>
  prizm.call('POST', url, { as, body: { ...nevada, ...form } })
const made = async (form: object = {}) => {
  const answer = await add(form)
  expect(answer.statusCode).toBe(201)
  return answer.json<TaxRateRecord>()
}
const rates = async () => (await prizm.call('GET', url, { as: admin })).json<TaxRateRecord[]>()

/** The tax of a 10.00 order by a customer in Nevada. */
async function taxIn(state = 'nv') {
  const customer = await prizm.builders.customer({ country: 'us ', state, creditLimit: '1000.00' })
  const sku = await prizm.builders.sku({ currentStock: 5 })
  const body = { customerId: customer.id, items: [{ skuId: sku.id, quantity: 1 }] }
  const answer = await prizm.call('POST', '/api/orders/validate', { as: admin, body })
  return answer.json<{ pricing: { taxAmount: string } }>().pricing.taxAmount
}

async function orderIn(state: string) {
  const customer = await prizm.builders.customer({ country: 'US', state, creditLimit: '1000.00' })
  const sku = await prizm.builders.sku({ currentStock: 5 })
  const body = { customerId: customer.id, items: [{ skuId: sku.id, quantity: 1 }] }
  const answer = await prizm.call('POST', '/api/orders/create', { as: admin, body })
  expect(answer.statusCode).toBeLessThan(300)
}

const used = async () => (await rates()).filter(({ isUsed }) => isUsed).map(({ id }) => id)
const rows = async () =>
  (await prizm.database.pool.query('select id, rate from tax_rates order by id')).rows as object[]

/**
 * Starts an operation that waits for a lock held elsewhere, runs `between`, then releases the lock.
 */
async function whileLocked<R>(lock: string, begin: () => Promise<R>, between: () => Promise<void>) {
  const holder = await prizm.database.pool.connect()
  await holder.query('begin')
  await holder.query(lock)
  const begun = begin()
  const waits = `select pid from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await prizm.database.pool.query(waits)).rows.length
  await expect.poll(waiting).toBe(1)
  await between()
  await holder.query('commit')
  holder.release()
  return begun
}

const onPostgres = test.runIf(process.env['TEST_DATABASE'] === 'postgres')

describe('tax rates', () => {
  test('of a place apply from their date; elsewhere the default rate applies', async () => {
    expect(await taxIn()).toBe('0.80')
    const rate = await made()
    expect(rate).toMatchObject({ ...nevada, rate: '0.082500', isUsed: false, version: 1 })
    expect(await taxIn()).toBe('0.83')
    expect(await taxIn('CA')).toBe('0.80')
    await made({ state: '', rate: '0.01' })
    expect(await taxIn('CA')).toBe('0.10')
    // Today is March 2.
    await made({ rate: '0.5', effectiveDate: '2026-03-03' })
    expect(await taxIn()).toBe('0.83')
  })

  test('are listed by place, the latest first', async () => {
    await made()
    await made({ effectiveDate: '2026-07-01' })
    await made({ country: 'CA', state: '' })
    expect((await rates()).map((each) => [each.country, each.state, each.effectiveDate])).toEqual([
      ['CA', '', '2026-01-01'],
      ['US', 'NV', '2026-07-01'],
      ['US', 'NV', '2026-01-01'],
    ])
  })

  test('can be changed and deleted until an order is placed under them', async () => {
    const { id } = await made()
    const body = { ...nevada, rate: '0.05' }
    const set = await prizm.call('PUT', `${url}/${id}`, { as: admin, body })
    expect(set.json()).toMatchObject({ rate: '0.050000', version: 2 })
    expect(await taxIn()).toBe('0.50')
    const headers = { 'if-match': '"1"' }
    const late = await prizm.call('DELETE', `${url}/${id}`, { as: admin, headers })
    expect(late.statusCode).toBe(412)
    expect((await prizm.call('DELETE', `${url}/${id}`, { as: admin })).statusCode).toBe(204)
    expect(await rates()).toEqual([])
    expect(await taxIn()).toBe('0.80')
  })

  test('cannot be changed once orders were placed under them; a later rate can', async () => {
    const held = await made()
    const next = await made({ effectiveDate: '2026-07-01' })
    const other = await made({ state: 'CA' })
    await orderIn('NV')
    expect(await used()).toEqual([held.id])
    const sentence =
      'Orders already use this rate, so it cannot change. Add a rate that begins later'
    const at = `${url}/${held.id}`
    for (const [method, body] of [
      ['PUT', { ...nevada, rate: '0.05' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await prizm.call(method, at, { as: admin, ...(body && { body }) })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'tax-rate-used', detail: sentence })
    }
    for (const { id } of [next, other]) {
      expect((await prizm.call('DELETE', `${url}/${id}`, { as: admin })).statusCode).toBe(204)
    }
  })

  test('can be corrected if the orders of the day were placed before them', async () => {
    await orderIn('NV')
    const { id } = await made({ rate: '0.8', effectiveDate: '2026-03-02' })
    expect(await used()).toEqual([])
    const body = { ...nevada, rate: '0.08', effectiveDate: '2026-03-02' }
    const set = await prizm.call('PUT', `${url}/${id}`, { as: admin, body })
    expect(set.statusCode).toBe(200)
    expect(await rows()).toEqual([{ id, rate: '0.080000' }])
    await orderIn('NV')
    expect(await used()).toEqual([id])
    expect((await prizm.call('DELETE', `${url}/${id}`, { as: admin })).statusCode).toBe(409)
    expect(await rows()).toEqual([{ id, rate: '0.080000' }])
  })

  test('stay used after a later rate with an earlier date than the orders is added', async () => {
    const held = await made()
    await orderIn('NV')
    const later = await made({ effectiveDate: '2026-02-01' })
    expect(await used()).toEqual([held.id])
    expect((await prizm.call('DELETE', `${url}/${held.id}`, { as: admin })).statusCode).toBe(409)
    await orderIn('NV')
    expect(await used()).toEqual([later.id, held.id])
    expect(await rows()).toHaveLength(2)
  })

  test('of a country are not used by orders taxed at a state rate', async () => {
    const country = await made({ state: '' })
    const state = await made()
    await orderIn('NV')
    expect(await used()).toEqual([state.id])
    await orderIn('CA')
    expect(await used()).toEqual([country.id, state.id])
    expect((await prizm.call('DELETE', `${url}/${country.id}`, { as: admin })).statusCode).toBe(409)
    expect(await rows()).toHaveLength(2)
  })

  onPostgres(
    'cannot be changed if an order used them while the change waited for its lock',
    async () => {
      const { id } = await made()
      const remove = () => prizm.call('DELETE', `${url}/${id}`, { as: admin })
      const lock = `select id from tax_rates where id = ${id} for update`
      const refused = await whileLocked(lock, remove, () => orderIn('NV'))
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'tax-rate-used' })
      expect(await rows()).toEqual([{ id, rate: '0.082500' }])
    },
  )

  onPostgres(
    'apply immediately on the node that saved them, even with concurrent reads',
    async () => {
      const lock = 'lock table audit_log in share mode'
      const answer = await whileLocked(lock, add, async () => expect(await taxIn()).toBe('0.80'))
      expect(answer.statusCode).toBe(201)
      expect(await taxIn()).toBe('0.83')
      expect(await rows()).toHaveLength(1)
    },
  )

  test('of one place cannot start twice on one day', async () => {
    await made()
    const again = await add({ country: 'us', state: 'nv', rate: '0.01' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'tax-rate-taken',
      detail: 'This location already has a rate from that day',
    })
  })

  test.each([
    ['rate', '8', 'Must be a rate such as 0.0800'],
    ['rate', '1.5', 'Must be a rate such as 0.0800'],
    ['rate', '-0.1', 'Must be a rate such as 0.0800'],
    ['effectiveDate', '2026-02-30', 'Must be a date such as 2026-03-01'],
    ['country', ' ', 'Required'],
  ])('refuse %s %j: %s', async (path, value, message) => {
    const refused = await add({ [path]: value })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path, message }])
  })

  test('appear in the history of the rules', async () => {
    const { id } = await made()
    await prizm.call('DELETE', `${url}/${id}`, { as: admin })
    const lines = await prizm.call('GET', '/api/activity/1?entity=setting', { as: admin })
    const rateText = 'US, NV: 8.25% from 1/1/2026'
    expect(lines.json<{ changes: object }[]>().map(({ changes }) => changes)).toEqual([
      { taxRate: { from: rateText, to: null } },
      { taxRate: { from: null, to: rateText } },
    ])
  })

  test.each(['manager', 'finance', 'user'] as const)(
    'can be read by a %s and changed only by administrators',
    async (role) => {
      const as = await prizm.signIn(role)
      const { id } = await made()
      expect((await prizm.call('GET', url, { as })).statusCode).toBe(200)
      expect((await prizm.call('GET', `${url}/${id}`, { as })).statusCode).toBe(200)
      expect((await add({ state: 'CA' }, as)).statusCode).toBe(403)
      expect((await prizm.call('DELETE', `${url}/${id}`, { as })).statusCode).toBe(403)
    },
  )
})
