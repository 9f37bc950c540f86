import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { purchasingFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof purchasingFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await purchasingFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

describe('approval', () => {
  test('puts the goods on order and records the approver', async () => {
    const { id } = await fixture.approved()
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
    expect(await fixture.approvals()).toEqual([
      { action: 'approve', isWaiver: false, control: null },
    ])
    expect(await fixture.read(id)).toMatchObject({ status: 'approved', version: 3 })
  })

  test('happens once, however many requests run concurrently', async () => {
    const { id } = await fixture.made({ items: fixture.lines(), status: 'submitted' })
    const all = await Promise.all([1, 2, 3].map(() => fixture.act(id, 'approve', fixture.manager)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(all.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      code: 'illegal-transition',
    })
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
  })

  test('of one’s own order is recorded as a waiver, or refused', async () => {
    const order = await fixture.made(
      { items: fixture.lines(), status: 'submitted' },
      fixture.manager,
    )
    expect((await fixture.act(order.id, 'approve', fixture.manager)).statusCode).toBe(200)
    expect(await fixture.approvals()).toEqual([
      { action: 'approve', isWaiver: true, control: 'self-approval' },
    ])
    const next = await fixture.made(
      { items: fixture.lines(), status: 'submitted' },
      fixture.manager,
    )
    await fixture.set({ sodMode: 'enforce' })
    const refused = await fixture.act(next.id, 'approve', fixture.manager)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'self-approval'])
    expect(await fixture.read(next.id)).toMatchObject({ status: 'submitted' })
  })

  test('above the limit needs an administrator', async () => {
    const order = await fixture.made({ totalAmount: '25000.01', status: 'submitted' })
    const refused = await fixture.act(order.id, 'approve', fixture.manager)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'over-limit'])
    expect((await fixture.act(order.id, 'approve', await prizm.signIn('admin'))).statusCode).toBe(
      200,
    )
  })

  test('is refused for buyers, and so is rejection', async () => {
    const order = await fixture.made({ items: fixture.lines(), status: 'submitted' })
    expect((await fixture.act(order.id, 'approve', fixture.buyer)).statusCode).toBe(403)
    expect(
      (await fixture.act(order.id, 'reject', fixture.buyer, { reason: 'No' })).statusCode,
    ).toBe(403)
    expect(
      (await fixture.act(order.id, 'reject', fixture.manager, { reason: ' ' })).statusCode,
    ).toBe(422)
    const rejected = await fixture.act(order.id, 'reject', fixture.manager, { reason: 'Too dear' })
    expect(rejected.json()).toMatchObject({ status: 'draft' })
    const [last] = await fixture.query('select reason from audit_log order by id desc limit 1')
    expect(last).toEqual({ reason: 'Too dear' })
  })

  test('in bulk skips orders that cannot be approved, with the reason', async () => {
    const [one, two] = [
      await fixture.made({ items: fixture.lines(), status: 'submitted' }),
      await fixture.made({ items: fixture.lines(5), status: 'submitted' }),
    ]
    const draft = await fixture.made({ items: fixture.lines() })
    const body = { action: 'approve', ids: [one.id, draft.id, two.id, 999] }
    const answer = await prizm.call('POST', '/api/purchase-orders/bulk', {
      as: fixture.manager,
      body,
    })
    expect(answer.json()).toEqual({
      done: [one.id, two.id],
      kept: [
        { id: draft.id, reason: `${draft.orderNumber}: This is draft, so it cannot be approved` },
        { id: 999, reason: 'That record was not found' },
      ],
    })
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 15 }])
    const byBuyer = await prizm.call('POST', '/api/purchase-orders/bulk', {
      as: fixture.buyer,
      body,
    })
    expect(byBuyer.statusCode).toBe(403)
    const submit = { action: 'submit', ids: [draft.id] }
    const handed = await prizm.call('POST', '/api/purchase-orders/bulk', {
      as: fixture.buyer,
      body: submit,
    })
    expect(handed.json()).toEqual({ done: [draft.id], kept: [] })
    const withdraw = { action: 'withdraw', ids: [draft.id, one.id] }
    const stranger = await prizm.signIn('purchasing')
    const url = '/api/purchase-orders/bulk'
    const byStranger = await prizm.call('POST', url, { as: stranger, body: withdraw })
    expect(byStranger.json().kept).toContainEqual({
      id: draft.id,
      reason:
        `${draft.orderNumber}: ` +
        `Only the creator of ${draft.orderNumber} or a manager can withdraw it`,
    })
    const back = await prizm.call('POST', url, { as: fixture.buyer, body: withdraw })
    expect(back.json()).toEqual({
      done: [draft.id],
      kept: [
        { id: one.id, reason: `${one.orderNumber}: This is approved, so it cannot be withdrawn` },
      ],
    })
    expect((await fixture.read(draft.id)).status).toBe('draft')
  })
})

