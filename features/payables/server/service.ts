import { businessDay, readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, zero } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { refuseFilters } from '#platform/server/lists/change-feed.ts'
import { readList, type ListSpec } from '#platform/server/lists/list.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import type {
  Billable,
  VendorBill,
  VendorBillQuery,
  VendorBillSumsQuery,
  VendorCredit,
  VendorCreditQuery,
  VendorCreditSumsQuery,
} from '../contract.ts'
import * as store from './store.ts'
import { billListAsOf, creditListAsOf } from './bill-and-credit-lists-as-of.ts'

// Also exported to other rooms:
export {
  lockBillsToSettle,
  openBillsOf,
  lockPostedBills,
  applyToBills,
  reverseApplications,
  type BillToSettle,
} from './apply-to-bills.ts'
export { creditVendorReturn } from './credits/return-credits.ts'
export { earliestOfBills, lastUnsettled } from './last-application-days.ts'
export {
  applyPrepayment,
  openOfPrepayment,
  openPrepayments,
  unapplyPrepayment,
  type Prepayment,
} from './apply-prepayments.ts'
/** The parameters for a list as of an earlier day; undefined for today or without a date. */
async function pastDay(ctx: Context, asOf: Day | undefined): Promise<unknown[] | undefined> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  return asOf !== undefined && asOf < today(ctx.now, zone) ? [asOf, zone] : undefined
}

/** Returns a page of bills as of a day, or all of them without a limit. */
export async function listVendorBills(ctx: Context, request: VendorBillQuery) {
  refuseFilters(request)
  const { asOf, ...query } = request
  return readList<VendorBill>(ctx.db, await billsAsOf(ctx, asOf), query)
}

/** The number and the open amount of the bills that match a query, as of its day. */
export async function sumVendorBills(ctx: Context, { asOf, ...query }: VendorBillSumsQuery) {
  return readSums(ctx.db, await billsAsOf(ctx, asOf), store.summedBills, query)
}

async function billsAsOf(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const values = await pastDay(ctx, asOf)
  return values ? { ...billListAsOf, values } : store.billsOn(await businessDay(ctx))
}

type BillableOrder = Omit<Billable, 'lines'> & {
  headerOnly: boolean
  totalAmount: string
  status: string
  billed: string
}

/**
 * What can still be billed of a purchase order: units that were received, not returned and are on
 * no bill (drafts count as bills); of an order without lines, its total less what was billed.
 */
export async function readBillable(ctx: Context, id: number): Promise<Billable> {
  return onOneConnection(ctx, async ({ db }) => {
    const [order] = await rows<BillableOrder>(db, store.readBillableOrder, [id])
    if (!order) throw missing('That purchase order')
    const { headerOnly, totalAmount, status, billed, ...head } = order
    if (headerOnly) {
      const unbilled = Math.max(zero, cents(totalAmount) - cents(billed))
      const line = {
        purchaseOrderItemId: null,
        description: `${order.orderNumber} as agreed`,
        quantity: 1,
        unitPrice: decimal(unbilled as typeof zero),
        qtyReceived: status === 'received' ? 1 : 0,
        qtyReturned: 0,
        qtyBilled: unbilled > 0 ? 0 : 1,
      }
      return { ...head, lines: unbilled > 0 ? [line] : [] }
    }
    type Line = Omit<Billable['lines'][number], 'quantity'>
    const lines = await rows<Line>(db, store.readBillableLines, [id])
    const open = lines.map((line) => ({
      ...line,
      quantity: line.qtyReceived - line.qtyReturned - line.qtyBilled,
    }))
    return { ...head, lines: open.filter(({ quantity }) => quantity > 0) }
  })
}

/** Returns a page of vendor credits as of a day, or all of them without a limit. */
export async function listVendorCredits(ctx: Context, { asOf, ...query }: VendorCreditQuery) {
  return readList<VendorCredit>(ctx.db, await creditsAsOf(ctx, asOf), query)
}

/** The number and the open amount of the vendor credits that match a query, as of its day. */
export async function sumVendorCredits(ctx: Context, { asOf, ...query }: VendorCreditSumsQuery) {
  return readSums(ctx.db, await creditsAsOf(ctx, asOf), store.summedCredits, query)
}

async function creditsAsOf(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const values = await pastDay(ctx, asOf)
  return values ? { ...creditListAsOf, values } : store.creditList
}
