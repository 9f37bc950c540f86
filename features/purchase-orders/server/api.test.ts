// One file: what holds when a purchase order is created, edited and listed.
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

describe('creating a purchase order', () => {
  test('accepts the specified fields; the server sets the creator and the dates', async () => {
    const body = {
      orderNumber: ' PO-77 ',
      vendorId: fixture.vendorId,
      status: 'draft',
      orderDate: '2026-03-01',
      expectedDate: '',
      totalAmount: '120.5',
      notes: 'By ship',
      createdBy: 999,
    }
    const order = await fixture.made(body)
    expect(order).toMatchObject({
      orderNumber: 'PO-77',
      vendorCode: 'V-1',
      status: 'draft',
      orderDate: '2026-03-01',
      expectedDate: null,
      totalAmount: '120.50',
      headerOnly: true,
      notes: 'By ship',
      createdByName: 'purchasing-1',
      version: 1,
      items: [],
    })
    expect(await fixture.steps()).toEqual([{ action: 'create', from: null, to: 'draft' }])
    expect((await fixture.made()).orderDate).toBe('2026-03-02')
  })

  test.each([[''], [null]])(
    'a date sent as %j defaults to today on creation, and does not change on update',
    async (empty) => {
      const order = await fixture.made({
        orderDate: empty,
        expectedDate: empty,
        items: fixture.lines(),
      })
      expect(order).toMatchObject({ orderDate: '2026-03-02', expectedDate: null })
    },
  )

  test('prices lines at the SKU cost or the agreed price, and sums up the total', async () => {
    const items = [
      { skuId: fixture.skuId, quantity: 3 },
      { skuId: fixture.skuId, quantity: 2, unitPrice: '3.55' },
    ]
    const order = await fixture.made({ items, totalAmount: '999.00' })
    expect(order).toMatchObject({ totalAmount: '19.10', headerOnly: false })
    expect(order.items).toMatchObject([
      { lineNo: 1, quantity: 3, unitPrice: '4.00', totalPrice: '12.00', qtyOpen: 3 },
      { lineNo: 2, quantity: 2, unitPrice: '3.55', totalPrice: '7.10', qtyOpen: 2 },
    ])
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
  })

  test.each([
    ['submitted', ['create', 'submit'], { onHand: 0, onOrder: 0 }],
    ['approved', ['create', 'submit', 'approve'], { onHand: 0, onOrder: 10 }],
    ['received', ['create', 'submit', 'approve', 'receive'], { onHand: 10, onOrder: 0 }],
    ['cancelled', ['create', 'cancel'], { onHand: 0, onOrder: 0 }],
  ])('with status %s runs all steps up to it', async (status, actions, counters) => {
    const order = await fixture.made({ status, items: fixture.lines() }, fixture.manager)
    expect(order).toMatchObject({ status, version: actions.length })
    expect((await fixture.steps()).map(({ action }) => action)).toEqual(actions)
    expect(await fixture.stock()).toEqual([counters])
    const messages = await fixture.query('select aggregate_version as v from outbox order by id')
    expect(messages.map(({ v }) => v)).toEqual(actions.map((_, index) => index + 1))
  })

  test('at received by a trial account records a waiver for each skipped control', async () => {
    const { waivers } = await fixture.made(
      { status: 'received', totalAmount: '0', items: fixture.lines() },
      await prizm.signIn('user'),
    )
    expect(waivers).toMatchObject([
      { action: 'approve', controls: ['role', 'self-approval'], by: 'user-4' },
      { action: 'receive', controls: ['role', 'receipt-by-approver'], by: 'user-4' },
    ])
    expect(await fixture.approvals()).toEqual([
      { action: 'approve', isWaiver: true, control: 'role, self-approval' },
      { action: 'receive', isWaiver: true, control: 'role, receipt-by-approver' },
    ])
  })

  test('at submitted without content records a waiver too', async () => {
    await fixture.made({ status: 'submitted' })
    expect(await fixture.approvals()).toEqual([
      { action: 'submit', isWaiver: true, control: 'nothing-ordered' },
    ])
  })

  test('at approved is refused when controls are enforced, and nothing is written', async () => {
    await fixture.set({ sodMode: 'enforce' })
    const byBuyer = await fixture.create({ status: 'approved', items: fixture.lines() })
    expect([byBuyer.statusCode, byBuyer.json().code]).toEqual([403, 'forbidden'])
    const byManager = await fixture.create(
      { status: 'approved', items: fixture.lines() },
      fixture.manager,
    )
    expect([byManager.statusCode, byManager.json().code]).toEqual([403, 'self-approval'])
    expect(await fixture.query('select id from purchase_orders')).toEqual([])
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 0 }])
  })

  test('uses an order number once, even for two concurrent requests', async () => {
    const both = await Promise.all([1, 2].map(() => fixture.create({ orderNumber: 'PO-TWICE' })))
    expect(countsOf(both)).toEqual({ 201: 1, 409: 1 })
    expect(both.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      code: 'duplicate-order-number',
      errors: [{ path: 'orderNumber', message: 'Already taken' }],
    })
    expect(await fixture.query('select id from purchase_orders')).toHaveLength(1)
  })

  test.each([
    ['vendorId', { vendorId: 999 }, 'This vendor does not exist'],
    ['vendorId', { vendorId: undefined }, 'Please select a vendor'],
    ['orderNumber', { orderNumber: ' ' }, 'Required'],
    ['orderNumber', { orderNumber: 'x'.repeat(51) }, 'Must be at most 50 characters'],
    ['status', { status: 'paid' }, undefined],
    ['orderDate', { orderDate: '2026-02-30' }, 'Must be a date such as 2026-03-01'],
    ['totalAmount', { totalAmount: '-1' }, 'Must not be negative'],
    ['totalAmount', { totalAmount: '99999999999' }, undefined],
    ['items.0.quantity', { items: [{ skuId: 1, quantity: 0 }] }, 'Quantity must be at least 1'],
    ['items.0.skuId', { items: [{ skuId: 999, quantity: 1 }] }, 'This SKU does not exist'],
    ['items.0.unitPrice', { items: [{ skuId: 1, quantity: 1, unitPrice: '-1' }] }, undefined],
  ])('refuses an invalid %s', async (path, fields, message) => {
    const answer = await fixture.create(fields)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({ path, ...(message && { message }) })
    expect(await fixture.query('select id from purchase_orders')).toEqual([])
  })

  test('refuses inactive records and amounts out of range', async () => {
    const vendor = await prizm.builders.vendor({ isActive: false })
    const sku = await prizm.builders.sku({ isActive: false })
    const inactive = await fixture.create({ vendorId: vendor.id })
    expect(inactive.json().errors).toEqual([
      { path: 'vendorId', code: 'invalid', message: `Vendor ${vendor.vendorCode} is inactive` },
    ])
    expect((await fixture.create({ items: [{ skuId: sku.id, quantity: 1 }] })).statusCode).toBe(422)
    const items = [{ skuId: fixture.skuId, quantity: 2_147_483_647, unitPrice: '9999999999.99' }]
    expect((await fixture.create({ items })).json()).toMatchObject({
      status: 422,
      code: 'amount-out-of-range',
    })
  })
})

