import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { receiptReversalFixture, reversalReason as reason } from '../testing.ts'

// Receipts of customer goods that were counted wrong are reversed. Today is 2026-03-02.

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

const shippedTen = { '1100': '115.00', '1200': '360.00', '3000': '-400.00', '4000': '-100.00' }

describe('a receipt of 10 where 1 came back', () => {
  test('is reversed exactly, and the 1 is received, closed and credited', async () => {
    const goods = await fixture.approved(10)
    const { id, returnNumber } = goods
    const before = await fixture.books()
    expect(before).toEqual({
      ...shippedTen,
      '4100': '-15.00',
      '5000': '40.00',
      onHand: 90,
      reserved: 0,
      value: '360.00',
      average: '4.0000',
      owed: '115.00',
    })
    const wrong = await fixture.restocked(goods, 10)
    expect(wrong).toMatchObject({ status: 'received', qtyReceived: 10 })
    expect(await fixture.books()).toMatchObject({ '1200': '400.00', onHand: 100, value: '400.00' })
    expect(await fixture.books()).not.toHaveProperty('5000')

    const open = await fixture.reversed(wrong)
    expect(open).toMatchObject({
      status: 'approved',
      qtyReceived: 0,
      version: wrong.version + 1,
      items: [{ quantity: 10, qtyReceived: 0, qtyCancelled: 0, qtyOpen: 10 }],
      receipts: [
        {
          receiptNumber: `${returnNumber}/1`,
          reversedOn: '2026-03-02',
          reversalReason: reason,
          items: [{ quantity: 10, disposition: 'restock' }],
        },
      ],
    })
    expect(await fixture.books()).toEqual(before)
    expect(await fixture.moves()).toEqual([
      { units: 10, reason: null, amount: '40.00' },
      { units: -10, reason, amount: '-40.00' },
    ])
    const memo = `Reversal of receipt ${returnNumber}/1`
    expect((await fixture.postings()).slice(2)).toEqual([
      {
        event: 'reverse-1',
        day: '2026-03-02',
        memo,
        account: '1200',
        debit: '0.00',
        credit: '40.00',
      },
      {
        event: 'reverse-1',
        day: '2026-03-02',
        memo,
        account: '5000',
        debit: '40.00',
        credit: '0.00',
      },
    ])
    expect(await fixture.reversals()).toEqual([
      { receipt: wrong.receipts[0]?.id, day: '2026-03-02', reason, by: 'warehouse' },
    ])
    expect(await fixture.broken()).toEqual([])

    expect(await fixture.restocked(goods, 1)).toMatchObject({
      status: 'approved',
      receipts: [{ receiptNumber: `${returnNumber}/2` }, { receiptNumber: `${returnNumber}/1` }],
    })
    await fixture.act(id, 'close', 'warehouse', { reason: 'Nine stayed there' })
    const done = await fixture.act(id, 'complete', 'finance')
    expect(done.json(), done.body).toMatchObject({ status: 'completed' })
    expect(await fixture.query('select total from credit_memos')).toEqual([{ total: '10.00' }])
    expect(await fixture.books()).toEqual({
      ...before,
      '1100': '105.00',
      '1200': '364.00',
      '4900': '10.00',
      '5000': '36.00',
      onHand: 91,
      value: '364.00',
      owed: '105.00',
    })
  })

  test('has an entry in the history of the return', async () => {
    const wrong = await fixture.restocked(await fixture.approved(10), 10)
    await fixture.reversed(wrong)
    const number = `${wrong.returnNumber}/1`
    expect(
      await fixture.query(
        `select action, from_status as "from", to_status as "to", reason, changes
         from audit_log where entity = 'return' and action = 'reverse-receipt'`,
      ),
    ).toEqual([
      {
        action: 'reverse-receipt',
        from: 'received',
        to: 'approved',
        reason,
        changes: { receipt: { from: number, to: null }, 'line 1 received': { from: 10, to: 0 } },
      },
    ])
    expect(
      await fixture.query(
        `select payload ->> 'action' as action, payload ->> 'status' as status
         from outbox where topic = 'return.changed' order by id desc limit 1`,
      ),
    ).toEqual([{ action: 'reverse-receipt', status: 'approved' }])
  })

  test('is reversed once by concurrent calls, and by a retry with the same key', async () => {
    const wrong = await fixture.restocked(await fixture.approved(10), 10)
    const all = await Promise.all([1, 2, 3].map(() => fixture.reverse(wrong)))
    expect(all.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ])
    expect(await fixture.refused(wrong)).toEqual([
      409,
      'already-reversed',
      `Receipt ${wrong.returnNumber}/1 is reversed already`,
    ])
    const again = await fixture.restocked({ id: wrong.id, itemId: wrong.items[0]?.id ?? 0 }, 10)
    const headers = { 'idempotency-key': 'reverse-once' }
    const first = await fixture.reverse(again, { headers })
    const second = await fixture.reverse(again, { headers })
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.body).toBe(first.body)
    expect(await fixture.reversals()).toHaveLength(2)
    expect(await fixture.stock()).toEqual([{ onHand: 90, reserved: 0 }])
  })

  test('is either reversed or credited when both run concurrently', async () => {
    const wrong = await fixture.restocked(await fixture.approved(10), 10)
    const [back, credit] = await Promise.all([
      fixture.reverse(wrong),
      fixture.act(wrong.id, 'complete', 'finance'),
    ])
    expect([back.statusCode, credit.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409])
    const memos = await fixture.query('select total from credit_memos')
    expect(memos).toHaveLength(credit.statusCode === 200 ? 1 : 0)
    expect(await fixture.reversals()).toHaveLength(back.statusCode === 200 ? 1 : 0)
  })
})

