// One file: what an approval holds and what ends it are tested on the same customer and SKU
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { decisionFixture } from '#features/decisions/server/testing.ts'
import { fillRemainingBackorders } from '#features/sales-orders/server/reservations/backorders.ts'
import { shipSalesOrder } from '#features/sales-orders/server/service.ts'
import { differentReplays, orderBuilders } from '../testing.ts'
import { releaseExpiredApprovals } from './release-approvals.ts'

// A customer with a limit of $1,000.00 and a SKU at $10.00 with 10 units in stock. Six units cost
// $60.00, $4.80 tax and $15.00 shipping.

let prizm: TestApp
let as: string
let customerId: number
let skuId: number
let fixture: ReturnType<typeof decisionFixture>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  fixture = decisionFixture(prizm, as)
  const builders = orderBuilders(prizm.database.db)
  customerId = await builders.buyer({ creditLimit: '1000.00' })
  skuId = await builders.item({ currentStock: 10 })
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const requestOf = (quantity: number) => ({ customerId, items: [{ skuId, quantity }] })
const validate = (quantity: number, fields: object = {}) =>
  fixture.post('orders/validate', { ...requestOf(quantity), requestApproval: true, ...fields })
const create = (body: object, by = as, headers: Record<string, string> = {}) =>
  prizm.call('POST', '/api/orders/create', { as: by, body, headers })
const sql = (text: string) => prizm.database.pool.query(text)
const counters = async () => {
  const [stock] = await prizm.rows('select reserved, soft_reserved as soft from skus')
  const [credit] = await prizm.rows(
    'select open_order_amount as open, soft_reserved_amount as soft from customers',
  )
  return { stock, credit }
}
/** Records a count of the SKU. */
const setStock = async (currentStock: number) => {
  const admin = await prizm.signIn('admin')
  const path = `/api/skus/${skuId}`
  const { version } = (await prizm.call('GET', path, { as: admin })).json()
  const headers = { 'if-match': `"${version}"` }
  const body = { currentStock, stockReason: 'count' }
  const counted = await prizm.call('PATCH', path, { as: admin, body, headers })
  expect(counted.statusCode, counted.body).toBe(200)
}
const nothingHeld = {
  stock: { reserved: 0, soft: 0 },
  credit: { open: '0.00', soft: '0.00' },
}
const states = () => prizm.rows('select state from order_approvals order by id')
const expire = () =>
  sql(`update order_approvals set approved_at = approved_at - interval '50 minutes',
         expires_at = expires_at - interval '50 minutes'`)

test('a validation that asks for no approval holds nothing', async () => {
  const validation = await fixture.post('orders/validate', requestOf(6))
  expect(validation.approval).toBeUndefined()
  expect(await counters()).toEqual(nothingHeld)
})

test('an approval holds stock and credit until the order is created', async () => {
  const { approval } = await validate(6)
  expect(await counters()).toEqual({
    stock: { reserved: 0, soft: 6 },
    credit: { open: '0.00', soft: '79.80' },
  })
  const read = async (path: string) => (await prizm.call('GET', path, { as })).json()
  expect(await read(`/api/skus/${skuId}`)).toMatchObject({
    currentStock: 10,
    reserved: 0,
    softReserved: 6,
    available: 4,
  })
  expect(await read(`/api/customers/${customerId}`)).toMatchObject({
    softReservedAmount: '79.80',
    availableCredit: '920.20',
  })
  const other = await create(requestOf(5))
  expect([other.statusCode, other.json().detail]).toEqual([
    409,
    'Not enough stock: S-2 is 1 short (4 available)',
  ])
  const made = await create({ ...requestOf(6), approvalToken: approval.token })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().order).toMatchObject({ totalAmount: '79.80', items: [{ qtyReserved: 6 }] })
  expect(await counters()).toEqual({
    stock: { reserved: 6, soft: 0 },
    credit: { open: '79.80', soft: '0.00' },
  })
  expect(await states()).toEqual([{ state: 'placed' }])
})

test('credit that an approval holds is not available to another order', async () => {
  await sql(`update customers set credit_limit = '100.00'`)
  await validate(6)
  const second = await fixture.post('orders/validate', requestOf(1))
  expect([second.orderApproved, second.credit.availableCredit]).toEqual([false, '20.20'])
  expect(second.credit.message).toContain('held by approvals $79.80')
  const refused = await create(requestOf(1))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
})

