import { expect, test } from 'vitest'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import { bucketIds, bucketOf, buckets, type CountedOrder, figuresOf, isOverdue } from './rules.ts'

const asOf = '2026-04-30' as Day

test.each([
  [null, 'notDue'],
  [-1, 'notDue'],
  [0, 'days0to30'],
  [30, 'days0to30'],
  [31, 'days31to60'],
  [60, 'days31to60'],
  [61, 'days61to90'],
  [90, 'days61to90'],
  [91, 'over90'],
  [4000, 'over90'],
] as const)('%s days after its expected date an order is in %s', (days, bucket) => {
  expect(bucketOf(days === null ? null : addDays(asOf, -days), asOf)).toBe(bucket)
})

test('the buckets follow each other without a gap', () => {
  expect(buckets.slice(1).map(({ from }) => from)).toEqual(
    buckets.slice(0, -1).map(({ to }) => Number(to) + 1),
  )
})

test('overdue begins the day after the expected date, and only for what is outstanding', () => {
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

test('the figures: outstanding, overdue, pending, and buckets that add up by vendor', () => {
  const order = (fields: Partial<CountedOrder>): CountedOrder => {
    const vendor = { vendorId: 1, vendorCode: 'V-1', vendorName: 'Acme' }
    return { ...vendor, status: 'approved', total: cents('100.00'), expectedDate: asOf, ...fields }
  }
  const figures = figuresOf(
    [
      order({}),
      order({ expectedDate: addDays(asOf, -45), total: cents('20.00') }),
      order({ vendorId: 2, status: 'submitted', expectedDate: null, total: cents('500.00') }),
      order({ vendorId: 2, expectedDate: addDays(asOf, -91), total: cents('0.01') }),
      order({ status: 'draft' }),
      order({ status: 'received', expectedDate: addDays(asOf, -9) }),
      order({ status: 'cancelled' }),
    ],
    asOf,
  )
  expect(figures).toMatchObject({
    outstanding: 62_001,
    overdueCount: 2,
    overdueAmount: 2001,
    pendingApproval: 1,
    aging: { notDue: 50_000, days0to30: 10_000, days31to60: 2000, days61to90: 0, over90: 1 },
  })
  expect(figures.byVendor.map(({ vendorId, total }) => [vendorId, total])).toEqual([
    [2, 50_001],
    [1, 12_000],
  ])
  for (const row of [figures.aging, ...figures.byVendor]) {
    expect(sum(bucketIds.map((id) => row[id] as Cents))).toBe(row.total)
  }
})
