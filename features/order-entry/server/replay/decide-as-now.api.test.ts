import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Replay } from '#features/decisions/contract.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { orderBuilders } from '../testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  fixture = decisionFixture(prizm, as)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

type Chosen = Parameters<TestApp['builders']['ownRole']>[0]['permissions']

const decidedNow = (id: number, by = as): Promise<Replay> =>
  fixture.post(`decisions/${id}/replay`, { as: 'now' }, by)
const says = ({ differences }: Replay) => differences.map((each) => each.says)
/** Settings are read again after a second. */
const set = async (values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values)) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.rows(`insert into settings (name, value) values
      ('${name}', '${JSON.stringify(value)}')
      on conflict (name) do update set value = excluded.value`)
  }
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
}
const change = async (id: number, body: object) => {
  const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
  expect(changed.statusCode, changed.body).toBe(200)
  const [amend] = await fixture.decisionsOf(id)
  expect(amend?.kind).toBe('amend')
  return amend?.id ?? 0
}

/** Two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
type TwoUnits = { customerId: number; items: [{ skuId: number; quantity: number }] }
const orderOf = async (buyer: object = {}, item: object = {}): Promise<TwoUnits> => ({
  customerId: await builders.buyer(buyer),
  items: [{ skuId: await builders.item(item), quantity: 2 }],
})

describe('a decision on an order, as now', () => {
  test('prices, tax, credit and stock of today decide, and each difference is named', async () => {
    const order = await orderOf({ country: 'US', state: 'NV', creditLimit: '100.00' })
    const { decisionId, order: made } = await fixture.post('orders/create', order)
    const [{ skuId }] = order.items
    const { customerId } = order
    await builders.agree({ customerId, skuId, contractPrice: '7.00' })
    await prizm.rows(`insert into tax_rates (country, state, rate, effective_date)
                      values ('US', 'NV', 0.05, '2026-01-01')`)
    await prizm.rows(`update customers set credit_limit = 20 where id = ${customerId}`)
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
    const replay = await decidedNow(decisionId)
    expect(says(replay)).toEqual([
      'Line 1, S-2: the price was $10.00 and is $7.00 now.',
      'Line 1, S-2: its source was Standard and is Contract now.',
      'Line 1, S-2: the tax was $1.60 and is $0.70 now.',
      'The tax rate of NV, US was 8% and is 5% now.',
      'The credit limit was $100.00 and is $20.00 now.',
      'The available credit was $100.00 and is $20.00 now.',
      'The amount to approve was $36.60 and is $29.70 now.',
      'The result of the rule Credit was “Passed” and is “Failed” now.',
      'The decision was “Approved” and is “Not approved” now.',
      'The subtotal was $20.00 and is $14.00 now.',
      'The tax was $1.60 and is $0.70 now.',
      'The total was $36.60 and is $29.70 now.',
    ])
    expect(replay).toMatchObject({
      isEqual: false,
      problem: null,
      outcome: { verdict: 'refused', holdReason: null, totals: { total: '29.70' } },
    })
    // Nothing was written.
    expect(await fixture.decisionsOf(made.id)).toHaveLength(1)
    expect(await prizm.rows('select reserved from skus')).toEqual([{ reserved: 2 }])
  })

  test('what the order itself holds of credit and stock is available', async () => {
    const order = await orderOf({ creditLimit: '40.00' }, { currentStock: 2 })
    const { decisionId } = await fixture.post('orders/create', order)
    const replay = await decidedNow(decisionId)
    expect(replay).toMatchObject({ isEqual: true, differences: [], problem: null })
    expect(replay.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('nor counts the invoice of the order, or the approval that a validation gave', async () => {
    const order = await orderOf({ creditLimit: '40.00' }, { currentStock: 2 })
    const { decisionId: validated } = await fixture.post('orders/validate', {
      ...order,
      requestApproval: true,
    })
    expect(await prizm.rows('select soft_reserved as units from skus')).toEqual([{ units: 2 }])
    const replay = await decidedNow(validated)
    expect(replay).toMatchObject({ isEqual: true, differences: [], problem: null })
    const { customerId } = await orderOf({ creditLimit: '40.00' })
    const body = { customerId, orderNumber: 'SO-S', status: 'shipped', totalAmount: '30.00' }
    const { id } = await fixture.post('sales-orders', body)
    const balance = `select current_balance as balance from customers where id = ${customerId}`
    expect(await prizm.rows(balance)).toEqual([{ balance: '30.00' }])
    const [created] = await fixture.decisionsOf(id)
    expect(await decidedNow(created?.id ?? 0)).toMatchObject({ isEqual: true, differences: [] })
  })

  test('an order that somebody recorded over its limit is not held for it', async () => {
    const { customerId } = await orderOf({ creditLimit: '10.00' })
    const body = { customerId, orderNumber: 'SO-S', status: 'shipped', totalAmount: '30.00' }
    const { id } = await fixture.post('sales-orders', body)
    const [created] = await fixture.decisionsOf(id)
    const { outcome } = await decidedNow(created?.id ?? 0)
    expect(outcome).toMatchObject({ verdict: 'approved', holdReason: null })
    expect(outcome?.rules[0]).toMatchObject({ rule: 'credit', result: 'overridden' })
  })

  test('a hold that another one replaces takes its sentence along', async () => {
    await set({ customerPoAgain: 'hold' })
    const order = { ...(await orderOf()), customerPO: 'P-1' }
    await fixture.post('orders/create', order)
    const { decisionId } = await fixture.post('orders/create', order)
    const stays = await decidedNow(decisionId)
    expect(stays.outcome?.rules.at(-1)).toMatchObject({ rule: 'hold', result: 'held' })
    expect(stays.outcome?.rules.at(-1)?.says).toMatch(/^PO P-1 is already used on SO-/)
    await prizm.rows('update customers set credit_limit = 1')
    await set({ creditOver: 'hold' })
    const { outcome } = await decidedNow(decisionId)
    expect(outcome).toMatchObject({ verdict: 'held', holdReason: 'credit' })
    expect(outcome?.rules.at(-1)).toEqual({ rule: 'hold', result: 'held' })
  })

  test('an order that cannot be decided today says why', async () => {
    const order = await orderOf()
    const { decisionId } = await fixture.post('orders/create', order)
    await prizm.rows('update skus set is_active = false')
    expect(await decidedNow(decisionId)).toEqual({
      decisionId,
      as: 'now',
      isEqual: false,
      sha256: null,
      outcome: null,
      problem: 'SKU S-2 is inactive',
      differences: [],
    })
  })

  test('the credit of a release is checked again', async () => {
    const order = await orderOf({ creditLimit: '100.00' })
    const { order: made } = await fixture.post('orders/create', order)
    await fixture.post(`sales-orders/${made.id}/hold`, { reason: 'credit' })
    await fixture.post(`sales-orders/${made.id}/release`)
    await prizm.rows('update customers set credit_limit = 10')
    const [release] = await fixture.decisionsOf(made.id)
    const replay = await decidedNow(release?.id ?? 0)
    expect(replay.outcome).toMatchObject({ verdict: 'held', holdReason: 'credit' })
    expect(says(replay)).toContain('The hold reason was none and is “Credit” now.')
  })
})

describe('a change of lines, as now', () => {
  test('waits for a release if a margin rule that was off does not accept a price', async () => {
    const order = await orderOf({}, { cost: '3.00' })
    const [{ skuId }] = order.items
    const { order: made } = await fixture.post('orders/create', order)
    const amend = await change(made.id, { items: [{ skuId, quantity: 3 }] })
    expect(await decidedNow(amend)).toMatchObject({ isEqual: true, differences: [] })
    await set({ marginBelow: 'hold', minimumMarginPercent: 80 })
    const replay = await decidedNow(amend)
    expect(replay.outcome).toMatchObject({ verdict: 'held', holdReason: 'margin' })
    expect(says(replay)).toContain('The hold reason was none and is “Margin” now.')
  })

  test('accepts an inactive SKU whose price it left as it was, and no other', async () => {
    const order = await orderOf()
    const [first] = order.items
    const other = { skuId: await builders.item(), quantity: 2 }
    const body = { ...order, items: [first, other] }
    const { order: made } = await fixture.post('orders/create', body)
    const amend = await change(made.id, { items: [{ ...first, quantity: 3 }, other] })
    await prizm.rows(`update skus set is_active = false where id = ${other.skuId}`)
    expect(await decidedNow(amend)).toMatchObject({ problem: null, isEqual: true })
    await prizm.rows('update skus set is_active = false')
    expect((await decidedNow(amend)).problem).toBe('SKU S-2 is inactive')
  })
})

test('a change from pickup to shipping that the credit does not cover is refused', async () => {
  const order = { ...(await orderOf({ creditLimit: '100.00' })), shippingMethod: 'pickup' }
  const { order: made } = await fixture.post('orders/create', order)
  const amend = await change(made.id, { shippingMethod: 'standard' })
  expect(await decidedNow(amend)).toMatchObject({ isEqual: true, differences: [] })
  await prizm.rows('update customers set credit_limit = 10')
  const { outcome } = await decidedNow(amend)
  expect(outcome).toMatchObject({ verdict: 'refused', holdReason: null })
  expect(outcome?.rules[0]).toMatchObject({ rule: 'credit', result: 'failed' })
})

test('who may neither see prices nor validate orders learns no price of today', async () => {
  const { decisionId } = await fixture.post('orders/create', await orderOf())
  const sessionWith = async (name: string, permissions: Chosen) => {
    await prizm.builders.ownRole({ name, permissions })
    return prizm.signIn(name)
  }
  const clerk = await sessionWith('Clerk', ['salesOrders.read', 'skus.read'])
  const body = { as: 'now' }
  const refused = await fixture.refused(`decisions/${decisionId}/replay`, body, clerk)
  expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  const then = await fixture.post(`decisions/${decisionId}/replay`, { as: 'then' }, clerk)
  expect(then).toMatchObject({ isEqual: true, sha256: null })
  const desk = await sessionWith('Desk', ['salesOrders.read', 'skus.read', 'orders.validate'])
  expect((await decidedNow(decisionId, desk)).isEqual).toBe(true)
})

test('a changed total is checked for credit again', async () => {
  const customerId = await builders.buyer({ creditLimit: '100.00' })
  const form = { customerId, orderNumber: 'SO-T', totalAmount: '80.00' }
  const { id } = await fixture.post('sales-orders', form)
  const amend = await change(id, { totalAmount: '90.00' })
  await prizm.rows('update customers set credit_limit = 10')
  const replay = await decidedNow(amend)
  expect(replay.outcome).toMatchObject({
    verdict: 'held',
    holdReason: 'credit',
    totals: { total: '90.00' },
  })
  expect(says(replay)).toEqual([
    'The credit limit was $100.00 and is $10.00 now.',
    'The available credit was $100.00 and is $10.00 now.',
    'The result of the rule Credit was “Passed” and is “On hold” now.',
    'The decision was “Approved” and is “On hold” now.',
    'The hold reason was none and is “Credit” now.',
  ])
})
