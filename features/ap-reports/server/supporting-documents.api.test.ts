import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import type { ApBill, ApDocument, ApOrder, ApSummary, VendorPerformance } from '../contract.ts'

// Today is Monday, 2026-03-02, until the clock is moved. A card's documents match its figure.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const get = async <A>(path: string): Promise<A> =>
  (await prizm.call('GET', `/api/reports/${path}`, { as: fixture.finance })).json<A>()
const summary = (query = '') => get<ApSummary>(`ap-summary?${query}`)
const documents = (query = '') => get<ApDocument[]>(`ap-documents?sort=kind,number&${query}`)
const sums = async (query = '') => {
  const { count, amount } = await get<ListSums>(`ap-documents/sums?${query}`)
  return [count, amount]
}
const sumOf = (rows: readonly { amount: string }[]) =>
  decimal(sum(rows.map(({ amount }) => cents(amount))))
const summaryOf = (rows: readonly ApDocument[]) =>
  rows.map(({ kind, number, amount }) => [kind, number, amount])

async function bill(billNumber: string, amount: string, docDate: string, dueDate: string) {
  const lines = [{ description: 'Service', quantity: 1, unitPrice: amount }]
  const made = await fixture.entered({ billNumber, docDate, dueDate, lines })
  for (const as of [fixture.colleague, fixture.third]) {
    const { status } = await fixture.bill(made.id)
    if (status === 'blocked') await fixture.billAct(made.id, 'release', as)
  }
  return made.id
}

const credit = (amount: string) =>
  fixture.post('/api/vendor-credits', fixture.finance, {
    vendorId: fixture.vendorId,
    creditNumber: `CN-${amount}`,
    account: 'priceVariance',
    reason: 'Price was too high',
    amount,
  })

async function paid(paidOn: string, bills: { billId: number; amount: string }[]) {
  prizm.clock.now = new Date(`${paidOn}T15:00:00Z`)
  const draft = (await fixture.prepare({ paidOn, bills })).json<{ id: number }>()
  expect((await fixture.release(draft.id)).statusCode).toBe(200)
  prizm.clock.now = new Date('2026-03-02T15:00:00Z')
}

test('the documents behind outstanding are bills, credits and orders, with its sum', async () => {
  await bill('LATE', '300.00', '2026-01-10', '2026-02-10')
  await bill('OPEN', '1000.00', '2026-03-01', '2026-03-31')
  expect((await credit('12.50')).statusCode).toBe(201)
  const half = await fixture.received(10, 4)
  await fixture.entered({ lines: [fixture.lineOf(half, 4)], billNumber: 'HALF' })
  await fixture.made({ status: 'submitted', totalAmount: '70.00' })
  await fixture.made({ status: 'draft', totalAmount: '900.00' })
  await fixture.posted(10, { billNumber: 'WHOLE' })
  const found = await summary()
  expect(found).toMatchObject({
    totalOutstanding: '1437.50',
    payablesBalance: '1343.50',
    committed: '94.00',
  })
  const rows = await documents()
  expect(summaryOf(rows)).toEqual([
    ['bill', 'HALF', '16.00'],
    ['bill', 'LATE', '300.00'],
    ['bill', 'OPEN', '1000.00'],
    ['bill', 'WHOLE', '40.00'],
    ['credit', 'CN-12.50', '-12.50'],
    ['order', half.orderNumber, '24.00'],
    ['order', 'PO-2', '70.00'],
  ])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(7)
  expect(sumOf(rows)).toBe(found.totalOutstanding)
  expect(await sums()).toEqual([7, found.totalOutstanding])
  expect(await sums('kind=bill,credit')).toEqual([5, found.payablesBalance])
  expect(await sums('kind=order')).toEqual([2, found.committed])
  expect(await sums('vendorCode=nobody')).toEqual([0, '0.00'])
  const groups = (await get<ListSums>('ap-documents/sums?by=kind')).groups
  expect(groups.map(({ key, count, amount }) => [key, count, amount])).toEqual([
    ['bill', 4, '1356.00'],
    ['order', 2, '94.00'],
    ['credit', 1, '-12.50'],
  ])
  const page = await documents('limit=3')
  expect(page).toEqual(rows.slice(0, 3))
})

