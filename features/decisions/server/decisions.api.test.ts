import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Decision } from '../contract.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { checkHistory, sealHistory } from '#features/audit/server/service.ts'
import { deleteOldDecisions } from './service.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

const post = async (path: string, body: object = {}, by = as) => {
  const answer = await prizm.call('POST', `/api/${path}`, { as: by, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body === '' ? undefined : answer.json()
}
const read = async (id: number, by = as): Promise<Decision> => {
  const answer = await prizm.call('GET', `/api/decisions/${id}`, { as: by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const decisionsOf = async (orderId: number, by = as) => {
  const answer = await prizm.call('GET', `/api/sales-orders/${orderId}/decisions`, { as: by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().decisions
}
const receipts = () =>
  prizm.rows(`select id, kind, sales_order_id as "orderId", canonical,
    encode(sha256, 'hex') as sha256 from decision_receipts order by id`)
const context = () => ({
  db: prizm.database.db,
  user: undefined,
  now: prizm.clock.now,
  requestId: 'w',
  channel: 'worker',
})
const sound = async () => expect(await brokenInvariants()).toEqual([])

describe('the receipt of a validation', () => {
  test('has every price with its reason, and credit, stock, tax and settings', async () => {
    const customerId = await builders.buyer({ priceLevel: 'tier1', creditLimit: '1000.00' })
    const skuId = await builders.item({ tier1Price: '9.50', tier3Price: '8.00', currentStock: 4 })
    await builders.agree({ customerId, skuId, contractPrice: '7.00', minimumQuantity: 10 })
    await builders.agree({
      customerId,
      skuId,
      contractPrice: '6.00',
      effectiveDate: day('2025-12-01'),
      expirationDate: day('2025-12-31'),
    })
    const { decisionId } = await post('orders/validate', {
      customerId,
      items: [{ skuId, quantity: 6 }],
    })
    const decision = await read(decisionId)
    expect(decision).toMatchObject({
      id: decisionId,
      kind: 'validate',
      salesOrderId: null,
      orderNumber: null,
      keyName: null,
      hidden: [],
      form: 1,
    })
    expect(decision.facts).toEqual({
      customerId,
      date: '2026-03-02',
      priceLevel: 'tier1',
      mayBackorder: false,
      prices: [
        {
          skuId,
          sku: 'S-2',
          quantity: 6,
          candidates: [
            {
              source: 'contract',
              unitPrice: '7.00',
              verdict: 'below-minimum',
              contractId: expect.any(Number),
              minimumQuantity: 10,
              from: '2026-01-01',
            },
            {
              source: 'contract',
              unitPrice: '6.00',
              verdict: 'ended',
              contractId: expect.any(Number),
              minimumQuantity: 1,
              from: '2025-12-01',
              until: '2025-12-31',
            },
            { source: 'tier1', unitPrice: '9.50', verdict: 'applied' },
            { source: 'tier3', unitPrice: '8.00', verdict: 'other-level' },
            { source: 'standard', unitPrice: '10.00', verdict: 'after-level' },
          ],
        },
      ],
      stock: [{ skuId, sku: 'S-2', available: 4, requested: 6, shortfall: 2, source: 'ledger' }],
      tax: {
        rate: '0.0800',
        country: null,
        state: null,
        isExempt: false,
      },
      credit: {
        creditLimit: '1000.00',
        currentBalance: '0.00',
        openOrders: '0.00',
        available: '1000.00',
        amount: '76.56',
        status: 'normal',
        paymentTerms: expect.any(String),
        zeroMeans: 'none',
        overdueRule: { days: 60, percent: 10 },
      },
      settings: {
        shippingFlat: '15.00',
        shippingFreeFrom: '500.00',
        creditOver: 'refuse',
        countsOldBefore: expect.any(String),
        stockOldMeans: 'warn',
      },
    })
    expect(decision.outcome).toEqual({
      verdict: 'refused',
      holdReason: null,
      rules: [
        { rule: 'price', result: 'passed' },
        { rule: 'tax', result: 'passed' },
        { rule: 'credit', result: 'passed' },
        { rule: 'stock', result: 'failed' },
        { rule: 'hold', result: 'passed' },
      ],
      totals: { subtotal: '57.00', taxAmount: '4.56', shippingAmount: '15.00', total: '76.56' },
      lines: [
        {
          lineNo: 1,
          skuId,
          quantity: 6,
          unitPrice: '9.50',
          priceSource: 'tier1',
          totalPrice: '57.00',
          taxAmount: '4.56',
          reserved: 4,
          backordered: 2,
        },
      ],
    })
    await sound()
  })

  test('has the hash of its canonical text, and the same facts give the same hash', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const one = await post('orders/validate', body)
    const other = await post('orders/validate', body)
    const [first, second] = await receipts()
    const hash = createHash('sha256').update(first?.canonical).digest('hex')
    expect(first).toMatchObject({ id: one.decisionId, kind: 'validate', orderId: null })
    expect(first?.sha256).toBe(hash)
    expect(second).toMatchObject({ id: other.decisionId, sha256: hash })
    expect((await read(one.decisionId)).sha256).toBe(hash)
  })

  test('is not kept for a preview, nor for an order that is refused', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const preview = await post('orders/preview', { customerId, items: [{ skuId, quantity: 1 }] })
    expect(preview.decisionId).toBeUndefined()
    const unknown = { customerId, items: [{ skuId: 999_999, quantity: 1 }] }
    expect(
      (await prizm.call('POST', '/api/orders/validate', { as, body: unknown })).statusCode,
    ).toBe(422)
    expect(await receipts()).toEqual([])
  })

  test('is read by the user who asked, and by those who may read the history', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const sales = await prizm.signIn('sales')
    const { decisionId } = await post('orders/validate', body, sales)
    expect((await read(decisionId, sales)).actor).toMatch(/^sales/)
    expect((await read(decisionId)).id).toBe(decisionId)
    const viewer = await prizm.signIn('viewer')
    const refused = await prizm.call('GET', `/api/decisions/${decisionId}`, { as: viewer })
    expect(refused.statusCode).toBe(404)
  })

  test('is deleted after the days of the setting; those of orders stay', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    await post('orders/validate', body)
    const { decisionId } = await post('orders/create', body)
    await prizm.rows(`alter table decision_receipts disable trigger decision_receipts_unchanged`)
    await prizm.rows(`update decision_receipts set decided_at = now() - interval '29 days'`)
    await deleteOldDecisions(context())
    expect(await receipts()).toHaveLength(2)
    await prizm.rows(`update decision_receipts set decided_at = now() - interval '31 days'`)
    await prizm.rows(`alter table decision_receipts enable trigger decision_receipts_unchanged`)
    await deleteOldDecisions(context())
    expect((await receipts()).map(({ id }) => id)).toEqual([decisionId])
  })
})

describe('the receipt of a creation', () => {
  test('is written with the order, and the sealed history has its hash', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const { order, decisionId } = await post('orders/create', {
      customerId,
      items: [{ skuId, quantity: 3 }],
    })
    const [receipt] = await receipts()
    expect(receipt).toMatchObject({ id: decisionId, kind: 'create', orderId: order.id })
    expect(
      await prizm.rows(`select action, changes from audit_log where entity = 'sales_order'`),
    ).toEqual([
      {
        action: 'create',
        changes: {
          decision: { from: null, to: { id: decisionId, sha256: receipt?.sha256 } },
        },
      },
    ])
    expect(await read(decisionId)).toMatchObject({
      kind: 'create',
      salesOrderId: order.id,
      orderNumber: order.orderNumber,
      outcome: {
        verdict: 'approved',
        totals: { total: order.totalAmount },
        lines: [{ lineNo: 1, quantity: 3, unitPrice: '10.00', reserved: 3 }],
      },
    })
    await sealHistory(context())
    expect(await checkHistory(context())).toMatchObject({ faultCount: 0 })
    await sound()
  })

  test('decides each order of a customer on what the one before left', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
    const one = await post('orders/create', body)
    const other = await post('orders/create', body)
    expect((await read(one.decisionId)).facts).toMatchObject({
      credit: { openOrders: '0.00' },
      stock: [{ available: 100 }],
    })
    expect((await read(other.decisionId)).facts).toMatchObject({
      credit: { openOrders: one.order.totalAmount },
      stock: [{ available: 98 }],
    })
  })

  test('names the order that has the same customer PO', async () => {
    const admin = await prizm.signIn('admin')
    const settings = { customerPoAgain: 'hold' }
    await prizm.call('PUT', '/api/settings', { as: admin, body: settings })
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 1 }]
    const body = { customerId, items, customerPO: '4711' }
    const { order } = await post('orders/create', body)
    const { decisionId } = await post('orders/create', body)
    expect((await read(decisionId)).outcome).toMatchObject({
      verdict: 'held',
      holdReason: 'duplicate',
      rules: expect.arrayContaining([
        {
          rule: 'hold',
          result: 'held',
          says: `PO 4711 is already used on ${order.orderNumber}`,
        },
      ]),
    })
  })

  test('that is refused writes no receipt', async () => {
    const customerId = await builders.buyer({ creditLimit: '1.00' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
    expect((await prizm.call('POST', '/api/orders/create', { as, body })).statusCode).toBe(409)
    expect(await receipts()).toEqual([])
  })

  test('repeated under its key answers the same receipt', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const headers = { 'idempotency-key': 'once' }
    const create = () => prizm.call('POST', '/api/orders/create', { as, body, headers })
    const first = (await create()).json()
    expect((await create()).json()).toEqual(first)
    expect((await receipts()).map(({ id }) => id)).toEqual([first.decisionId])
  })

  test('says what a typed price replaced, and hides the cost from sales', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item({ cost: '4.00' })
    const { decisionId } = await post('orders/create', {
      customerId,
      items: [{ skuId, quantity: 1, manualPrice: '3.50' }],
    })
    const whole = await read(decisionId)
    expect(whole.facts.prices).toMatchObject([{ cost: '4.00' }])
    expect(whole.outcome.lines).toMatchObject([
      { unitPrice: '3.50', priceSource: 'manual', listedPrice: '10.00', isBelowCost: true },
    ])
    const seen = await read(decisionId, await prizm.signIn('sales'))
    expect(seen).toMatchObject({ hidden: ['cost'], sha256: null })
    expect(JSON.stringify(seen)).not.toMatch(/4\.00|isBelowCost/)
  })

  test('hides the credit of the customer from the warehouse, also in the history', async () => {
    const customerId = await builders.buyer({ creditLimit: '777.00' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const { order, decisionId } = await post('orders/create', body)
    const warehouse = await prizm.signIn('warehouse')
    const seen = await read(decisionId, warehouse)
    expect(seen).toMatchObject({ hidden: ['credit'], sha256: null })
    expect(JSON.stringify(seen)).not.toMatch(/777|creditLimit/)
    const history = `/api/activity/${order.id}?entity=sales_order`
    const [blind] = (await prizm.call('GET', history, { as: warehouse })).json()
    expect(blind.changes).toEqual({})
    const [open] = (await prizm.call('GET', history, { as })).json()
    expect(open.changes.decision.to.id).toBe(decisionId)
    expect(await decisionsOf(order.id, warehouse)).toMatchObject([
      { topics: ['price', 'tax', 'stock', 'hold'] },
    ])
  })
})

describe('the decisions of an order', () => {
  test('are its creation, changes, holds and releases, newest first', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const { order } = await post('orders/create', { customerId, items: [{ skuId, quantity: 2 }] })
    const body = { items: [{ skuId, quantity: 5 }] }
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    await post(`sales-orders/${order.id}/hold`, { reason: 'credit' })
    await post(`sales-orders/${order.id}/release`)
    const decisions = await decisionsOf(order.id)
    expect(decisions).toMatchObject([
      { kind: 'release', verdict: 'approved', holdReason: null, topics: ['credit', 'hold'] },
      { kind: 'hold', verdict: 'held', holdReason: 'credit', topics: ['hold'] },
      { kind: 'amend', verdict: 'approved', topics: ['price', 'tax', 'credit', 'stock', 'hold'] },
      { kind: 'create', verdict: 'approved', topics: ['price', 'tax', 'credit', 'stock', 'hold'] },
    ])
    const [release, , amend] = await Promise.all(
      decisions.map(({ id }: { id: number }) => read(id)),
    )
    expect(amend.facts).toMatchObject({
      before: { status: 'pending', totalAmount: order.totalAmount, holdReason: null },
      credit: { openOrders: '0.00', amount: changed.json().totalAmount },
      stock: [{ available: 100, requested: 5 }],
    })
    expect(release).toMatchObject({
      facts: {
        before: { holdReason: 'credit' },
        credit: { openOrders: '0.00', amount: changed.json().totalAmount },
      },
      outcome: {
        verdict: 'approved',
        rules: [
          { rule: 'credit', result: 'passed' },
          { rule: 'hold', result: 'passed' },
        ],
      },
    })
    await sound()
  })

  test('have none for a change that decides nothing', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await post('orders/create', { customerId, items })
    const body = { notes: 'Call before delivery' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await decisionsOf(order.id)).toHaveLength(1)
  })

  test('show a credit override with what was over the limit', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await post('orders/create', { customerId, items })
    await post(`sales-orders/${order.id}/hold`, { reason: 'credit' })
    await prizm.rows(`update customers set credit_limit = 10 where id = ${customerId}`)
    const finance = await prizm.signIn('finance')
    await post(`sales-orders/${order.id}/override-credit`, { reason: 'Agreed' }, finance)
    const [override] = await decisionsOf(order.id)
    expect(await read(override.id)).toMatchObject({
      kind: 'release',
      facts: { credit: { creditLimit: '10.00' } },
      outcome: {
        rules: [
          { rule: 'credit', result: 'overridden', says: expect.stringContaining('limit $10.00') },
          { rule: 'hold', result: 'passed' },
        ],
      },
    })
    await sound()
  })

  test('of an order that does not exist are not found', async () => {
    const answer = await prizm.call('GET', '/api/sales-orders/999999/decisions', { as })
    expect(answer.statusCode).toBe(404)
  })
})

test('orders that arrive together have a receipt each, written at once', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 1000 })
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => prizm.call('POST', '/api/orders/create', { as, body })),
  )
  const created = answers.map((each) => each.json())
  const found = await receipts()
  expect(found.map(({ id, orderId }) => [id, orderId])).toEqual(
    created
      .map(({ decisionId, order }) => [decisionId, order.id] as [number, number])
      .toSorted(([one], [other]) => one - other),
  )
  await sound()
})
