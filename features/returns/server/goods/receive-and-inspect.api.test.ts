import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ReturnDetails } from '../../contract.ts'
import { returnsFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

/** Creates an approved return of all units of an order with one SKU. */
async function approved(quantity = 5): Promise<ReturnDetails & { itemId: number }> {
  const order = await fixture.shipped(quantity, {
    skuId: await fixture.given.item({ cost: '4.00' }),
  })
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const made = await fixture.made({ originalOrderId: order.id, items })
  await fixture.act(made.id, 'approve')
  return { ...made, itemId: made.items[0]?.id ?? 0 }
}
const receive = (id: number, items: object[]) => fixture.act(id, 'receive', 'warehouse', { items })
const posted = () =>
  fixture.query(`select l.account, l.debit, l.credit from journal_lines l
              join journal_entries e on e.id = l.entry_id
              where e.source = 'return' order by l.id`)

describe('a customer’s goods in several receipts', () => {
  test('are on hand with each receipt, and the return is received with the last one', async () => {
    const { id, itemId, returnNumber } = await approved(5)
    const part = { itemId, quantity: 2, disposition: 'restock' }
    const first = await receive(id, [part])
    expect(first.json()).toMatchObject({
      status: 'approved',
      qtyReceived: 2,
      items: [{ quantity: 5, qtyReceived: 2, qtyCancelled: 0, qtyOpen: 3 }],
      receipts: [{ receiptNumber: `${returnNumber}/1`, receivedOn: '2026-03-02' }],
    })
    expect(await fixture.stock()).toEqual([{ onHand: 97, reserved: 0 }])
    expect(await fixture.broken()).toEqual([])
    const second = await fixture.act(id, 'receive', 'warehouse')
    expect(second.json()).toMatchObject({
      status: 'received',
      receipts: [
        { receiptNumber: `${returnNumber}/2`, items: [{ quantity: 3, disposition: 'restock' }] },
        { receiptNumber: `${returnNumber}/1`, items: [{ quantity: 2 }] },
      ],
    })
    expect(await fixture.stock()).toEqual([{ onHand: 100, reserved: 0 }])
    expect(
      await fixture.query(`select action, from_status as "from", to_status as "to" from audit_log
                        where entity = 'return' and action = 'receive' order by id`),
    ).toEqual([
      { action: 'receive', from: null, to: null },
      { action: 'receive', from: 'approved', to: 'received' },
    ])
  })

  test('may be split by disposition on one line: some to stock, some to scrap', async () => {
    const { id, itemId } = await approved(5)
    const parts = [
      { itemId, quantity: 3, disposition: 'restock', condition: 'new' },
      { itemId, quantity: 2, disposition: 'scrap', condition: 'damaged' },
    ]
    expect((await receive(id, parts)).json().status).toBe('received')
    expect(await fixture.stock()).toEqual([{ onHand: 98, reserved: 0 }])
    expect(await posted()).toEqual([
      { account: '1200', debit: '12.00', credit: '0.00' },
      { account: '5200', debit: '8.00', credit: '0.00' },
      { account: '5000', debit: '0.00', credit: '20.00' },
    ])
  })

  test('never exceed the announced quantity, in one receipt or concurrent ones', async () => {
    const { id, itemId } = await approved(5)
    const part = (quantity: number) => [{ itemId, quantity, disposition: 'restock' }]
    const refused = await receive(id, part(6))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'over-receipt'])
    const both = await Promise.all([receive(id, part(3)), receive(id, part(3))])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await fixture.stock()).toEqual([{ onHand: 98, reserved: 0 }])
    const nothing = await receive(id, part(0))
    expect(nothing.json().errors).toEqual([
      { path: 'items', code: 'invalid', message: 'Count at least one unit' },
    ])
  })

  test('can be closed short with a reason, are credited, and can be returned later', async () => {
    const { id, itemId, originalOrderId } = await approved(5)
    const early = await fixture.act(id, 'close', 'warehouse', { reason: 'Lost' })
    expect(early.json().detail).toBe('No goods have arrived. Cancel the return instead')
    await receive(id, [{ itemId, quantity: 2, disposition: 'restock' }])
    const cancelled = await fixture.act(id, 'cancel', 'manager', { reason: 'No' })
    expect(cancelled.json().detail).toMatch(/Close the remaining units instead/)
    expect((await fixture.act(id, 'close', 'warehouse', { reason: ' ' })).statusCode).toBe(422)
    const closed = await fixture.act(id, 'close', 'warehouse', { reason: 'They keep three' })
    expect(closed.json()).toMatchObject({
      status: 'received',
      items: [{ qtyReceived: 2, qtyCancelled: 3, qtyOpen: 0 }],
    })
    const done = await fixture.act(id, 'complete', 'finance', { restockingFee: '1.60' })
    expect(done.json().status).toBe('completed')
    // Two at 10.00 with 8% tax, less the fee.
    expect(await fixture.query('select total, restocking_fee as fee from credit_memos')).toEqual([
      { total: '20.00', fee: '1.60' },
    ])
    const items = [{ originalItemId: closed.json().items[0].originalItemId, quantity: 3 }]
    expect((await fixture.create({ originalOrderId, items })).statusCode).toBe(201)
  })
})

