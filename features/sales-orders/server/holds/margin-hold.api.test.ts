import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Decision, DecisionSummary } from '#features/decisions/contract.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { releaseExpiredHolds } from './hold.ts'
import { releasePaymentHolds } from './release-payment-holds.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

// An order of 5 units for 12.00 each, 79.80 with tax and shipping, which cost 10.00 each: with a
// minimum margin of 20% they are sold for at least 12.50.

let prizm: TestApp
let sales: string
let manager: string
let finance: string
let admin: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  sales = await prizm.signIn('sales')
  manager = await prizm.signIn('manager')
  finance = await prizm.signIn('finance')
  admin = await prizm.signIn('admin')
  const buyer = { customerCode: 'C-9', creditLimit: '1000.00', paymentTerms: 'Net 30' }
  customerId = (await prizm.builders.customer({ name: 'Nine', ...buyer })).id
  const item = { sku: 'ABR-9', cost: '10.00', price: '12.00', currentStock: 50 }
  skuId = (await prizm.builders.sku(item)).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const turnOn = async () => {
  const body = { marginBelow: 'hold', minimumMarginPercent: 20 }
  const answer = await prizm.call('PUT', '/api/settings', { as: admin, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const create = async (): Promise<SalesOrderDetails> => {
  const body = { customerId, items: [{ skuId, quantity: 5 }] }
  const answer = await prizm.call('POST', '/api/orders/create', { as: sales, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().order
}
const change = async (id: number, item: object): Promise<SalesOrderDetails> => {
  const body = { items: [{ skuId, ...item }] }
  return (await prizm.call('PUT', `/api/sales-orders/${id}`, { as: manager, body })).json()
}
const step = async (id: number, verb: string, as: string, body: object = {}) =>
  (await prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body })).json()
const hold = async () =>
  (await prizm.rows('select hold_reason as reason, hold_until as until from sales_orders'))[0]
const program = (now: Date) => ({
  db: prizm.database.db,
  user: undefined,
  now,
  requestId: 'worker',
  channel: 'worker',
})

test('the day of a hold before it does not end a margin hold', async () => {
  await turnOn()
  const { id } = await create()
  const dated = { reason: 'address', until: '2026-03-05', note: 'No such street' }
  expect(await step(id, 'hold', sales, dated)).toMatchObject({ holdReason: 'address' })
  const onThatDay = program(new Date('2026-03-05T15:00:00Z'))
  await releaseExpiredHolds(onThatDay)
  await releaseExpiredHolds(onThatDay)
  expect(await hold()).toEqual({ reason: 'margin', until: null })
  expect(await prizm.rows('select hold_note as note from sales_orders')).toEqual([{ note: null }])
  expect(await prizm.rows('select action from approvals')).toEqual([])
})

/** What the margin rule decided in the last receipt of an order. */
const lastResult = async (id: number) => {
  const read = async <A>(url: string) => (await prizm.call('GET', url, { as: manager })).json<A>()
  const url = `/api/sales-orders/${id}/decisions`
  const [newest] = (await read<{ decisions: DecisionSummary[] }>(url)).decisions
  const { outcome } = await read<Decision>(`/api/decisions/${newest?.id}`)
  return outcome.rules.find(({ rule }) => rule === 'margin')?.result
}

test('the receipt of a release says whether the margin was still too low', async () => {
  await turnOn()
  const below = await create()
  await step(below.id, 'release', manager)
  expect(await lastResult(below.id)).toBe('overridden')
  const raised = await create()
  await change(raised.id, { quantity: 5, manualPrice: '12.50' })
  await step(raised.id, 'release', manager)
  expect(await lastResult(raised.id)).toBe('passed')
})

describe('who may release a margin hold', () => {
  const notified = () =>
    prizm.rows(`select distinct u.role, n.kind, n.title, n.text, n.link
                from notifications n join users u on u.id = n.user_id
                where n.key like 'order-held-for-margin:%' order by u.role`)
  const times = async () =>
    (
      await prizm.rows(`select distinct key from notifications
                        where key like 'order-held-for-margin:%'`)
    ).length

  test('is notified of a new order, and of no order that is not held', async () => {
    await create()
    expect(await notified()).toEqual([])
    await turnOn()
    const { orderNumber } = await create()
    const notification = {
      kind: 'credit',
      title: `${orderNumber} is on hold for its margin`,
      text: 'Nine (C-9), $79.80',
      link: `/sales-orders?open=${orderNumber}`,
    }
    expect(await notified()).toEqual([
      { role: 'admin', ...notification },
      { role: 'manager', ...notification },
    ])
  })

  test('is notified when a change puts an order on it, and when another hold ends', async () => {
    const { id } = await create()
    await turnOn()
    expect(await change(id, { quantity: 6 })).toMatchObject({ holdReason: 'margin' })
    expect(await times()).toBe(1)
    await step(id, 'hold', sales, { reason: 'address' })
    expect(await step(id, 'release', finance)).toMatchObject({ holdReason: 'margin' })
    expect(await times()).toBe(2)
  })

  test('is notified when a payment releases an order to it', async () => {
    await prizm.rows(`update customers set payment_terms = 'Prepaid'`)
    const { id } = await create()
    await turnOn()
    const body = { customerId, amount: '79.80', method: 'ach' }
    const paid = await prizm.call('POST', '/api/payments', { as: finance, body })
    expect(paid.statusCode, paid.body).toBe(201)
    await releasePaymentHolds(program(prizm.clock.now))
    expect(await hold()).toEqual({ reason: 'margin', until: null })
    expect(await times()).toBe(1)
    expect(await step(id, 'release', manager)).toMatchObject({ holdReason: null })
  })
})
