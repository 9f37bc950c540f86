import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ArSummary } from '#features/ar-reports/contract.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { SalesOrderDetails } from '../../../sales-orders/contract.ts'

// The deposit of a prepaid order settles its invoice. Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let builders: ReturnType<typeof orderBuilders>
let customerId: number
let skuId: number

const exempt = { taxExempt: true, taxExemptNumber: 'X-1' }

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
  builders = orderBuilders(prizm.database.db)
  customerId = await builders.buyer({ ...exempt, paymentTerms: 'Prepaid', creditLimit: '0.00' })
  skuId = await builders.item({ price: '500.00', currentStock: 50 })
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const place = async (quantity: number, fields: object = {}) => {
  const body = { customerId, items: [{ skuId, quantity }], ...fields }
  const made = await fixture.post('orders/create', body, 'manager')
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ order: SalesOrderDetails }>().order
}
const step = async (id: number, verb: string, body: object = {}) => {
  const answer = await fixture.post(`sales-orders/${id}/${verb}`, body, 'manager')
  expect(answer.statusCode, answer.body).toBe(200)
}
const release = (id: number) => step(id, 'release')
const invoicesOf = async (id: number) => {
  const found = await fixture.get<{ id: number }[]>(`invoices?salesOrderId=${id}&sort=id`)
  const read = await Promise.all(found.map((each) => fixture.invoice(each.id)))
  return read.map(({ total, openAmount, state, applications }) => [
    total,
    openAmount,
    state,
    applications.map(({ sourceNumber, amount, appliedOn }) => [sourceNumber, amount, appliedOn]),
  ])
}

test('each partial shipment applies its part of the deposit; the rest stays open', async () => {
  const deposit = await fixture.paid(customerId, '1100.00')
  const order = await place(2)
  await step(order.id, 'process')
  await step(order.id, 'ship', { items: [{ lineNo: 1, quantity: 1 }] })
  expect(await invoicesOf(order.id)).toEqual([
    ['500.00', '0.00', 'paid', [[deposit.paymentNumber, '500.00', '2026-03-02']]],
  ])
  expect(await fixture.get(`payments/${deposit.id}`)).toMatchObject({ openAmount: '600.00' })
  await step(order.id, 'ship')
  expect((await invoicesOf(order.id))[1]?.slice(0, 3)).toEqual(['500.00', '0.00', 'paid'])
  expect(await fixture.get(`payments/${deposit.id}`)).toMatchObject({ openAmount: '100.00' })
  expect(await fixture.balance(customerId)).toBe('-100.00')
})

test('applies the payment that names the order first, never one for another order', async () => {
  const order = await place(2)
  const other = await place(1, { customerPO: 'PO 77' })
  const ofOther = await fixture.paid(customerId, '500.00', { reference: 'PO-77' })
  const free = await fixture.paid(customerId, '400.00')
  const own = await fixture.paid(customerId, '600.00', { reference: order.orderNumber })
  await release(order.id)
  await step(order.id, 'process')
  await step(order.id, 'ship')
  expect(await invoicesOf(order.id)).toEqual([
    [
      '1000.00',
      '0.00',
      'paid',
      [
        [own.paymentNumber, '600.00', '2026-03-02'],
        [free.paymentNumber, '400.00', '2026-03-02'],
      ],
    ],
  ])
  await release(other.id)
  await step(other.id, 'process')
  await step(other.id, 'ship')
  expect(await invoicesOf(other.id)).toEqual([
    ['500.00', '0.00', 'paid', [[ofOther.paymentNumber, '500.00', '2026-03-02']]],
  ])
})

test('the shortfall remains open, and a credit memo is applied after payments', async () => {
  const charge = await fixture.charged(customerId, { total: '80.00' })
  const body = { invoiceId: charge, goods: '80.00', reason: 'Late' }
  const memo = (await fixture.post('credit-memos', body)).json<{ creditMemoNumber: string }>()
  const deposit = await fixture.paid(customerId, '300.00')
  const order = await place(1)
  await release(order.id)
  await step(order.id, 'process')
  await step(order.id, 'ship')
  expect(await invoicesOf(order.id)).toEqual([
    [
      '500.00',
      '120.00',
      'part-paid',
      [
        [deposit.paymentNumber, '300.00', '2026-03-02'],
        [memo.creditMemoNumber, '80.00', '2026-03-02'],
      ],
    ],
  ])
})

