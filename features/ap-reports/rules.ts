import { type Aging, agingBuckets, type BucketId } from '#features/receivables/rules.ts'
import { type Day, daysBetween } from '#platform/kernel/days.ts'
import { type Cents, sum, zero } from '#platform/kernel/money.ts'

/** The bucket for a number of days past due. The due date itself (0 days) is in `days0to30`. */
export function bucketOfDays(days: number): BucketId {
  const found = agingBuckets.find(({ to }) => to === undefined || days <= to)
  return found?.id ?? 'over90'
}

type Vendor = { vendorId: number; vendorCode: string; vendorName: string }

/** An order as input to the figures: status, total and billed amount as of the date. */
export type OrderAmounts = Vendor & {
  status: string
  total: Cents
  billed: Cents
  expectedDate: Day | null
}

/** Bills of one bucket as input to the figures: the open amount and the minimum days past due. */
export type BillGroup = Vendor & {
  bills: number
  open: Cents
  days: number
  isOverdue: boolean
}

/** Outstanding orders: submitted or approved, not yet received. */
export const openStatuses = ['submitted', 'approved'] as const

/** True if goods are still to be received. */
export function isOutstanding({ status }: { status: string }): boolean {
  return openStatuses.some((open) => open === status)
}

/** True if goods are outstanding and the expected date is before `asOf`. */
export function isOverdue(order: { status: string; expectedDate: Day | null }, asOf: Day): boolean {
  if (order.expectedDate === null) return false
  return isOutstanding(order) && daysBetween(order.expectedDate, asOf) > 0
}

export type VendorAging = Vendor & Aging

/** The order figures: outstanding amounts, and commitments (not yet billed). */
export function orderFigures(orders: readonly OrderAmounts[], asOf: Day) {
  const open = orders.filter(isOutstanding)
  const unbilledAmount = ({ total, billed }: OrderAmounts) => Math.max(0, total - billed) as Cents
  return {
    outstanding: sum(open.map(({ total }) => total)),
    committed: sum(open.map(unbilledAmount)),
    overdueCount: open.filter((order) => isOverdue(order, asOf)).length,
    pendingApproval: open.filter(({ status }) => status === 'submitted').length,
  }
}

/** The bill and credit figures: the balance by age, in total and by vendor. */
export function billFigures(
  bills: readonly BillGroup[],
  credits: readonly (Vendor & { open: Cents })[],
) {
  const vendors = new Map<number, VendorAging>()
  const totals = noAging()
  const add = ({ vendorId, vendorCode, vendorName }: Vendor, bucket: keyof Aging, open: Cents) => {
    const vendorAging = vendors.get(vendorId) ?? { vendorId, vendorCode, vendorName, ...noAging() }
    vendors.set(vendorId, vendorAging)
    for (const aging of [vendorAging, totals]) {
      aging[bucket] = sum([aging[bucket], open])
      aging.total = sum([aging.total, open])
    }
  }
  for (const bill of bills) add(bill, bucketOfDays(bill.days), bill.open)
  for (const credit of credits) {
    if (credit.open > 0) add(credit, 'unapplied', (0 - credit.open) as Cents)
  }
  const overdue = bills.filter((bill) => bill.isOverdue)
  return {
    aging: totals,
    byVendor: [...vendors.values()].sort((a, b) => b.total - a.total || a.vendorId - b.vendorId),
    overdueCount: overdue.reduce((count, { bills }) => count + bills, 0),
    overdueAmount: sum(overdue.map(({ open }) => open)),
  }
}

function noAging(): Aging {
  const buckets = { notDue: zero, days0to30: zero, days31to60: zero, days61to90: zero }
  return { ...buckets, over90: zero, unapplied: zero, total: zero }
}

/** Days payable outstanding to one decimal; null if nothing was billed. */
export function daysPayable(balance: Cents, billed: Cents): number | null {
  return billed === 0 ? null : Math.round((balance * 900) / billed) / 10
}

/** The figures whose documents can be listed; the first is the default. */
export const figures = [
  'outstanding',
  'daysToPay',
  'volume',
  'received',
  'receivedLate',
  'closedShort',
] as const
export type Figure = (typeof figures)[number]

/** The figures of the vendor performance: its orders, those that were late, and closed short. */
export type DeliveryFigure = Extract<Figure, 'received' | 'receivedLate' | 'closedShort'>

/** The kinds of documents behind a figure. */
export const documentKinds = ['bill', 'credit', 'order', 'payment'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Groups of vendors by on-time percentage, worst first. */
export const onTimeBands = [
  'Less than 80% on time',
  '80 to 95% on time',
  '95% or more on time',
  'Nothing to measure',
] as const

/** The group for a percentage of on-time deliveries. */
export function onTimeBandOf(onTimePercent: string | null): (typeof onTimeBands)[number] {
  const [poor, fair, good, unknown] = onTimeBands
  if (onTimePercent === null) return unknown
  const percent = Number(onTimePercent)
  if (percent < 80) return poor
  return percent < 95 ? fair : good
}

/** The explanation of each card. */
export const formulas = {
  outstanding:
    'Open amounts of posted bills, less unapplied vendor credits, plus ' +
    'commitments: submitted and approved purchase orders less their billed amounts.',
  overdue: 'Posted bills with an open amount whose due date is before the selected date.',
  daysToPay:
    'The days from the date of a bill to its payment, weighted by amount, over the payments of ' +
    'the last 90 days.',
  volume: 'Payments to vendors that were released in the month of the selected date.',
} as const