test('a preview of the form that holds the approval does not compete with it', async () => {
  const { approval } = await validate(6)
  const preview = (fields: object) =>
    fixture.post('orders/preview', { ...requestOf(10), ...fields })
  const others = await preview({})
  expect(others.stock.stockStatus).toMatchObject([{ available: 4, shortfall: 6 }])
  const own = await preview({ approvalToken: approval.token })
  expect(own.stock.stockStatus).toMatchObject([{ available: 10, shortfall: 0 }])
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 6 })
})

test('a backorder is not filled from what an approval holds', async () => {
  await sql('update customers set allow_backorder = true')
  const waiting = await create(requestOf(12))
  expect(waiting.json().order.items).toMatchObject([{ qtyReserved: 10, qtyBackordered: 2 }])
  const other = orderBuilders(prizm.database.db)
  const buyer = await other.buyer({ customerCode: 'C-9' })
  const { order } = waiting.json()
  const manager = await prizm.signIn('manager')
  const body = { reason: 'Ordered twice' }
  const cancel = `/api/sales-orders/${order.id}/cancel`
  expect((await prizm.call('POST', cancel, { as: manager, body })).statusCode).toBe(200)
  await fixture.post('orders/validate', {
    customerId: buyer,
    items: [{ skuId, quantity: 10 }],
    requestApproval: true,
  })
  const short = await create(requestOf(1))
  expect(short.json().order.items).toMatchObject([{ qtyReserved: 0, qtyBackordered: 1 }])
  await fillRemainingBackorders(fixture.context())
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 10 })
})

test('it expires 15 minutes after it was given, by the clock of the database', async () => {
  const { approval } = await validate(1)
  const [row] = await prizm.rows(
    `select extract(epoch from expires_at - approved_at)::int as seconds,
       approved_at between now() - interval '1 minute' and now() as "isNow" from order_approvals`,
  )
  expect(row).toEqual({ seconds: 900, isNow: true })
  expect(Date.parse(approval.expiresAt)).toBeGreaterThan(Date.now() + 14 * 60_000)
})

test('prices, limit and settings that change meanwhile do not change the order', async () => {
  const { approval, decisionId } = await validate(6)
  await sql(`update skus set price = '12.50'`)
  await sql(`update customers set credit_limit = '10.00'`)
  const made = await create({ ...requestOf(6), approvalToken: approval.token })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().order).toMatchObject({
    subtotal: '60.00',
    totalAmount: '79.80',
    items: [{ unitPrice: '10.00', priceSource: 'standard' }],
  })
  const receipt = await fixture.read(made.json().decisionId)
  expect(receipt.facts.approvedBy).toBe(decisionId)
  expect(receipt.outcome.verdict).toBe('approved')
})

test('a customer who was blocked meanwhile is a 409 with the difference', async () => {
  const { approval } = await validate(6)
  await sql(`update customers set credit_status = 'blocked'`)
  const refused = await create({ ...requestOf(6), approvalToken: approval.token })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'approval-changed',
    detail: 'Customer is on credit hold',
    current: {
      orderApproved: false,
      differences: [{ path: 'credit', shown: null, now: 'Customer is on credit hold' }],
    },
  })
  expect(refused.json().current.approval).toBeUndefined()
  expect(await counters()).toEqual(nothingHeld)
  expect(await states()).toEqual([{ state: 'released' }])
})

test('an inactive customer is a 409 with the difference, too', async () => {
  const { approval } = await validate(6)
  await sql('update customers set is_active = false')
  const refused = await create({ ...requestOf(6), approvalToken: approval.token })
  const now = 'Customer C-1 is inactive'
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval-changed'])
  expect(refused.json().current.differences).toEqual([{ path: 'customerId', shown: null, now }])
  expect(await counters()).toEqual(nothingHeld)
})

