import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { textIn } from '#features/documents/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { differentReplays, orderBuilders } from '../testing.ts'

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

const step = (id: number, verb: string, body: object = {}) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as, body })
/** Creates an order and sends it to the warehouse. */
const started = async (items: object[], fields: object = {}): Promise<SalesOrderDetails> => {
  const body = { customerId: await builders.buyer(), items, ...fields }
  const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json()
  return (await step(order.id, 'process')).json()
}
const change = (id: number, body: object, more: object = {}) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body, ...more })
const revisions = async (id: number) =>
  (await prizm.call('GET', `/api/sales-orders/${id}/revisions`, { as })).json()
const refusal = async (answer: ReturnType<typeof change>) => {
  const { statusCode, ...rest } = await answer
  const { code, detail, errors } = rest.json()
  return [statusCode, code, errors?.[0]?.message ?? detail]
}
const sound = async () => expect(await brokenInvariants()).toEqual([])
const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open
const reserved = async () =>
  (await prizm.rows('select reserved from skus order by id')).map((row) => row.reserved)

describe('an order in processing', () => {
  test('records a change as a numbered revision, line by line', async () => {
    const [one, two, three] = [
      await builders.item({ price: '10.00' }),
      await builders.item({ price: '20.00' }),
      await builders.item({ price: '5.00' }),
    ]
    const order = await started([
      { skuId: one, quantity: 2 },
      { skuId: two, quantity: 1 },
    ])
    expect([order.status, order.revision]).toEqual(['processing', 0])
    await prizm.database.pool.query('update skus set price = price + 1')
    const items = [
      { skuId: two, quantity: 3 },
      { skuId: three, quantity: 4 },
    ]
    const changed = await change(order.id, { items, notes: 'By the gate', reason: 'They called' })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(changed.json()).toMatchObject({
      status: 'processing',
      revision: 1,
      items: [
        { lineNo: 1, quantity: 0, qtyReserved: 0, qtyCancelled: 2, totalPrice: '0.00' },
        { lineNo: 2, quantity: 3, unitPrice: '21.00', qtyReserved: 3 },
        { lineNo: 3, quantity: 4, unitPrice: '6.00', qtyReserved: 4 },
      ],
      subtotal: '87.00',
      totalAmount: '108.96',
    })
    expect(await open()).toBe('108.96')
    expect(await reserved()).toEqual([0, 3, 4])
    expect(await revisions(order.id)).toMatchObject([
      {
        revision: 1,
        by: 'manager-1',
        reason: 'They called',
        totalBefore: '58.20',
        totalAfter: '108.96',
        fields: [{ name: 'Notes', before: null, after: 'By the gate' }],
        lines: [
          { lineNo: 1, quantityBefore: 2, quantityAfter: 0, priceAfter: '10.00' },
          { lineNo: 2, quantityBefore: 1, quantityAfter: 3, priceBefore: '20.00' },
          { lineNo: 3, quantityBefore: null, quantityAfter: 4, sourceAfter: 'standard' },
        ],
      },
    ])
    await sound()
    const [act] = await prizm.rows(`select action, reason from audit_log
                                where entity = 'sales_order' order by id desc limit 1`)
    expect(act).toEqual({ action: 'revise', reason: 'They called' })
    const [told] = await prizm.rows(`select payload->>'revision' as revision from outbox
                                 where topic = 'sales-order.changed' order by id desc limit 1`)
    expect(told.revision).toBe('1')
  })

  test('does not change price and tax of unchanged lines, even of inactive SKUs', async () => {
    const [one, two] = [await builders.item({ price: '10.00' }), await builders.item()]
    const order = await started([
      { skuId: one, quantity: 3 },
      { skuId: two, quantity: 1 },
    ])
    await prizm.database.pool.query(
      `update skus set price = 99, is_active = false where id = ${one}`,
    )
    const items = [
      { lineNo: 1, skuId: one, quantity: 3 },
      { lineNo: 2, skuId: two, quantity: 2 },
    ]
    const [kept] = (await change(order.id, { items })).json().items
    expect(kept).toMatchObject({ unitPrice: '10.00', totalPrice: '30.00', taxAmount: '2.40' })
    const more = [{ ...items[0], quantity: 4 }, items[1]]
    expect((await change(order.id, { items: more })).statusCode).toBe(422)
    await sound()
  })

  test('that has partly shipped changes only its unshipped units', async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 10 })
    const order = await started([{ skuId, quantity: 5 }])
    await step(order.id, 'ship', { items: [{ lineNo: 1, quantity: 3 }] })
    await prizm.database.pool.query('update skus set price = 50')
    const bodyFor = (quantity: number) => ({ items: [{ lineNo: 1, skuId, quantity }] })
    expect(await refusal(change(order.id, bodyFor(2)))).toEqual([
      422,
      'invalid',
      '3 of S-1 on line 1 have already shipped',
    ])
    const other = { items: [{ skuId: await builders.item(), quantity: 1 }] }
    expect(await refusal(change(order.id, other))).toEqual([
      409,
      'already-shipped',
      '3 of S-1 on line 1 have already shipped, so the line cannot be removed',
    ])
    const more = (await change(order.id, bodyFor(6))).json()
    expect(more.items).toMatchObject([{ unitPrice: '10.00', qtyReserved: 3, qtyShipped: 3 }])
    expect(more).toMatchObject({ totalAmount: '79.80', shippingAmount: '15.00' })
    await sound()
    const done = (await change(order.id, bodyFor(3))).json()
    expect(done).toMatchObject({ status: 'shipped', revision: 2, totalAmount: '47.40' })
    expect(await open()).toBe('0.00')
    await sound()
    expect(await refusal(change(order.id, bodyFor(4)))).toEqual([
      409,
      'already-shipped',
      'This order is shipped, so it cannot be changed',
    ])
  })

  test('cannot exceed free stock, or the credit for its unshipped units', async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 6 })
    const customerId = await builders.buyer({ creditLimit: '90.00' })
    const order = await started([{ skuId, quantity: 5 }], { customerId })
    const bodyFor = (quantity: number) => ({ items: [{ skuId, quantity }] })
    expect(await refusal(change(order.id, bodyFor(7)))).toEqual([
      409,
      'insufficient-stock',
      'Not enough stock: S-1 is 1 short',
    ])
    const dear = await change(order.id, { ...bodyFor(7), backorder: true })
    expect(dear.json().code).toBe('credit-limit-exceeded')
    expect((await revisions(order.id)).length).toBe(0)
    expect((await change(order.id, bodyFor(6))).json()).toMatchObject({ revision: 1 })
    const fewer = (await change(order.id, bodyFor(1))).json()
    expect(fewer.items).toMatchObject([{ quantity: 1, qtyReserved: 1, qtyCancelled: 5 }])
    expect(await reserved()).toEqual([1])
    await sound()
  })

  test('backorders missing units if allowed, and reduces the backorder first', async () => {
    const skuId = await builders.item({ currentStock: 4 })
    const order = await started([{ skuId, quantity: 4 }])
    const more = await change(order.id, { items: [{ skuId, quantity: 7 }], backorder: true })
    expect(more.json().items).toMatchObject([{ qtyReserved: 4, qtyBackordered: 3 }])
    await sound()
    const fewer = await change(order.id, { items: [{ skuId, quantity: 5 }] })
    expect(fewer.json().items).toMatchObject([{ qtyReserved: 4, qtyBackordered: 1 }])
    await sound()
  })

  test('gets one revision from two concurrent changes of the same version', async () => {
    const skuId = await builders.item()
    const { id, version } = await started([{ skuId, quantity: 1 }])
    const headers = { 'if-match': `"${version}"` }
    const both = await Promise.all(
      [2, 3].map((quantity) => change(id, { items: [{ skuId, quantity }] }, { headers })),
    )
    expect(both.map((each) => each.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await revisions(id)).length).toBe(1)
    await sound()
  })

  test('saved without changes does not get a revision', async () => {
    const skuId = await builders.item()
    const { id } = await started([{ skuId, quantity: 1 }])
    const same = await change(id, { items: [{ lineNo: 1, skuId, quantity: 1 }] })
    expect(same.json().revision).toBe(0)
    const wrong = [{ lineNo: 7, skuId, quantity: 1 }]
    expect(await refusal(change(id, { items: wrong }))).toEqual([
      422,
      'invalid',
      'This order has no such line',
    ])
    const other = [{ lineNo: 1, skuId: await builders.item(), quantity: 1 }]
    expect((await refusal(change(id, { items: other })))[2]).toBe(
      'The SKU of line 1 cannot change. Remove the line and add another',
    )
  })

  test('records cancelled units as a revision, also for a recalled order', async () => {
    const skuId = await builders.item()
    const { id } = await started([{ skuId, quantity: 5 }])
    await step(id, 'cancel-rest', { items: [{ lineNo: 1, quantity: 2 }], reason: 'Too many' })
    await step(id, 'recall')
    await change(id, { items: [{ skuId, quantity: 4 }] })
    expect(await revisions(id)).toMatchObject([
      { revision: 2, lines: [{ quantityBefore: 3, quantityAfter: 4 }] },
      { revision: 1, reason: 'Too many', lines: [{ quantityBefore: 5, quantityAfter: 3 }] },
    ])
    await sound()
  })
})

test('the order confirmation shows the revision number, without removed lines', async () => {
  const [one, two] = [await builders.item(), await builders.item()]
  const { id } = await started([
    { skuId: one, quantity: 1 },
    { skuId: two, quantity: 1 },
  ])
  const textOf = async () => {
    const pdf = await prizm.call('GET', `/api/sales-orders/${id}/confirmation/pdf`, { as })
    expect(pdf.statusCode, pdf.body.slice(0, 200)).toBe(200)
    return textIn(pdf.rawPayload)
  }
  expect(await textOf()).not.toContain('Revision')
  await change(id, { items: [{ skuId: two, quantity: 2 }] })
  const text = await textOf()
  expect(text).toContain('Revision 1')
  expect(text).toContain('S-2')
  expect(text).not.toContain('S-1')
})

test('a revision cannot be updated', async () => {
  const skuId = await builders.item()
  const { id } = await started([{ skuId, quantity: 1 }])
  await change(id, { notes: 'x' })
  const rewrite = prizm.database.pool.query(`update sales_order_revisions set reason = 'y'`)
  await expect(rewrite).rejects.toMatchObject({ code: '42501' })
})