describe('a receipt with the wrong condition or disposition', () => {
  test('is reversed, and the lines have their plan again', async () => {
    const goods = await fixture.approved(5)
    const before = [await fixture.books(), await fixture.lines()]
    expect(before[1]).toEqual([{ received: 0, closed: 0, condition: null, disposition: 'restock' }])
    const { itemId, id } = goods
    const wrong = await fixture.receive(id, [
      { itemId, quantity: 2, disposition: 'restock', condition: 'new' },
      { itemId, quantity: 3, disposition: 'scrap', condition: 'damaged' },
    ])
    expect(await fixture.books()).toMatchObject({ '1200': '388.00', '5200': '12.00', onHand: 97 })
    expect(await fixture.lines()).toEqual([
      { received: 5, closed: 0, condition: 'damaged', disposition: 'scrap' },
    ])
    await fixture.reversed(wrong)
    expect([await fixture.books(), await fixture.lines()]).toEqual(before)
    expect(
      (await fixture.postings())
        .slice(3)
        .map(({ account, debit, credit }) => [account, debit, credit]),
    ).toEqual([
      ['1200', '0.00', '8.00'],
      ['5200', '0.00', '12.00'],
      ['5000', '20.00', '0.00'],
    ])
    // Everything that arrives as planned is restocked.
    expect((await fixture.act(id, 'receive', 'warehouse')).json()).toMatchObject({
      status: 'received',
      receipts: [{ items: [{ quantity: 5, disposition: 'restock', condition: null }] }, {}],
    })
    expect(await fixture.stock()).toEqual([{ onHand: 100, reserved: 0 }])
  })

  test('is reversed with the decisions of its inspection', async () => {
    const goods = await fixture.approved(4)
    const before = await fixture.books()
    const { id, itemId } = goods
    const held = await fixture.receive(id, [{ itemId, disposition: 'inspect' }])
    const receiptItemId = held.receipts[0]?.items[0]?.id
    const items = [
      { receiptItemId, quantity: 1, disposition: 'restock', condition: 'new' },
      { receiptItemId, quantity: 2, disposition: 'scrap', condition: 'defective' },
    ]
    await fixture.act(id, 'inspect', 'warehouse', { items })
    expect(await fixture.books()).toMatchObject({ '5000': '4.00', '5200': '8.00', onHand: 97 })
    expect(await fixture.reversed(held)).toMatchObject({
      status: 'approved',
      toInspect: 0,
      toVendor: 0,
    })
    expect(await fixture.books()).toEqual(before)
    const late = { items: [{ receiptItemId, disposition: 'scrap' }] }
    expect((await fixture.act(id, 'inspect', 'warehouse', late)).json().code).toBe(
      'nothing-to-inspect',
    )
    const close = await fixture.act(id, 'close', 'warehouse', { reason: 'Lost' })
    expect(close.json().detail).toBe('No goods have arrived. Cancel the return instead')
    const cancelled = await fixture.act(id, 'cancel', 'manager', { reason: 'They keep it' })
    expect(cancelled.json(), cancelled.body).toMatchObject({ status: 'cancelled' })
  })

  test('is one of several: the others stay, and closed units stay closed', async () => {
    const goods = await fixture.approved(5)
    const first = await fixture.restocked(goods, 2)
    const second = await fixture.receive(goods.id, [
      { itemId: goods.itemId, quantity: 1, disposition: 'scrap', condition: 'damaged' },
    ])
    await fixture.act(goods.id, 'close', 'warehouse', { reason: 'They keep two' })
    expect(await fixture.reversed(second)).toMatchObject({
      status: 'approved',
      items: [{ qtyReceived: 2, qtyCancelled: 2, qtyOpen: 1 }],
    })
    expect(await fixture.lines()).toEqual([
      { received: 2, closed: 2, condition: null, disposition: 'restock' },
    ])
    expect(await fixture.books()).toMatchObject({ '1200': '388.00', '5000': '12.00', onHand: 97 })
    expect(await fixture.reversed(first)).toMatchObject({ status: 'approved', qtyReceived: 0 })
    expect(await fixture.books()).toMatchObject({ '1200': '380.00', '5000': '20.00', onHand: 95 })
  })
})
