import { may } from '#features/auth/rules.ts'
import { businessDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Amount } from '#platform/kernel/money.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { UserQueues } from '../contract.ts'
import { type QueueKey, queuesOf } from '../work-queues.ts'
import * as store from './work-queue-counts.ts'

/** Counts by queue; the amount of a queue is named after it, such as `overdueInvoicesAmount`. */
type Figures = Partial<Record<QueueKey, number> & Record<`${QueueKey}Amount`, Amount>>

/** Counts the queues of one room in one statement. */
type Counter = {
  keys: readonly QueueKey[]
  count: (ctx: Context, today: Day) => Promise<readonly Figures[]>
}

type SalesOrderFigures = {
  ordersToConfirm: number
  heldOrders: number
  lateOrders: number
  creditHolds: number
  ordersToShip: number
}
type PurchaseOrderFigures = {
  purchasesToApprove: number
  lateDeliveries: number
  purchasesToReceive: number
}
type RequisitionFigures = { requisitionsToApprove: number; requisitionsToOrder: number }
type ReturnFigures = {
  returnsToApprove: number
  returnsToReceive: number
  returnsToCredit: number
}
type BillFigures = {
  blockedBills: number
  blockedBillsAmount: Amount
  billsToRelease: number
  billsToReleaseAmount: Amount
  overdueBills: number
  overdueBillsAmount: Amount
}
type VendorPaymentFigures = { paymentsToRelease: number; paymentsToReleaseAmount: Amount }
type ReceivableFigures = {
  overdueInvoices: number
  overdueInvoicesAmount: Amount
  unappliedCash: number
  unappliedCashAmount: Amount
  refundsToRelease: number
  refundsToReleaseAmount: Amount
}
type JournalFigures = { entriesToPost: number; periodsToClose: number }

const counters: readonly Counter[] = [
  {
    keys: ['draftOrders'],
    count: ({ db, user }) =>
      rows<{ draftOrders: number }>(db, store.countDrafts, [user?.id ?? null]),
  },
  {
    keys: ['ordersToConfirm', 'heldOrders', 'lateOrders', 'creditHolds', 'ordersToShip'],
    count: ({ db }, today) => rows<SalesOrderFigures>(db, store.countSalesOrders, [today]),
  },
  {
    keys: ['purchasesToApprove', 'lateDeliveries', 'purchasesToReceive'],
    count: ({ db }, today) => rows<PurchaseOrderFigures>(db, store.countPurchaseOrders, [today]),
  },
  {
    keys: ['requisitionsToApprove', 'requisitionsToOrder'],
    count: ({ db }) => rows<RequisitionFigures>(db, store.countRequisitions),
  },
  {
    keys: ['returnsToApprove', 'returnsToReceive', 'returnsToCredit'],
    count: ({ db }) => rows<ReturnFigures>(db, store.countReturns),
  },
  {
    keys: ['lowStock'],
    count: ({ db }) => rows<{ lowStock: number }>(db, store.countSkus),
  },
  {
    keys: ['blockedBills', 'billsToRelease', 'overdueBills'],
    count: ({ db }, today) => rows<BillFigures>(db, store.countBills, [today]),
  },
  {
    keys: ['paymentsToRelease'],
    count: ({ db }) => rows<VendorPaymentFigures>(db, store.countVendorPayments),
  },
  {
    keys: ['overdueInvoices', 'unappliedCash', 'refundsToRelease'],
    count: ({ db }, today) => rows<ReceivableFigures>(db, store.countReceivables, [today]),
  },
  {
    keys: ['entriesToPost', 'periodsToClose'],
    count: ({ db }, today) => rows<JournalFigures>(db, store.countJournal, [today]),
  },
  {
    keys: ['warehouseProblems'],
    count: ({ db }) => rows<{ warehouseProblems: number }>(db, store.countProblems),
  },
  {
    keys: ['ediToReview'],
    count: ({ db }) => rows<{ ediToReview: number }>(db, store.countEdi),
  },
]

/**
 * Counts the work queues that the user's permissions allow, in order. Rooms without such a queue
 * are not read.
 */
export async function readWorkQueues(ctx: Context): Promise<UserQueues> {
  const { user } = ctx
  const today = await businessDay(ctx)
  const keys = queuesOf((permission) => user !== undefined && may(user, permission)).map(
    ({ key }) => key,
  )
  const needed = counters.filter((counter) => counter.keys.some((key) => keys.includes(key)))
  const found = await onOneConnection(ctx, (inner) =>
    Promise.all(needed.map(({ count }) => count(inner, today))),
  )
  const figures = found.flat().reduce<Figures>((all, each) => ({ ...all, ...each }), {})
  const queues = keys.map((key) => {
    return { key, count: figures[key] ?? 0, amount: figures[`${key}Amount`] ?? null }
  })
  return { today, queues }
}
