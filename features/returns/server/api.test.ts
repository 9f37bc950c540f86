import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { returnsFixture } from './testing.ts'

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

const lineOf = (order: SalesOrderDetails) => order.items[0]?.id ?? 0

describe('an RMA', () => {
  test('has the order line prices, its own number and its creator', async () => {
    const order = await fixture.shipped(5)
    const items = [
      {
        originalItemId: lineOf(order),
        quantity: 2,
        reason: 'Scratched',
        note: ' Box was open ',
        condition: 'damaged',
      },
    ]
    const fields = { originalOrderId: order.id, items, notes: 'Call first', createdBy: 99 }
    const answer = await fixture.create({ ...fields, status: 'completed', totalAmount: '9.99' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      type: 'rma',
      returnNumber: expect.stringMatching(/^RMA-\d{13}$/),
      status: 'pending',
      customerId: order.customerId,
      vendorId: null,
      partyName: order.customerName,
      originalOrderId: order.id,
      originalOrderNumber: order.orderNumber,
      reason: 'Too many',
      notes: 'Call first',
      totalAmount: '20.00',
      createdByName: 'sales-1',
      items: [
        {
          originalItemId: lineOf(order),
          quantity: 2,
          unitPrice: '10.00',
          totalPrice: '20.00',
          reason: 'Scratched',
          note: 'Box was open',
          condition: 'damaged',
          disposition: 'scrap',
        },
      ],
    })
    const { id } = answer.json()
    const read = await prizm.call('GET', `/api/returns/${id}`, {
      as: fixture.people['sales'] ?? '',
    })
    expect(read.json()).toEqual(answer.json())
    expect(
      await fixture.query(
        `select topic, aggregate_version as v from outbox where aggregate = 'return'`,
      ),
    ).toEqual([{ topic: 'return.created', v: 1 }])
  })

  test('runs from creation to completion, and only restocked goods are on hand', async () => {
    const skuId = await fixture.given.item({ currentStock: 10 })
    const order = await fixture.shipped(6, { skuId })
    const item = { originalItemId: lineOf(order) }
    const items = [
      { ...item, quantity: 3 },
      { ...item, quantity: 2, disposition: 'scrap' },
    ]
    const { id } = await fixture.made({ salesOrderId: order.id, items })
    expect((await fixture.act(id, 'approve', 'sales')).json().status).toBe('approved')
    expect(await fixture.stock()).toEqual([{ onHand: 4, reserved: 0 }])
    expect((await fixture.act(id, 'receive', 'warehouse')).json().status).toBe('received')
    expect(await fixture.stock()).toEqual([{ onHand: 7, reserved: 0 }])
    expect((await fixture.act(id, 'complete', 'finance')).json()).toMatchObject({
      status: 'completed',
      version: 4,
    })
    expect(
      await fixture.query(`select action, from_status as "from", to_status as "to" from audit_log
                        where entity = 'return' order by id`),
    ).toEqual([
      { action: 'create', from: null, to: 'pending' },
      { action: 'approve', from: 'pending', to: 'approved' },
      { action: 'receive', from: 'approved', to: 'received' },
      { action: 'complete', from: 'received', to: 'completed' },
    ])
    const [move] = await fixture.query(`select kind, on_hand_delta as "onHand", ref_type as "of"
                                     from stock_moves where kind = 'return'`)
    expect(move).toEqual({ kind: 'return', onHand: 3, of: 'return' })
  })

  test('is received line by line by the warehouse', async () => {
    const order = await fixture.shipped(4)
    const items = [{ originalItemId: lineOf(order), quantity: 4 }]
    const made = await fixture.made({ originalOrderId: order.id, items })
    await fixture.act(made.id, 'approve')
    const itemId = made.items[0]?.id ?? 0
    const wrong = { items: [{ itemId: 999, disposition: 'scrap' }] }
    expect((await fixture.act(made.id, 'receive', 'warehouse', wrong)).statusCode).toBe(422)
    const settled = { items: [{ itemId, disposition: 'scrap', condition: 'defective' }] }
    const received = await fixture.act(made.id, 'receive', 'warehouse', settled)
    expect(received.json().items).toMatchObject([{ disposition: 'scrap', condition: 'defective' }])
    expect(await fixture.stock()).toEqual([{ onHand: 96, reserved: 0 }])
  })

  test('without an order has a customer and SKUs, at the current price', async () => {
    const customerId = await fixture.given.buyer()
    const skuId = await fixture.given.item({ price: '7.25' })
    const { totalAmount, originalOrderId } = await fixture.made({
      customerId,
      items: [{ skuId, quantity: 4 }],
    })
    expect([totalAmount, originalOrderId]).toEqual(['29.00', null])
  })

  test('is limited to what remains, not counting rejected or cancelled returns', async () => {
    const order = await fixture.shipped(5)
    const returnRequest = (quantity: number) => ({
      originalOrderId: order.id,
      items: [{ skuId: order.items[0]?.skuId, quantity }],
    })
    const first = await fixture.made(returnRequest(3))
    const refused = await fixture.create(returnRequest(3))
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'over-return',
      detail: expect.stringContaining('3 requested, but only 2 can be returned'),
      errors: [{ path: 'items.0.quantity', message: 'At most 2' }],
    })
    await fixture.act(first.id, 'reject', 'manager', { reason: 'Not ours' })
    await fixture.made(returnRequest(5))
    const none = await fixture.create(returnRequest(1))
    expect(none.json().detail).toBe(`All goods of ${order.orderNumber} are already in returns`)
  })

  test('in concurrent requests never exceeds the shipped quantity', async () => {
    const order = await fixture.shipped(5)
    const returnRequest = {
      originalOrderId: order.id,
      items: [{ originalItemId: lineOf(order), quantity: 2 }],
    }
    const all = await Promise.all(Array.from({ length: 6 }, () => fixture.create(returnRequest)))
    const codes = all.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(2)
    expect(codes.filter((code) => code === 409)).toHaveLength(4)
    const [sum] = await fixture.query('select sum(quantity)::int as units from return_items')
    expect(sum).toEqual({ units: 4 })
  })

  test('sent twice with the same idempotency key is created once', async () => {
    const order = await fixture.shipped(5)
    const body = {
      type: 'rma',
      reason: 'x',
      originalOrderId: order.id,
      items: [{ originalItemId: lineOf(order), quantity: 1 }],
    }
    const as = fixture.people['sales'] ?? ''
    const headers = { 'idempotency-key': 'k-1' }
    const send = () => prizm.call('POST', '/api/returns', { as, body, headers })
    const [one, two] = await Promise.all([send(), send()])
    const again = await send()
    expect(again.json()).toEqual((one.statusCode === 201 ? one : two).json())
    expect(await fixture.query('select count(*)::int as n from returns')).toEqual([{ n: 1 }])
  })

  test('of goods that have not shipped is refused', async () => {
    const customerId = await fixture.given.buyer()
    const skuId = await fixture.given.item()
    const as = fixture.people['sales'] ?? ''
    const body = { customerId, items: [{ skuId, quantity: 1 }] }
    const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json()
    const answer = await fixture.create({
      originalOrderId: order.id,
      items: [{ skuId, quantity: 1 }],
    })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      `${order.orderNumber} is pending. Only shipped goods can be returned`,
    ])
  })

  test("past its window needs a manager's approval, which is recorded", async () => {
    const order = await fixture.shipped(1)
    prizm.clock.now = new Date('2026-04-15T15:00:00Z')
    fixture = { ...fixture, people: (await returnsFixture(prizm)).people }
    const { sales, manager } = fixture.people
    const fields = {
      originalOrderId: order.id,
      items: [{ originalItemId: lineOf(order), quantity: 1 }],
    }
    const refused = await fixture.create(fields, sales)
    expect(refused.json()).toMatchObject({
      code: 'return-window-over',
      detail: expect.stringContaining('shipped on 3/2/2026, more than 30 days ago'),
    })
    expect((await fixture.create(fields, manager)).statusCode).toBe(201)
    expect(await fixture.query('select action, control, is_waiver from approvals')).toEqual([
      { action: 'create', control: 'return-window', is_waiver: true },
    ])
  })
})

