import { type BucketId, bucketIds } from '#features/receivables/rules.ts'
import { type Cents, sum, zero } from '#platform/kernel/money.ts'

/** What a customer owes is what was shipped to them or delivered, while nothing is invoiced. */
export const receivableStatuses = ['shipped', 'delivered'] as const

export type Aging = Record<BucketId, Cents> & { total: Cents }

/** What one customer owes by age, and the orders behind it. */
export type CustomerFigures = {
  id: number
  customerCode: string
  customerName: string
  aging: Record<BucketId, Cents>
  pastDue: Cents
  /** Orders that are not delivered although their ship date has passed. */
  lateOrders: number
  openOrders: number
}

/** A row of the aging with its total: the buckets add up to what is owed. */
export function withTotal(aging: Record<BucketId, Cents>): Aging {
  return { ...aging, total: sum(bucketIds.map((id) => aging[id])) }
}

/** The figures of the cards, and the aging of all customers together. */
export function figuresOf(customers: readonly CustomerFigures[]) {
  const all = { notDue: zero, days0to30: zero, days31to60: zero, days61to90: zero, over90: zero }
  for (const id of bucketIds) all[id] = sum(customers.map(({ aging }) => aging[id]))
  const owing = customers
    .map(({ aging, ...customer }) => ({ ...customer, aging: withTotal(aging) }))
    .filter(({ aging }) => aging.total > 0)
  const count = (pick: (customer: CustomerFigures) => number) =>
    customers.reduce((total, customer) => total + pick(customer), 0)
  const aging = withTotal(all)
  return {
    receivable: aging.total,
    aging,
    overdueCustomers: customers.filter(({ pastDue }) => pastDue > 0).length,
    pastDue: sum(customers.map(({ pastDue }) => pastDue)),
    lateOrders: count(({ lateOrders }) => lateOrders),
    openOrders: count(({ openOrders }) => openOrders),
    byCustomer: owing.sort((a, b) => b.aging.total - a.aging.total || a.id - b.id),
  }
}

/** What each card says when it is asked, in words. */
export const formulas = {
  receivable:
    'The sum of shipped and delivered sales orders as of the day. While no invoices and ' +
    'payments are recorded, this is all that customers owe.',
  overdue:
    'Customers with a shipped or delivered order that is past due by their payment terms, ' +
    'counted from the day it was shipped.',
  collectionPeriod:
    'What is owed ÷ net credit sales of the last 90 days × 90. Customer payments are not ' +
    'recorded here yet, so what is owed would never fall.',
  collectionRate:
    'Cash received in the month ÷ (opening balance + credit sales of the month). Customer ' +
    'payments are not recorded here yet.',
} as const