test('units that a count did not find are differences, which the new token accepts', async () => {
  await sql('update customers set allow_backorder = true')
  const { approval } = await validate(6)
  const body = { ...requestOf(6), approvalToken: approval.token }
  const approvalToken = `${approval.token}.1`
  await setStock(4)
  const refused = await create(body)
  expect(refused.statusCode, refused.body).toBe(409)
  expect(refused.json().current).toMatchObject({
    orderApproved: true,
    approval: { token: approvalToken },
    differences: [
      { path: 'items.0.qtyReserved', shown: '6', now: '4' },
      { path: 'items.0.qtyBackordered', shown: '0', now: '2' },
    ],
  })
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 4 })
  const made = await create({ ...body, approvalToken })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().order.items).toMatchObject([{ qtyReserved: 4, qtyBackordered: 2 }])
  const late = await create(body)
  expect([late.statusCode, late.json().code]).toEqual([409, 'approval-used'])
})

test('a repetition after a lost refusal is refused alike, and accepts nothing', async () => {
  await sql('update customers set allow_backorder = true')
  const { approval } = await validate(6)
  const body = { ...requestOf(6), approvalToken: approval.token }
  await setStock(4)
  const answers = [await create(body), await create(body), await create(body)]
  const given = answers.map((answer) => [answer.statusCode, answer.json().current.approval.token])
  const refusal = [409, `${approval.token}.1`]
  expect(given).toEqual([refusal, refusal, refusal])
  for (const answer of answers) {
    expect(answer.json().current.differences).toEqual([
      { path: 'items.0.qtyReserved', shown: '6', now: '4' },
      { path: 'items.0.qtyBackordered', shown: '0', now: '2' },
    ])
  }
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 4 })
  await setStock(3)
  const changed = await create({ ...body, approvalToken: `${approval.token}.1` })
  expect(changed.json().current).toMatchObject({
    approval: { token: `${approval.token}.2` },
    differences: [
      { path: 'items.0.qtyReserved', shown: '4', now: '3' },
      { path: 'items.0.qtyBackordered', shown: '2', now: '3' },
    ],
  })
  const unknown = await create(body)
  expect([unknown.statusCode, unknown.json().code]).toEqual([409, 'approval-unknown'])
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 3 })
  await fixture.post('orders/release-approval', { approvalToken: approval.token })
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 3 })
  await fixture.post('orders/release-approval', { approvalToken: `${approval.token}.2` })
  expect(await counters()).toEqual(nothingHeld)
})

test('a delivery does not change what was shown as backordered', async () => {
  await sql('update customers set allow_backorder = true')
  const { approval } = await validate(12)
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 10 })
  await setStock(20)
  const made = await create({ ...requestOf(12), approvalToken: approval.token })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().order.items).toMatchObject([{ qtyReserved: 10, qtyBackordered: 2 }])
})

test('what the warehouse has shipped is recorded, although an approval holds it', async () => {
  await sql('update customers set allow_backorder = true')
  await setStock(12)
  const { approval } = await validate(2)
  const { order } = (await create(requestOf(12))).json()
  const manager = await prizm.signIn('manager')
  const step = (verb: string) => {
    const path = `/api/sales-orders/${order.id}/${verb}`
    return prizm.call('POST', path, { as: manager, body: {} })
  }
  expect((await step('process')).statusCode).toBe(200)
  expect((await counters()).stock).toEqual({ reserved: 10, soft: 2 })
  const refused = await step('ship')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
  await shipSalesOrder({ ...fixture.context(), channel: 'wms' }, order.id, { ifMatch: undefined })
  const changed = await create({ ...requestOf(2), approvalToken: approval.token })
  expect(changed.json().current.differences).toEqual([
    { path: 'items.0.qtyReserved', shown: '2', now: '0' },
    { path: 'items.0.qtyBackordered', shown: '0', now: '2' },
  ])
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 0 })
})

