import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import { reversalDesk, reversalReason as reason } from '../testing.ts'

// When a receipt of customer goods is not reversed. Today is 2026-03-02.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof reversalDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await reversalDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

describe('a receipt is not reversed', () => {
  test('of a completed return, until that is reopened and its credit memo void', async () => {
    const goods = await desk.approved(10)
    const before = await desk.books()
    const wrong = await desk.restocked(goods, 10)
    await desk.act(goods.id, 'complete', 'finance')
    expect(await desk.refused(wrong)).toEqual([
      409,
      'receipt-credited',
      `${goods.returnNumber} is completed. Reopen it first: that voids its credit memo`,
    ])
    expect(await desk.books()).toMatchObject({ '4900': '100.00', owed: '15.00', onHand: 100 })
    await desk.act(goods.id, 'reopen', 'finance', { reason: 'One came back' })
    expect(await desk.reversed(wrong)).toMatchObject({ status: 'approved' })
    expect(await desk.books()).toEqual(before)
    expect(await desk.query('select voided_on::text as voided from credit_memos')).toEqual([
      { voided: '2026-03-02' },
    ])
  })

  test('if its goods are not free in stock any more', async () => {
    const goods = await desk.approved(100)
    const wrong = await desk.restocked(goods, 10)
    const skuId = goods.items[0]?.skuId ?? 0
    const sold = await desk.shipped(8, { skuId })
    expect(sold.status).toBe('shipped')
    expect(await desk.refused(wrong)).toEqual([
      409,
      'insufficient-stock',
      'Not enough stock: S-1 is 8 short (2 available)',
    ])
    expect(await desk.reversals()).toEqual([])
    expect(await desk.stock()).toEqual([{ onHand: 2, reserved: 0 }])
  })

  test('if its goods are on a return to a vendor, until that is cancelled', async () => {
    const goods = await desk.approved(5)
    const before = await desk.books()
    const wrong = await desk.receive(goods.id, [{ itemId: goods.itemId, disposition: 'vendor' }])
    const vendorId = (await prizm.given.vendor()).id
    const items = [{ itemId: goods.itemId, quantity: 1 }]
    const sent = await desk.act(goods.id, 'send-to-vendor', 'manager', { vendorId, items })
    expect(await desk.refused(wrong)).toEqual([
      409,
      'receipt-returned',
      `Goods of receipt ${goods.returnNumber}/1 are on a return to the vendor: ` +
        sent.json().returnNumber,
    ])
    await desk.act(sent.json().id, 'cancel', 'manager', { reason: 'Not theirs' })
    expect(await desk.reversed(wrong)).toMatchObject({ status: 'approved', toVendor: 0 })
    expect(await desk.books()).toEqual(before)
    const again = await desk.act(goods.id, 'send-to-vendor', 'manager', { vendorId })
    expect([again.statusCode, again.json().code]).toEqual([409, 'nothing-to-send'])
  })

  test('while its return is on hold', async () => {
    const wrong = await desk.restocked(await desk.approved(10), 10)
    await desk.act(wrong.id, 'hold', 'manager', { reason: 'Photos asked for' })
    expect(await desk.refused(wrong)).toEqual([
      409,
      'illegal-transition',
      'This return is on hold: Photos asked for. Release it first',
    ])
    await desk.act(wrong.id, 'release', 'manager', { reason: 'Photos came' })
    expect(await desk.reversed(wrong)).toMatchObject({ status: 'approved' })
  })

  test('without a reason, or by users who may not receive', async () => {
    const wrong = await desk.restocked(await desk.approved(10), 10)
    for (const who of ['sales', 'finance']) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await desk.reverse(wrong, { who })).statusCode).toBe(403)
    }
    const silent = await desk.reverse(wrong, { body: { reason: ' ' } })
    expect([silent.statusCode, silent.json().errors]).toMatchObject([422, [{ path: 'reason' }]])
    const unknown = { receipts: wrong.receipts.map((each) => ({ ...each, id: 999 })) }
    expect((await desk.reverse(unknown)).statusCode).toBe(404)
    expect(await desk.reversals()).toEqual([])
  })
})

test('a reversal has a posting date in an open month, not before the receipt', async () => {
  const goods = await desk.approved(10)
  const wrong = await desk.restocked(goods, 10)
  prizm.clock.now = new Date('2026-04-10T15:00:00Z')
  for (const role of ['manager', 'warehouse', 'finance'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    desk.people[role] = await prizm.signIn(role)
  }
  const on = async (postedOn: string) => {
    const answer = await desk.reverse(wrong, { body: { reason, postedOn } })
    const { code, errors } = answer.json<{ code?: string; errors?: { message: string }[] }>()
    return errors?.map(({ message }) => message) ?? [answer.statusCode, code]
  }
  expect(await on('2026-04-11')).toEqual(['Must not be in the future'])
  expect(await on('2026-03-01')).toEqual([
    'Must not be before 3/2/2026, when its goods last moved or were charged',
  ])
  await closeMonth(desk.query, 202603)
  expect(await on('2026-03-31')).toEqual([409, 'period-closed'])
  expect(await on('2026-04-03')).toEqual([200, undefined])
  expect(await desk.reversals()).toMatchObject([{ day: '2026-04-03' }])
  expect((await desk.postings()).map(({ event, day }) => [event, day])).toEqual([
    ['receive-1', '2026-03-02'],
    ['receive-1', '2026-03-02'],
    ['reverse-1', '2026-04-03'],
    ['reverse-1', '2026-04-03'],
  ])
})
