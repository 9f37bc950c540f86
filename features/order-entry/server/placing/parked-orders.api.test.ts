import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ParkedOrder, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

// An order of 10 units at 10.00 for a tax-exempt customer: 115.00 with shipping.

let prizm: TestApp
let as: string
let builders: ReturnType<typeof orderBuilders>
let customerId: number
let skuId: number

const buyer = (fields: object = {}) =>
  builders.buyer({ taxExempt: true, taxExemptNumber: 'X-1', ...fields })

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  builders = orderBuilders(prizm.database.db)
  customerId = await buyer()
  skuId = await builders.item()
  await setRule({ duplicateCheck: 'lines' })
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const setRule = async (body: object) => {
  const admin = await prizm.signIn('admin')
  expect((await prizm.call('PUT', '/api/settings', { as: admin, body })).statusCode).toBe(200)
}
const place = async (customerPO: string | null, fields: object = {}) => {
  const body = { customerId, customerPO, items: [{ skuId, quantity: 10 }], ...fields }
  const answer = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ order: SalesOrderDetails }>().order
}
const decide = (id: number, decision: string, by = as) =>
  prizm.call('POST', `/api/sales-orders/${id}/decide-parking`, { as: by, body: { decision } })
const step = (id: number, verb: string, body: object = {}) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body })
const use = async () =>
  (
    await prizm.rows(`select (select sum(reserved) from skus)::int as reserved,
                             (select sum(open_order_amount) from customers)::text as open`)
  )[0]
const states = () => prizm.rows(`select status, hold_reason as hold from sales_orders order by id`)
const lastReason = async (id: number) =>
  (
    await prizm.rows(`select reason from audit_log
      where entity = 'sales_order' and entity_id = ${id} order by id desc limit 1`)
  )[0]

test('by default nothing is parked', async () => {
  await setRule({ duplicateCheck: 'off' })
  await place('4711')
  expect(await place('4711')).toMatchObject({ holdReason: null, displayStatus: 'pending' })
})

test.each(['PO-4711', 'po-4711', ' Po - 47 11', '000po-4711'])(
  'a repeated customer PO, written %j, is parked with neither stock nor credit',
  async (customerPO) => {
    const first = await place('PO-4711')
    const second = await place(customerPO, { items: [{ skuId, quantity: 1 }] })
    expect(second).toMatchObject({
      holdReason: 'parked',
      displayStatus: 'on hold',
      holdNote: `PO ${customerPO.trim()} is already used on ${first.orderNumber}`,
      items: [{ quantity: 1, qtyReserved: 0, qtyBackordered: 0 }],
    })
    expect(await use()).toEqual({ reserved: 10, open: '115.00' })
    expect(await prizm.rows('select * from parked_orders')).toMatchObject([
      { sales_order_id: second.id, resembles_id: first.id, reason: 'po' },
    ])
  },
)

test.each([
  [9, 'parked', 'nearly the same lines'],
  [10, 'parked', 'the same lines'],
  [11, 'parked', 'nearly the same lines'],
  [8, null, ''],
  [12, null, ''],
])('%i units instead of 10: %j', async (quantity, holdReason, lines) => {
  const first = await place('4711')
  const holdNote = holdReason && `It has ${lines} as ${first.orderNumber}`
  expect(await place('4712', { items: [{ skuId, quantity }] })).toMatchObject({
    holdReason,
    holdNote,
  })
})

test('another SKU, another customer and an order of another day resemble nothing', async () => {
  const { id } = await place(null)
  const other = await builders.item()
  expect(await place(null, { items: [{ skuId: other, quantity: 10 }] })).toMatchObject({
    holdReason: null,
  })
  expect(await place(null, { customerId: await buyer() })).toMatchObject({ holdReason: null })
  await prizm.rows(
    `update sales_orders set created_at = now() - interval '49 hours' where id = ${id}`,
  )
  expect(await place(null)).toMatchObject({ holdReason: null })
})

test('a cancelled order is not repeated; the rule of the customer comes first', async () => {
  const { id } = await place('4711')
  await step(id, 'cancel', { reason: 'Entered by mistake' })
  expect(await place('4711')).toMatchObject({ holdReason: null })
  await prizm.rows(`update customers set duplicate_check = 'off'`)
  expect(await place('4711')).toMatchObject({ holdReason: null })
  await prizm.rows(`update customers set duplicate_check = 'po'`)
  expect(await place('4712')).toMatchObject({ holdReason: null })
  expect(await place('4712')).toMatchObject({ holdReason: 'parked' })
})

test('a parked order is not refused for stock or credit, which the first one took', async () => {
  await prizm.rows(`update customers set credit_limit = 120`)
  await place('4711', { items: [{ skuId, quantity: 10 }] })
  expect(await place('4711', { items: [{ skuId, quantity: 500 }] })).toMatchObject({
    holdReason: 'parked',
  })
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
})

test('its receipt says what it resembles, and that credit and stock were not decided', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  const [receipt] = await prizm.rows<{ canonical: string }>(
    `select canonical from decision_receipts where sales_order_id = ${id}`,
  )
  const { outcome } = JSON.parse(receipt?.canonical ?? '{}')
  expect(outcome).toMatchObject({ verdict: 'held', holdReason: 'parked' })
  expect(outcome.rules).toEqual(
    expect.arrayContaining([
      { rule: 'credit', result: 'skipped' },
      { rule: 'stock', result: 'skipped' },
      { rule: 'hold', result: 'held', says: `PO 4711 is already used on ${first.orderNumber}` },
    ]),
  )
})

