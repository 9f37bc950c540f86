import { businessDay, readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, zero } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { refuseFilters } from '#platform/server/lists/change-feed.ts'
import { readList, type ListSpec } from '#platform/server/lists/list.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import type {
  Invoice,
  InvoiceQuery,
  InvoiceSumsQuery,
  SuggestedApplications,
  Payment,
  PaymentQuery,
  PaymentSumsQuery,
  CreditMemo,
  CreditMemoQuery,
  CreditMemoSumsQuery,
  Refund,
  RefundQuery,
  RefundSumsQuery,
} from '../contract.ts'
import { discountOn, suggestedApplicationsOf } from '../rules.ts'
import { openInvoicesOf } from './payments/apply-to-invoices.ts'
import * as store from './store.ts'
import {
  bucketsByInvoiceDateAsOf,
  creditMemoListAsOf,
  invoiceListAsOf,
  paymentListAsOf,
  refundListAsOf,
} from './receivable-lists-as-of.ts'

// Also exported to other rooms:
export { agingMonthsOf } from './aging-months.ts'
export { createReturnCreditMemo } from './credit-memos/create-credit-memo.ts'
export { replacedUnits } from './credit-memos/replaced-units.ts'
export { expectedCredit } from './credit-memos/return-credit-amounts.ts'
export { voidCreditOfReturn } from './credit-memos/void-credit-memo.ts'
export { recordReminders } from './invoices/record-reminders.ts'
export { invoiceDay, postInvoice } from './invoices/post-invoice.ts'
export { lockCustomers } from './lock-customers.ts'
export { dunningAsOf } from './receivable-lists-as-of.ts'

/** Returns a page of invoices as of a day, or all of them if the query has no limit. */
export async function listInvoices(
  ctx: Context,
  request: InvoiceQuery & { updatedSince?: string | undefined },
) {
  refuseFilters(request)
  const { asOf, basis, ...query } = request
  const list = await invoicesOn(ctx, { asOf, basis })
  // A future-dated invoice becomes visible without a write, which `updatedSince` would miss. So
  // changes list it as soon as it is written.
  const where = query.updatedSince === undefined ? list.where : 'true'
  return readList<Invoice>(ctx.db, { ...list, where }, query)
}

/** The number and the open amount of the invoices that match a query, as of its day. */
export async function sumInvoices(ctx: Context, { asOf, basis, ...query }: InvoiceSumsQuery) {
  return readSums(ctx.db, await invoicesOn(ctx, { asOf, basis }), store.summedInvoices, query)
}

/** The invoices as of a day, with the aging buckets by due date or by invoice date. */
async function invoicesOn(
  ctx: Context,
  { asOf, basis }: Pick<InvoiceQuery, 'asOf' | 'basis'>,
): Promise<ListSpec> {
  const lists = { now: store.invoiceList, past: invoiceListAsOf }
  const list = await listOn(ctx, asOf, lists)
  const values = list.values ?? [asOf ?? (await businessDay(ctx))]
  const ownDays = list.values ? bucketsByInvoiceDateAsOf : store.bucketsByInvoiceDate
  const byOwnDay = { ...list.filters, bucket: { each: ownDays } }
  return { ...list, values, filters: basis === 'invoice' ? byOwnDay : list.filters }
}

/** Selects the list spec: past if the day is before today, else the current one. */
async function listOn(
  ctx: Context,
  asOf: Day | undefined,
  { now, past }: { now: ListSpec; past: ListSpec },
): Promise<ListSpec> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  const isPast = asOf !== undefined && asOf < today(ctx.now, zone)
  return isPast ? { ...past, values: [asOf, zone] } : now
}

const paymentLists = { now: store.paymentList, past: paymentListAsOf }

/** Returns a page of payments as of a day, or all of them if the query has no limit. */
export async function listPayments(ctx: Context, request: PaymentQuery) {
  refuseFilters(request)
  const { asOf, ...query } = request
  return readList<Payment>(ctx.db, await listOn(ctx, asOf, paymentLists), query)
}

/** The number and total of the payments that match a query, as of its day. */
export async function sumPayments(ctx: Context, { asOf, ...query }: PaymentSumsQuery) {
  return readSums(ctx.db, await listOn(ctx, asOf, paymentLists), store.summedPayments, query)
}

const creditMemoLists = { now: store.creditMemoList, past: creditMemoListAsOf }

/** Returns a page of credit memos as of a day, or all of them if the query has no limit. */
export async function listCreditMemos(ctx: Context, request: CreditMemoQuery) {
  refuseFilters(request)
  const { asOf, ...query } = request
  return readList<CreditMemo>(ctx.db, await listOn(ctx, asOf, creditMemoLists), query)
}

/** The number and the open amount of the credit memos that match a query, as of its day. */
export async function sumCreditMemos(ctx: Context, { asOf, ...query }: CreditMemoSumsQuery) {
  return readSums(ctx.db, await listOn(ctx, asOf, creditMemoLists), store.summedCreditMemos, query)
}

const refundLists = { now: store.refundList, past: refundListAsOf }

/** Returns a page of refunds as of a day, or all of them if the query has no limit. */
export async function listRefunds(ctx: Context, { asOf, ...query }: RefundQuery) {
  return readList<Refund>(ctx.db, await listOn(ctx, asOf, refundLists), query)
}

/** The number and total of the refunds that match a query, as of its day. */
export async function sumRefunds(ctx: Context, { asOf, ...query }: RefundSumsQuery) {
  return readSums(ctx.db, await listOn(ctx, asOf, refundLists), store.summedRefunds, query)
}

type OfferQuery = {
  customerId: number
  amount?: string | undefined
  reference?: string | undefined
  receivedOn?: Day | undefined
  kind?: 'payment' | 'credit' | undefined
}

/** Returns a customer's open invoices, with the suggested application of an amount. */
export async function suggestApplications(
  ctx: Context,
  query: OfferQuery,
): Promise<SuggestedApplications> {
  const receivedOn = query.receivedOn ?? (await businessDay(ctx))
  const open = await openInvoicesOf(ctx, query.customerId)
  const isCredit = query.kind === 'credit'
  const invoices = isCredit ? open.map((each) => ({ ...each, discountDate: null })) : open
  const amount = cents(query.amount ?? '0')
  const reference = query.reference ?? null
  const offered = suggestedApplicationsOf(invoices, { amount, reference, receivedOn })
  return invoices.map((invoice) => {
    const part = offered.find(({ invoiceId }) => invoiceId === invoice.id)
    return {
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      orderNumber: invoice.orderNumber,
      customerPO: invoice.customerPO,
      docDate: invoice.docDate,
      dueDate: invoice.dueDate,
      total: decimal(invoice.total),
      openAmount: decimal(invoice.openAmount),
      discountAllowed: decimal(discountOn(invoice, receivedOn)),
      amount: decimal(part?.amount ?? zero),
      discount: decimal(part?.discount ?? zero),
    }
  })
}
