import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import type { SalesOrder } from '../../contract.ts'

// Credit limit 100.00, and a header-only order of 120.00 on credit hold.

let prizm: TestApp
let customerId: number
let orderId: number
let sales: string
let finance: string

beforeEach(async () => {
  prizm = await startTestApp()
  sales = await prizm.signIn('sales')
  finance = await prizm.signIn('finance')
  const limit = { creditLimit: '100.00' }
  customerId = await orderBuilders(prizm.database.db).buyer(limit)
  orderId = await order('120.00')
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const reason = 'Their bank has called'
let made = 0
const order = async (totalAmount: string, as = sales) => {
  const body = { orderNumber: `OC-${++made}`, customerId, status: 'pending', totalAmount }
  const answer = await prizm.call('POST', '/api/sales-orders', { as, body })
  expect(answer.json()).toMatchObject({ holdReason: 'credit' })
  return answer.json<SalesOrder>().id
}
const override = (id = orderId, as = finance, body: object = { reason }) =>
  prizm.call('POST', `/api/sales-orders/${id}/override-credit`, { as, body })
const setRule = async (body: object) =>
  prizm.call('PUT', '/api/settings', { as: await prizm.signIn('admin'), body })
const approvals = () =>
  prizm.rows(`select action, is_waiver, control, reason from approvals order by id`)
const onOrder = async () =>
  (await prizm.rows('select open_order_amount as open from customers'))[0].open

test('finance overrides the limit for an order, and it is recorded', async () => {
  const release = `/api/sales-orders/${orderId}/release`
  const refused = await prizm.call('POST', release, { as: finance, body: {} })
  expect(refused.json()).toMatchObject({ code: 'credit-limit-exceeded' })
  expect(await onOrder()).toBe('0.00')
  expect((await override()).json()).toMatchObject({ holdReason: null, displayStatus: 'pending' })
  expect(await onOrder()).toBe('120.00')
  expect(await approvals()).toEqual([
    { action: 'override-credit', is_waiver: false, control: null, reason },
  ])
  const [act] = await prizm.rows(`select action, reason from audit_log
    where entity = 'sales_order' order by id desc limit 1`)
  expect(act).toEqual({ action: 'override-credit', reason })
})

test('a manager can override up to an amount above the credit', async () => {
  await setRule({ creditOverrideLimit: '19.99' })
  const manager = await prizm.signIn('manager')
  const refused = await override(orderId, manager)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'over-limit'])
  expect(refused.json().detail).toContain('$20.00 over the available credit')
  await setRule({ creditOverrideLimit: '20.00' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  expect((await override(orderId, manager)).statusCode).toBe(200)
})

test.each(['enforce', 'record'])(
  'is not allowed for the user who entered the order, mode %s',
  async (sodMode) => {
    await setRule({ sodMode })
    const manager = await prizm.signIn('manager')
    const answer = await override(await order('110.00', manager), manager)
    if (sodMode === 'enforce') {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'self-approval'])
      return
    }
    expect(answer.statusCode).toBe(200)
    expect(await approvals()).toMatchObject([{ is_waiver: true, control: 'enter-override' }])
  },
)

test.each(['enforce', 'record'])(
  'is not allowed for the user who changed the limit that day, mode %s',
  async (mode) => {
    await setRule({ sodMode: mode })
    const url = `/api/customers/${customerId}`
    const found = (await prizm.call('GET', url, { as: finance })).json()
    const { customerCode, name, email } = found
    const body = { customerCode, name, email, creditLimit: '110.00' }
    expect((await prizm.call('PUT', url, { as: finance, body })).statusCode).toBe(200)
    const answer = await override()
    if (mode === 'enforce') {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'self-approval'])
      expect((await override(orderId, await prizm.signIn('finance'))).statusCode).toBe(200)
      return
    }
    expect(await approvals()).toMatchObject([{ is_waiver: true, control: 'limit-override' }])
  },
)

test('needs a reason, a role, a credit hold, and a customer who is not blocked', async () => {
  expect((await override(orderId, finance, { reason: 'Because' })).statusCode).toBe(422)
  expect((await override(orderId, sales)).statusCode).toBe(403)
  await prizm.database.pool.query(`update customers set credit_status = 'blocked'`)
  expect((await override()).json().detail).toBe(
    'The customer is on credit hold. Ask finance to clear it first',
  )
  await prizm.database.pool.query(`update customers set credit_status = 'normal'`)
  expect((await override()).statusCode).toBe(200)
  expect((await override()).json()).toMatchObject({ code: 'not-on-hold' })
})

test('one of many concurrent overrides succeeds, and counts once', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => override()))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await approvals()).toHaveLength(1)
  expect(await onOrder()).toBe('120.00')
})

test('is valid for 7 days; afterwards the order needs a new override', async () => {
  const manager = await prizm.signIn('manager')
  const step = (verb: string, body: object = {}) =>
    prizm.call('POST', `/api/sales-orders/${orderId}/${verb}`, { as: manager, body })
  expect((await override()).statusCode).toBe(200)
  await later('6 days 23 hours')
  expect((await step('process')).json()).toMatchObject({ status: 'processing' })
  expect((await step('recall')).json()).toMatchObject({ status: 'pending' })
  await later('2 hours')
  const refused = await step('process')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
  expect(refused.json().detail).toMatch(
    /^This order was approved above the credit limit more than 7 days ago, so the approval has/,
  )
  expect((await step('hold', { reason: 'credit' })).statusCode).toBe(200)
  expect((await override()).statusCode).toBe(200)
  expect((await step('process')).json()).toMatchObject({ status: 'processing' })
})

/** Moves the audit log into the past. */
const later = (span: string) =>
  prizm.database.pool.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = at - interval '${span}'; commit`,
  )
