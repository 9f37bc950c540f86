import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Invoice } from '#features/receivables/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import type { ArDocument, ArMonth, ArOrder, ArSummary, Collection, CreditUse } from '../contract.ts'

// The documents of two customers on 2026-04-30: each card links to the documents it sums.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  prizm.clock.now = new Date('2026-04-30T15:00:00Z')
  fixture = await receivablesFixture(prizm)
  customerId = await fixture.customer()
  const prepaid = await fixture.customer({ paymentTerms: 'prepaid' })
  await fixture.charged(prepaid, { docDate: '2026-04-29', total: '77.00' })
  const charged = (docDate: string, total: string) =>
    fixture.charged(customerId, { docDate, total })
  const first = await charged('2026-01-10', '1000.00')
  await charged('2026-03-01', '500.00')
  await charged('2026-04-15', '2000.00')
  const applications = [{ invoiceId: first, amount: '400.00' }]
  await fixture.paid(customerId, '400.00', { receivedOn: '2026-03-01', applications })
  await fixture.paid(customerId, '30.00', { receivedOn: '2026-04-25' })
  await fixture.post('credit-memos', { invoiceId: first, goods: '50.00', reason: 'Broken' })
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const summary = (query = '') => fixture.get<ArSummary>(`reports/ar-summary?${query}`)
const documents = (query = '') => fixture.get<ArDocument[]>(`reports/ar-documents?${query}`)
const sums = async (query = '') => {
  const { count, amount } = await fixture.get<ListSums>(`reports/ar-documents/sums?${query}`)
  return [count, amount]
}
const sumOf = (amounts: readonly string[]) => decimal(sum(amounts.map(cents)))

/** Signs in again, since moving the clock expires the session. */
async function at(day: string): Promise<void> {
  prizm.clock.now = new Date(`${day}T15:00:00Z`)
  fixture.people['finance'] = await prizm.signIn('finance')
}