test('a validation says which order has the same lines or PO, and parks nothing', async () => {
  const validate = async (quantity: number, customerPO?: string) => {
    const body = { customerId, customerPO, items: [{ skuId, quantity }] }
    return (await prizm.call('POST', '/api/orders/validate', { as, body })).json()
  }
  const first = await place('4711')
  expect(await validate(10)).toMatchObject({
    orderApproved: true,
    resembles: `It has the same lines as ${first.orderNumber}`,
  })
  expect(await validate(20)).not.toHaveProperty('resembles')
  await setRule({ duplicateCheck: 'po' })
  expect(await validate(10)).not.toHaveProperty('resembles')
  expect(await validate(20, '4712')).not.toHaveProperty('resembles')
  expect(await validate(20, '04 711')).toMatchObject({
    resembles: `PO 04 711 is already used on ${first.orderNumber}`,
  })
  expect(await states()).toEqual([{ status: 'pending', hold: null }])
})

test('it cannot be processed; both orders are shown side by side', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  expect((await step(id, 'process')).json()).toMatchObject({
    code: 'on-hold',
    detail: 'This order is parked as a possible duplicate. Choose Compare and decide first',
  })
  const shown = await prizm.call('GET', `/api/sales-orders/${id}/parking`, { as })
  expect(shown.json<ParkedOrder>()).toMatchObject({
    reason: 'po',
    order: { id, holdReason: 'parked' },
    resembles: { id: first.id, status: 'pending' },
    whyNotReplace: null,
  })
  const never = await prizm.call('GET', `/api/sales-orders/${first.id}/parking`, { as })
  expect(never.statusCode).toBe(404)
})

test('"Place both" takes stock and credit, once', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  expect((await decide(id, 'place-both')).json()).toMatchObject({
    holdReason: null,
    holdNote: null,
    items: [{ qtyReserved: 10, qtyBackordered: 0 }],
  })
  expect(await use()).toEqual({ reserved: 20, open: '230.00' })
  expect(await lastReason(id)).toEqual({ reason: `Kept in addition to ${first.orderNumber}` })
  const again = await decide(id, 'place-both')
  expect([again.statusCode, again.json().code]).toEqual([409, 'not-on-hold'])
  expect((await step(id, 'process')).statusCode).toBe(200)
})

test('"Place both" puts it on credit hold if the credit does not cover it', async () => {
  await prizm.rows(`update customers set credit_limit = 150`)
  await place('4711')
  const { id, orderNumber } = await place('4711')
  expect((await decide(id, 'place-both')).json()).toMatchObject({
    holdReason: 'credit',
    items: [{ qtyReserved: 0, qtyBackordered: 0 }],
  })
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
  const titles = await prizm.rows(
    `select distinct title from notifications where title like '%for credit'`,
  )
  expect(titles).toEqual([{ title: `${orderNumber} is on hold for credit` }])
})

test('"Discard" cancels it and leaves the first order as it is', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  expect((await decide(id, 'discard')).json()).toMatchObject({ status: 'cancelled' })
  expect(await states()).toEqual([
    { status: 'pending', hold: null },
    { status: 'cancelled', hold: null },
  ])
  expect(await lastReason(id)).toEqual({
    reason: `Cancelled as a duplicate of ${first.orderNumber}`,
  })
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
})

test('"It replaces the first" cancels the first and takes its stock and credit', async () => {
  await prizm.rows(`update customers set credit_limit = 120`)
  const first = await place('4711')
  const second = await place('4711')
  expect((await decide(second.id, 'replace')).json()).toMatchObject({
    holdReason: null,
    items: [{ qtyReserved: 10 }],
  })
  expect(await states()).toEqual([
    { status: 'cancelled', hold: null },
    { status: 'pending', hold: null },
  ])
  expect(await lastReason(first.id)).toEqual({ reason: `Replaced by ${second.orderNumber}` })
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
})

test('an order that the warehouse works on is not replaced, and nothing changes', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  await step(first.id, 'process')
  const refused = await decide(id, 'replace')
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'illegal-transition'])
  expect(refused.json().detail).toBe(
    `${first.orderNumber} is processing. Only a pending order can be replaced`,
  )
  expect(await states()).toEqual([
    { status: 'processing', hold: null },
    { status: 'pending', hold: 'parked' },
  ])
})

test('who may not release holds decides nothing, and nobody parks an order by hand', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  expect((await decide(id, 'place-both', await prizm.signIn('sales'))).statusCode).toBe(403)
  expect((await decide(id, 'elsewhere')).statusCode).toBe(422)
  expect((await step(first.id, 'hold', { reason: 'parked' })).statusCode).toBe(422)
})

test('of six equal orders at once one is placed, and five are parked', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => place('4711')))
  expect(all.filter(({ holdReason }) => holdReason === 'parked')).toHaveLength(5)
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
})

test('of decisions at once one is carried out', async () => {
  const first = await place('4711')
  const { id } = await place('4711')
  const decisions = ['place-both', 'discard', 'replace', 'place-both']
  const answers = await Promise.all(decisions.map((decision) => decide(id, decision)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  expect(await lastReason(first.id)).toBeDefined()
})

test('a change of a parked order takes no stock and no credit', async () => {
  await place('4711')
  const { id } = await place('4711')
  const body = { items: [{ skuId, quantity: 12 }] }
  const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
  expect(changed.json()).toMatchObject({
    holdReason: 'parked',
    items: [{ quantity: 12, qtyReserved: 0, qtyBackordered: 0 }],
  })
  expect(await use()).toEqual({ reserved: 10, open: '115.00' })
})
