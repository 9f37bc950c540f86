import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { returnsFixture } from '#features/returns/server/testing.ts'
import type { Waiver } from '../contract.ts'

// Separation of duties is recorded and not enforced, the default of a new business.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const url = '/api/reports/waivers'

async function report(from = '2020-01-01', to = '2099-12-31', as?: string): Promise<Waiver[]> {
  const by = as ?? (await prizm.signIn('finance'))
  return (await prizm.call('GET', `${url}?from=${from}&to=${to}`, { as: by })).json<Waiver[]>()
}

/** The rows without ids and timestamps, newest first. */
async function rows() {
  return (await report()).map(({ id: _, at: __, ...row }) => row)
}

const nameOf = async (role: string) =>
  (await query(`select username from users where role = '${role}' order by id limit 1`))[0].username

test('lists a self-approved purchase order, bill and payment, each with its number', async () => {
  const fixture = await payablesFixture(prizm)
  const bill = await fixture.posted()
  const free = { description: 'Freight', quantity: 1, unitPrice: '25.00' }
  const blocked = await fixture.entered({ lines: [free] })
  const draft = (await fixture.prepare({ bills: [{ billId: bill.id, amount: '40.00' }] })).json()
  const order = await fixture.made({ items: fixture.lines(), status: 'submitted' }, fixture.manager)
  await fixture.act(order.id, 'approve', fixture.manager)
  await fixture.billAct(blocked.id, 'release', fixture.finance)
  await fixture.release(draft.id, fixture.finance)
  const [finance, manager] = [await nameOf('finance'), await nameOf('manager')]
  expect(await rows()).toEqual([
    {
      by: finance,
      entity: 'vendor_payment',
      entityId: draft.id,
      action: 'release',
      code: draft.paymentNumber,
      controls: ['self-release'],
      reason: null,
      amount: '40.00',
    },
    {
      by: finance,
      entity: 'vendor_bill',
      entityId: blocked.id,
      action: 'release',
      code: blocked.billNumber,
      controls: ['self-release'],
      reason: 'Checked',
      amount: '25.00',
    },
    {
      by: manager,
      entity: 'purchase_order',
      entityId: order.id,
      action: 'approve',
      code: order.orderNumber,
      controls: ['self-approval'],
      reason: null,
      amount: '40.00',
    },
  ])
})

test('lists a self-released refund, and a credit override with its reason', async () => {
  const fixture = await receivablesFixture(prizm)
  const id = await fixture.customer({ creditLimit: '10.00' })
  const payment = await fixture.paid(id, '5.00')
  const refund = { paymentId: payment.id, amount: '1.25', reason: 'Paid twice' }
  const prepared = (await fixture.post('refunds', refund)).json()
  const body = { orderNumber: 'OC-1', customerId: id, status: 'pending', totalAmount: '90.00' }
  const order = (await fixture.post('sales-orders', body, 'manager')).json()
  await fixture.post(`refunds/${prepared.id}/release`)
  const reason = 'Their bank has called'
  await fixture.post(`sales-orders/${order.id}/override-credit`, { reason }, 'manager')
  expect(await rows()).toEqual([
    {
      by: await nameOf('manager'),
      entity: 'sales_order',
      entityId: order.id,
      action: 'override-credit',
      code: 'OC-1',
      controls: ['enter-override'],
      reason,
      amount: '90.00',
    },
    {
      by: await nameOf('finance'),
      entity: 'customer_payment',
      entityId: payment.id,
      action: 'release-refund',
      code: payment.paymentNumber,
      controls: ['self-approval'],
      reason: null,
      amount: '1.25',
    },
  ])
})

test('lists a self-approved return above the limit of sales', async () => {
  const fixture = await returnsFixture(prizm)
  const customerId = await fixture.given.buyer()
  const skuId = await fixture.given.item({ price: '600.00' })
  const fields = { customerId, items: [{ skuId, quantity: 1 }] }
  const own = await fixture.made(fields, fixture.people['manager'])
  await fixture.act(own.id, 'approve')
  expect(await rows()).toEqual([
    {
      by: await nameOf('manager'),
      entity: 'return',
      entityId: own.id,
      action: 'approve',
      code: own.returnNumber,
      controls: ['self-approval'],
      reason: null,
      amount: '600.00',
    },
  ])
})

test('lists a stock adjustment at its value, and a reopened month without an amount', async () => {
  const [admin, keeper] = [await prizm.signIn('admin'), await prizm.signIn('warehouse')]
  const { id: skuId } = await prizm.builders.sku({ sku: 'W-1', cost: '4.00', currentStock: 300 })
  const post = (path: string, as: string, body?: object) =>
    prizm.call('POST', `/api/${path}`, { as, ...(body && { body }) })
  await post(`skus/${skuId}/adjust`, keeper, { currentStock: 49, stockReason: 'Flood' })
  for (const verb of ['soft-close', 'close']) await post(`periods/202501/${verb}`, admin)
  await post('periods/202501/reopen', admin, { reason: 'A late bill' })
  expect(await rows()).toEqual([
    {
      by: await nameOf('admin'),
      entity: 'period',
      entityId: 202501,
      action: 'reopen',
      code: '2025-01',
      controls: ['close-reopen'],
      reason: 'A late bill',
      amount: null,
    },
    {
      by: await nameOf('warehouse'),
      entity: 'sku',
      entityId: skuId,
      action: 'adjust',
      code: 'W-1',
      controls: ['adjust-approve'],
      reason: 'Flood',
      amount: '1004.00',
    },
  ])
})

test('filters by business day, both ends included, and lists waivers only', async () => {
  const user = await prizm.builders.user({ role: 'manager' })
  const moments = ['02T04:59:59Z', '02T05:00:00Z', '03T04:59:59Z', '03T05:00:00Z']
  for (const [index, moment] of moments.entries()) {
    await query(`insert into approvals (entity, entity_id, action, approver_id, is_waiver, at)
                 values ('period', 202601, 'reopen', ${user.id}, true, '2026-03-${moment}'),
                        ('period', ${index}, 'close', ${user.id}, false, '2026-03-${moment}')`)
  }
  const day = await report('2026-03-02', '2026-03-02')
  expect(day.map(({ at, code, controls }) => [at, code, controls])).toEqual([
    ['2026-03-03T04:59:59.000Z', '2026-01', []],
    ['2026-03-02T05:00:00.000Z', '2026-01', []],
  ])
  expect(await report('2026-03-03', '2026-03-04')).toHaveLength(1)
})

test.each([
  ['admin', 200],
  ['manager', 200],
  ['finance', 200],
  ['viewer', 403],
  ['sales', 403],
  ['purchasing', 403],
  ['warehouse', 403],
  ['user', 403],
] as const)('has the permission of the history: %s gets %i', async (role, status) => {
  const as = await prizm.signIn(role)
  const answer = await prizm.call('GET', `${url}?from=2026-03-01&to=2026-03-02`, { as })
  expect(answer.statusCode).toBe(status)
})

test('rejects a period that ends before it starts', async () => {
  const as = await prizm.signIn('admin')
  const answer = await prizm.call('GET', `${url}?from=2026-03-02&to=2026-03-01`, { as })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([
    { path: 'to', code: 'invalid', message: 'Must not be before the first day' },
  ])
})
