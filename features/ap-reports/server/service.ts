import { agingBuckets, agingToWire } from '#features/receivables/rules.ts'
import { asOfDay } from '#features/settings/server/service.ts'
import { addDays, addMonths, type Day, monthSpan } from '#platform/kernel/days.ts'
import { cents, centsOfSum, decimal, sum, type Amount, zero } from '#platform/kernel/money.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList } from '#platform/server/lists/list.ts'
import type {
  ApBill,
  ApBillQuery,
  ApDocument,
  ApDocumentQuery,
  ApDocumentSumsQuery,
  ApMonth,
  ApOrder,
  ApOrderQuery,
  ApOrderSumsQuery,
  ApSummary,
  VendorPerformance,
  VendorPerformanceQuery,
} from '../contract.ts'
import type * as contract from '../contract.ts'
import * as bills from './payables-as-of.ts'
import { documentsOf, summedAmounts } from './supporting-documents.ts'
import { billFigures, daysPayable, orderFigures } from '../rules.ts'
import * as store from './store.ts'

type Period = { from?: Day | undefined; to?: Day | undefined }
type Vendor = { vendorId: number; vendorCode: string; vendorName: string }
type OpenRow = Vendor & {
  status: string
  totalAmount: string
  billed: string
  expectedDate: Day | null
}
type BillRow = Vendor & { bills: number; open: string; days: number; isOverdue: boolean }
type CreditRow = Vendor & { open: string }
type PaymentStats = { daysToPay: number | null; billed: string; paid: Amount }

const orderWithCents = ({ totalAmount, billed, ...order }: OpenRow) => {
  return { ...order, total: cents(totalAmount), billed: cents(billed) }
}
const withCents = <R extends { open: string }>({ open, ...row }: R) => {
  return { ...row, open: centsOfSum(open) }
}

/**
 * The cards of the payables reports as of a date: bill, credit and order figures, and the balance
 * by age and vendor. Ages count from the due date or the bill date.
 */
export async function readApSummary(
  ctx: Context,
  { asOf, basis = 'due' }: { asOf?: Day | undefined; basis?: 'due' | 'invoice' | undefined },
): Promise<ApSummary> {
  const at = await asOfDay(ctx, asOf)
  return onOneConnection(ctx, async ({ db }) => {
    const ordered = await rows<OpenRow>(db, at.isPast ? store.openAmountAsOf : store.openNow, [
      at.day,
      at.zone,
    ])
    const billed = await rows<BillRow>(db, bills.openBills, [at.day, basis])
    const credits = await rows<CreditRow>(db, bills.openCredits, [at.day])
    const [paymentStats] = await rows<PaymentStats>(db, bills.readPaymentStats, [at.day])
    const [prepaid] = await rows<{ amount: Amount }>(db, bills.prepaidOn, [at.day])
    const [notBilled] = await rows<{ amount: Amount }>(db, bills.notBilledOn, [at.day])
    const orders = orderFigures(ordered.map(orderWithCents), at.day)
    const payables = billFigures(billed.map(withCents), credits.map(withCents))
    const { outstanding, committed, pendingApproval } = orders
    return {
      asOf: at.day,
      totalOutstanding: decimal(sum([payables.aging.total, committed])),
      payablesBalance: decimal(payables.aging.total),
      committed: decimal(committed),
      prepaid: prepaid?.amount ?? decimal(zero),
      goodsNotBilled: notBilled?.amount ?? decimal(zero),
      overdueCount: payables.overdueCount,
      overdueAmount: decimal(payables.overdueAmount),
      pendingApprovalCount: pendingApproval,
      averageDaysToPay: paymentStats?.daysToPay ?? null,
      daysPayableOutstanding: daysPayable(
        payables.aging.total,
        centsOfSum(paymentStats?.billed ?? '0'),
      ),
      monthlyPaymentVolume: paymentStats?.paid ?? decimal(zero),
      orderBasis: {
        outstanding: decimal(outstanding),
        overdueCount: orders.overdueCount,
        pendingApproval,
      },
      aging: agingToWire(payables.aging),
      agingByVendor: payables.byVendor.map(({ vendorId, vendorCode, vendorName, ...aging }) => {
        return { id: vendorId, vendorCode, vendorName, ...agingToWire(aging) }
      }),
    }
  })
}