describe('is refused', () => {
  test.each([
    [{ type: 'swap' }, 'type'],
    [{ reason: ' ' }, 'reason'],
    [{ items: [] }, 'items'],
    [{ items: [{ skuId: 1, quantity: 0 }] }, 'items.0.quantity'],
    [{ items: [{ quantity: 1 }] }, 'items.0.skuId'],
    [{ items: [{ skuId: 77, quantity: 1 }] }, 'items.0.skuId'],
    [{ items: [{ skuId: 1, quantity: 1, condition: 'wet' }] }, 'items.0.condition'],
    [{ customerId: 77 }, 'customerId'],
    [{ customerId: null }, 'customerId'],
    [{ originalOrderId: 77 }, 'salesOrderId'],
    [{ purchaseOrderId: 1 }, 'purchaseOrderId'],
  ])('a return with %j', async (fields, path) => {
    const customerId = await fixture.given.buyer()
    const skuId = await fixture.given.item()
    const right = { customerId, items: [{ skuId, quantity: 1 }] }
    const answer = await fixture.create({ ...right, ...fields })
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([422, path])
    expect(await fixture.query('select * from returns')).toEqual([])
  })

  test('a return for a customer other than that of the order', async () => {
    const order = await fixture.shipped(1)
    const fields = {
      originalOrderId: order.id,
      customerId: await fixture.given.buyer(),
      items: [{ originalItemId: lineOf(order), quantity: 1 }],
    }
    const answer = await fixture.create(fields)
    expect(answer.json().errors[0].path).toBe('customerId')
  })

  test('a transition out of order or of the other return type', async () => {
    const order = await fixture.shipped(1)
    const items = [{ originalItemId: lineOf(order), quantity: 1 }]
    const { id } = await fixture.made({ originalOrderId: order.id, items })
    expect((await fixture.act(id, 'receive')).statusCode).toBe(409)
    await fixture.act(id, 'approve')
    expect((await fixture.act(id, 'ship')).json().code).toBe('illegal-transition')
    expect((await fixture.act(id, 'approve')).statusCode).toBe(409)
    const headers = { 'if-match': '"1"' }
    const url = `/api/returns/${id}/receive`
    const stale = await prizm.call('POST', url, {
      as: fixture.people['manager'] ?? '',
      body: {},
      headers,
    })
    expect(stale.statusCode).toBe(412)
    expect((await fixture.act(77, 'approve')).statusCode).toBe(404)
  })

  test('approval by sales above the limit, and self-approval if it is enforced', async () => {
    const skuId = await fixture.given.item({ price: '501.00' })
    const customerId = await fixture.given.buyer()
    const fields = { customerId, items: [{ skuId, quantity: 1 }] }
    const { id } = await fixture.made(fields, fixture.people['manager'])
    const tooMuch = await fixture.act(id, 'approve', 'sales')
    expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([403, 'over-limit'])
    const as = await prizm.signIn('admin')
    const set = (sodMode: string) => prizm.call('PUT', '/api/settings', { as, body: { sodMode } })
    await set('enforce')
    expect((await fixture.act(id, 'approve')).json().code).toBe('self-approval')
    await set('record')
    expect((await fixture.act(id, 'approve')).statusCode).toBe(200)
    expect(await fixture.query('select action, control, is_waiver from approvals')).toEqual([
      { action: 'approve', control: 'self-approval', is_waiver: true },
    ])
  })
})