describe('updating', () => {
  test('a draft may change every field, and each change is in the history', async () => {
    const order = await fixture.made({ items: fixture.lines() })
    const answer = await fixture.change(order.id, {
      orderNumber: 'PO-NEW',
      expectedDate: '2026-03-20',
      items: [{ skuId: fixture.skuId, quantity: 2, unitPrice: '5.00' }],
    })
    expect(answer.json()).toMatchObject({
      orderNumber: 'PO-NEW',
      totalAmount: '10.00',
      version: 2,
      notes: null,
    })
    const url = `/api/activity/${order.id}?entity=purchase_order`
    const [act] = (await prizm.call('GET', url, { as: fixture.buyer })).json()
    expect(act.changes).toMatchObject({
      expectedDate: { from: null, to: '2026-03-20' },
      items: { from: '10 × S-1 at $4.00', to: '2 × S-1 at $5.00' },
    })
    const sales = await prizm.signIn('sales')
    const [seen] = (await prizm.call('GET', url, { as: sales })).json()
    expect(seen.changes.items).toBeUndefined()
    expect((await fixture.read(order.id, sales)).items[0]).toMatchObject({ unitPrice: null })
  })

  test('a draft without lines has its typed total until it gets lines', async () => {
    const order = await fixture.made({ totalAmount: '50.00' })
    expect((await fixture.change(order.id, { totalAmount: '60' })).json().totalAmount).toBe('60.00')
    const withLines = (
      await fixture.change(order.id, { items: fixture.lines(), totalAmount: '1.00' })
    ).json()
    expect(withLines).toMatchObject({ totalAmount: '40.00', headerOnly: false })
    const without = (await fixture.change(order.id, { items: [], totalAmount: '9.00' })).json()
    expect(without).toMatchObject({ totalAmount: '9.00', headerOnly: true, items: [] })
  })

  test('is limited to the expected date and notes after submission, then to notes', async () => {
    const { id, orderNumber } = await fixture.approved()
    const changes = {
      orderNumber,
      vendorId: fixture.vendorId,
      totalAmount: '40',
      expectedDate: '2026-04-01',
    }
    expect((await fixture.change(id, changes)).json()).toMatchObject({ expectedDate: '2026-04-01' })
    const refused = await fixture.change(id, { orderNumber: 'PO-OTHER', items: fixture.lines(1) })
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'illegal-change',
      errors: [{ path: 'orderNumber' }, { path: 'items' }],
    })
    await fixture.act(id, 'receive', fixture.warehouse)
    expect((await fixture.change(id, { expectedDate: null })).statusCode).toBe(409)
    expect((await fixture.change(id, { notes: 'All well' })).json()).toMatchObject({
      notes: 'All well',
    })
  })

  test('with an outdated version is refused, for edits and for steps', async () => {
    const { id } = await fixture.made({ items: fixture.lines() })
    const put = (notes: string) =>
      prizm.call('PUT', `/api/purchase-orders/${id}`, {
        as: fixture.buyer,
        body: { notes },
        headers: { 'if-match': '"1"' },
      })
    expect(countsOf(await Promise.all([put('one'), put('two')]))).toEqual({ 200: 1, 412: 1 })
    const submit = (version: number) =>
      prizm.call('POST', `/api/purchase-orders/${id}/submit`, {
        as: fixture.buyer,
        headers: { 'if-match': `"${version}"` },
      })
    expect((await submit(1)).statusCode).toBe(412)
    expect((await submit(2)).statusCode).toBe(200)
  })
})