test('the rows behind overdue and order-based figures add up to these figures', async () => {
  await bill('LATE', '300.00', '2026-01-10', '2026-02-10')
  await bill('OPEN', '1000.00', '2026-03-01', '2026-03-31')
  await fixture.made({ status: 'submitted', totalAmount: '70.00', expectedDate: '2026-02-27' })
  const come = { status: 'received', totalAmount: '5.00', expectedDate: '2026-02-01' }
  await fixture.made(come, fixture.manager)
  const found = await summary()
  const late = await get<ApBill[]>('ap-bills?overdue=true')
  expect(late).toHaveLength(found.overdueCount)
  expect(sumOf(late.map(({ openAmount: amount }) => ({ amount })))).toBe(found.overdueAmount)
  expect([found.overdueCount, found.overdueAmount]).toEqual([1, '300.00'])
  const orders = await get<ApOrder[]>('ap-orders?status=submitted,approved')
  const ordered = sumOf(orders.map(({ totalAmount: amount }) => ({ amount })))
  expect(ordered).toBe(found.orderBasis.outstanding)
  expect(ordered).toBe('70.00')
  const due = await get<ApOrder[]>('ap-orders?overdue=true')
  expect(due).toHaveLength(found.orderBasis.overdueCount)
  expect(due).toHaveLength(1)
})

test('days to pay and volume list the payments of their period', async () => {
  const first = await bill('FIRST', '1200.00', '2026-02-12', '2026-03-31')
  const second = await bill('SECOND', '500.00', '2026-02-03', '2026-03-31')
  prizm.clock.now = new Date('2025-12-02T15:00:00Z')
  const old = await bill('OLD', '50.00', '2025-11-20', '2025-12-20')
  await paid('2025-12-02', [{ billId: old, amount: '50.00' }])
  await paid('2026-03-02', [
    { billId: first, amount: '1000.00' },
    { billId: second, amount: '500.00' },
  ])
  const found = await summary()
  // (18 × 1,000 + 27 × 500) ÷ 1,500
  expect(found.averageDaysToPay).toBe(21)
  const settled = await documents('figure=daysToPay')
  expect(settled.map(({ billNumber, days, amount }) => [billNumber, days, amount])).toEqual([
    ['FIRST', 18, '1000.00'],
    ['SECOND', 27, '500.00'],
  ])
  const weighted = settled.map(({ days, amount }) => (days ?? 0) * cents(amount))
  const total = cents(sumOf(settled))
  expect(weighted.reduce((all, each) => all + each, 0) / total).toBe(found.averageDaysToPay)
  expect(found.monthlyPaymentVolume).toBe('1500.00')
  const volume = await documents('figure=volume')
  expect(volume.map(({ kind, amount, day }) => [kind, amount, day])).toEqual([
    ['payment', '1500.00', '2026-03-02'],
  ])
  expect(await sums('figure=volume')).toEqual([1, found.monthlyPaymentVolume])
  expect(await sums('figure=volume&asOf=2025-12-31')).toEqual([1, '50.00'])
  expect((await summary('asOf=2025-12-31')).monthlyPaymentVolume).toBe('50.00')
})

