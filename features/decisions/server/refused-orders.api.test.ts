import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { deleteOldDecisions } from './service.ts'
import { decisionFixture } from './testing.ts'

// An order that was decided and refused writes its receipt and nothing else.

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
  expect(await prizm.rows('select id from sales_orders')).toEqual([])
  expect(await prizm.rows('select reserved from skus where reserved <> 0')).toEqual([])
  expect(await prizm.rows(`select id from audit_log where entity = 'sales_order'`)).toEqual([])
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

/** Two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
const orderOf = async (creditLimit: string) => ({
  customerId: await builders.buyer({ creditLimit }),
  items: [{ skuId: await builders.item(), quantity: 2 }],
})
const overLimit =
  'Credit limit exceeded by $35.60 (limit $1.00, balance $0.00, open orders $0.00). ' +
  'Order is $35.60 over the available $1.00'
const kinds = async () =>
  (await fixture.receipts()).map(({ kind, orderId, channel }) => [kind, orderId, channel])

test('an order over the credit limit says what the credit was', async () => {
  const order = await orderOf('1.00')
  const problem = await fixture.refused('orders/create', order)
  expect(problem).toMatchObject({
    status: 409,
    code: 'credit-limit-exceeded',
    current: { orderApproved: false, decisionId: expect.any(Number) },
  })
  const decision = await fixture.read(problem.current.decisionId)
  expect(decision).toMatchObject({
    kind: 'create',
    actor: 'manager-1',
    salesOrderId: null,
    orderNumber: null,
    facts: {
      customerId: order.customerId,
      credit: { creditLimit: '1.00', available: '1.00', amount: '36.60' },
      stock: [{ available: 100, requested: 2, shortfall: 0 }],
    },
  })
  expect(decision.outcome).toMatchObject({
    verdict: 'refused',
    holdReason: null,
    rules: [
      { rule: 'price', result: 'passed' },
      { rule: 'tax', result: 'passed' },
      { rule: 'credit', result: 'failed', says: overLimit },
      { rule: 'stock', result: 'passed' },
      { rule: 'hold', result: 'passed' },
    ],
    totals: { subtotal: '20.00', taxAmount: '1.60', shippingAmount: '15.00', total: '36.60' },
  })
  expect(await kinds()).toEqual([['create', null, 'api']])
})

test('an order short of stock says what was available', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 1 })
  const order = { customerId, items: [{ skuId, quantity: 2 }] }
  const problem = await fixture.refused('orders/create', order)
  expect(problem.code).toBe('insufficient-stock')
  const { facts, outcome } = await fixture.read(problem.current.decisionId)
  expect(facts.stock).toMatchObject([{ skuId, available: 1, requested: 2, shortfall: 1 }])
  expect(outcome).toMatchObject({
    verdict: 'refused',
    rules: expect.arrayContaining([
      { rule: 'credit', result: 'passed' },
      { rule: 'stock', result: 'failed' },
    ]),
  })
})

test('an order with another total than was shown says both', async () => {
  const order = { ...(await orderOf('1000.00')), expectedTotal: '36.59' }
  const problem = await fixture.refused('orders/create', order)
  expect(problem).toMatchObject({ code: 'total-changed', current: { orderApproved: true } })
  const { facts, outcome } = await fixture.read(problem.current.decisionId)
  expect(facts.expectedTotal).toBe('36.59')
  expect(outcome.verdict).toBe('refused')
  expect(outcome.rules).toContainEqual({
    rule: 'total',
    result: 'failed',
    says: 'The total is now $36.60, $0.01 more than the $36.59 shown before',
  })
})

test('an order of $0.00 that needs a manager says so', async () => {
  const customerId = await builders.buyer()
  const items = [{ skuId: await builders.item({ price: '0.00' }), quantity: 1 }]
  const sales = await prizm.signIn('sales')
  const order = { customerId, items, shippingMethod: 'pickup' }
  const problem = await fixture.refused('orders/create', order, sales)
  expect(problem).toMatchObject({ status: 403, code: 'forbidden' })
  const { outcome } = await fixture.read(problem.current.decisionId, sales)
  expect(outcome).toMatchObject({ verdict: 'refused', totals: { total: '0.00' } })
  expect(outcome.rules).toContainEqual({
    rule: 'total',
    result: 'failed',
    says:
      'Only a manager can create an order with a total of $0.00. ' +
      'Ask a manager, or correct the prices',
  })
})

test('an order that cannot be decided has no receipt', async () => {
  const customerId = await builders.buyer()
  const order = { customerId, items: [{ skuId: 999_999, quantity: 1 }] }
  expect((await fixture.refused('orders/create', order)).status).toBe(422)
  expect(await fixture.receipts()).toEqual([])
})

test.each([['without a key'], ['with a key']])(
  'an order under a typed number has its receipt after the rollback, %s',
  async (how) => {
    const body = { ...(await orderOf('1.00')), orderNumber: 'SO-1' }
    const headers: Record<string, string> = how === 'with a key' ? { 'idempotency-key': 'k' } : {}
    const answer = await prizm.call('POST', '/api/sales-orders', { as, body, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'credit-limit-exceeded'])
    const { decisionId } = answer.json().current
    expect(await fixture.receipts()).toMatchObject([
      { id: decisionId, kind: 'create', orderId: null, channel: 'api' },
    ])
    expect((await fixture.read(decisionId)).outcome.rules).toContainEqual({
      rule: 'credit',
      result: 'failed',
      says: overLimit,
    })
  },
)

test('an order of a file has its receipt too', async () => {
  await orderOf('1.00')
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'file' }
  const body = 'customerCode,customerPO,sku,quantity\nC-1,PO-1,S-2,2\n'
  const answer = await prizm.call('POST', '/api/orders/import', { as, headers, body })
  expect(answer.json().orders).toMatchObject([{ fate: 'refused' }])
  expect(await kinds()).toEqual([['create', null, 'csv']])
})

test('a request that is repeated under its key is decided again, on the same facts', async () => {
  const body = await orderOf('1.00')
  const headers = { 'idempotency-key': 'again' }
  const create = () => prizm.call('POST', '/api/orders/create', { as, body, headers })
  const ids = [(await create()).json(), (await create()).json()].map(
    ({ current }) => current.decisionId,
  )
  const found = await fixture.receipts()
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(found[1]?.sha256).toBe(found[0]?.sha256)
})

test('a receipt without an order is read by who asked, and by readers of the history', async () => {
  const sales = await prizm.signIn('sales')
  const problem = await fixture.refused('orders/create', await orderOf('1.00'), sales)
  const path = `/api/decisions/${problem.current.decisionId}`
  const statusFor = async (role: string) => {
    const by = role === 'who asked' ? sales : await prizm.signIn(role)
    return (await prizm.call('GET', path, { as: by })).statusCode
  }
  expect(await statusFor('who asked')).toBe(200)
  expect(await statusFor('manager')).toBe(200)
  expect(await statusFor('finance')).toBe(200)
  expect(await statusFor('sales')).toBe(404)
  expect(await statusFor('warehouse')).toBe(404)
})

test('a receipt without an order is deleted after the days of the setting', async () => {
  await fixture.refused('orders/create', await orderOf('1.00'))
  await prizm.rows('alter table decision_receipts disable trigger decision_receipts_unchanged')
  await prizm.rows(`update decision_receipts set decided_at = now() - interval '31 days'`)
  await prizm.rows('alter table decision_receipts enable trigger decision_receipts_unchanged')
  await deleteOldDecisions(fixture.context())
  expect(await fixture.receipts()).toEqual([])
})