test('the list applies its filters and marks late orders', async () => {
  // Today is Monday, 2026-03-02.
  const skuId = (await prizm.builders.sku()).id
  const late = { status: 'submitted', totalAmount: '1.00', expectedDate: '2026-03-01' }
  await fixture.made({ ...late, orderDate: '2026-02-01' })
  await fixture.made({ ...late, expectedDate: '2026-03-08' })
  await fixture.made({ ...late, status: 'approved', expectedDate: '2026-03-09' }, fixture.manager)
  await fixture.made({ expectedDate: '2026-03-01', items: [{ skuId, quantity: 1 }] })
  const found = async (parameters: string, sort = 'id') => {
    const url = `/api/purchase-orders?sort=${sort}&limit=10&${parameters}`
    const answer = await prizm.call('GET', url, { as: fixture.buyer })
    return answer.json<{ orderNumber: string }[]>().map((order) => order.orderNumber)
  }
  expect(await found('late=true')).toEqual(['PO-1'])
  expect(await found('', 'vendorName')).toHaveLength(4)
  expect(await found('due=week')).toEqual(['PO-2'])
  expect(await found('expectedFrom=2026-03-08&expectedTo=2026-03-09')).toEqual(['PO-2', 'PO-3'])
  expect(await found('from=2026-02-01&to=2026-02-28')).toEqual(['PO-1'])
  expect(await found('status=approved,draft')).toEqual(['PO-3', 'PO-4'])
  expect(await found(`skuId=${skuId}`)).toEqual(['PO-4'])
  expect(await found('vendorCode=v-1&q=po-2')).toEqual(['PO-2'])
  expect(await found('vendorId=999')).toEqual([])
  const all = await prizm.call('GET', '/api/purchase-orders', { as: fixture.buyer })
  expect(all.json()).toHaveLength(4)
})

