import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { purchaseDesk } from './testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof purchaseDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await purchaseDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

describe('approval', () => {
  test('puts the goods on order and records the approver', async () => {
    const { id } = await desk.approved()
    expect(await desk.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
    expect(await desk.approvals()).toEqual([{ action: 'approve', isWaiver: false, control: null }])
    expect(await desk.read(id)).toMatchObject({ status: 'approved', version: 3 })
  })

  test('happens once, however many requests run concurrently', async () => {
    const { id } = await desk.made({ items: desk.lines(), status: 'submitted' })
    const all = await Promise.all([1, 2, 3].map(() => desk.act(id, 'approve', desk.manager)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(all.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      code: 'illegal-transition',
    })
    expect(await desk.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
  })

  test('of one’s own order is recorded as a waiver, or refused', async () => {
    const order = await desk.made({ items: desk.lines(), status: 'submitted' }, desk.manager)
    expect((await desk.act(order.id, 'approve', desk.manager)).statusCode).toBe(200)
    expect(await desk.approvals()).toEqual([
      { action: 'approve', isWaiver: true, control: 'self-approval' },
    ])
    const next = await desk.made({ items: desk.lines(), status: 'submitted' }, desk.manager)
    await desk.set({ sodMode: 'enforce' })
    const refused = await desk.act(next.id, 'approve', desk.manager)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'self-approval'])
    expect(await desk.read(next.id)).toMatchObject({ status: 'submitted' })
  })

  test('above the limit needs an administrator', async () => {
    const order = await desk.made({ totalAmount: '25000.01', status: 'submitted' })
    const refused = await desk.act(order.id, 'approve', desk.manager)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'over-limit'])
    expect((await desk.act(order.id, 'approve', await prizm.signIn('admin'))).statusCode).toBe(200)
  })

  test('is refused for buyers, and so is rejection', async () => {
    const order = await desk.made({ items: desk.lines(), status: 'submitted' })
    expect((await desk.act(order.id, 'approve', desk.buyer)).statusCode).toBe(403)
    expect((await desk.act(order.id, 'reject', desk.buyer, { reason: 'No' })).statusCode).toBe(403)
    expect((await desk.act(order.id, 'reject', desk.manager, { reason: ' ' })).statusCode).toBe(422)
    const rejected = await desk.act(order.id, 'reject', desk.manager, { reason: 'Too dear' })
    expect(rejected.json()).toMatchObject({ status: 'draft' })
    const [last] = await desk.query('select reason from audit_log order by id desc limit 1')
    expect(last).toEqual({ reason: 'Too dear' })
  })

  test('in bulk skips orders that cannot be approved, with the reason', async () => {
    const [one, two] = [
      await desk.made({ items: desk.lines(), status: 'submitted' }),
      await desk.made({ items: desk.lines(5), status: 'submitted' }),
    ]
    const draft = await desk.made({ items: desk.lines() })
    const body = { action: 'approve', ids: [one.id, draft.id, two.id, 999] }
    const answer = await prizm.call('POST', '/api/purchase-orders/bulk', { as: desk.manager, body })
    expect(answer.json()).toEqual({
      done: [one.id, two.id],
      kept: [
        { id: draft.id, reason: `${draft.orderNumber}: This is draft, so it cannot approve` },
        { id: 999, reason: 'That record was not found' },
      ],
    })
    expect(await desk.stock()).toEqual([{ onHand: 0, onOrder: 15 }])
    const byBuyer = await prizm.call('POST', '/api/purchase-orders/bulk', { as: desk.buyer, body })
    expect(byBuyer.statusCode).toBe(403)
    const submit = { action: 'submit', ids: [draft.id] }
    const handed = await prizm.call('POST', '/api/purchase-orders/bulk', {
      as: desk.buyer,
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
    const back = await prizm.call('POST', url, { as: desk.buyer, body: withdraw })
    expect(back.json()).toEqual({
      done: [draft.id],
      kept: [{ id: one.id, reason: `${one.orderNumber}: This is approved, so it cannot withdraw` }],
    })
    expect((await desk.read(draft.id)).status).toBe('draft')
  })
})

describe('a receipt', () => {
  test('may be partial: the order is received when nothing is open', async () => {
    const { id, items } = await desk.approved()
    const itemId = items[0]?.id
    const first = await desk.act(id, 'receive', desk.warehouse, {
      items: [{ itemId, quantity: 4 }],
    })
    expect(first.json()).toMatchObject({ status: 'approved', items: [{ qtyOpen: 6 }] })
    expect(await desk.stock()).toEqual([{ onHand: 4, onOrder: 6 }])
    const second = await desk.act(id, 'receive', desk.warehouse)
    expect(second.json()).toMatchObject({ status: 'received', items: [{ qtyReceived: 10 }] })
    expect(await desk.stock()).toEqual([{ onHand: 10, onOrder: 0 }])
    const answer = await prizm.call('GET', `/api/purchase-orders/${id}/receipts`, {
      as: desk.buyer,
    })
    const by = 'warehouse-3'
    expect(answer.json()).toMatchObject([
      { receiptNumber: 'PO-1/2', by, amount: '24.00', items: [{ lineNo: 1, quantity: 6 }] },
      { receiptNumber: 'PO-1/1', by, amount: '16.00', items: [{ lineNo: 1, quantity: 4 }] },
    ])
    const moves = await prizm.call('GET', `/api/skus/${desk.skuId}/moves?limit=1`, {
      as: desk.buyer,
    })
    expect(moves.json()).toMatchObject([{ kind: 'receive', onHandDelta: 6, document: 'PO-1' }])
  })

  test('never exceeds the open units, even for two concurrent receipts', async () => {
    const { id, items } = await desk.approved()
    const itemId = items[0]?.id
    const over = await desk.act(id, 'receive', desk.warehouse, {
      items: [{ itemId, quantity: 11 }],
    })
    expect(over.json()).toMatchObject({ status: 409, code: 'over-receipt' })
    const body = { items: [{ itemId, quantity: 6 }] }
    const both = await Promise.all([1, 2].map(() => desk.act(id, 'receive', desk.warehouse, body)))
    expect(countsOf(both)).toEqual({ 200: 1, 409: 1 })
    expect(await desk.stock()).toEqual([{ onHand: 6, onOrder: 4 }])
  })

  test('needs an approved order and lines of that order', async () => {
    const draft = await desk.made({ items: desk.lines() })
    expect((await desk.act(draft.id, 'receive', desk.warehouse)).statusCode).toBe(409)
    const { id } = await desk.approved()
    const foreign = { items: [{ itemId: draft.items[0]?.id, quantity: 1 }] }
    expect((await desk.act(id, 'receive', desk.warehouse, foreign)).statusCode).toBe(422)
    expect((await desk.act(id, 'receive', desk.warehouse, { items: [] })).statusCode).toBe(422)
    expect((await desk.act(id, 'receive', desk.buyer)).statusCode).toBe(403)
  })

  test('by the approver is recorded as a waiver, or refused', async () => {
    const { id } = await desk.approved()
    await desk.set({ sodMode: 'enforce' })
    expect((await desk.act(id, 'receive', desk.manager)).statusCode).toBe(403)
    await desk.set({ sodMode: 'record' })
    expect((await desk.act(id, 'receive', desk.manager)).statusCode).toBe(200)
    expect((await desk.approvals()).at(-1)).toEqual({
      action: 'receive',
      isWaiver: true,
      control: 'receipt-by-approver',
    })
  })

  test('may be the last: the rest is closed short', async () => {
    const { id, items } = await desk.approved()
    await desk.act(id, 'receive', desk.warehouse, {
      items: [{ itemId: items[0]?.id, quantity: 4 }],
    })
    expect((await desk.act(id, 'close', desk.warehouse, { reason: 'x' })).statusCode).toBe(403)
    const closed = await desk.act(id, 'close', desk.buyer, { reason: 'Discontinued' })
    expect(closed.json()).toMatchObject({
      status: 'received',
      items: [{ qtyReceived: 4, qtyCancelled: 6, qtyOpen: 0 }],
    })
    expect(await desk.stock()).toEqual([{ onHand: 4, onOrder: 0 }])
  })
})

describe('cancelling', () => {
  test('an approved order needs a manager and removes its goods from on order', async () => {
    const { id } = await desk.approved()
    const refused = await desk.act(id, 'cancel', desk.buyer, { reason: 'Mistake' })
    expect(refused.json()).toMatchObject({
      status: 403,
      detail: 'Only a manager can cancel an approved purchase order',
    })
    const done = await desk.act(id, 'cancel', desk.manager, { reason: 'Mistake' })
    expect(done.json()).toMatchObject({ status: 'cancelled' })
    expect(await desk.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
    expect((await desk.act(id, 'cancel', desk.manager, { reason: 'Again' })).statusCode).toBe(409)
  })

  test('is refused after a partial receipt', async () => {
    const { id, items } = await desk.approved()
    await desk.act(id, 'receive', desk.warehouse, {
      items: [{ itemId: items[0]?.id, quantity: 1 }],
    })
    const answer = await desk.act(id, 'cancel', desk.manager, { reason: 'Late' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'partly-received' })
  })

  test('and withdrawing are allowed for the creator and managers only', async () => {
    const other = await prizm.signIn('purchasing')
    const order = await desk.made({ items: desk.lines(), status: 'submitted' })
    expect((await desk.act(order.id, 'withdraw', other)).statusCode).toBe(403)
    expect((await desk.act(order.id, 'cancel', other, { reason: 'x' })).statusCode).toBe(403)
    expect((await desk.act(order.id, 'withdraw', desk.buyer)).json()).toMatchObject({
      status: 'draft',
    })
    expect((await desk.act(order.id, 'cancel', desk.buyer, { reason: 'x' })).statusCode).toBe(200)
  })
})