test('the balance lists all open documents, and their amounts add up to it', async () => {
  const [payment] = await fixture.get<{ id: number }[]>('payments?unapplied=true')
  const refund = { paymentId: payment?.id, amount: '10.00', reason: 'Paid twice' }
  expect((await fixture.post('refunds', refund)).statusCode).toBe(201)
  const { totalReceivable } = await summary()
  expect(totalReceivable).toBe('3097.00')
  const rows = await documents('sort=kind,-amount')
  expect(rows.map(({ kind, day, amount }) => [kind, day, amount])).toEqual([
    ['invoice', '2026-04-15', '2000.00'],
    ['invoice', '2026-01-10', '600.00'],
    ['invoice', '2026-03-01', '500.00'],
    ['invoice', '2026-04-29', '77.00'],
    ['memo', '2026-04-30', '-50.00'],
    ['payment', '2026-04-25', '-20.00'],
    ['refund', expect.any(String), '-10.00'],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(7)
  expect(sumOf(rows.map(({ amount }) => amount))).toBe(totalReceivable)
  expect(await sums()).toEqual([7, totalReceivable])
  expect(await sums('kind=invoice')).toEqual([4, '3177.00'])
  const groups = (await fixture.get<ListSums>('reports/ar-documents/sums?by=kind')).groups
  expect(groups.map(({ key, amount }) => [key, amount])).toEqual([
    ['invoice', '3177.00'],
    ['refund', '-10.00'],
    ['payment', '-20.00'],
    ['memo', '-50.00'],
  ])
})

test('a past day still lists the same documents later', async () => {
  await at('2026-05-20')
  const [first] = await fixture.get<Invoice[]>('invoices?sort=id&state=overdue')
  const applications = [{ invoiceId: first?.id, amount: '77.00' }]
  await fixture.paid(first?.customerId ?? 0, '77.00', { receivedOn: '2026-05-20', applications })
  expect(await sums()).toEqual([5, '3020.00'])
  expect(await sums('asOf=2026-04-30')).toEqual([6, '3097.00'])
  expect((await summary('asOf=2026-04-30')).totalReceivable).toBe('3097.00')
  expect(await sums('asOf=2026-01-31')).toEqual([1, '1000.00'])
})

test('the collection period and rate list the documents they are computed from', async () => {
  const found = await summary()
  expect(found).toMatchObject({
    averageCollectionPeriod: 113.77,
    monthlyCollectionRate: '0.98',
    collected: {
      opening: '1100.00',
      quarterSales: '2450.00',
      monthSales: '1950.00',
      cash: '30.00',
    },
  })
  const { opening, quarterSales, monthSales, cash } = found.collected
  expect(await sums('figure=sales')).toEqual([3, quarterSales])
  expect(await sums('figure=monthSales')).toEqual([2, monthSales])
  expect(await sums('figure=received')).toEqual([1, cash])
  expect(await sums('asOf=2026-03-31')).toEqual([2, opening])
  const sold = await documents('figure=sales&sort=day')
  expect(sold.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoice', '500.00'],
    ['invoice', '2000.00'],
    ['memo', '-50.00'],
  ])
  const [balance, sales] = [found.totalReceivable, quarterSales].map(cents)
  expect(Math.round(((balance ?? 0) / (sales ?? 1)) * 9000) / 100).toBe(113.77)
})

test('the overdue card links to its customers, invoices and orders', async () => {
  const found = await summary()
  expect(found).toMatchObject({
    overdueCustomerCount: 2,
    overdueInvoiceCount: 3,
    overdueAmount: '1177.00',
  })
  const late = await fixture.get<Collection[]>('reports/ar-collections')
  expect(late).toHaveLength(found.overdueCustomerCount)
  expect(sumOf(late.map(({ pastDue }) => pastDue))).toBe(found.overdueAmount)
  const invoices = await fixture.get<Invoice[]>('invoices?state=overdue')
  expect(invoices).toHaveLength(found.overdueInvoiceCount)
  expect(sumOf(invoices.map(({ openAmount }) => openAmount))).toBe(found.overdueAmount)
  const open = await fixture.get<Invoice[]>('invoices?state=open,part-paid,overdue')
  expect(open).toHaveLength(found.pendingPaymentCount)
})

test('the figures by orders match the orders they link to', async () => {
  const as = await prizm.signIn('manager')
  const buyer = await fixture.customer()
  for (const [status, shipDate, totalAmount] of [
    ['pending', '2026-04-01', '1.00'],
    ['shipped', '2026-04-02', '2.00'],
    ['delivered', '2026-04-03', '4.00'],
  ]) {
    const body = { orderNumber: `SO-${status}`, customerId: buyer, status, shipDate, totalAmount }
    const answer = await prizm.call('POST', '/api/sales-orders', { as, body })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const { orderBasis } = await summary()
  expect(orderBasis).toEqual({ receivable: '6.00', overdueCount: 2, pendingPayment: 2 })
  const shippedOrders = await fixture.get<ArOrder[]>('reports/ar-orders?status=shipped,delivered')
  expect(shippedOrders).toHaveLength(orderBasis.pendingPayment)
  expect(sumOf(shippedOrders.map(({ totalAmount }) => totalAmount))).toBe(orderBasis.receivable)
  const late = await fixture.get<ArOrder[]>('reports/ar-orders?overdue=true')
  expect(late).toHaveLength(orderBasis.overdueCount)
})

test('what was invoiced in a month lists its invoices, without charges for refunds', async () => {
  const wrong = await fixture.paid(customerId, '40.00', { receivedOn: '2026-04-27' })
  const refund = { paymentId: wrong.id, amount: '40.00', reason: 'Paid twice' }
  const { id } = (await fixture.post('refunds', refund)).json<{ id: number }>()
  const released = await fixture.post(`refunds/${id}/release`, {}, 'manager')
  expect(released.statusCode, released.body).toBe(200)
  const bounced = await fixture.post(`payments/${wrong.id}/void`, { reason: 'No funds' })
  expect(bounced.statusCode, bounced.body).toBe(200)
  const april = 'from=2026-04-01&to=2026-04-30'
  const charges = (await fixture.get<Invoice[]>(`invoices?${april}`)).map(({ total }) => total)
  expect(charges.toSorted()).toEqual(['2000.00', '40.00', '77.00'])
  const rows = await documents(`figure=invoiced&${april}&sort=-amount`)
  expect(rows.map(({ kind, day, amount }) => [kind, day, amount])).toEqual([
    ['invoice', '2026-04-15', '2000.00'],
    ['invoice', '2026-04-29', '77.00'],
  ])
  const months = await fixture.get<ArMonth[]>('reports/ar-months')
  expect(months.slice(0, 4).map(({ invoiced }) => invoiced)).toEqual([
    '2077.00',
    '500.00',
    '0.00',
    '1000.00',
  ])
  for (const { from, to, invoiced } of months) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await sums(`figure=invoiced&from=${from}&to=${to}`))[1], from).toBe(invoiced)
  }
  expect(await sums('figure=invoiced')).toEqual([4, '3577.00'])
  expect(await sums('figure=invoiced&asOf=2026-03-31')).toEqual([2, '1500.00'])
})