test('an order on other terms stays open; one recorded as shipped is settled', async () => {
  const net = await builders.buyer({ ...exempt, paymentTerms: 'Net 30' })
  await fixture.paid(net, '500.00')
  const { order } = (
    await fixture.post(
      'orders/create',
      { customerId: net, items: [{ skuId, quantity: 1 }] },
      'manager',
    )
  ).json<{ order: SalesOrderDetails }>()
  await step(order.id, 'process')
  await step(order.id, 'ship')
  expect((await invoicesOf(order.id)).map((each) => each.slice(0, 2))).toEqual([
    ['500.00', '500.00'],
  ])
  const late = await fixture.paid(customerId, '50.00', { receivedOn: '2026-02-20' })
  const recorded = { orderNumber: 'SO-1', customerId, status: 'shipped', totalAmount: '50.00' }
  const made = await fixture.post(
    'sales-orders',
    { ...recorded, shipDate: '2026-02-10' },
    'manager',
  )
  expect(made.statusCode, made.body).toBe(201)
  expect(await invoicesOf(made.json<{ id: number }>().id)).toEqual([
    ['50.00', '0.00', 'paid', [[late.paymentNumber, '50.00', '2026-02-20']]],
  ])
})

const onDay = async (day: string) => {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.people['finance'] = await prizm.signIn('finance')
  fixture.people['manager'] = await prizm.signIn('manager')
}
const done = async <A>(url: string, body: object, as = 'finance') => {
  const answer = await fixture.post(url, body, as)
  expect([200, 201], answer.body).toContain(answer.statusCode)
  return answer.json<A>()
}
/** Settles an invoice with a payment or memo on March 5; on March 20 another payment does. */
const usedUntilMarch20 = async (source: string, invoiceId: number, amount: string) => {
  const applications = [{ invoiceId, amount }]
  await onDay('2026-03-05')
  await done(`${source}/apply`, { applications })
  await onDay('2026-03-20')
  const [used] = (await fixture.invoice(invoiceId)).applications
  await done(`receivable-applications/${used?.id}/reverse`, { reason: 'Wrong invoice' })
  await fixture.paid(customerId, amount, { applications })
  await onDay('2026-03-21')
}
/** Records a shipment of March 10 and returns its invoices. */
const shippedOnMarch10 = async (totalAmount: string) => {
  const order = { orderNumber: 'SO-1', customerId, status: 'shipped', shipDate: '2026-03-10' }
  const { id } = await done<{ id: number }>('sales-orders', { ...order, totalAmount }, 'manager')
  return invoicesOf(id)
}
/** What is unapplied on a day, and the balance. */
const agingOn = async (day: string) => {
  const { aging } = await fixture.get<ArSummary>(`reports/ar-summary?asOf=${day}`)
  return [aging.unapplied, aging.total]
}

test('a deposit settles an invoice on no day on which it settled another', async () => {
  const other = await fixture.charged(customerId, { total: '500.00' })
  const deposit = await fixture.paid(customerId, '500.00')
  await usedUntilMarch20(`payments/${deposit.id}`, other, '500.00')
  expect(await shippedOnMarch10('500.00')).toEqual([
    ['500.00', '0.00', 'paid', [[deposit.paymentNumber, '500.00', '2026-03-20']]],
  ])
  // March 12: the other invoice is settled, that of March 10 is open.
  expect(await agingOn('2026-03-12')).toEqual(['0.00', '500.00'])
  expect(await agingOn('2026-03-20')).toEqual(['0.00', '0.00'])
})

test('a credit memo settles an invoice on no day on which it settled another', async () => {
  const other = await fixture.charged(customerId, { total: '80.00' })
  const credit = { invoiceId: other, goods: '80.00', reason: 'Late' }
  const memo = await done<{ id: number; creditMemoNumber: string }>('credit-memos', credit)
  await usedUntilMarch20(`credit-memos/${memo.id}`, other, '80.00')
  expect(await shippedOnMarch10('80.00')).toEqual([
    ['80.00', '0.00', 'paid', [[memo.creditMemoNumber, '80.00', '2026-03-20']]],
  ])
  expect(await agingOn('2026-03-12')).toEqual(['0.00', '80.00'])
})

test('a deposit settles an invoice on no day on which it was refunded', async () => {
  const deposit = await fixture.paid(customerId, '300.00')
  await onDay('2026-03-05')
  const request = { paymentId: deposit.id, amount: '300.00', reason: 'They asked' }
  const { id } = await done<{ id: number }>('refunds', request)
  await done(`refunds/${id}/release`, {}, 'manager')
  await onDay('2026-03-20')
  await done(`refunds/${id}/reverse`, { reason: 'Returned by the bank' }, 'manager')
  await onDay('2026-03-21')
  expect(await shippedOnMarch10('300.00')).toEqual([
    ['300.00', '0.00', 'paid', [[deposit.paymentNumber, '300.00', '2026-03-20']]],
  ])
  // March 12: 300.00 received and refunded, 300.00 invoiced.
  expect(await agingOn('2026-03-12')).toEqual(['0.00', '300.00'])
})
