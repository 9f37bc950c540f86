import { type Day, daysBetween } from '#platform/kernel/days.ts'
import { type Cents, sum, zero } from '#platform/kernel/money.ts'

/**
 * How long the goods of an order are due, in the buckets of the specification: its expected date
 * has not come, or has passed by so many days. An order without a date is not due.
 */
export const buckets = [
  { id: 'notDue', label: 'Not due', from: undefined, to: -1 },
  { id: 'days0to30', label: '0-30 days', from: 0, to: 30 },
  { id: 'days31to60', label: '31-60 days', from: 31, to: 60 },
  { id: 'days61to90', label: '61-90 days', from: 61, to: 90 },
  { id: 'over90', label: 'Over 90 days', from: 91, to: undefined },
] as const
export type BucketId = (typeof buckets)[number]['id']
export const bucketIds = buckets.map(({ id }) => id) as [BucketId, ...BucketId[]]

/** The bucket of an order on a day. The expected day itself is in the first after "not due". */
export function bucketOf(expectedDate: Day | null, asOf: Day): BucketId {
  const days = expectedDate === null ? -1 : daysBetween(expectedDate, asOf)
  const found = buckets.find(({ to }) => to === undefined || days <= to)
  return found?.id ?? 'over90'
}

/** An order as the figures see it: its status and amount as of the day. */
export type CountedOrder = {
  vendorId: number
  vendorCode: string
  vendorName: string
  status: string
  total: Cents
  expectedDate: Day | null
}

/** Outstanding is what was handed in or approved and has not arrived. */
export const openStatuses = ['submitted', 'approved'] as const

/** True where goods are outstanding. */
export function isOutstanding({ status }: { status: string }): boolean {
  return openStatuses.some((open) => open === status)
}

/** True where goods are outstanding and their expected date is before the day. */
export function isOverdue(order: { status: string; expectedDate: Day | null }, asOf: Day): boolean {
  if (order.expectedDate === null) return false
  return isOutstanding(order) && daysBetween(order.expectedDate, asOf) > 0
}

export type Aging = Record<BucketId, Cents> & { total: Cents }
export type VendorAging = Pick<CountedOrder, 'vendorId' | 'vendorCode' | 'vendorName'> & Aging

/** The figures of the cards and the aging of what is outstanding, in all and by vendor. */
export function figuresOf(orders: readonly CountedOrder[], asOf: Day) {
  const open = orders.filter(isOutstanding)
  const byVendor = new Map<number, CountedOrder[]>()
  for (const order of open) {
    byVendor.set(order.vendorId, [...(byVendor.get(order.vendorId) ?? []), order])
  }
  const vendors = [...byVendor.values()].map((own): VendorAging => {
    const { vendorId, vendorCode, vendorName } = own[0] as CountedOrder
    return { vendorId, vendorCode, vendorName, ...agingOf(own, asOf) }
  })
  return {
    outstanding: sum(open.map(({ total }) => total)),
    overdueCount: open.filter((order) => isOverdue(order, asOf)).length,
    overdueAmount: sum(open.filter((order) => isOverdue(order, asOf)).map(({ total }) => total)),
    pendingApproval: open.filter(({ status }) => status === 'submitted').length,
    aging: agingOf(open, asOf),
    byVendor: vendors.sort((a, b) => b.total - a.total || a.vendorId - b.vendorId),
  }
}

function agingOf(orders: readonly CountedOrder[], asOf: Day): Aging {
  const aging: Aging = {
    notDue: zero,
    days0to30: zero,
    days31to60: zero,
    days61to90: zero,
    over90: zero,
    total: zero,
  }
  for (const { expectedDate, total } of orders) {
    const bucket = bucketOf(expectedDate, asOf)
    aging[bucket] = sum([aging[bucket], total])
    aging.total = sum([aging.total, total])
  }
  return aging
}

/** What each card says when it is asked, in words. */
export const formulas = {
  outstanding:
    'The sum of submitted and approved purchase orders as of the day. While no bills are ' +
    'entered, this is all that is owed to vendors.',
  overdue: 'Submitted or approved purchase orders whose expected date is before the day.',
  daysToPay:
    'The days from bill to payment, weighted by amount. Vendor payments are not recorded here ' +
    'yet, so there is nothing to average.',
  volume:
    'The sum of vendor payments in the month. Vendor payments are not recorded here yet, so ' +
    'there is nothing to add up.',
} as const
