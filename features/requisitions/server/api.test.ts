// One file: the tests of requisitions share their fixture.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { requisitionsFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof requisitionsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await requisitionsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const why = { reason: 'Not this year' }

describe('creating a requisition', () => {
  test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
    'one that waits for its SKU does not hold back another',
    async () => {
      const { id: skuId } = await prizm.builders.sku()
      const holder = await prizm.database.pool.connect()
      await holder.query('begin')
      await holder.query('select id from skus where id = $1 for update', [fixture.sku.id])
      const items = [{ skuId: fixture.sku.id, quantity: 5 }]
      // With a key the number is taken in the transaction that then waits.
      const waiting = prizm.call('POST', '/api/requisitions', {
        as: fixture.asker,
        headers: { 'idempotency-key': 'shelf-1' },
        body: { reason: 'The shelf is empty', items },
      })
      const waits = `select pid from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await fixture.query(waits)).length).toBe(1)
      const other = await fixture.create({ items: [{ skuId, quantity: 1 }] })
      expect(other.statusCode, other.body).toBe(201)
      await holder.query('commit')
      holder.release()
      const first = await waiting
      expect(first.statusCode, first.body).toBe(201)
      expect(first.json().requisitionNumber).not.toBe(other.json().requisitionNumber)
    },
  )

  test('creates a draft with its own number and its lines', async () => {
    const { vendor, sku } = fixture
    const words = { description: 'A ladder, 3 m', quantity: 1, reason: 'The old one broke' }
    const made = await fixture.made({
      items: [{ skuId: sku.id, quantity: 5, neededBy: '2026-04-01', vendorId: vendor.id }, words],
    })
    expect(made).toMatchObject({
      requisitionNumber: expect.stringMatching(/^REQ-\d{13}$/),
      status: 'draft',
      what: 'S-1 Thing 1',
      lines: 2,
      openLines: 2,
      neededBy: '2026-04-01',
      version: 1,
    })
    expect(made.items).toMatchObject([
      { lineNo: 1, sku: 'S-1', quantity: 5, vendorCode: 'V-1', purchaseOrderId: null },
      { lineNo: 2, sku: null, ...words, neededBy: null, vendorId: null },
    ])
    expect(await fixture.steps()).toEqual([{ action: 'create', from: null, to: 'draft' }])
  })

  test('can submit it at once and notifies managers', async () => {
    const { requisitionNumber, status } = await fixture.made({ submit: true })
    expect(status).toBe('submitted')
    const notifications = await prizm.call('GET', '/api/notifications', { as: fixture.manager })
    expect(notifications.json()).toMatchObject([
      { title: `${requisitionNumber} awaits approval`, kind: 'approvals' },
    ])
  })

  test('also notifies users of an own role that decides requisitions, and no other', async () => {
    const read = ['requisitions.read', 'purchaseOrders.read'] as const
    await prizm.builders.ownRole({ name: 'Lead', permissions: [...read, 'requisitions.decide'] })
    await prizm.builders.ownRole({ name: 'Helper', permissions: read })
    const [lead, helper] = [await prizm.signIn('Lead'), await prizm.signIn('Helper')]
    const { requisitionNumber } = await fixture.made({ submit: true })
    const titlesOf = async (as: string) => {
      const answer = await prizm.call('GET', '/api/notifications', { as })
      return answer.json<{ title: string }[]>().map(({ title }) => title)
    }
    expect(await titlesOf(lead)).toEqual([`${requisitionNumber} awaits approval`])
    expect(await titlesOf(helper)).toEqual([])
  })

  test.each([
    ['nothing', [], 'At least one line is required'],
    ['a line of nothing', [{ quantity: 1 }], 'Select a SKU or describe what is needed'],
    ['none of it', [{ description: 'Tape', quantity: 0 }], 'Quantity must be at least 1'],
    ['a SKU that is not there', [{ skuId: 99, quantity: 1 }], 'This SKU does not exist'],
    [
      'a vendor that is not there',
      [{ description: 'Tape', quantity: 1, vendorId: 99 }],
      'This vendor does not exist',
    ],
  ])('for %s is refused', async (_, items, message) => {
    const answer = await fixture.create({ items })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].message).toBe(message)
    expect(await fixture.query('select id from requisitions')).toEqual([])
  })

  test('rejects inactive SKUs and vendors', async () => {
    const off = await prizm.builders.sku({ isActive: false })
    const inactiveVendor = await prizm.builders.vendor({ isActive: false })
    const items = [{ skuId: off.id, quantity: 1, vendorId: inactiveVendor.id }]
    expect((await fixture.create({ items })).json().errors).toEqual([
      { path: 'items.0.vendorId', code: 'invalid', message: 'Vendor V-3 is inactive' },
      { path: 'items.0.skuId', code: 'invalid', message: 'SKU S-2 is inactive' },
    ])
  })

  test('is forbidden for viewers, and sales cannot see costs', async () => {
    expect((await fixture.create({}, await prizm.signIn('viewer'))).statusCode).toBe(403)
    const { id } = await fixture.made()
    expect((await fixture.read(id, fixture.asker)).items[0]?.unitCost).toBeNull()
    expect((await fixture.read(id)).items[0]?.unitCost).toBe('4.00')
  })
})

describe('a draft', () => {
  const change = (id: number, as: string, fields: object = {}) => {
    const items = [{ description: 'Tape', quantity: 3 }]
    const body = { reason: 'For packing', items, ...fields }
    return prizm.call('PUT', `/api/requisitions/${id}`, { as, body })
  }

  test('is updated by its requester, with an audit log entry', async () => {
    const { id } = await fixture.made()
    const answer = await change(id, fixture.asker)
    expect(answer.json()).toMatchObject({ reason: 'For packing', lines: 1, version: 2 })
    const [entry] = await fixture.query(
      `select changes from audit_log where entity = 'requisition' and action = 'update'`,
    )
    expect(entry.changes).toEqual({
      reason: { from: 'The shelf is empty', to: 'For packing' },
      items: { from: '5 × S-1 by 2026-04-01 from V-1', to: '3 × Tape' },
    })
  })

  test('rejects changes by others, after submission, or on a stale version', async () => {
    const { id } = await fixture.made()
    expect((await change(id, fixture.manager)).statusCode).toBe(403)
    const body = { reason: 'x', items: [{ description: 'Tape', quantity: 3 }] }
    const stale = await prizm.call('PUT', `/api/requisitions/${id}`, {
      as: fixture.asker,
      body,
      headers: { 'if-match': '"9"' },
    })
    expect(stale.statusCode).toBe(412)
    await fixture.act(id, 'submit', fixture.asker)
    const late = await change(id, fixture.asker)
    expect([late.statusCode, late.json().code]).toEqual([409, 'illegal-change'])
    expect(await fixture.read(id)).toMatchObject({ reason: 'The shelf is empty', lines: 1 })
  })

  test('is submitted and withdrawn only by its requester', async () => {
    const { id } = await fixture.made()
    expect((await fixture.act(id, 'submit', fixture.buyer)).statusCode).toBe(403)
    expect((await fixture.act(id, 'submit', fixture.asker)).json().status).toBe('submitted')
    expect((await fixture.act(id, 'withdraw', fixture.manager)).statusCode).toBe(403)
    expect((await fixture.act(id, 'withdraw', fixture.asker)).json().status).toBe('draft')
  })
})

describe('the approval', () => {
  test.each(['record', 'enforce'])('is never allowed for the creator, mode %s', async (sodMode) => {
    const admin = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode } })
    const { id } = await fixture.made({ submit: true }, fixture.manager)
    const own = await fixture.act(id, 'approve', fixture.manager)
    expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
    expect((await fixture.act(id, 'reject', fixture.manager, why)).statusCode).toBe(403)
    expect(await fixture.query('select id from approvals')).toEqual([])
    expect((await fixture.act(id, 'approve', admin)).json().status).toBe('approved')
    expect(await fixture.query('select action, is_waiver from approvals')).toEqual([
      { action: 'approve', is_waiver: false },
    ])
  })

  test('needs a manager, and notifies the requester', async () => {
    const { id, requisitionNumber } = await fixture.made({ submit: true })
    expect((await fixture.act(id, 'approve', fixture.buyer)).statusCode).toBe(403)
    expect((await fixture.act(id, 'reject', fixture.manager)).statusCode).toBe(422)
    expect((await fixture.act(id, 'reject', fixture.manager, why)).json().status).toBe('rejected')
    const notifications = await prizm.call('GET', '/api/notifications', { as: fixture.asker })
    expect(notifications.json()).toMatchObject([
      { title: `${requisitionNumber} rejected`, text: expect.stringContaining(why.reason) },
    ])
    const again = await fixture.act(id, 'approve', fixture.manager)
    expect([again.statusCode, again.json().code]).toEqual([409, 'illegal-transition'])
  })

  test('happens once under concurrent requests', async () => {
    const { id } = await fixture.made({ submit: true })
    const all = await Promise.all([1, 2, 3].map(() => fixture.act(id, 'approve', fixture.manager)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(await fixture.query('select id from approvals')).toHaveLength(1)
  })

  test('is not needed to cancel, by the requester or a manager', async () => {
    const first = await fixture.made()
    expect((await fixture.act(first.id, 'cancel', fixture.buyer, why)).statusCode).toBe(403)
    expect((await fixture.act(first.id, 'cancel', fixture.asker, why)).json().status).toBe(
      'cancelled',
    )
    const second = await fixture.approved()
    expect((await fixture.act(second.id, 'cancel', fixture.manager, why)).statusCode).toBe(200)
  })
})

describe('ordering', () => {
  const lineOf = (item: { id: number; skuId: number | null }, vendorId: number, more = {}) => {
    return { itemId: item.id, vendorId, skuId: item.skuId, quantity: 5, ...more }
  }

  test('creates one order per vendor, and one by total for lines without a SKU', async () => {
    const { sku, vendor, other } = fixture
    const requisition = await fixture.approved({
      items: [
        { skuId: sku.id, quantity: 5, neededBy: '2026-04-02' },
        { skuId: sku.id, quantity: 2, neededBy: '2026-04-01' },
        { skuId: sku.id, quantity: 9 },
        { description: 'A ladder, 3 m', quantity: 2 },
      ],
    })
    const [a, b, c, d] = requisition.items as [never, never, never, never]
    const lines = [
      lineOf(a, vendor.id),
      lineOf(b, vendor.id, { quantity: 2 }),
      lineOf(c, other.id, { quantity: 10, unitPrice: '3.50' }),
      lineOf(d, vendor.id, { quantity: 2, unitPrice: '80.00' }),
    ]
    const answer = await fixture.act(requisition.id, 'order', fixture.buyer, { lines })
    const ordered = { status: 'ordered', openLines: 0, neededBy: '2026-04-01' }
    expect(answer.json()).toMatchObject(ordered)
    const notes = `${requisition.requisitionNumber}: The shelf is empty`
    const draft = { status: 'draft', number: expect.stringMatching(/^PO-\d{13}$/) }
    const mine = { ...draft, vendorId: vendor.id }
    expect(await fixture.orders()).toEqual([
      { ...mine, notes, total: '28.00', expectedDate: '2026-04-01', headerOnly: false },
      {
        ...mine,
        total: '160.00',
        expectedDate: null,
        headerOnly: true,
        notes: `${notes}\n2 × A ladder, 3 m at 80.00`,
      },
      {
        ...draft,
        vendorId: other.id,
        notes,
        total: '35.00',
        expectedDate: null,
        headerOnly: false,
      },
    ])
    const [first] = (await fixture.read(requisition.id)).items
    expect(first?.purchaseOrderStatus).toBe('draft')
    const of = `/api/requisitions?purchaseOrderId=${first?.purchaseOrderId}&limit=9`
    const found = await prizm.call('GET', of, { as: fixture.asker })
    expect(found.json()).toMatchObject([{ id: requisition.id }])
  })

  test('shows the price of a line without a SKU only to roles that see costs', async () => {
    const requisition = await fixture.approved({
      items: [{ description: 'A ladder, 3 m', quantity: 2 }],
    })
    const [item] = requisition.items as [never]
    const lines = [lineOf(item, fixture.vendor.id, { quantity: 2, unitPrice: '80.00' })]
    const answer = await fixture.act(requisition.id, 'order', fixture.buyer, { lines })
    expect(answer.statusCode, answer.body).toBe(200)
    const notes = `${requisition.requisitionNumber}: The shelf is empty\n2 × A ladder, 3 m`
    const seenBy = async (as: string) => {
      const [order] = (await prizm.call('GET', '/api/purchase-orders?limit=9', { as })).json()
      const read = await prizm.call('GET', `/api/purchase-orders/${order.id}`, { as })
      return [order.notes, read.json().notes]
    }
    expect(await seenBy(fixture.buyer)).toEqual([`${notes} at 80.00`, `${notes} at 80.00`])
    expect(await seenBy(await prizm.signIn('viewer'))).toEqual([notes, notes])
  })

  test('can leave lines open; they are ordered or closed later, but not cancelled', async () => {
    const { sku, vendor } = fixture
    const goods = { skuId: sku.id, quantity: 5 }
    const { id, items } = await fixture.approved({ items: [goods, goods] })
    expect((await fixture.act(id, 'close', fixture.buyer, why)).json().code).toBe('nothing-ordered')
    const [a, b] = items as [(typeof items)[0], (typeof items)[0]]
    const part = await fixture.act(id, 'order', fixture.buyer, { lines: [lineOf(a, vendor.id)] })
    expect(part.json()).toMatchObject({ status: 'approved', openLines: 1 })
    const twice = await fixture.act(id, 'order', fixture.buyer, { lines: [lineOf(a, vendor.id)] })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'already-ordered'])
    const cancelled = await fixture.act(id, 'cancel', fixture.asker, why)
    expect(cancelled.json().code).toBe('partly-ordered')
    expect((await fixture.act(id, 'close', fixture.buyer, why)).json().status).toBe('ordered')
    const late = await fixture.act(id, 'order', fixture.buyer, { lines: [lineOf(b, vendor.id)] })
    expect(late.json().code).toBe('illegal-transition')
  })

  test('of the same line concurrently creates one order', async () => {
    const { id, items } = await fixture.approved()
    const [item] = items as [(typeof items)[0]]
    const body = { lines: [lineOf(item, fixture.vendor.id)] }
    const all = await Promise.all(
      [1, 2, 3].map(() => fixture.act(id, 'order', fixture.buyer, body)),
    )
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(await fixture.orders()).toHaveLength(1)
  })

  test('rejects lines that were not requested, and requires the permission', async () => {
    const another = await prizm.builders.sku()
    const { id, items } = await fixture.approved()
    const [item] = items as [(typeof items)[0]]
    const order = (lines: object[], as = fixture.buyer) => fixture.act(id, 'order', as, { lines })
    const right = lineOf(item, fixture.vendor.id)
    const messageOf = async (lines: object[]) => (await order(lines)).json().errors[0].message
    expect(await messageOf([])).toBe('Choose at least one line')
    expect(await messageOf([{ ...right, itemId: 99 }])).toBe('This requisition has no such line')
    expect(await messageOf([right, right])).toBe('This line is listed twice')
    expect(await messageOf([{ ...right, skuId: another.id }])).toBe('Line 1 requests S-1')
    expect(await messageOf([{ ...right, skuId: null }])).toBe('Without a SKU a price is needed')
    expect(await messageOf([{ ...right, vendorId: 99 }])).toBe('This vendor does not exist')
    expect((await order([right], fixture.asker)).statusCode).toBe(403)
    const early = await fixture.made({ submit: true })
    const before = await fixture.act(early.id, 'order', fixture.buyer, { lines: [right] })
    expect(before.json().code).toBe('illegal-transition')
    expect(await fixture.orders()).toEqual([])
  })
})

test('the list searches number, text and SKU, and filters own requisitions', async () => {
  const mine = await fixture.made({ items: [{ description: 'A ladder', quantity: 1 }] })
  await fixture.made({ reason: 'Spring sale' }, fixture.buyer)
  const found = async (query: string) => {
    const answer = await prizm.call('GET', `/api/requisitions?limit=9&${query}`, {
      as: fixture.asker,
    })
    return answer.json<{ id: number }[]>().map(({ id }) => id)
  }
  expect(await found('')).toEqual([2, 1])
  expect(await found(`q=${mine.requisitionNumber}`)).toEqual([1])
  expect(await found(`requisitionNumber=${mine.requisitionNumber}`)).toEqual([1])
  expect(await found(`requisitionNumber=${mine.requisitionNumber.slice(0, -1)}`)).toEqual([])
  expect(await found('q=ladder')).toEqual([1])
  expect(await found('q=spring')).toEqual([2])
  expect(await found('q=S-1')).toEqual([2])
  expect(await found('mine=true')).toEqual([1])
  expect(await found('status=submitted')).toEqual([])
  expect(await found('sort=requisitionNumber')).toEqual([1, 2])
})