describe('a receipt', () => {
  test('may be partial: the order is received when nothing is open', async () => {
    const { id, items } = await fixture.approved()
    const itemId = items[0]?.id
    const first = await fixture.act(id, 'receive', fixture.warehouse, {
      items: [{ itemId, quantity: 4 }],
    })
    expect(first.json()).toMatchObject({ status: 'approved', items: [{ qtyOpen: 6 }] })
    expect(await fixture.stock()).toEqual([{ onHand: 4, onOrder: 6 }])
    const second = await fixture.act(id, 'receive', fixture.warehouse)
    expect(second.json()).toMatchObject({ status: 'received', items: [{ qtyReceived: 10 }] })
    expect(await fixture.stock()).toEqual([{ onHand: 10, onOrder: 0 }])
    const answer = await prizm.call('GET', `/api/purchase-orders/${id}/receipts`, {
      as: fixture.buyer,
    })
    const by = 'warehouse-3'
    expect(answer.json()).toMatchObject([
      { receiptNumber: 'PO-1/2', by, amount: '24.00', items: [{ lineNo: 1, quantity: 6 }] },
      { receiptNumber: 'PO-1/1', by, amount: '16.00', items: [{ lineNo: 1, quantity: 4 }] },
    ])
    const moves = await prizm.call('GET', `/api/skus/${fixture.skuId}/moves?limit=1`, {
      as: fixture.buyer,
    })
    expect(moves.json()).toMatchObject([{ kind: 'receive', onHandDelta: 6, document: 'PO-1' }])
  })

  test('never exceeds the open units, even for two concurrent receipts', async () => {
    const { id, items } = await fixture.approved()
    const itemId = items[0]?.id
    const over = await fixture.act(id, 'receive', fixture.warehouse, {
      items: [{ itemId, quantity: 11 }],
    })
    expect(over.json()).toMatchObject({ status: 409, code: 'over-receipt' })
    const body = { items: [{ itemId, quantity: 6 }] }
    const both = await Promise.all(
      [1, 2].map(() => fixture.act(id, 'receive', fixture.warehouse, body)),
    )
    expect(countsOf(both)).toEqual({ 200: 1, 409: 1 })
    expect(await fixture.stock()).toEqual([{ onHand: 6, onOrder: 4 }])
  })

  test('needs an approved order and lines of that order', async () => {
    const draft = await fixture.made({ items: fixture.lines() })
    expect((await fixture.act(draft.id, 'receive', fixture.warehouse)).statusCode).toBe(409)
    const { id } = await fixture.approved()
    const foreign = { items: [{ itemId: draft.items[0]?.id, quantity: 1 }] }
    expect((await fixture.act(id, 'receive', fixture.warehouse, foreign)).statusCode).toBe(422)
    expect((await fixture.act(id, 'receive', fixture.warehouse, { items: [] })).statusCode).toBe(
      422,
    )
    expect((await fixture.act(id, 'receive', fixture.buyer)).statusCode).toBe(403)
  })

  test('by the approver is recorded as a waiver, or refused', async () => {
    const { id } = await fixture.approved()
    await fixture.set({ sodMode: 'enforce' })
    expect((await fixture.act(id, 'receive', fixture.manager)).statusCode).toBe(403)
    await fixture.set({ sodMode: 'record' })
    expect((await fixture.act(id, 'receive', fixture.manager)).statusCode).toBe(200)
    expect((await fixture.approvals()).at(-1)).toEqual({
      action: 'receive',
      isWaiver: true,
      control: 'receipt-by-approver',
    })
  })

  test('may be the last: the rest is closed short', async () => {
    const { id, items } = await fixture.approved()
    await fixture.act(id, 'receive', fixture.warehouse, {
      items: [{ itemId: items[0]?.id, quantity: 4 }],
    })
    expect((await fixture.act(id, 'close', fixture.warehouse, { reason: 'x' })).statusCode).toBe(
      403,
    )
    const closed = await fixture.act(id, 'close', fixture.buyer, { reason: 'Discontinued' })
    expect(closed.json()).toMatchObject({
      status: 'received',
      items: [{ qtyReceived: 4, qtyCancelled: 6, qtyOpen: 0 }],
    })
    expect(await fixture.stock()).toEqual([{ onHand: 4, onOrder: 0 }])
  })
})

describe('cancelling', () => {
  test('an approved order needs a manager and removes its goods from on order', async () => {
    const { id } = await fixture.approved()
    const refused = await fixture.act(id, 'cancel', fixture.buyer, { reason: 'Mistake' })
    expect(refused.json()).toMatchObject({
      status: 403,
      detail: 'Only a manager can cancel an approved purchase order',
    })
    const done = await fixture.act(id, 'cancel', fixture.manager, { reason: 'Mistake' })
    expect(done.json()).toMatchObject({ status: 'cancelled' })
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
    expect((await fixture.act(id, 'cancel', fixture.manager, { reason: 'Again' })).statusCode).toBe(
      409,
    )
  })

  test('is refused after a partial receipt', async () => {
    const { id, items } = await fixture.approved()
    await fixture.act(id, 'receive', fixture.warehouse, {
      items: [{ itemId: items[0]?.id, quantity: 1 }],
    })
    const answer = await fixture.act(id, 'cancel', fixture.manager, { reason: 'Late' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'partly-received' })
  })

  test('and withdrawing are allowed for the creator and managers only', async () => {
    const other = await prizm.signIn('purchasing')
    const order = await fixture.made({ items: fixture.lines(), status: 'submitted' })
    expect((await fixture.act(order.id, 'withdraw', other)).statusCode).toBe(403)
    expect((await fixture.act(order.id, 'cancel', other, { reason: 'x' })).statusCode).toBe(403)
    expect((await fixture.act(order.id, 'withdraw', fixture.buyer)).json()).toMatchObject({
      status: 'draft',
    })
    expect((await fixture.act(order.id, 'cancel', fixture.buyer, { reason: 'x' })).statusCode).toBe(
      200,
    )
  })
})
