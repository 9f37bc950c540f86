import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { type ListSpec, readList } from '#platform/server/lists/list.ts'
import type { VendorPayment, VendorPaymentQuery, VendorPaymentSumsQuery } from '../contract.ts'
import { paymentListAsOf } from './payment-list-as-of.ts'
import * as store from './store.ts'

/** A page of payments as of a date, or all if no limit is given. */
export async function listVendorPayments(ctx: Context, { asOf, ...query }: VendorPaymentQuery) {
  return readList<VendorPayment>(ctx.db, await paymentsAsOf(ctx, asOf), query)
}

/** The number and total of the payments that match a query, as of its day. */
export async function sumVendorPayments(ctx: Context, { asOf, ...query }: VendorPaymentSumsQuery) {
  return readSums(ctx.db, await paymentsAsOf(ctx, asOf), store.summed, query)
}

async function paymentsAsOf(ctx: Context, asOf: Day | undefined): Promise<ListSpec> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  const isPast = asOf !== undefined && asOf < today(ctx.now, zone)
  return isPast ? { ...paymentListAsOf, values: [asOf, zone] } : store.list
}
