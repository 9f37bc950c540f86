import { expect, test } from 'vitest'
import { addDays, day } from '#platform/kernel/days.ts'
import { agingBuckets, bucketIds } from '#features/receivables/rules.ts'
import { cents, sum } from '#platform/kernel/money.ts'
import {
  billFigures,
  bucketOfDays,
  type OrderAmounts,
  daysPayable,
  isOverdue,
  orderFigures,
  onTimeBandOf,
} from './rules.ts'

const asOf = day('2026-04-30')

test.each([
  [-1, 'notDue'],
  [0, 'days0to30'],
  [30, 'days0to30'],
  [31, 'days31to60'],
  [60, 'days31to60'],
  [61, 'days61to90'],
  [90, 'days61to90'],
  [91, 'over90'],
  [4000, 'over90'],
] as const)('%s days after its due date a bill is in %s', (days, bucket) => {
  expect(bucketOfDays(days)).toBe(bucket)
})

test('the buckets are contiguous', () => {
  expect(agingBuckets.slice(1).map(({ from }) => from)).toEqual(
    agingBuckets.slice(0, -1).map(({ to }) => Number(to) + 1),
  )
})

test('an outstanding order is overdue from the day after its expected date', () => {
  const order = (status: string, days: number) => {
    return { status, expectedDate: addDays(asOf, -days) }
  }
  expect(isOverdue(order('approved', 0), asOf)).toBe(false)
  expect(isOverdue(order('approved', 1), asOf)).toBe(true)
  expect(isOverdue(order('submitted', 1), asOf)).toBe(true)
  for (const status of ['draft', 'received', 'cancelled']) {
    expect(isOverdue(order(status, 100), asOf)).toBe(false)
  }
  expect(isOverdue({ status: 'approved', expectedDate: null }, asOf)).toBe(false)
})

test('order figures: outstanding totals as specified, committed minus what is billed', () => {
  const order = (fields: Partial<OrderAmounts>): OrderAmounts => {
    const vendor = { vendorId: 1, vendorCode: 'V-1', vendorName: 'Acme' }
    const amounts = { total: cents('100.00'), billed: cents('0') }
    return { ...vendor, ...amounts, status: 'approved', expectedDate: asOf, ...fields }
  }
  const figures = orderFigures(
    [
      order({ billed: cents('30.00') }),
      order({ expectedDate: addDays(asOf, -45), total: cents('20.00'), billed: cents('25.00') }),
      order({ status: 'submitted', expectedDate: null, total: cents('500.00') }),
      order({ expectedDate: addDays(asOf, -91), total: cents('0.01') }),
      order({ status: 'draft' }),
      order({ status: 'received', expectedDate: addDays(asOf, -9) }),
    ],
    asOf,
  )
  expect(figures).toEqual({
    outstanding: 62_001,
    committed: 57_001,
    overdueCount: 2,
    pendingApproval: 1,
  })
})

test('bill figures: buckets and unapplied credits add up to the balance by vendor', () => {
  const vendor = (vendorId: number) => ({ vendorId, vendorCode: `V-${vendorId}`, vendorName: 'A' })
  const bill = (vendorId: number, amount: string, days: number) => {
    const bills = amount === '500' ? 3 : 1
    return { ...vendor(vendorId), bills, open: cents(amount), days, isOverdue: days > 0 }
  }
  const bills = [bill(1, '100', -5), bill(1, '20', 0), bill(2, '500', 31), bill(2, '0.01', 91)]
  const figures = billFigures(bills, [{ ...vendor(2), open: cents('30') }])
  expect(figures).toMatchObject({
    overdueCount: 4,
    overdueAmount: 50_001,
    aging: { notDue: 10_000, days0to30: 2000, days31to60: 50_000, over90: 1, unapplied: -3000 },
  })
  expect(figures.byVendor.map(({ vendorId, total }) => [vendorId, total])).toEqual([
    [2, 47_001],
    [1, 12_000],
  ])
  for (const row of [figures.aging, ...figures.byVendor]) {
    expect(sum([...bucketIds, 'unapplied' as const].map((id) => row[id]))).toBe(row.total)
  }
})

test('days payable outstanding is null if nothing was billed', () => {
  expect(daysPayable(cents('0'), cents('0'))).toBeNull()
  expect(daysPayable(cents('500'), cents('1000'))).toBe(45)
})

test.each([
  [null, 'Nothing to measure'],
  ['0.0', 'Less than 80% on time'],
  ['79.9', 'Less than 80% on time'],
  ['80.0', '80 to 95% on time'],
  ['94.9', '80 to 95% on time'],
  ['95.0', '95% or more on time'],
  ['100.0', '95% or more on time'],
])('a vendor with %s %% on time is: %s', (share, words) => {
  expect(onTimeBandOf(share)).toBe(words)
})
