import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { releasePaymentHolds } from '#features/sales-orders/server/holds/release-payment-holds.ts'
import { decisionFixture } from './testing.ts'

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
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

describe('the decisions of an order', () => {
  test('are its creation, changes, holds and releases, newest first', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const items = [{ skuId, quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    const body = { items: [{ skuId, quantity: 5 }] }
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    await fixture.post(`sales-orders/${order.id}/hold`, { reason: 'credit' })
    await fixture.post(`sales-orders/${order.id}/release`)
    const decisions = await fixture.decisionsOf(order.id)
    expect(decisions).toMatchObject([
      { kind: 'release', verdict: 'approved', holdReason: null, topics: ['credit', 'hold'] },
      { kind: 'hold', verdict: 'held', holdReason: 'credit', topics: ['hold'] },
      { kind: 'amend', verdict: 'approved', topics: ['price', 'tax', 'credit', 'stock', 'hold'] },
      { kind: 'create', verdict: 'approved', topics: ['price', 'tax', 'credit', 'stock', 'hold'] },
    ])
    const [release, , amend] = await Promise.all(decisions.map(({ id }) => fixture.read(id)))
    expect(amend?.facts).toMatchObject({
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
  })

  test('have none for a change that decides nothing', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    const body = { notes: 'Call before delivery' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await fixture.decisionsOf(order.id)).toHaveLength(1)
  })

  test('show a credit override with what was over the limit', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    await fixture.post(`sales-orders/${order.id}/hold`, { reason: 'credit' })
    await prizm.rows(`update customers set credit_limit = 10 where id = ${customerId}`)
    const finance = await prizm.signIn('finance')
    await fixture.post(
      `sales-orders/${order.id}/override-credit`,
      { reason: 'Agreed with the buyer' },
      finance,
    )
    const [override] = await fixture.decisionsOf(order.id)
    expect(await fixture.read(override?.id ?? 0)).toMatchObject({
      kind: 'release',
      facts: { credit: { creditLimit: '10.00' } },
      outcome: {
        rules: [
          { rule: 'credit', result: 'overridden', says: expect.stringContaining('limit $10.00') },
          { rule: 'hold', result: 'passed' },
        ],
      },
    })
  })

  test('say what was held and released, and nothing else', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    const note = 'Ask Ms. Lee for the gate'
    await fixture.post(`sales-orders/${order.id}/hold`, { reason: 'address', note })
    await fixture.post(`sales-orders/${order.id}/release`)
    const [released, held] = await fixture.decisionsOf(order.id)
    const before = { status: 'pending', totalAmount: '36.60' }
    const hold = await fixture.read(held?.id ?? 0)
    expect(hold).toMatchObject({ kind: 'hold', actor: 'manager-1', salesOrderId: order.id })
    expect(hold.facts).toEqual({ customerId, before: { ...before, holdReason: null } })
    expect(hold.outcome).toEqual({
      verdict: 'held',
      holdReason: 'address',
      rules: [{ rule: 'hold', result: 'held' }],
    })
    const release = await fixture.read(released?.id ?? 0)
    expect(release.facts).toEqual({ customerId, before: { ...before, holdReason: 'address' } })
    expect(release.outcome).toEqual({
      verdict: 'approved',
      holdReason: null,
      rules: [{ rule: 'hold', result: 'passed' }],
    })
  })

  test('of a prepaid order say what is unpaid, but not to the warehouse', async () => {
    const customerId = await builders.buyer({ paymentTerms: 'Prepaid', creditLimit: '0.00' })
    const items = [{ skuId: await builders.item({ price: '100.00' }), quantity: 1 }]
    const { order, decisionId } = await fixture.post('orders/create', { customerId, items })
    expect((await fixture.read(decisionId)).outcome).toMatchObject({
      verdict: 'held',
      holdReason: 'payment',
      rules: [
        { rule: 'price', result: 'passed' },
        { rule: 'tax', result: 'passed' },
        { rule: 'credit', result: 'passed' },
        { rule: 'stock', result: 'passed' },
        { rule: 'payment', result: 'held' },
        { rule: 'hold', result: 'held' },
      ],
    })
    const finance = await prizm.signIn('finance')
    await fixture.post(`sales-orders/${order.id}/release`, {}, finance)
    const [released] = await fixture.decisionsOf(order.id)
    const release = await fixture.read(released?.id ?? 0)
    const before = { status: 'pending', totalAmount: '123.00', holdReason: 'payment' }
    expect(release.facts).toEqual({ customerId, before, unpaid: '123.00' })
    expect(release.outcome.rules).toEqual([
      { rule: 'payment', result: 'overridden' },
      { rule: 'hold', result: 'passed' },
    ])
    const warehouse = await prizm.signIn('warehouse')
    const seen = await fixture.read(released?.id ?? 0, warehouse)
    expect(seen).toMatchObject({ hidden: ['credit'], sha256: null, facts: { customerId, before } })
    expect(seen.facts.unpaid).toBeUndefined()
  })

  test('have the release by a payment, which the program makes', async () => {
    const customerId = await builders.buyer({ paymentTerms: 'Prepaid', creditLimit: '0.00' })
    const items = [{ skuId: await builders.item({ price: '100.00' }), quantity: 1 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    const finance = await prizm.signIn('finance')
    await fixture.post('payments', { customerId, amount: '123.00', method: 'ach' }, finance)
    await releasePaymentHolds(fixture.context())
    const [released] = await fixture.decisionsOf(order.id)
    expect(released).toMatchObject({ kind: 'release', actor: 'system', channel: 'worker' })
    const release = await fixture.read(released?.id ?? 0)
    expect(release.facts).toMatchObject({ unpaid: '0.00', before: { holdReason: 'payment' } })
    expect(release.outcome.rules).toEqual([
      { rule: 'payment', result: 'passed' },
      { rule: 'hold', result: 'passed' },
    ])
  })

  test('of a partly shipped order count the stock of its open units only', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const skuId = await builders.item({ currentStock: 5 })
    const items = [{ skuId, quantity: 4 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    await fixture.post(`sales-orders/${order.id}/process`)
    await fixture.post(`sales-orders/${order.id}/ship`, { items: [{ lineNo: 1, quantity: 3 }] })
    const body = { items: [{ lineNo: 1, skuId, quantity: 5 }] }
    const changed = await prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json()).toMatchObject({ totalAmount: '69.00', shippedAmount: '47.40' })
    const [amended] = await fixture.decisionsOf(order.id)
    const { facts, outcome } = await fixture.read(amended?.id ?? 0)
    expect(facts).toMatchObject({
      before: { status: 'processing', totalAmount: '58.20', holdReason: null },
      prices: [
        {
          quantity: 5,
          candidates: [{ source: 'standard', unitPrice: '10.00', verdict: 'agreed-before' }],
        },
      ],
      stock: [{ available: 2, requested: 2, shortfall: 0 }],
      credit: { currentBalance: '47.40', openOrders: '0.00', amount: '21.60' },
    })
    expect(outcome).toMatchObject({
      verdict: 'approved',
      rules: [
        { rule: 'price', result: 'passed' },
        { rule: 'tax', result: 'passed' },
        { rule: 'credit', result: 'passed' },
        { rule: 'stock', result: 'passed' },
        { rule: 'hold', result: 'passed' },
      ],
      lines: [{ lineNo: 1, quantity: 5, reserved: 2, backordered: 0, isAgreedBefore: true }],
    })
  })

  test('of an order without lines are its total and the credit for it', async () => {
    const customerId = await builders.buyer({ creditLimit: '100.00' })
    const form = { customerId, orderNumber: 'SO-1', totalAmount: '50.00' }
    const { id } = await fixture.post('sales-orders', form)
    const body = { totalAmount: '150.00' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    const [amended, created] = await fixture.decisionsOf(id)
    expect(created).toMatchObject({ kind: 'create', verdict: 'approved' })
    const amend = await fixture.read(amended?.id ?? 0)
    expect(amend.facts).toMatchObject({
      before: { status: 'pending', totalAmount: '50.00', holdReason: null },
      credit: { available: '100.00', openOrders: '0.00', amount: '150.00' },
    })
    expect(amend.outcome).toEqual({
      verdict: 'held',
      holdReason: 'credit',
      rules: [
        {
          rule: 'credit',
          result: 'held',
          says:
            'Credit limit exceeded by $50.00 (limit $100.00, balance $0.00, open orders $0.00). ' +
            'Order is $50.00 over the available $100.00',
        },
        { rule: 'hold', result: 'held' },
      ],
      totals: {
        subtotal: '150.00',
        taxAmount: '0.00',
        shippingAmount: '0.00',
        total: '150.00',
      },
    })
  })

  test('of two releases at once are one', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    await fixture.post(`sales-orders/${order.id}/hold`, { reason: 'manual' })
    const release = () => prizm.call('POST', `/api/sales-orders/${order.id}/release`, { as })
    const answers = await Promise.all([release(), release()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ])
    const kinds = (await fixture.decisionsOf(order.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['release', 'hold', 'create'])
  })

  test('of two changes at once: the second decides on what the first left', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const skuId = await builders.item()
    const items = [{ skuId, quantity: 2 }]
    const { order } = await fixture.post('orders/create', { customerId, items })
    const change = (quantity: number) => {
      const body = { items: [{ skuId, quantity }] }
      return prizm.call('PUT', `/api/sales-orders/${order.id}`, { as, body })
    }
    const answers = await Promise.all([change(3), change(5)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [last, first] = await Promise.all(
      (await fixture.decisionsOf(order.id)).map(({ id }) => fixture.read(id)),
    )
    expect(first?.facts.before?.totalAmount).toBe('36.60')
    expect(last?.facts.before?.totalAmount).toBe(first?.outcome.totals?.total)
    expect([first, last].map((each) => each?.facts.stock?.[0]?.available)).toEqual([100, 100])
  })

  test('of an order that does not exist are not found', async () => {
    const answer = await prizm.call('GET', '/api/sales-orders/999999/decisions', { as })
    expect(answer.statusCode).toBe(404)
  })
})