describe('after an approval has expired', () => {
  test('what it holds is given back by the job, once', async () => {
    await validate(10)
    expect((await create(requestOf(1))).statusCode).toBe(409)
    await releaseExpiredApprovals(fixture.context())
    expect((await counters()).stock).toEqual({ reserved: 0, soft: 10 })
    await expire()
    await Promise.all([
      releaseExpiredApprovals(fixture.context()),
      releaseExpiredApprovals(fixture.context()),
    ])
    expect(await counters()).toEqual(nothingHeld)
    expect((await create(requestOf(1))).statusCode).toBe(201)
  })

  test.each([
    ['before', false],
    ['after', true],
  ])('its order is created if nothing differs, %s it was given back', async (_when, isSwept) => {
    const { approval } = await validate(6)
    await expire()
    if (isSwept) await releaseExpiredApprovals(fixture.context())
    const made = await create({ ...requestOf(6), approvalToken: approval.token })
    expect(made.statusCode, made.body).toBe(201)
    expect((await counters()).stock).toEqual({ reserved: 6, soft: 0 })
  })

  test('a new price is a 409 with every field, and the answer holds the new price', async () => {
    const { approval } = await validate(6)
    await expire()
    await sql(`update skus set price = '12.50'`)
    const body = { ...requestOf(6), approvalToken: approval.token }
    const refused = await create(body)
    expect(refused.json()).toMatchObject({
      code: 'approval-changed',
      detail:
        'The order has changed since you validated it (6 fields). ' +
        'Review the changes and create it again',
      current: { pricing: { total: '96.00' }, approval: { token: `${approval.token}.1` } },
    })
    expect(refused.json().current.differences).toEqual([
      { path: 'items.0.unitPrice', shown: '10.00', now: '12.50' },
      { path: 'items.0.totalPrice', shown: '60.00', now: '75.00' },
      { path: 'items.0.taxAmount', shown: '4.80', now: '6.00' },
      { path: 'subtotal', shown: '60.00', now: '75.00' },
      { path: 'taxAmount', shown: '4.80', now: '6.00' },
      { path: 'total', shown: '79.80', now: '96.00' },
    ])
    await sql(`update skus set price = '13.00'`)
    const made = await create({ ...body, approvalToken: `${approval.token}.1` })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order.totalAmount).toBe('96.00')
  })

  test('stock that was sold meanwhile is a 409', async () => {
    const { approval } = await validate(6)
    await expire()
    await releaseExpiredApprovals(fixture.context())
    expect((await create(requestOf(5))).statusCode).toBe(201)
    const refused = await create({ ...requestOf(6), approvalToken: approval.token })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().current.differences).toEqual([
      { path: 'items.0.qtyReserved', shown: '6', now: '5' },
      { path: 'items.0.qtyBackordered', shown: '0', now: '1' },
      { path: 'stock', shown: null, now: 'There is not enough stock' },
    ])
    expect((await counters()).stock).toEqual({ reserved: 5, soft: 0 })
  })
})

describe('a hold for a repeated customer PO', () => {
  beforeEach(async () => {
    const admin = await prizm.signIn('admin')
    const body = { customerPoAgain: 'hold' }
    const set = await prizm.call('PUT', '/api/settings', { as: admin, body })
    expect(set.statusCode, set.body).toBe(200)
    expect((await create({ ...requestOf(1), customerPO: '4711' })).statusCode).toBe(201)
  })

  test('is a difference if the PO was not validated, and the new token accepts it', async () => {
    const { approval } = await validate(2)
    const body = { ...requestOf(2), customerPO: '4711' }
    const refused = await create({ ...body, approvalToken: approval.token })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval-changed'])
    expect(refused.json().current.differences).toEqual([
      { path: 'holdReason', shown: null, now: 'duplicate' },
    ])
    const made = await create({ ...body, approvalToken: `${approval.token}.1` })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({ holdReason: 'duplicate' })
  })

  test('is part of what was shown if the PO was validated', async () => {
    const { approval } = await validate(2, { customerPO: '4711' })
    const body = { ...requestOf(2), customerPO: '4711', approvalToken: approval.token }
    const made = await create(body)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({ holdReason: 'duplicate' })
  })
})