describe('goods that await inspection', () => {
  test('are not in stock until decided, even in parts, and block the credit', async () => {
    const { id, itemId } = await approved(4)
    const received = await receive(id, [{ itemId, disposition: 'inspect' }])
    expect(received.json()).toMatchObject({ status: 'received', toInspect: 4 })
    expect(await fixture.stock()).toEqual([{ onHand: 96, reserved: 0 }])
    const early = await fixture.act(id, 'complete', 'finance')
    expect([early.statusCode, early.json().detail]).toEqual([409, '4 units wait for inspection'])
    const receiptItemId = received.json().receipts[0].items[0].id
    const tooMany = { items: [{ receiptItemId, quantity: 5, disposition: 'scrap' }] }
    expect((await fixture.act(id, 'inspect', 'warehouse', tooMany)).json().code).toBe(
      'over-inspected',
    )
    const parts = [
      { receiptItemId, quantity: 1, disposition: 'restock', condition: 'new' },
      { receiptItemId, quantity: 2, disposition: 'scrap', condition: 'defective' },
    ]
    const decided = await fixture.act(id, 'inspect', 'warehouse', { items: parts })
    expect(decided.json()).toMatchObject({ toInspect: 1 })
    expect(decided.json().receipts[0].items).toMatchObject([
      { quantity: 1, disposition: 'inspect' },
      { quantity: 1, disposition: 'restock', condition: 'new' },
      { quantity: 2, disposition: 'scrap', condition: 'defective' },
    ])
    expect(await fixture.stock()).toEqual([{ onHand: 97, reserved: 0 }])
    expect(await fixture.broken()).toEqual([])
    const restockDecision = { items: [{ receiptItemId, disposition: 'restock' }] }
    const both = await Promise.all(
      [1, 2].map(() => fixture.act(id, 'inspect', 'warehouse', restockDecision)),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await fixture.stock()).toEqual([{ onHand: 98, reserved: 0 }])
    expect((await fixture.act(id, 'complete', 'finance')).statusCode).toBe(200)
  })

  test('are decided by the warehouse, and only while they wait', async () => {
    const { id, itemId } = await approved(1)
    expect((await fixture.act(id, 'inspect', 'sales', { items: [] })).statusCode).toBe(403)
    expect((await fixture.act(id, 'inspect', 'warehouse', { items: [] })).statusCode).toBe(422)
    const some = { items: [{ receiptItemId: 1, disposition: 'scrap' }] }
    expect((await fixture.act(id, 'inspect', 'warehouse', some)).json().code).toBe(
      'nothing-to-inspect',
    )
    await receive(id, [{ itemId, disposition: 'inspect' }])
    const wrong = { items: [{ receiptItemId: 99, disposition: 'scrap' }] }
    expect((await fixture.act(id, 'inspect', 'warehouse', wrong)).statusCode).toBe(422)
  })
})
