import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import { receiptReversalFixture, reversalReason as reason } from '../testing.ts'

// When a receipt of customer goods is not reversed. Today is 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receiptReversalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receiptReversalFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

describe('a receipt is not reversed', () => {
  test('of a completed return, until that is reopened and its credit memo void', async () => {
    const goods = await fixture.approved(10)
    const before = await fixture.books()
    const wrong = await fixture.restocked(goods, 10)
    await fixture.act(goods.id, 'complete', 'finance')
    expect(await fixture.refused(wrong)).toEqual([
      409,
      'receipt-credited',
      `${goods.returnNumber} is completed. Reopen it first: that voids its credit memo`,
    ])
    expect(await fixture.books()).toMatchObject({ '4900': '100.00', owed: '15.00', onHand: 100 })
    await fixture.act(goods.id, 'reopen', 'finance', { reason: 'One came back' })
    expect(await fixture.reversed(wrong)).toMatchObject({ status: 'approved' })
    expect(await fixture.books()).toEqual(before)
    expect(await fixture.query('select voided_on::text as voided from credit_memos')).toEqual([
      { voided: '2026-03-02' },
    ])
  })

  test('if its goods are not free in stock any more', async () => {
    const goods = await fixture.approved(100)
    const wrong = await fixture.restocked(goods, 10)
    const skuId = goods.items[0]?.skuId ?? 0
    const sold = await fixture.shipped(8, { skuId })
    expect(sold.status).toBe('shipped')
    expect(await fixture.refused(wrong)).toEqual([
      409,
      'insufficient-stock',
      'Not enough stock: S-1 is 8 short (2 available)',
    ])
    expect(await fixture.reversals()).toEqual([])
    expect(await fixture.stock()).toEqual([{ onHand: 2, reserved: 0 }])
  })

  test('if its goods are on a return to a vendor, until that is cancelled', async () => {
    const goods = await fixture.approved(5)
    const before = await fixture.books()
    const wrong = await fixture.receive(goods.id, [{ itemId: goods.itemId, disposition: 'vendor' }])
    const vendorId = (await prizm.builders.vendor()).id
    const items = [{ itemId: goods.itemId, quantity: 1 }]
    const sent = await fixture.act(goods.id, 'send-to-vendor', 'manager', { vendorId, items })
    expect(await fixture.refused(wrong)).toEqual([
      409,
      'receipt-returned',
      `Goods of receipt ${goods.returnNumber}/1 are on a return to the vendor: ` +
        sent.json().returnNumber,
    ])
    await fixture.act(sent.json().id, 'cancel', 'manager', { reason: 'Not theirs' })
    expect(await fixture.reversed(wrong)).toMatchObject({ status: 'approved', toVendor: 0 })
    expect(await fixture.books()).toEqual(before)
    const again = await fixture.act(goods.id, 'send-to-vendor', 'manager', { vendorId })
    expect([again.statusCode, again.json().code]).toEqual([409, 'nothing-to-send'])
  })

  test('while its return is on hold', async () => {
    const wrong = await fixture.restocked(await fixture.approved(10), 10)
    await fixture.act(wrong.id, 'hold', 'manager', { reason: 'Photos asked for' })
    expect(await fixture.refused(wrong)).toEqual([
      409,
      'illegal-transition',
      'This return is on hold: Photos asked for. Release it first',
    ])
    await fixture.act(wrong.id, 'release', 'manager', { reason: 'Photos came' })
    expect(await fixture.reversed(wrong)).toMatchObject({ status: 'approved' })
  })

  test('without a reason, or by users who may not receive', async () => {
    const wrong = await fixture.restocked(await fixture.approved(10), 10)
    for (const who of ['sales', 'finance']) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await fixture.reverse(wrong, { who })).statusCode).toBe(403)
    }
    const silent = await fixture.reverse(wrong, { body: { reason: ' ' } })
    expect([silent.statusCode, silent.json().errors]).toMatchObject([422, [{ path: 'reason' }]])
    const unknown = { receipts: wrong.receipts.map((each) => ({ ...each, id: 999 })) }
    expect((await fixture.reverse(unknown)).statusCode).toBe(404)
    expect(await fixture.reversals()).toEqual([])
  })
})

test('a reversal has a posting date in an open month, not before the receipt', async () => {
  const goods = await fixture.approved(10)
  const wrong = await fixture.restocked(goods, 10)
  prizm.clock.now = new Date('2026-04-10T15:00:00Z')
  for (const role of ['manager', 'warehouse', 'finance'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    fixture.people[role] = await prizm.signIn(role)
  }
  const on = async (postedOn: string) => {
    const answer = await fixture.reverse(wrong, { body: { reason, postedOn } })
    const { code, errors } = answer.json<{ code?: string; errors?: { message: string }[] }>()
    return errors?.map(({ message }) => message) ?? [answer.statusCode, code]
  }
  expect(await on('2026-04-11')).toEqual(['Must not be in the future'])
  expect(await on('2026-03-01')).toEqual([
    'Must not be before 3/2/2026, when its goods last moved or were charged',
  ])
  await closeMonth(fixture.query, 202603)
  expect(await on('2026-03-31')).toEqual([409, 'period-closed'])
  expect(await on('2026-04-03')).toEqual([200, undefined])
  expect(await fixture.reversals()).toMatchObject([{ day: '2026-04-03' }])
  expect((await fixture.postings()).map(({ event, day }) => [event, day])).toEqual([
    ['receive-1', '2026-03-02'],
    ['receive-1', '2026-03-02'],
    ['reverse-1', '2026-04-03'],
    ['reverse-1', '2026-04-03'],
  ])
})