test('a vendor or SKU on a purchase order cannot be deleted', async () => {
  await fixture.made({ items: fixture.lines() })
  const remove = async (url: string) =>
    (await prizm.call('DELETE', url, { as: fixture.manager })).json<{
      code: string
      detail: string
    }>()
  expect(await remove(`/api/vendors/${fixture.vendorId}`)).toMatchObject({
    code: 'referenced',
    detail: 'V-1 has 1 purchase order. Deactivate it instead.',
  })
  expect(await remove(`/api/skus/${fixture.skuId}`)).toMatchObject({ code: 'referenced' })
})

describe('sums of purchase orders', () => {
  test('cover all matching orders on all pages, in total and by vendor', async () => {
    const other = await prizm.builders.vendor({ vendorCode: 'V-2', name: 'Zenith' })
    await fixture.made({ totalAmount: '10.00', expectedDate: '2026-02-01', status: 'submitted' })
    await fixture.made({ totalAmount: '5.50' })
    await fixture.made({ totalAmount: '100.00', vendorId: other.id })
    const as = await prizm.signIn('user')
    const sums = async (query: string) => {
      const answer = await prizm.call('GET', `/api/purchase-orders/sums?${query}`, { as })
      return answer.statusCode === 200 ? answer.json() : answer.statusCode
    }
    expect(await sums('')).toEqual({ count: 3, amount: '115.50', groups: [] })
    expect(await sums('late=true')).toEqual({ count: 1, amount: '10.00', groups: [] })
    expect(await sums('by=vendor')).toMatchObject({
      count: 3,
      groups: [
        { key: 'V-2', label: 'V-2 · Zenith', count: 1, amount: '100.00' },
        { key: 'V-1', count: 2, amount: '15.50' },
      ],
    })
    expect(await sums('by=notes')).toBe(422)
  })
  test('have no amounts for roles that may not read costs, nor an order by amount', async () => {
    const other = await prizm.builders.vendor({ vendorCode: 'V-2', name: 'Zenith' })
    await fixture.made({ totalAmount: '10.00' })
    await fixture.made({ totalAmount: '100.00', vendorId: other.id })
    const as = await prizm.signIn('sales')
    const sums = async (query: string) =>
      (await prizm.call('GET', `/api/purchase-orders/sums?${query}`, { as })).json()
    expect(await sums('by=vendor')).toEqual({
      count: 2,
      amount: null,
      groups: [
        { key: 'V-1', label: 'V-1 · Vendor 1', count: 1, amount: null },
        { key: 'V-2', label: 'V-2 · Zenith', count: 1, amount: null },
      ],
    })
    expect(await sums('status=cancelled')).toEqual({ count: 0, amount: '0.00', groups: [] })
  })
})

test('a role that does not see prices changes a draft, whose lines keep them', async () => {
  const items = [{ skuId: fixture.skuId, quantity: 2, unitPrice: '3.55' }]
  const { id } = await fixture.made({ items, status: 'draft' })
  const permissions = ['purchaseOrders.read', 'purchaseOrders.create'] as const
  await prizm.builders.ownRole({ name: 'Clerk', permissions })
  const as = await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' }))
  const url = `/api/purchase-orders/${id}`
  const read = (await prizm.call('GET', url, { as })).json()
  expect(read.items).toMatchObject([{ quantity: 2, unitPrice: null }])
  const changed = [{ ...read.items[0], quantity: 4 }]
  for (const body of [{ ...read, notes: 'By ship' }, { items: changed }]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('PUT', url, { as, body })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const after = await prizm.call('GET', url, { as: await prizm.signIn('admin') })
  // 4 × 3.55
  expect(after.json()).toMatchObject({ notes: 'By ship', totalAmount: '14.20' })
  expect(after.json().items).toMatchObject([{ quantity: 4, unitPrice: '3.55' }])
})
