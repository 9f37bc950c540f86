import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
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

/** An order of two units at 10.00: 36.60 with 8% tax and 15.00 shipping. */
async function placed(buyer: object = {}, item: object = {}) {
  const customerId = await builders.buyer(buyer)
  const skuId = await builders.item(item)
  const body = { customerId, items: [{ skuId, quantity: 2 }] }
  const { order } = await fixture.post('orders/create', body)
  return { id: order.id as number, customerId, skuId }
}
const put = (id: number, body: object) => prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
/** A change that must be refused: the receipt of its decision. */
const refusedChange = async (id: number, body: object, code: string) => {
  const answer = await put(id, body)
  expect([answer.statusCode, answer.json().code]).toEqual([409, code])
  const { decisionId } = answer.json().current
  expect(decisionId).toBeGreaterThan(0)
  return fixture.read(decisionId)
}
const replayedNow = (id: number) => fixture.post(`decisions/${id}/replay`, { as: 'now' })

describe('a refused change of lines has a receipt', () => {
  test('for stock or credit, beside the receipts of the order', async () => {
    const { id, skuId } = await placed({ creditLimit: '100.00' }, { currentStock: 10 })
    const change = (quantity: number) => ({ items: [{ skuId, quantity }] })
    const short = await refusedChange(id, change(11), 'insufficient-stock')
    expect(short).toMatchObject({
      kind: 'amend',
      salesOrderId: null,
      outcome: { verdict: 'refused', totals: { total: '133.80' } },
      facts: {
        before: { status: 'pending', totalAmount: '36.60', holdReason: null, orderId: id },
        stock: [{ available: 10, requested: 11, shortfall: 1 }],
      },
    })
    const over = await refusedChange(id, change(8), 'credit-limit-exceeded')
    expect(over.outcome.rules).toContainEqual(
      expect.objectContaining({ rule: 'credit', result: 'failed' }),
    )
    // The order has its own receipts alone, and did not change.
    expect((await fixture.decisionsOf(id)).map(({ kind }) => kind)).toEqual(['create'])
    const read = await prizm.call('GET', `/api/sales-orders/${id}`, { as })
    expect(read.json()).toMatchObject({ totalAmount: '36.60', version: 1 })
  })

  test('also after the order was processed and has partly shipped', async () => {
    const { id, skuId } = await placed({ creditLimit: '58.00' }, { currentStock: 4 })
    await fixture.post(`sales-orders/${id}/process`)
    await fixture.post(`sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
    const change = (quantity: number) => ({ items: [{ lineNo: 1, skuId, quantity }] })
    const short = await refusedChange(id, change(5), 'insufficient-stock')
    expect(short.outcome.rules).toContainEqual({ rule: 'stock', result: 'failed' })
    expect(short.facts.processed?.lines).toMatchObject([{ quantity: 2, shipped: 1, reserved: 1 }])
    const over = await refusedChange(id, change(4), 'credit-limit-exceeded')
    // Of 58.20, 25.80 has shipped and is owed.
    expect(over.facts.credit).toMatchObject({ available: '32.20', amount: '32.40' })
  })

  test('and is made again on the facts of today, with what the order itself holds', async () => {
    const { id, customerId, skuId } = await placed({ creditLimit: '100.00' })
    const items = [{ skuId, quantity: 8 }]
    const { id: receipt } = await refusedChange(id, { items }, 'credit-limit-exceeded')
    expect(await replayedNow(receipt)).toMatchObject({ isEqual: true, differences: [] })
    await prizm.rows(`update customers set credit_limit = 101.40 where id = ${customerId}`)
    expect((await replayedNow(receipt)).outcome).toMatchObject({ verdict: 'approved' })
  })

  test('while a preview and a change that cannot be decided have none', async () => {
    const { id, skuId } = await placed({}, { currentStock: 2 })
    await fixture.post(`sales-orders/${id}/preview`, { items: [{ skuId, quantity: 3 }] })
    expect((await put(id, { items: [{ skuId: 999_999, quantity: 1 }] })).statusCode).toBe(422)
    expect(await fixture.receipts()).toHaveLength(1)
  })
})

test('a release that the credit does not cover has a receipt, and is made again', async () => {
  const { id, customerId } = await placed({ creditLimit: '100.00' })
  await fixture.post(`sales-orders/${id}/hold`, { reason: 'credit' })
  await prizm.rows(`update customers set credit_limit = 36.59 where id = ${customerId}`)
  const refused = await fixture.refused(`sales-orders/${id}/release`, {})
  expect(refused).toMatchObject({ status: 409, code: 'credit-limit-exceeded' })
  const receipt = await fixture.read(refused.current.decisionId)
  expect(receipt).toMatchObject({
    kind: 'release',
    salesOrderId: null,
    facts: { before: { holdReason: 'credit', orderId: id }, credit: { amount: '36.60' } },
    outcome: { verdict: 'held', holdReason: 'credit' },
  })
  expect((await fixture.decisionsOf(id)).map(({ kind }) => kind)).toEqual(['hold', 'create'])
  await prizm.rows(`update customers set credit_limit = 36.60 where id = ${customerId}`)
  expect((await replayedNow(receipt.id)).outcome).toMatchObject({
    verdict: 'approved',
    holdReason: null,
  })
})