describe('the approval of a customer who pays in advance', () => {
  const pay = async (amount: string) => {
    const finance = await prizm.signIn('finance')
    const body = { customerId, amount, method: 'ach' }
    const paid = await prizm.call('POST', '/api/payments', { as: finance, body })
    expect(paid.statusCode, paid.body).toBe(201)
  }
  beforeEach(() => sql(`update customers set payment_terms = 'prepaid'`))

  test('shows the hold for payment: money that another order used is a difference', async () => {
    await pay('79.80')
    const { approval } = await validate(6)
    expect((await create(requestOf(4))).json().order).toMatchObject({ holdReason: null })
    const body = requestOf(6)
    const refused = await create({ ...body, approvalToken: approval.token })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval-changed'])
    expect(refused.json().current.differences).toEqual([
      { path: 'holdReason', shown: null, now: 'payment' },
    ])
    const made = await create({ ...body, approvalToken: `${approval.token}.1` })
    expect(made.json().order).toMatchObject({ holdReason: 'payment', totalAmount: '79.80' })
  })

  test('an order is on hold as it was shown, and free if it was paid meanwhile', async () => {
    const unpaid = await validate(1)
    const held = await create({ ...requestOf(1), approvalToken: unpaid.approval.token })
    expect(held.statusCode, held.body).toBe(201)
    expect(held.json().order).toMatchObject({ holdReason: 'payment' })
    const { approval } = await validate(2)
    await pay('500.00')
    const made = await create({ ...requestOf(2), approvalToken: approval.token })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({ holdReason: null })
  })
})

describe('a token', () => {
  test('places one order, however often and wherever it is sent', async () => {
    const { approval } = await validate(2)
    const body = { ...requestOf(2), approvalToken: approval.token }
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body)))
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(made).toHaveLength(1)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(9)
    const salesOrderId = made[0]?.json().order.id
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ code: 'approval-used', current: { salesOrderId } })
    }
    expect((await counters()).stock).toEqual({ reserved: 2, soft: 0 })
  })

  test('under one idempotency key gives one answer', async () => {
    const { approval } = await validate(2)
    const body = { ...requestOf(2), approvalToken: approval.token }
    const key = { 'idempotency-key': randomUUID() }
    const [one, two] = [await create(body, as, key), await create(body, as, key)]
    expect([one.statusCode, two.statusCode, two.body]).toEqual([201, 201, one.body])
  })

  test('is for what was shown, and stays valid for it', async () => {
    const { approval } = await validate(2)
    const token = { approvalToken: approval.token }
    const changed = await create({ ...requestOf(3), ...token })
    expect([changed.statusCode, changed.json().code]).toEqual([409, 'approval-of-other-request'])
    expect((await counters()).stock).toEqual({ reserved: 0, soft: 2 })
    expect((await create({ ...requestOf(2), ...token })).statusCode).toBe(201)
  })

  test('of another user is unknown', async () => {
    const { approval } = await validate(2)
    const other = await prizm.signIn('sales')
    const body = { approvalToken: approval.token }
    const refused = await create({ ...requestOf(2), ...body }, other)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval-unknown'])
    await fixture.post('orders/release-approval', body, other)
    expect((await counters()).stock).toEqual({ reserved: 0, soft: 2 })
  })

  test('that is given back holds nothing', async () => {
    const { approval } = await validate(2)
    const body = { approvalToken: approval.token }
    await fixture.post('orders/release-approval', body)
    await fixture.post('orders/release-approval', body)
    await fixture.post('orders/release-approval', { approvalToken: randomUUID() })
    expect(await counters()).toEqual(nothingHeld)
  })

  test('of a form that changed holds what the new validation shows', async () => {
    const { approval } = await validate(8)
    const again = await validate(9, { approvalToken: approval.token })
    expect(again.approval.token).toBe(approval.token)
    expect((await counters()).stock).toEqual({ reserved: 0, soft: 9 })
    const tooMany = await validate(11, { approvalToken: approval.token })
    expect([tooMany.orderApproved, tooMany.approval]).toEqual([false, undefined])
    expect(await counters()).toEqual(nothingHeld)
  })
})

