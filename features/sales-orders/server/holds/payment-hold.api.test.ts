import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { holdSalesOrder } from './hold.ts'
import { releasePaymentHolds, salesOrderSubscribers } from './release-payment-holds.ts'

let prizm: TestApp
let given: ReturnType<typeof orderBuilders>
let as: string
let finance: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  given = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  finance = await prizm.signIn('finance')
  customerId = await given.buyer({ paymentTerms: 'Prepaid', creditLimit: '0.00' })
  skuId = await given.item({ price: '100.00', currentStock: 50 })
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const step = (id: number, verb: string, body: object = {}, by = as) =>
  prizm.call('POST', `/api/sales-orders/${id}/${verb}`, { as: by, body })
const read = async (id: number) =>
  (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json()
/** Places an order with this quantity: 108.00 each with tax, plus 15.00 shipping below 500.00. */
const place = async (quantity: number, fields: object = {}) => {
  const body = { customerId, items: [{ skuId, quantity }], ...fields }
  const made = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().order
}
const context = () => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'worker', channel: 'worker' }
}
/** Records a payment and delivers its message to the subscribers. */
const pay = async (amount: string, customer = customerId) => {
  const body = { customerId: customer, amount, method: 'ach' }
  const paid = await prizm.call('POST', '/api/payments', { as: finance, body })
  expect(paid.statusCode, paid.body).toBe(201)
  const told = await prizm.rows(`update outbox set sent_at = now()
                             where topic = 'payment.recorded' and sent_at is null
                             returning payload`)
  const { 'payment.recorded': hear } = salesOrderSubscribers(context)
  for (const message of told) await hear?.(message as never)
  return paid.json()
}
const sound = async () => expect(await brokenInvariants()).toEqual([])

