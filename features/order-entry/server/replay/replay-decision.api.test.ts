import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { Replay } from '#features/decisions/contract.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { orderBuilders } from '../testing.ts'
import { checkReplays } from './check-replays.ts'

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

const replayed = (id: number, mode: 'then' | 'now', by = as): Promise<Replay> =>
  fixture.post(`decisions/${id}/replay`, { as: mode }, by)
/** Every receipt that differs when it is decided again as then. */
async function different(): Promise<string[]> {
  const found: string[] = []
  for (const { id, kind, sha256 } of await fixture.receipts()) {
    // oxlint-disable-next-line no-await-in-loop
    const replay = await replayed(id, 'then')
    if (!replay.isEqual || replay.sha256 !== sha256) found.push(`${id} ${kind}`)
    expect(replay.differences).toEqual([])
  }
  return found
}

/** Two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
type TwoUnits = { customerId: number; items: [{ skuId: number; quantity: number }] }
const orderOf = async (buyer: object = {}, item: object = {}): Promise<TwoUnits> => ({
  customerId: await builders.buyer(buyer),
  items: [{ skuId: await builders.item(item), quantity: 2 }],
})

describe('as then', () => {
  test('every decision on an order has its outcome and its hash', async () => {
    const order = await orderOf({ priceLevel: 'tier1' }, { tier1Price: '9.50' })
    const { customerId, items } = order
    const [{ skuId }] = items
    await builders.agree({ customerId, skuId, minimumQuantity: 10 })
    await fixture.post('orders/validate', order)
    const { order: made } = await fixture.post('orders/create', order)
    const id = made.id as number
    const typed = { items: [{ skuId, quantity: 4, manualPrice: '8.00' }] }
    const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: typed })
    expect(changed.statusCode, changed.body).toBe(200)
    const pickup = { shippingMethod: 'pickup' }
    const moved = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: pickup })
    expect(moved.statusCode, moved.body).toBe(200)
    await fixture.post(`sales-orders/${id}/hold`, { reason: 'credit' })
    await fixture.post(`sales-orders/${id}/release`)
    const kinds = (await fixture.receipts()).map(({ kind }) => kind)
    expect(kinds).toEqual(['validate', 'create', 'amend', 'amend', 'hold', 'release'])
    expect(await different()).toEqual([])
  })

  test('so have orders that were refused, held, prepaid or recorded by their total', async () => {
    await fixture.refused('orders/create', await orderOf({ creditLimit: '1.00' }))
    await fixture.refused('orders/create', await orderOf({}, { currentStock: 1 }))
    await fixture.refused('orders/create', { ...(await orderOf()), expectedTotal: '1.00' })
    await fixture.post('orders/create', await orderOf({ paymentTerms: 'Prepaid' }))
    await prizm.rows(`insert into settings (name, value) values ('creditOver', '"hold"')`)
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
    await fixture.post('orders/create', await orderOf({ creditLimit: '1.00' }))
    const { customerId } = await orderOf({ creditLimit: '50.00' })
    const total = { customerId, orderNumber: 'SO-T', totalAmount: '80.00' }
    await fixture.post('sales-orders', total)
    const held = (await fixture.receipts()).map(({ kind, orderId }) => [kind, orderId !== null])
    expect(held).toEqual([
      ['create', false],
      ['create', false],
      ['create', false],
      ['create', true],
      ['create', true],
      ['create', true],
    ])
    expect(await different()).toEqual([])
  })

  test('so have orders that an approval bound, also one that was approved as parked', async () => {
    const order = await orderOf()
    const approved = await fixture.post('orders/validate', { ...order, requestApproval: true })
    await prizm.rows('update skus set price = 12')
    const approvalToken = approved.approval.token
    const { order: made } = await fixture.post('orders/create', { ...order, approvalToken })
    expect(made.totalAmount).toBe('36.60')
    await prizm.rows(`update customers set duplicate_check = 'lines'`)
    const parked = await fixture.post('orders/validate', { ...order, requestApproval: true })
    expect(parked.resembles).toContain('It has the same lines as')
    await fixture.post(`sales-orders/${made.id}/cancel`, { reason: 'Entered by mistake' })
    await prizm.rows('update customers set credit_limit = 10')
    const body = { ...order, approvalToken: parked.approval.token }
    expect(await fixture.refused('orders/create', body)).toMatchObject({ code: 'approval-changed' })
    const bound = (await fixture.receipts()).filter(({ canonical }) => {
      return canonical.includes('"approvedBy"')
    })
    expect(bound).toHaveLength(2)
    expect(await different()).toEqual([])
    expect(await checkReplays(fixture.context())).toEqual([])
  })

  test('later changes of prices, limits, stock and settings do not matter', async () => {
    const order = await orderOf()
    const { decisionId } = await fixture.post('orders/create', order)
    await prizm.rows(`update customers set credit_limit = 0; update skus set price = 99`)
    await prizm.rows(`insert into settings (name, value) values ('shippingFlat', '"99.00"')`)
    const { sha256 } = await fixture.read(decisionId)
    expect(await replayed(decisionId, 'then')).toMatchObject({
      decisionId,
      as: 'then',
      isEqual: true,
      sha256,
      problem: null,
      differences: [],
      outcome: { verdict: 'approved', totals: { total: '36.60' } },
    })
  })

  test('so have changes of orders that had been processed or had partly shipped', async () => {
    const order = await orderOf({}, { currentStock: 10 })
    const [{ skuId }] = order.items
    const other = await builders.item({ price: '5.00' })
    const items = [
      { skuId, quantity: 5 },
      { skuId: other, quantity: 1 },
    ]
    const { order: made } = await fixture.post('orders/create', { ...order, items })
    await fixture.post(`sales-orders/${made.id}/process`)
    await fixture.post(`sales-orders/${made.id}/ship`, { items: [{ lineNo: 1, quantity: 3 }] })
    await prizm.rows('update skus set price = 50')
    const added = { skuId: await builders.item({ price: '2.00' }), quantity: 4 }
    const body = { items: [{ lineNo: 1, skuId, quantity: 6 }, added], reason: 'They called' }
    const changed = await prizm.call('PUT', `/api/sales-orders/${made.id}`, { as, body })
    expect(changed.statusCode, changed.body).toBe(200)
    // 6 at the agreed 10.00 and 4 at 2.00; line 2 is gone, and the shipping charge stays.
    expect(changed.json().totalAmount).toBe('88.44')
    const [amend] = await fixture.decisionsOf(made.id)
    const { facts } = await fixture.read(amend?.id ?? 0)
    expect(facts.processed).toEqual({
      isMoved: false,
      isTaxedByOpenUnits: true,
      acceptsBackorders: false,
      shippedAmount: '47.40',
      shippingAmount: '15.00',
      lines: [
        {
          lineNo: 1,
          skuId,
          quantity: 5,
          unitPrice: '10.00',
          priceSource: 'standard',
          taxAmount: '4.00',
          shipped: 3,
          shippedTax: '2.40',
          reserved: 2,
          backordered: 0,
        },
        {
          lineNo: 2,
          skuId: other,
          quantity: 1,
          unitPrice: '5.00',
          priceSource: 'standard',
          taxAmount: '0.40',
          shipped: 0,
          shippedTax: '0.00',
          reserved: 1,
          backordered: 0,
        },
      ],
    })
    expect(await replayed(amend?.id ?? 0, 'then')).toMatchObject({
      isEqual: true,
      outcome: { totals: { subtotal: '68.00', taxAmount: '5.44', shippingAmount: '15.00' } },
    })
    expect(await different()).toEqual([])
    expect(await checkReplays(fixture.context())).toEqual([])
  })
})

describe('a replay', () => {
  test('shows nobody more than the receipt does', async () => {
    const margin = [`'marginBelow', '"hold"'`, `'minimumMarginPercent', '20'`]
    for (const each of margin) {
      // oxlint-disable-next-line no-await-in-loop
      await prizm.rows(`insert into settings (name, value) values (${each})`)
    }
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
    const order = await orderOf({}, { cost: '3.21' })
    const { decisionId } = await fixture.post('orders/create', order)
    await prizm.rows('update customers set credit_limit = 5')
    const seen = await replayed(decisionId, 'now', await prizm.signIn('sales'))
    expect(seen.sha256).toBeNull()
    expect(JSON.stringify(seen)).not.toMatch(/3\.21|isBelowMargin|"margin"/)
    const blind = await replayed(decisionId, 'now', await prizm.signIn('warehouse'))
    expect(blind.differences.map(({ field }) => field)).not.toContain('creditLimit')
    expect(JSON.stringify(blind)).not.toMatch(/limit \$5\.00/)
  })

  test('of a validation is for who asked, and of a missing decision not found', async () => {
    const order = await orderOf()
    const by = await prizm.signIn('sales')
    const { decisionId } = await fixture.post('orders/validate', order, by)
    expect((await replayed(decisionId, 'then', by)).isEqual).toBe(true)
    const other = await prizm.signIn('sales')
    const body = { as: 'then' }
    const found = await fixture.refused(`decisions/${decisionId}/replay`, body, other)
    expect([found.status, found.code]).toEqual([404, 'not-found'])
    expect(await fixture.refused('decisions/999/replay', body)).toMatchObject({ status: 404 })
    for (const wrong of [{ as: 'later' }, {}, { as: 'then', more: 1 }]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fixture.refused(`decisions/${decisionId}/replay`, wrong)).toMatchObject({
        status: 422,
      })
    }
  })

  test('is made by an API key that only reads, and not by one that writes orders', async () => {
    const { decisionId } = await fixture.post('orders/create', await orderOf())
    const admin = await prizm.signIn('admin')
    const keyWith = async (scope: string): Promise<string> => {
      const body = { name: scope, scopes: [scope] }
      const made = await prizm.call('POST', '/api/api-keys', { as: admin, body })
      expect(made.statusCode, made.body).toBe(201)
      return made.json().key
    }
    const byKey = async (scope: string, mode: string) => {
      const headers = { authorization: `Bearer ${await keyWith(scope)}` }
      const body = { as: mode }
      return prizm.call('POST', `/api/decisions/${decisionId}/replay`, { headers, body })
    }
    const { sha256 } = await fixture.read(decisionId)
    const then = await byKey('read', 'then')
    expect(then.statusCode, then.body).toBe(200)
    expect(then.json()).toMatchObject({ as: 'then', isEqual: true, sha256 })
    expect((await byKey('read', 'now')).json()).toMatchObject({ as: 'now', isEqual: true })
    const refused = await byKey('orders', 'then')
    expect(refused.statusCode).toBe(403)
    expect(refused.json().detail).toBe('The scopes of this API key do not allow this')
  })

  test('of many at once, while orders are created, writes nothing', async () => {
    const order = await orderOf()
    const { decisionId } = await fixture.post('orders/create', order)
    const [first, ...others] = await Promise.all([
      replayed(decisionId, 'then'),
      fixture.post('orders/create', order),
      replayed(decisionId, 'then'),
      fixture.post('orders/create', order),
    ])
    expect(first?.isEqual).toBe(true)
    expect(others[1]).toEqual(first)
    expect(await fixture.receipts()).toHaveLength(3)
    expect(await different()).toEqual([])
  })
})
