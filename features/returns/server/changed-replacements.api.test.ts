import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ReturnDetails } from '../contract.ts'
import { returnsFixture } from './testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

/** Creates an approved return of this many units of one SKU at 10.00. */
async function approved(quantity = 3): Promise<ReturnDetails> {
  const order = await fixture.shipped(quantity, {
    skuId: await fixture.given.item({ cost: '4.00' }),
  })
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const made = await fixture.made({ originalOrderId: order.id, items })
  return (await fixture.act(made.id, 'approve')).json()
}

test('a reduced replacement keeps its price, without freight; it gets no more units', async () => {
  const change = async (price: string, who: string, quantity: number) => {
    const { id, items } = await approved(3)
    const replaced = await fixture.act(id, 'replace', who, { price })
    const url = `/api/sales-orders/${replaced.json<ReturnDetails>().replacementOrderId}`
    const put = (units: number) => {
      const body = { items: [{ skuId: items[0]?.skuId, quantity: units }] }
      return prizm.call('PUT', url, { as: fixture.people[who] ?? '', body })
    }
    const more = await put(4)
    expect([more.statusCode, more.json().code]).toEqual([409, 'replacement-units'])
    return (await put(quantity)).json()
  }
  expect(await change('free', 'sales', 2)).toMatchObject({
    totalAmount: '0.00',
    shippingAmount: '0.00',
    items: [{ quantity: 2, unitPrice: '0.00', priceSource: 'replacement' }],
  })
  // 2 × 10.00 and 8 % tax.
  expect(await change('original', 'manager', 2)).toMatchObject({
    totalAmount: '21.60',
    shippingAmount: '0.00',
    items: [{ quantity: 2, unitPrice: '10.00', priceSource: 'replacement' }],
  })
})

test('units that were cancelled or removed from a free replacement are credited', async () => {
  const as = fixture.people['manager'] ?? ''
  const credits = () => fixture.query('select total from credit_memos order by id')
  const replacedOf = async (quantity: number) => {
    const { id, items } = await approved(quantity)
    const replaced = await fixture.act(id, 'replace', 'manager', { price: 'free' })
    const url = `/api/sales-orders/${replaced.json<ReturnDetails>().replacementOrderId}`
    return { id, url, skuId: items[0]?.skuId }
  }
  const cancelled = await replacedOf(5)
  const rest = { items: [{ lineNo: 1, quantity: 3 }], reason: 'No more of them' }
  const answer = await prizm.call('POST', `${cancelled.url}/cancel-rest`, { as, body: rest })
  expect(answer.statusCode, answer.body).toBe(200)
  await fixture.act(cancelled.id, 'receive', 'warehouse')
  expect((await fixture.act(cancelled.id, 'complete', 'finance')).statusCode).toBe(200)
  // 5 came back, 2 are replaced: 3 × 10.00 and 8 % tax.
  expect(await credits()).toEqual([{ total: '32.40' }])
  const removed = await replacedOf(4)
  const body = { items: [{ skuId: removed.skuId, quantity: 3 }] }
  expect((await prizm.call('PUT', removed.url, { as, body })).statusCode).toBe(200)
  await fixture.act(removed.id, 'receive', 'warehouse')
  // 4 came back, 3 are replaced: 10.80 less the fee of 1.00.
  await fixture.act(removed.id, 'complete', 'finance', { restockingFee: '1.00' })
  expect(await credits()).toEqual([{ total: '32.40' }, { total: '9.80' }])
})