describe('an order of a prepaid customer', () => {
  test('is on hold for payment with stock reserved, and released by the payment', async () => {
    const order = await place(1)
    expect(order).toMatchObject({
      holdReason: 'payment',
      displayStatus: 'on hold',
      totalAmount: '123.00',
      items: [{ qtyReserved: 1 }],
    })
    const early = await step(order.id, 'process')
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'This order is on hold for payment. It is released when it is paid, or manually',
    ])
    expect((await read(order.id)).unpaidAmount).toBe('123.00')
    await pay('122.99')
    expect(await read(order.id)).toMatchObject({ holdReason: 'payment', unpaidAmount: '0.01' })
    await pay('0.01')
    expect(await read(order.id)).toMatchObject({ holdReason: null, status: 'pending' })
    const [act] = await prizm.rows(`select action, reason, actor_id from audit_log
                                where entity = 'sales_order' order by id desc limit 1`)
    expect(act).toEqual({ action: 'release', reason: 'Paid', actor_id: null })
    expect((await step(order.id, 'process')).json().status).toBe('processing')
    expect((await step(order.id, 'ship')).json().status).toBe('shipped')
    await sound()
  })

  test('uses the money in order, oldest first; spent money does not count again', async () => {
    const [first, second] = [await place(1), await place(1)]
    await pay('200.00')
    expect((await read(first.id)).holdReason).toBeNull()
    expect((await read(second.id)).holdReason).toBe('payment')
    await step(first.id, 'process')
    await step(first.id, 'ship')
    await releasePaymentHolds(context())
    expect((await read(second.id)).holdReason).toBe('payment')
    await pay('46.00')
    expect((await read(second.id)).holdReason).toBeNull()
    await sound()
  })

  test('is not held if the money is there, and waits behind other orders', async () => {
    await pay('123.00')
    expect((await place(1)).holdReason).toBeNull()
    expect((await place(1)).holdReason).toBe('payment')
    await sound()
  })

  test("is decided by the terms of the order, not the customer's current terms", async () => {
    const first = await place(1)
    const changeTerms = async (paymentTerms: string) => {
      const text = `update customers set payment_terms = '${paymentTerms}', credit_limit = 5000`
      await prizm.rows(`${text} where id = ${customerId}`)
    }
    await changeTerms('Net 30')
    expect(await read(first.id)).toMatchObject({ holdReason: 'payment', unpaidAmount: '123.00' })
    const [early, later] = [await step(first.id, 'process'), await place(1)]
    expect([early.statusCode, later.holdReason]).toEqual([409, null])
    await changeTerms('Prepaid')
    expect((await step(later.id, 'process')).json().status).toBe('processing')
    // The other order may use its part of the money too.
    await pay('246.00')
    expect((await read(first.id)).holdReason).toBeNull()
    await sound()
  })

  test('cannot use money that is set aside for a refund that is not cancelled', async () => {
    const { id: paymentId } = await pay('1000.00')
    const refund = { paymentId, amount: '400.00', reason: 'Asked for it' }
    const made = await prizm.call('POST', '/api/refunds', { as: finance, body: refund })
    expect(made.statusCode, made.body).toBe(201)
    // 9 × 100.00 and 8 % tax, without shipping: 972.00, of which 1,000.00 − 400.00 is paid.
    const order = await place(9)
    expect(order).toMatchObject({ totalAmount: '972.00', holdReason: 'payment' })
    expect((await read(order.id)).unpaidAmount).toBe('372.00')
    await releasePaymentHolds(context())
    expect((await read(order.id)).holdReason).toBe('payment')
    const cancel = `/api/refunds/${made.json().id}/cancel`
    const cancelled = await prizm.call('POST', cancel, { as: finance, body: {} })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    await releasePaymentHolds(context())
    expect((await read(order.id)).holdReason).toBeNull()
    await sound()
  })

  test('cannot be processed once its money is set aside for a refund', async () => {
    const { id: paymentId } = await pay('123.00')
    const { id } = await place(1)
    const refund = { paymentId, amount: '23.00', reason: 'Asked for it' }
    await prizm.call('POST', '/api/refunds', { as: finance, body: refund })
    const early = await step(id, 'process')
    expect([early.statusCode, early.json().code]).toEqual([409, 'not-paid'])
    expect(early.json().detail).toContain('$23.00 is not paid yet')
    await sound()
  })

  test('can be released unpaid by an authorized user, which is recorded', async () => {
    const { id } = await place(1)
    const sales = await prizm.signIn('sales')
    expect((await step(id, 'release', {}, sales)).statusCode).toBe(403)
    expect((await step(id, 'release')).json().holdReason).toBeNull()
    expect(await prizm.rows('select action, control, is_waiver from approvals')).toEqual([
      { action: 'release', control: 'payment', is_waiver: true },
    ])
    expect((await step(id, 'process')).json().status).toBe('processing')
    await sound()
  })

  test('cannot be released unpaid by its creator, if duties are enforced', async () => {
    const { id } = await place(1)
    const admin = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as: admin, body: { sodMode: 'enforce' } })
    const own = await step(id, 'release')
    expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
    expect((await step(id, 'release', {}, finance)).statusCode).toBe(200)
  })

  test('cannot be processed if its payment was voided', async () => {
    const payment = await pay('123.00')
    const { id } = await place(1)
    const back = await prizm.call('POST', `/api/payments/${payment.id}/void`, {
      as: finance,
      body: { reason: 'Bounced' },
    })
    expect(back.statusCode, back.body).toBe(200)
    const gone = await step(id, 'process')
    expect([gone.statusCode, gone.json().code]).toEqual([409, 'not-paid'])
    expect(gone.json().detail).toContain('$123.00 is not paid yet')
    expect((await step(id, 'hold', { reason: 'payment' })).json().holdReason).toBe('payment')
    await sound()
  })

  test('is released once if two workers handle one payment for one of two orders', async () => {
    const [first, second] = [await place(1), await place(1)]
    await prizm.call('POST', '/api/payments', {
      as: finance,
      body: { customerId, amount: '123.00', method: 'ach' },
    })
    await Promise.all([releasePaymentHolds(context(), customerId), releasePaymentHolds(context())])
    expect((await read(first.id)).holdReason).toBeNull()
    expect((await read(second.id)).holdReason).toBe('payment')
    const acts = await prizm.rows(`select action from audit_log where action = 'release'`)
    expect(acts).toHaveLength(1)
    await sound()
  })

  test('is held again if its total rises; in processing the change is rejected', async () => {
    await pay('123.00')
    const { id } = await place(1)
    const dearer = { items: [{ skuId, quantity: 2 }] }
    const change = () => prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: dearer })
    await step(id, 'process')
    const refused = await change()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not-paid'])
    expect(refused.json().detail).toContain('$108.00 of the new total is not paid yet')
    await step(id, 'recall')
    expect((await change()).json()).toMatchObject({ holdReason: 'payment', totalAmount: '231.00' })
    await pay('108.00')
    expect((await read(id)).holdReason).toBeNull()
    await sound()
  })

  test('is on hold for another reason first, then for payment', async () => {
    const { id } = await place(1)
    await holdSalesOrder(context(), id, { reason: 'price', ifMatch: undefined })
    await pay('100.00')
    expect((await read(id)).holdReason).toBe('price')
    expect((await step(id, 'release')).json().holdReason).toBe('payment')
    await pay('23.00')
    expect((await read(id)).holdReason).toBeNull()
  })
})

test('an order on later payment terms is not held for payment', async () => {
  const customer = await given.buyer()
  expect((await place(1, { customerId: customer })).holdReason).toBeNull()
})

test.each([
  ['pending', 'payment', []],
  ['shipped', null, [{ control: 'payment' }]],
] as const)(
  'an unpaid order recorded as %s is held, or recorded as a waiver',
  async (status, hold, made) => {
    const body = { orderNumber: 'SO-1', customerId, totalAmount: '50', status }
    const order = await prizm.call('POST', '/api/sales-orders', { as, body })
    expect(order.json(), order.body).toMatchObject({ status, holdReason: hold })
    expect(await prizm.rows('select control from approvals')).toEqual(made)
    await sound()
  },
)