test('documents as of an earlier day were outstanding then', async () => {
  const first = await bill('FIRST', '100.00', '2026-03-01', '2026-03-31')
  await fixture.received(10, 4)
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '2026-03-02 15:00Z' where entity = 'purchase_order';
     update purchase_orders set updated_at = '2026-03-02 15:00Z'; commit`,
  )
  await paid('2026-03-20', [{ billId: first, amount: '60.00' }])
  prizm.clock.now = new Date('2026-04-10T15:00:00Z')
  fixture = { ...fixture, finance: await prizm.signIn('finance') }
  expect((await summary()).totalOutstanding).toBe('80.00')
  expect(await sums()).toEqual([2, '80.00'])
  expect((await summary('asOf=2026-03-10')).totalOutstanding).toBe('140.00')
  expect(await sums('asOf=2026-03-10')).toEqual([2, '140.00'])
  expect(await sums('asOf=2026-03-01')).toEqual([0, '0.00'])
})

test('the figures of vendor performance list the orders that they count', async () => {
  const received = (totalAmount: string, expectedDate?: string) =>
    fixture.made({ status: 'received', totalAmount, expectedDate }, fixture.manager)
  await received('10.00', '2026-03-02')
  await received('20.00', '2026-02-20')
  await received('40.00')
  await received('80.00', '2026-02-01')
  await fixture.made({ status: 'submitted', totalAmount: '900.00' })
  const short = await fixture.received(10, 4)
  await fixture.act(short.id, 'close', fixture.buyer, { reason: 'The rest will not come' })
  // All were received today, except the order of 80.00, which was received on February 10.
  await fixture.query(
    `begin; set local session_replication_role = replica;
     update audit_log set at = '2026-03-02 15:00Z' where entity = 'purchase_order';
     update audit_log set at = '2026-02-10 15:00Z' where entity = 'purchase_order' and entity_id =
       (select id from purchase_orders where total_amount = 80); commit`,
  )
  const figuresOf = async (query = '') => {
    const [vendor] = await get<VendorPerformance[]>(`ap-vendors?${query}`)
    const { orders, late, closedShort, amount } = vendor ?? {}
    return { orders, late, closedShort, amount }
  }
  expect(await figuresOf()).toEqual({ orders: 5, late: 2, closedShort: 1, amount: '190.00' })
  const rows = await get<ApDocument[]>('ap-documents?figure=received&sort=-amount')
  const [closed] = rows.filter(({ number }) => number === short.orderNumber)
  expect(closed).toMatchObject({ kind: 'order', documentId: short.id, amount: '40.00' })
  const others = rows.filter(({ number }) => number !== short.orderNumber)
  expect(others.map(({ day, dueDate, days, amount }) => [day, dueDate, days, amount])).toEqual([
    ['2026-02-10', '2026-02-01', 9, '80.00'],
    ['2026-03-02', null, null, '40.00'],
    ['2026-03-02', '2026-02-20', 10, '20.00'],
    ['2026-03-02', '2026-03-02', 0, '10.00'],
  ])
  expect(await sums('figure=received')).toEqual([5, '190.00'])
  expect(await sums('figure=receivedLate')).toEqual([2, '100.00'])
  expect(await sums('figure=closedShort')).toEqual([1, '40.00'])
  const february = 'from=2026-02-01&to=2026-02-28'
  expect(await figuresOf(february)).toMatchObject({ orders: 1, late: 1, amount: '80.00' })
  expect(await sums(`figure=received&${february}`)).toEqual([1, '80.00'])
  expect(await sums('figure=received&asOf=2026-02-28')).toEqual([1, '80.00'])
  expect(await sums('figure=received&vendorCode=nobody')).toEqual([0, '0.00'])
  expect(await sums('figure=received&asOf=2025-01-01')).toEqual([0, '0.00'])
})

test('documents need the permission of the report', async () => {
  const path = '/api/reports/ap-documents'
  const as = await prizm.signIn('sales')
  expect((await prizm.call('GET', path, { as })).statusCode).toBe(403)
  expect((await prizm.call('GET', `${path}/sums`, { as })).statusCode).toBe(403)
  const response = await prizm.call('GET', `${path}?figure=other`, { as: fixture.finance })
  expect(response.statusCode).toBe(422)
})
