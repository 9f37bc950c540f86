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

/** The bucket of so many days past due. The due day itself is in the first after "not due". */
export function bucketOfDays(days: number): BucketId {
  const found = buckets.find(({ to }) => to === undefined || days <= to)
  return found?.id ?? 'over90'
}

type Vendor = { vendorId: number; vendorCode: string; vendorName: string }

/** An order as the figures see it: status, amount and what was billed of it as of the day. */
export type CountedOrder = Vendor & {
  status: string
  total: Cents
  billed: Cents
  expectedDate: Day | null
}

/** Bills of one bucket as the figures see them: what is open, and how long it is due at least. */
export type CountedBills = Vendor & {
  bills: number
  open: Cents
  days: number
  isOverdue: boolean
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

export type Aging = Record<BucketId | 'unapplied' | 'total', Cents>
export type VendorAging = Vendor & Aging

/** What orders say: what the specification counts, and what of them is committed, not billed. */
export function orderFigures(orders: readonly CountedOrder[], asOf: Day) {
  const open = orders.filter(isOutstanding)
  const rest = ({ total, billed }: CountedOrder) => Math.max(0, total - billed) as Cents
  return {
    outstanding: sum(open.map(({ total }) => total)),
    committed: sum(open.map(rest)),
    overdueCount: open.filter((order) => isOverdue(order, asOf)).length,
    pendingApproval: open.filter(({ status }) => status === 'submitted').length,
  }
}

/** What bills and credits say: the balance by age, in all and by vendor. */
export function billFigures(
  bills: readonly CountedBills[],
  credits: readonly (Vendor & { open: Cents })[],
) {
  const vendors = new Map<number, VendorAging>()
  const all = noAging()
  const add = ({ vendorId, vendorCode, vendorName }: Vendor, bucket: keyof Aging, open: Cents) => {
    const own = vendors.get(vendorId) ?? { vendorId, vendorCode, vendorName, ...noAging() }
    vendors.set(vendorId, own)
    for (const aging of [own, all]) {
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
    aging: all,
    byVendor: [...vendors.values()].sort((a, b) => b.total - a.total || a.vendorId - b.vendorId),
    overdueCount: overdue.reduce((count, { bills }) => count + bills, 0),
    overdueAmount: sum(overdue.map(({ open }) => open)),
  }
}

function noAging(): Aging {
  const buckets = { notDue: zero, days0to30: zero, days31to60: zero, days61to90: zero }
  return { ...buckets, over90: zero, unapplied: zero, total: zero }
}

/** Days payable outstanding with one decimal; null where nothing was billed. */
export function daysPayable(balance: Cents, billed: Cents): number | null {
  return billed === 0 ? null : Math.round((balance * 900) / billed) / 10
}

/** The figures whose documents can be listed; the first where none is asked for. */
export const figures = ['outstanding', 'daysToPay', 'volume'] as const
export type Figure = (typeof figures)[number]

/** What a figure is made of. */
export const documentKinds = ['bill', 'credit', 'order', 'payment'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** How punctual vendors are, the least first: what a report on them may be grouped by. */
export const punctualities = [
  'Less than 80 % on time',
  '80 to 95 % on time',
  '95 % or more on time',
  'Nothing to measure',
] as const

/** How punctual a vendor is by the share of deliveries that were on time, in percent. */
export function punctualityOf(onTimePercent: string | null): (typeof punctualities)[number] {
  const [poor, fair, good, unknown] = punctualities
  if (onTimePercent === null) return unknown
  const share = Number(onTimePercent)
  if (share < 80) return poor
  return share < 95 ? fair : good
}

/** What each card says when it is asked, in words. */
export const formulas = {
  outstanding:
    'What is open of posted bills, less credits of vendors that settle no bill yet, and what is ' +
    'committed: submitted and approved purchase orders less what is billed of them.',
  overdue: 'Posted bills with something open whose due date is before the day.',
  daysToPay:
    'The days from the date of a bill to its payment, weighted by amount, over the payments of ' +
    'the last 90 days.',
  volume: 'The sum of the payments to vendors that were released in the month of the day.',
} as const
