import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const create = (fields: object, by = as) =>
  prizm.call('POST', '/api/sales-orders', { as: by, body: { orderNumber: 'SO-9', ...fields } })
const step = (id: number, verb: string, body: object = {}, more: object = {}) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body, ...more })
const openOrders = async () =>
  (await prizm.rows('select open_order_amount from customers order by id')).map(
    (row) => row.open_order_amount,
  )
const statuses = () =>
  prizm.rows(`select from_status as "from", to_status as "to" from audit_log
          where entity = 'sales_order' and to_status is not null order by id`)
const sound = async () => {
  const broken = await brokenInvariants()
  expect(broken).toEqual([])
}

describe('a header-only order', () => {
  test('saves the entered fields, computes the others, and counts toward credit', async () => {
    const customerId = await builders.buyer({ address: '1 Main St' })
    const answer = await create({
      customerId,
      orderDate: '2026-02-20',
      shipDate: '2026-03-09',
      totalAmount: '120.50',
      notes: 'By letter',
      createdBy: 999,
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      orderNumber: 'SO-9',
      status: 'pending',
      displayStatus: 'pending',
      orderSource: 'web',
      orderDate: '2026-02-20',
      shipDate: '2026-03-09',
      totalAmount: '120.50',
      subtotal: '120.50',
      taxAmount: '0.00',
      shippingAmount: '0.00',
      shippingAddress: '1 Main St',
      notes: 'By letter',
      headerOnly: true,
      createdByName: 'manager-1',
      version: 1,
      items: [],
    })
    expect(await openOrders()).toEqual(['120.50'])
    await sound()
  })

  test('with required fields only is pending, dated today and without a total', async () => {
    const answer = await create({ customerId: await builders.buyer() })
    expect(answer.json()).toMatchObject({
      status: 'pending',
      orderDate: '2026-03-02',
      shipDate: null,
      totalAmount: '0.00',
    })
  })

  test.each([
    ['processing', ['pending', 'processing'], '50.00'],
    ['shipped', ['pending', 'processing', 'shipped'], '0.00'],
    ['delivered', ['pending', 'processing', 'shipped', 'delivered'], '0.00'],
    ['cancelled', ['pending', 'cancelled'], '0.00'],
  ])('created as %s runs and records every step up to it', async (status, way, open) => {
    const answer = await create({ customerId: await builders.buyer(), status, totalAmount: '50' })
    expect(answer.json()).toMatchObject({ status, version: way.length })
    expect(await statuses()).toEqual(
      way.map((to, index) => ({ from: index === 0 ? null : way[index - 1], to })),
    )
    expect(await openOrders()).toEqual([open])
    expect(await prizm.rows('select * from approvals')).toEqual([])
    await sound()
  })

  test('created as shipped has the typed ship date, or today', async () => {
    const customerId = await builders.buyer()
    const typed = await create({ customerId, status: 'shipped', shipDate: '2026-02-01' })
    expect(typed.json().shipDate).toBe('2026-02-01')
    const untyped = await create({ customerId, status: 'shipped', orderNumber: 'SO-10' })
    expect(untyped.json().shipDate).toBe('2026-03-02')
  })

  test('records who bypassed a step of another role', async () => {
    const by = await prizm.signIn('user')
    const answer = await create({ customerId: await builders.buyer(), status: 'shipped' }, by)
    expect(answer.statusCode).toBe(201)
    expect(
      await prizm.rows(`select action, control, is_waiver, approver_id = o.created_by as own
                    from approvals a join sales_orders o on o.id = a.entity_id order by a.id`),
    ).toEqual([
      { action: 'process', control: 'role', is_waiver: true, own: true },
      { action: 'ship', control: 'role', is_waiver: true, own: true },
    ])
  })

  test('over the limit is on hold, uses no credit, and cannot advance', async () => {
    const customerId = await builders.buyer({ creditLimit: '100.00' })
    const { id, ...order } = (await create({ customerId, totalAmount: '100.01' })).json()
    expect(order).toMatchObject({ status: 'pending', holdReason: 'credit' })
    expect(order.displayStatus).toBe('on hold')
    expect(await openOrders()).toEqual(['0.00'])
    const refused = await step(id, 'process')
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'on-hold',
      detail: 'This order is on hold for credit. Release it first',
    })
    await sound()
    expect((await step(id, 'cancel', { reason: 'Too dear' })).json().displayStatus).toBe(
      'cancelled',
    )
    expect(await openOrders()).toEqual(['0.00'])
    await sound()
  })

  test('over the limit with a later status is created, with a waiver of its creator', async () => {
    const customerId = await builders.buyer({ creditLimit: '0.00' })
    const shipped = await create({ customerId, status: 'shipped', totalAmount: '5' })
    expect(shipped.json()).toMatchObject({ status: 'shipped', holdReason: null })
    const fields = { customerId, status: 'processing', totalAmount: '5', orderNumber: 'SO-10' }
    const begun = await create(fields)
    expect(begun.json()).toMatchObject({ status: 'processing', displayStatus: 'on hold' })
    expect(await prizm.rows('select action, control from approvals')).toEqual([
      { action: 'process', control: 'credit' },
      { action: 'process', control: 'credit' },
    ])
    expect(await openOrders()).toEqual(['0.00'])
    await sound()
  })

  test('bypasses no control if controls are enforced', async () => {
    const admin = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode: 'enforce' } })
    const by = await prizm.signIn('user')
    const customerId = await builders.buyer({ creditLimit: '10.00' })
    expect((await create({ customerId, status: 'shipped' }, by)).statusCode).toBe(403)
    const over = { customerId, status: 'shipped', totalAmount: '11' }
    expect((await create(over)).json().code).toBe('over-limit')
    expect(await prizm.rows('select * from sales_orders')).toEqual([])
    expect((await create({ ...over, status: 'pending' }, by)).statusCode).toBe(201)
  })

  test('of a prepaid customer needs no limit, and waits for payment', async () => {
    const customerId = await builders.buyer({ creditLimit: '0.00', paymentTerms: 'CIA' })
    expect((await create({ customerId, totalAmount: '5' })).json().holdReason).toBe('payment')
    expect(await openOrders()).toEqual(['5.00'])
  })

  test('with a number already in use is rejected, and nothing is written', async () => {
    const customerId = await builders.buyer()
    await create({ customerId, totalAmount: '5' })
    const again = await create({ customerId, totalAmount: '7', status: 'shipped' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({
      code: 'duplicate-order-number',
      errors: [{ path: 'orderNumber', message: 'Already taken' }],
    })
    expect(await openOrders()).toEqual(['5.00'])
    expect(await prizm.rows('select total_amount from sales_orders')).toEqual([
      { total_amount: '5.00' },
    ])
  })

  test('of two with one number at the same moment one is created', async () => {
    const customerId = await builders.buyer()
    const other = await prizm.signIn('manager')
    const answers = await Promise.all([
      create({ customerId, totalAmount: '5' }),
      create({ customerId, totalAmount: '7' }, other),
    ])
    expect(countsOf(answers)).toEqual({ 201: 1, 409: 1 })
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'duplicate-order-number',
      errors: [{ path: 'orderNumber', message: 'Already taken' }],
    })
    const created = answers.find(({ statusCode }) => statusCode === 201)
    const { id, totalAmount } = created?.json() ?? {}
    expect(
      await prizm.rows('select id, order_number as number, total_amount from sales_orders'),
    ).toEqual([{ id, number: 'SO-9', total_amount: totalAmount }])
    expect(await openOrders()).toEqual([totalAmount])
    await sound()
  })

  test.each([
    [{ customerId: 77 }, 'customerId', 'This customer does not exist'],
    [{ customerId: undefined }, 'customerId', 'Please select a customer'],
    [{ orderNumber: ' ' }, 'orderNumber', 'Required'],
    [{ orderNumber: 'x'.repeat(51) }, 'orderNumber', 'Must be at most 50 characters'],
    [{ totalAmount: '-1' }, 'totalAmount', 'Must not be negative'],
    [{ totalAmount: '1.234' }, 'totalAmount', 'Must be an amount with at most two decimals'],
    [{ status: 'lost' }, 'status', 'Invalid input'],
    [{ orderDate: '2026-02-30' }, 'orderDate', 'Must be a date such as 2026-03-01'],
    [{ items: [{ quantity: 1 }] }, 'items.0.skuId', 'Please select a SKU'],
  ])('is refused with %j', async (fields, path, message) => {
    const answer = await create({ customerId: await builders.buyer(), ...fields })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([
      { path, message: expect.stringContaining(message) },
    ])
    expect(await prizm.rows('select * from sales_orders')).toEqual([])
  })

  test('of an inactive customer is rejected', async () => {
    const customerId = await builders.buyer({ isActive: false, customerCode: 'C-X' })
    const answer = await create({ customerId })
    expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Customer C-X is inactive'])
  })

  test('sent twice with one idempotency key is created once', async () => {
    const body = { orderNumber: 'SO-9', customerId: await builders.buyer(), totalAmount: '5' }
    const headers = { 'idempotency-key': 'k-1' }
    const send = () => prizm.call('POST', '/api/sales-orders', { as, body, headers })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    expect(await openOrders()).toEqual(['5.00'])
  })
})
