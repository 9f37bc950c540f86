import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { requisitionDesk } from './testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof requisitionDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await requisitionDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

const why = { reason: 'Not this year' }

describe('creating a requisition', () => {
  test('creates a draft with its own number and its lines', async () => {
    const { vendor, sku } = desk
    const words = { description: 'A ladder, 3 m', quantity: 1, reason: 'The old one broke' }
    const made = await desk.made({
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
    expect(await desk.steps()).toEqual([{ action: 'create', from: null, to: 'draft' }])
  })

  test('can submit it at once and notifies managers', async () => {
    const { requisitionNumber, status } = await desk.made({ submit: true })
    expect(status).toBe('submitted')
    const told = await prizm.call('GET', '/api/notifications', { as: desk.manager })
    expect(told.json()).toMatchObject([
      { title: `${requisitionNumber} awaits approval`, kind: 'approvals' },
    ])
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
    const answer = await desk.create({ items })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].message).toBe(message)
    expect(await desk.query('select id from requisitions')).toEqual([])
  })

  test('rejects inactive SKUs and vendors', async () => {
    const off = await prizm.given.sku({ isActive: false })
    const gone = await prizm.given.vendor({ isActive: false })
    const items = [{ skuId: off.id, quantity: 1, vendorId: gone.id }]
    expect((await desk.create({ items })).json().errors).toEqual([
      { path: 'items.0.vendorId', code: 'invalid', message: 'Vendor V-3 is inactive' },
      { path: 'items.0.skuId', code: 'invalid', message: 'SKU S-2 is inactive' },
    ])
  })

  test('is forbidden for viewers, and sales cannot see costs', async () => {
    expect((await desk.create({}, await prizm.signIn('viewer'))).statusCode).toBe(403)
    const { id } = await desk.made()
    expect((await desk.read(id, desk.asker)).items[0]?.unitCost).toBeNull()
    expect((await desk.read(id)).items[0]?.unitCost).toBe('4.00')
  })
})

describe('a draft', () => {
  const change = (id: number, as: string, fields: object = {}) => {
    const items = [{ description: 'Tape', quantity: 3 }]
    const body = { reason: 'For packing', items, ...fields }
    return prizm.call('PUT', `/api/requisitions/${id}`, { as, body })
  }

  test('is updated by its requester, with an audit log entry', async () => {
    const { id } = await desk.made()
    const answer = await change(id, desk.asker)
    expect(answer.json()).toMatchObject({ reason: 'For packing', lines: 1, version: 2 })
    const [entry] = await desk.query(
      `select changes from audit_log where entity = 'requisition' and action = 'update'`,
    )
    expect(entry.changes).toEqual({
      reason: { from: 'The shelf is empty', to: 'For packing' },
      items: { from: '5 × S-1 by 2026-04-01 from V-1', to: '3 × Tape' },
    })
  })

  test('rejects changes by others, after submission, or on a stale version', async () => {
    const { id } = await desk.made()
    expect((await change(id, desk.manager)).statusCode).toBe(403)
    const body = { reason: 'x', items: [{ description: 'Tape', quantity: 3 }] }
    const stale = await prizm.call('PUT', `/api/requisitions/${id}`, {
      as: desk.asker,
      body,
      headers: { 'if-match': '"9"' },
    })
    expect(stale.statusCode).toBe(412)
    await desk.act(id, 'submit', desk.asker)
    const late = await change(id, desk.asker)
    expect([late.statusCode, late.json().code]).toEqual([409, 'illegal-change'])
    expect(await desk.read(id)).toMatchObject({ reason: 'The shelf is empty', lines: 1 })
  })

  test('is submitted and withdrawn only by its requester', async () => {
    const { id } = await desk.made()
    expect((await desk.act(id, 'submit', desk.buyer)).statusCode).toBe(403)
    expect((await desk.act(id, 'submit', desk.asker)).json().status).toBe('submitted')
    expect((await desk.act(id, 'withdraw', desk.manager)).statusCode).toBe(403)
    expect((await desk.act(id, 'withdraw', desk.asker)).json().status).toBe('draft')
  })
})

describe('the approval', () => {
  test.each(['record', 'enforce'])('is never allowed for the creator, mode %s', async (sodMode) => {
    const admin = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode } })
    const { id } = await desk.made({ submit: true }, desk.manager)
    const own = await desk.act(id, 'approve', desk.manager)
    expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
    expect((await desk.act(id, 'reject', desk.manager, why)).statusCode).toBe(403)
    expect(await desk.query('select id from approvals')).toEqual([])
    expect((await desk.act(id, 'approve', admin)).json().status).toBe('approved')
    expect(await desk.query('select action, is_waiver from approvals')).toEqual([
      { action: 'approve', is_waiver: false },
    ])
  })

  test('needs a manager, and notifies the requester', async () => {
    const { id, requisitionNumber } = await desk.made({ submit: true })
    expect((await desk.act(id, 'approve', desk.buyer)).statusCode).toBe(403)
    expect((await desk.act(id, 'reject', desk.manager)).statusCode).toBe(422)
    expect((await desk.act(id, 'reject', desk.manager, why)).json().status).toBe('rejected')
    const told = await prizm.call('GET', '/api/notifications', { as: desk.asker })
    expect(told.json()).toMatchObject([
      { title: `${requisitionNumber} rejected`, text: expect.stringContaining(why.reason) },
    ])
    const again = await desk.act(id, 'approve', desk.manager)
    expect([again.statusCode, again.json().code]).toEqual([409, 'illegal-transition'])
  })

  test('happens once under concurrent requests', async () => {
    const { id } = await desk.made({ submit: true })
    const all = await Promise.all([1, 2, 3].map(() => desk.act(id, 'approve', desk.manager)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(await desk.query('select id from approvals')).toHaveLength(1)
  })

  test('is not needed to cancel, by the requester or a manager', async () => {
    const first = await desk.made()
    expect((await desk.act(first.id, 'cancel', desk.buyer, why)).statusCode).toBe(403)
    expect((await desk.act(first.id, 'cancel', desk.asker, why)).json().status).toBe('cancelled')
    const second = await desk.approved()
    expect((await desk.act(second.id, 'cancel', desk.manager, why)).statusCode).toBe(200)
  })
})