describe('the approval of an order that is parked', () => {
  beforeEach(async () => {
    await sql(`update customers set duplicate_check = 'lines'`)
  })

  test('holds neither stock nor credit, and places it parked', async () => {
    expect((await create(requestOf(2))).statusCode).toBe(201)
    const { approval, resembles } = await validate(2)
    expect(resembles).toContain('It has the same lines as')
    expect(await counters()).toEqual({
      stock: { reserved: 2, soft: 0 },
      credit: { open: '36.60', soft: '0.00' },
    })
    const made = await create({ ...requestOf(2), approvalToken: approval.token })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({
      holdReason: 'parked',
      totalAmount: '36.60',
      items: [{ qtyReserved: 0, qtyBackordered: 0 }],
    })
    expect(await counters()).toEqual({
      stock: { reserved: 2, soft: 0 },
      credit: { open: '36.60', soft: '0.00' },
    })
    expect(await states()).toEqual([{ state: 'placed' }])
  })

  test('binds its prices; credit and stock are decided when it is placed', async () => {
    expect((await create(requestOf(6))).statusCode).toBe(201)
    await sql('update customers set allow_backorder = true')
    const { approval } = await validate(6)
    await sql(`update skus set price = '12.50'`)
    await sql(`update customers set credit_status = 'blocked'`)
    const made = await create({ ...requestOf(6), approvalToken: approval.token })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({ holdReason: 'parked', totalAmount: '79.80' })
    expect((await counters()).stock).toEqual({ reserved: 6, soft: 0 })
  })

  test('gives back what it holds if the customer PO comes after the validation', async () => {
    const customerPO = '4711'
    expect((await create({ ...requestOf(2), customerPO })).statusCode).toBe(201)
    const known = await validate(5, { customerPO })
    expect((await counters()).stock).toEqual({ reserved: 2, soft: 0 })
    const { approval } = await validate(5, { approvalToken: known.approval.token })
    expect((await counters()).stock).toEqual({ reserved: 2, soft: 5 })
    const made = await create({ ...requestOf(5), customerPO, approvalToken: approval.token })
    expect(made.json().order).toMatchObject({ holdReason: 'parked', items: [{ qtyReserved: 0 }] })
    expect((await counters()).stock).toEqual({ reserved: 2, soft: 0 })
  })

  test('takes stock and credit if the other order is cancelled meanwhile', async () => {
    const first = await create(requestOf(2))
    const { approval } = await validate(2)
    await sql(`update skus set price = '12.50'`)
    const cancel = `/api/sales-orders/${first.json().order.id}/cancel`
    await prizm.call('POST', cancel, { as, body: { reason: 'Entered by mistake' } })
    const made = await create({ ...requestOf(2), approvalToken: approval.token })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({
      holdReason: null,
      totalAmount: '36.60',
      items: [{ unitPrice: '10.00', qtyReserved: 2 }],
    })
    expect(await counters()).toEqual({
      stock: { reserved: 2, soft: 0 },
      credit: { open: '36.60', soft: '0.00' },
    })
  })

  test('does not hold the credit, which is decided if the order is not parked', async () => {
    const first = await create(requestOf(2))
    const { approval } = await validate(2)
    const cancel = `/api/sales-orders/${first.json().order.id}/cancel`
    await prizm.call('POST', cancel, { as, body: { reason: 'Entered by mistake' } })
    await sql(`update customers set credit_limit = '10.00'`)
    const refused = await create({ ...requestOf(2), approvalToken: approval.token })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval-changed'])
    expect(refused.json().current.differences).toMatchObject([{ path: 'credit', shown: null }])
    expect(await counters()).toEqual(nothingHeld)
  })

  test('that has expired is renewed with new prices, and still holds nothing', async () => {
    expect((await create(requestOf(6))).statusCode).toBe(201)
    await sql('update customers set allow_backorder = true')
    const { approval } = await validate(6)
    await expire()
    await sql(`update skus set price = '12.50'`)
    const refused = await create({ ...requestOf(6), approvalToken: approval.token })
    const paths = refused.json().current.differences.map(({ path }: { path: string }) => path)
    expect(paths).toEqual([
      'items.0.unitPrice',
      'items.0.totalPrice',
      'items.0.taxAmount',
      'subtotal',
      'taxAmount',
      'total',
    ])
    expect((await counters()).stock).toEqual({ reserved: 6, soft: 0 })
    const approvalToken = `${approval.token}.1`
    const made = await create({ ...requestOf(6), approvalToken })
    expect(made.json().order).toMatchObject({ holdReason: 'parked', totalAmount: '96.00' })
  })
})

test('the last ten units are approved ten times, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => validate(1)))
  const approved = answers.filter(({ approval }) => approval !== undefined)
  expect(approved).toHaveLength(10)
  expect((await counters()).stock).toEqual({ reserved: 0, soft: 10 })
  const orders = await Promise.all(
    approved.map(({ approval }) => create({ ...requestOf(1), approvalToken: approval.token })),
  )
  expect(orders.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 201))
  expect((await counters()).stock).toEqual({ reserved: 10, soft: 0 })
})
