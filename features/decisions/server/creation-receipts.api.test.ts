import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { checkHistory, sealHistory } from '#features/audit/server/service.ts'
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

describe('the receipt of a creation', () => {
  test('is written with the order, and the sealed history has its hash', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const { order, decisionId } = await fixture.post('orders/create', {
      customerId,
      items: [{ skuId, quantity: 3 }],
    })
    const [receipt] = await fixture.receipts()
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
    expect(await fixture.read(decisionId)).toMatchObject({
      kind: 'create',
      salesOrderId: order.id,
      orderNumber: order.orderNumber,
      outcome: {
        verdict: 'approved',
        totals: { total: order.totalAmount },
        lines: [{ lineNo: 1, quantity: 3, unitPrice: '10.00', reserved: 3 }],
      },
    })
    await sealHistory(fixture.context())
    expect(await checkHistory(fixture.context())).toMatchObject({ faultCount: 0 })
  })

  test('decides each order of a customer on what the one before left', async () => {
    const customerId = await builders.buyer({ creditLimit: '1000.00' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
    const one = await fixture.post('orders/create', body)
    const other = await fixture.post('orders/create', body)
    expect((await fixture.read(one.decisionId)).facts).toMatchObject({
      credit: { openOrders: '0.00' },
      stock: [{ available: 100 }],
    })
    expect((await fixture.read(other.decisionId)).facts).toMatchObject({
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
    const { order } = await fixture.post('orders/create', body)
    const { decisionId } = await fixture.post('orders/create', body)
    expect((await fixture.read(decisionId)).outcome).toMatchObject({
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

  test('repeated under its key answers the same receipt', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const headers = { 'idempotency-key': 'once' }
    const create = () => prizm.call('POST', '/api/orders/create', { as, body, headers })
    const first = (await create()).json()
    expect((await create()).json()).toEqual(first)
    expect((await fixture.receipts()).map(({ id }) => id)).toEqual([first.decisionId])
  })

  test('says what a typed price replaced, and hides the cost from sales', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item({ cost: '4.00' })
    const { decisionId } = await fixture.post('orders/create', {
      customerId,
      items: [{ skuId, quantity: 1, manualPrice: '3.50' }],
    })
    const whole = await fixture.read(decisionId)
    expect(whole.facts.prices).toMatchObject([
      { cost: '4.00', candidates: [{ source: 'standard', verdict: 'replaced' }] },
    ])
    expect(whole.outcome.lines).toMatchObject([
      { unitPrice: '3.50', priceSource: 'manual', listedPrice: '10.00', isBelowCost: true },
    ])
    const seen = await fixture.read(decisionId, await prizm.signIn('sales'))
    expect(seen).toMatchObject({ hidden: ['cost'], sha256: null })
    expect(JSON.stringify(seen)).not.toMatch(/"4\.00"|isBelowCost/)
  })

  test('hides the credit of the customer from the warehouse, also in the history', async () => {
    const customerId = await builders.buyer({ creditLimit: '777.00' })
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const { order, decisionId } = await fixture.post('orders/create', body)
    const warehouse = await prizm.signIn('warehouse')
    const seen = await fixture.read(decisionId, warehouse)
    expect(seen).toMatchObject({ hidden: ['credit'], sha256: null })
    expect(JSON.stringify(seen)).not.toMatch(/"777\.00"|creditLimit/)
    const history = `/api/activity/${order.id}?entity=sales_order`
    const [blind] = (await prizm.call('GET', history, { as: warehouse })).json()
    expect(blind.changes).toEqual({})
    const [open] = (await prizm.call('GET', history, { as })).json()
    expect(open.changes.decision.to.id).toBe(decisionId)
    expect(await fixture.decisionsOf(order.id, warehouse)).toMatchObject([
      { topics: ['price', 'tax', 'stock', 'hold'] },
    ])
  })
})

test('an order of an API key names the key, which reads it within its scopes', async () => {
  const admin = await prizm.signIn('admin')
  const { id: userId } = await prizm.builders.user({ role: 'sales' })
  const keyOf = async (name: string, scopes: string[]) => {
    const { key } = await fixture.post('api-keys', { name, scopes, userId }, admin)
    return { authorization: `Bearer ${key}` }
  }
  const [shop, blind] = [await keyOf('Shop', ['read', 'orders']), await keyOf('Blind', ['orders'])]
  const customerId = await builders.buyer({ creditLimit: '5.00' })
  const body = { customerId, items: [{ skuId: await builders.item(), quantity: 2 }] }
  const made = await prizm.call('POST', '/api/orders/create', { headers: shop, body })
  expect(made.statusCode, made.body).toBe(201)
  const path = `/api/decisions/${made.json().decisionId}`
  const seen = await prizm.call('GET', path, { headers: shop })
  expect(seen.json(), seen.body).toMatchObject({
    keyName: 'Shop',
    channel: 'api',
    hidden: ['cost'],
    outcome: {
      verdict: 'held',
      holdReason: 'credit',
      rules: [
        { rule: 'price', result: 'passed' },
        { rule: 'tax', result: 'passed' },
        { rule: 'credit', result: 'held', says: expect.stringContaining('exceeded by $31.60') },
        { rule: 'stock', result: 'passed' },
        { rule: 'hold', result: 'held' },
      ],
      lines: [{ lineNo: 1, quantity: 2, reserved: 0, backordered: 0 }],
    },
  })
  expect((await prizm.call('GET', path, { headers: blind })).statusCode).toBe(403)
})

test('orders that arrive together have a receipt each, written at once', async () => {
  const customerId = await builders.buyer()
  const skuId = await builders.item({ currentStock: 1000 })
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => prizm.call('POST', '/api/orders/create', { as, body })),
  )
  const created = answers.map((each) => each.json())
  const found = await fixture.receipts()
  expect(found.map(({ id, orderId }) => [id, orderId])).toEqual(
    created
      .map(({ decisionId, order }) => [decisionId, order.id] as [number, number])
      .toSorted(([one], [other]) => one - other),
  )
})