describe('ordering', () => {
  const lineOf = (item: { id: number; skuId: number | null }, vendorId: number, more = {}) => {
    return { itemId: item.id, vendorId, skuId: item.skuId, quantity: 5, ...more }
  }

  test('creates one order per vendor, and one by total for lines without a SKU', async () => {
    const { sku, vendor, other } = desk
    const asked = await desk.approved({
      items: [
        { skuId: sku.id, quantity: 5, neededBy: '2026-04-02' },
        { skuId: sku.id, quantity: 2, neededBy: '2026-04-01' },
        { skuId: sku.id, quantity: 9 },
        { description: 'A ladder, 3 m', quantity: 2 },
      ],
    })
    const [a, b, c, d] = asked.items as [never, never, never, never]
    const lines = [
      lineOf(a, vendor.id),
      lineOf(b, vendor.id, { quantity: 2 }),
      lineOf(c, other.id, { quantity: 10, unitPrice: '3.50' }),
      lineOf(d, vendor.id, { quantity: 2, unitPrice: '80.00' }),
    ]
    const answer = await desk.act(asked.id, 'order', desk.buyer, { lines })
    expect(answer.json()).toMatchObject({ status: 'ordered', openLines: 0 })
    const notes = `${asked.requisitionNumber}: The shelf is empty`
    const draft = { status: 'draft', number: expect.stringMatching(/^PO-\d{13}$/) }
    const mine = { ...draft, vendorId: vendor.id }
    expect(await desk.orders()).toEqual([
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
    const [first] = (await desk.read(asked.id)).items
    expect(first?.purchaseOrderStatus).toBe('draft')
    const of = `/api/requisitions?purchaseOrderId=${first?.purchaseOrderId}&limit=9`
    const found = await prizm.call('GET', of, { as: desk.asker })
    expect(found.json()).toMatchObject([{ id: asked.id }])
  })

  test('can leave lines open; they are ordered or closed later, but not cancelled', async () => {
    const { sku, vendor } = desk
    const goods = { skuId: sku.id, quantity: 5 }
    const { id, items } = await desk.approved({ items: [goods, goods] })
    expect((await desk.act(id, 'close', desk.buyer, why)).json().code).toBe('nothing-ordered')
    const [a, b] = items as [(typeof items)[0], (typeof items)[0]]
    const part = await desk.act(id, 'order', desk.buyer, { lines: [lineOf(a, vendor.id)] })
    expect(part.json()).toMatchObject({ status: 'approved', openLines: 1 })
    const twice = await desk.act(id, 'order', desk.buyer, { lines: [lineOf(a, vendor.id)] })
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'already-ordered'])
    const cancelled = await desk.act(id, 'cancel', desk.asker, why)
    expect(cancelled.json().code).toBe('partly-ordered')
    expect((await desk.act(id, 'close', desk.buyer, why)).json().status).toBe('ordered')
    const late = await desk.act(id, 'order', desk.buyer, { lines: [lineOf(b, vendor.id)] })
    expect(late.json().code).toBe('illegal-transition')
  })

  test('of the same line concurrently creates one order', async () => {
    const { id, items } = await desk.approved()
    const [item] = items as [(typeof items)[0]]
    const body = { lines: [lineOf(item, desk.vendor.id)] }
    const all = await Promise.all([1, 2, 3].map(() => desk.act(id, 'order', desk.buyer, body)))
    expect(countsOf(all)).toEqual({ 200: 1, 409: 2 })
    expect(await desk.orders()).toHaveLength(1)
  })

  test('rejects lines that were not requested, and requires the permission', async () => {
    const another = await prizm.given.sku()
    const { id, items } = await desk.approved()
    const [item] = items as [(typeof items)[0]]
    const order = (lines: object[], as = desk.buyer) => desk.act(id, 'order', as, { lines })
    const right = lineOf(item, desk.vendor.id)
    const messageOf = async (lines: object[]) => (await order(lines)).json().errors[0].message
    expect(await messageOf([])).toBe('Choose at least one line')
    expect(await messageOf([{ ...right, itemId: 99 }])).toBe('This requisition has no such line')
    expect(await messageOf([right, right])).toBe('This line is listed twice')
    expect(await messageOf([{ ...right, skuId: another.id }])).toBe('Line 1 requests S-1')
    expect(await messageOf([{ ...right, skuId: null }])).toBe('Without a SKU a price is needed')
    expect(await messageOf([{ ...right, vendorId: 99 }])).toBe('This vendor does not exist')
    expect((await order([right], desk.asker)).statusCode).toBe(403)
    const early = await desk.made({ submit: true })
    const before = await desk.act(early.id, 'order', desk.buyer, { lines: [right] })
    expect(before.json().code).toBe('illegal-transition')
    expect(await desk.orders()).toEqual([])
  })
})

test('the list searches number, text and SKU, and filters own requisitions', async () => {
  const mine = await desk.made({ items: [{ description: 'A ladder', quantity: 1 }] })
  await desk.made({ reason: 'Spring sale' }, desk.buyer)
  const found = async (query: string) => {
    const answer = await prizm.call('GET', `/api/requisitions?limit=9&${query}`, { as: desk.asker })
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