/** Records an order of a customer by its total. */
async function ordered(buyer: number, status: string, totalAmount: string): Promise<void> {
  const as = await prizm.signIn('manager')
  const body = { orderNumber: `SO-${totalAmount}`, customerId: buyer, status, totalAmount }
  const answer = await prizm.call('POST', '/api/sales-orders', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
}

test('the open orders of a customer list what uses credit, as of a day', async () => {
  const buyer = await fixture.customer({ customerCode: 'B-1', creditLimit: '60.00' })
  await ordered(buyer, 'pending', '30.00')
  await ordered(buyer, 'processing', '12.50')
  await ordered(buyer, 'shipped', '7.00')
  // Over the limit, so that it is on hold and uses no credit.
  await ordered(buyer, 'pending', '50.00')
  const openOrders = 'figure=openOrders&customerCode=B-1'
  const creditOf = async (query = '') =>
    (await fixture.get<CreditUse[]>(`reports/ar-credit?${query}`)).find(({ id }) => id === buyer)
  const rows = await documents(`${openOrders}&sort=-amount`)
  expect(rows.map(({ kind, number, day, amount }) => [kind, number, day, amount])).toEqual([
    ['order', 'SO-30.00', '2026-04-30', '30.00'],
    ['order', 'SO-12.50', '2026-04-30', '12.50'],
  ])
  expect(await sums(openOrders)).toEqual([2, '42.50'])
  expect((await creditOf())?.openOrderAmount).toBe('42.50')
  const lastAuditId = await backdate('2026-04-30T15:00:00Z')
  await at('2026-05-20')
  const path = `/api/sales-orders/${await orderId('SO-30.00')}/cancel`
  const body = { reason: 'Not needed' }
  const cancelled = await prizm.call('POST', path, { as: await prizm.signIn('manager'), body })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await backdate('2026-05-20T15:00:00Z', lastAuditId)
  expect(await sums(openOrders)).toEqual([1, '12.50'])
  expect((await creditOf())?.openOrderAmount).toBe('12.50')
  const day = 'asOf=2026-04-30'
  expect(await sums(`${openOrders}&${day}`)).toEqual([2, '42.50'])
  expect((await creditOf(day))?.openOrderAmount).toBe('42.50')
  expect(await sums(`${openOrders}&asOf=2026-04-29`)).toEqual([0, '0.00'])
})

/** Backdates the history of orders after an audit id, and returns the last audit id. */
async function backdate(moment: string, afterId = 0): Promise<number> {
  const { pool } = prizm.database
  await pool.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '${moment}' where entity = 'sales_order' and id > ${afterId};
     update sales_orders set created_at = least(created_at, '${moment}'), updated_at = '${moment}';
     update customers set created_at = least(created_at, '${moment}'); commit`,
  )
  return (await pool.query('select max(id)::int as id from audit_log')).rows[0].id
}

async function orderId(orderNumber: string): Promise<number> {
  const text = 'select id from sales_orders where order_number = $1'
  return (await prizm.database.pool.query(text, [orderNumber])).rows[0].id
}

test('a customer whose unapplied payment equals the open orders is still listed', async () => {
  const buyer = await fixture.customer({ creditLimit: '0.00' })
  await fixture.paid(buyer, '25.00', { receivedOn: '2026-04-30' })
  await ordered(buyer, 'pending', '25.00')
  const listed = await fixture.get<CreditUse[]>('reports/ar-credit')
  expect(listed.find(({ id }) => id === buyer)).toMatchObject({
    currentBalance: '-25.00',
    openOrderAmount: '25.00',
    exposure: '0.00',
  })
})

test('documents require the permission to see the report', async () => {
  const path = '/api/reports/ar-documents'
  const as = await prizm.signIn('purchasing')
  expect((await prizm.call('GET', path, { as })).statusCode).toBe(403)
  expect((await prizm.call('GET', `${path}/sums`, { as })).statusCode).toBe(403)
})