/** Bills that were open on a date, optionally in one aging bucket. */
export async function listApBills(ctx: Context, { asOf, basis, bucket, ...query }: ApBillQuery) {
  const { day } = await asOfDay(ctx, asOf)
  const found = agingBuckets.find(({ id }) => id === bucket)
  const bucketFilters = found && { fromDays: found.from, toDays: found.to }
  const list = bills.openBillsOn(day, basis ?? 'due')
  return readList<ApBill>(ctx.db, list, { ...query, ...bucketFilters })
}

/**
 * Amounts billed and paid per month of a period, latest first; by default the twelve months up to a
 * date. Rejects a reversed period and one of more than five years.
 */
export async function listApMonths(
  ctx: Context,
  { asOf, ...period }: QueryOf<typeof contract.listApMonths>,
) {
  const { day } = await asOfDay(ctx, asOf)
  const { first, last } = monthSpan(day, period)
  return rows<ApMonth>(ctx.db, bills.readMonths, [day, first, last])
}

/** Purchase orders as of a date, optionally the outstanding ones in one aging bucket. */
export async function listApOrders(ctx: Context, { asOf, bucket, ...query }: ApOrderQuery) {
  const list = store.ordersOn(await asOfDay(ctx, asOf))
  return readList<ApOrder>(ctx.db, list, { ...query, ...daysOf(bucket) })
}

/** The number and total of these orders. */
export async function sumApOrders(ctx: Context, { asOf, bucket, ...query }: ApOrderSumsQuery) {
  const list = store.ordersOn(await asOfDay(ctx, asOf))
  return readSums(ctx.db, list, store.summedOrders, { ...query, ...daysOf(bucket) })
}

/** The filters that select the outstanding orders of an aging bucket. */
function daysOf(bucket: ApOrderQuery['bucket']) {
  const found = agingBuckets.find(({ id }) => id === bucket)
  return found && { open: 'true', fromDays: found.from, toDays: found.to }
}

/** The documents behind a figure as of a date; received orders are by default those of a year. */
export async function listApDocuments(ctx: Context, { asOf, figure, ...query }: ApDocumentQuery) {
  const at = await asOfDay(ctx, asOf)
  const list = documentsOf(figure ?? 'outstanding', at, deliveryDays(at.day, query))
  return readList<ApDocument>(ctx.db, list, query)
}

/** Sums over these documents. */
export async function sumApDocuments(ctx: Context, query: ApDocumentSumsQuery) {
  const { asOf, figure, ...listQuery } = query
  const at = await asOfDay(ctx, asOf)
  const list = documentsOf(figure ?? 'outstanding', at, deliveryDays(at.day, query))
  return readSums(ctx.db, list, summedAmounts, listQuery)
}

/** Vendor delivery performance in a period, by default the year up to a date. */
export async function listVendorPerformance(ctx: Context, query: VendorPerformanceQuery) {
  const { asOf, from, to, ...listQuery } = query
  const at = await asOfDay(ctx, asOf)
  const list = store.performanceOn(at, deliveryDays(at.day, { from, to }))
  return readList<VendorPerformance>(ctx.db, list, listQuery)
}

/** The days of a period up to `day`, by default the year up to its end. */
function deliveryDays(day: Day, { from, to }: Period): store.DeliveryDays {
  const last = to !== undefined && to < day ? to : day
  return { first: from ?? addDays(last, -364), last }
}

/**
 * Returns the deliveries of vendors by month of a period, newest first; by default of the twelve
 * months up to a date. Throws 422 for a reversed period or one of more than five years.
 */
export async function readDeliveryTrend(
  ctx: Context,
  { asOf, ...period }: QueryOf<typeof contract.readDeliveryTrend>,
) {
  const { day, zone } = await asOfDay(ctx, asOf)
  const { first, last } = monthSpan(day, period)
  const lastDay = addDays(addMonths(last, 1), -1)
  const months = await rows<contract.DeliveryMonth>(ctx.db, store.readDeliveryMonths, [
    day,
    zone,
    first,
    lastDay < day ? lastDay : day,
  ])
  return { months }
}
