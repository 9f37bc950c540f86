import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, zero } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readList, type ListSpec } from '#platform/server/lists/list.ts'
import type {
  Application,
  Invoice,
  InvoiceDetails,
  InvoiceQuery,
  Offer,
  Payment,
  PaymentDetails,
  PaymentQuery,
  CreditMemo,
  CreditMemoDetails,
  CreditMemoLine,
  CreditMemoQuery,
  Refund,
  RefundQuery,
} from '../contract.ts'
import { discountOn, offerOf } from '../rules.ts'
import { discountLeftOf } from './invoices/remaining-discount.ts'
import { openInvoicesOf } from './payments/apply-to-invoices.ts'
import { listSimilarPayments } from './payments/similar-payments.ts'
import * as store from './store.ts'
import {
  bucketsByOwnDayThen,
  creditMemoListThen,
  invoiceListThen,
  paymentListThen,
  refundListThen,
} from './statements/as-of.ts'

async function dayOf(ctx: Context): Promise<Day> {
  const { businessTimeZone } = await readSettings(ctx)
  return today(ctx.now, businessTimeZone)
}

/** Returns a page of invoices as of a day, or all of them if the query has no limit. */
export async function listInvoices(ctx: Context, { asOf, basis, ...query }: InvoiceQuery) {
  const lists = { now: store.invoiceList, past: invoiceListThen }
  const list = await listOn(ctx, asOf, lists)
  const values = list.values ?? [asOf ?? (await dayOf(ctx))]
  const ownDays = list.values ? bucketsByOwnDayThen : store.bucketsByOwnDay
  const byOwnDay = { ...list.filters, bucket: { each: ownDays } }
  const filters = basis === 'invoice' ? byOwnDay : list.filters
  return readList<Invoice>(ctx.db, { ...list, filters, values }, query)
}

/** Returns one invoice with its lines and applications. Throws 404 if it does not exist. */
export async function readInvoice(ctx: Context, id: number): Promise<InvoiceDetails> {
  const date = await dayOf(ctx)
  return onOneConnection(ctx, async ({ db }) => {
    type Found = Omit<InvoiceDetails, 'lines' | 'applications' | 'discountLeft'>
    const [found, lines, applications, left] = await Promise.all([
      rows<Found>(db, store.readInvoice, [date, id]),
      rows<InvoiceDetails['lines'][number]>(db, store.readInvoiceLines, [id]),
      rows<Application>(db, store.applicationsOfInvoice, [id]),
      discountLeftOf(db, id),
    ])
    const [invoice] = found
    if (!invoice) throw missing('That invoice')
    return { ...invoice, lines, applications, discountLeft: decimal(left) }
  })
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

/** Returns a page of payments as of a day, or all of them if the query has no limit. */
export async function listPayments(ctx: Context, { asOf, ...query }: PaymentQuery) {
  const lists = { now: store.paymentList, past: paymentListThen }
  return readList<Payment>(ctx.db, await listOn(ctx, asOf, lists), query)
}

/** Returns one payment with its applications. Throws 404 if it does not exist. */
export function readPayment(ctx: Context, id: number): Promise<PaymentDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    const [found, applications] = await Promise.all([
      rows<Omit<PaymentDetails, 'applications' | 'warnings'>>(db, store.readPayment, [id]),
      rows<Application>(db, store.applicationsOfPayment, [id]),
    ])
    const [payment] = found
    if (!payment) throw missing('That payment')
    const { customerId, method, reference, status } = payment
    const isCheck = method === 'check' && status === 'posted' && reference !== null
    const check = { customerId, reference: reference ?? '', exceptId: id }
    const warnings = isCheck ? await listSimilarPayments({ db }, check) : []
    return { ...payment, applications, warnings }
  })
}

/** Returns a page of credit memos as of a day, or all of them if the query has no limit. */
export async function listCreditMemos(ctx: Context, { asOf, ...query }: CreditMemoQuery) {
  const lists = { now: store.creditMemoList, past: creditMemoListThen }
  return readList<CreditMemo>(ctx.db, await listOn(ctx, asOf, lists), query)
}

/** Returns one credit memo with its lines and applications. Throws 404 if it does not exist. */
export function readCreditMemo(ctx: Context, id: number): Promise<CreditMemoDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    const [found, lines, applications] = await Promise.all([
      rows<Omit<CreditMemoDetails, 'lines' | 'applications'>>(db, store.readCreditMemo, [id]),
      rows<CreditMemoLine>(db, store.readCreditMemoLines, [id]),
      rows<Application>(db, store.applicationsOfCreditMemo, [id]),
    ])
    const [memo] = found
    if (!memo) throw missing('That credit memo')
    return { ...memo, lines, applications }
  })
}

/** Returns a page of refunds as of a day, or all of them if the query has no limit. */
export async function listRefunds(ctx: Context, { asOf, ...query }: RefundQuery) {
  const lists = { now: store.refundList, past: refundListThen }
  return readList<Refund>(ctx.db, await listOn(ctx, asOf, lists), query)
}

/** Returns one refund. Throws 404 if it does not exist. */
export async function readRefund(ctx: Context, id: number): Promise<Refund> {
  const [refund] = await rows<Refund>(ctx.db, store.readRefund, [id])
  if (!refund) throw missing('That refund')
  return refund
}

type OfferQuery = {
  customerId: number
  amount?: string | undefined
  reference?: string | undefined
  receivedOn?: Day | undefined
  kind?: 'payment' | 'credit' | undefined
}

/** Returns a customer's open invoices, with the suggested application of an amount. */
export async function offerApplications(ctx: Context, query: OfferQuery): Promise<Offer> {
  const receivedOn = query.receivedOn ?? (await dayOf(ctx))
  const open = await openInvoicesOf(ctx, query.customerId)
  const isCredit = query.kind === 'credit'
  const invoices = isCredit ? open.map((each) => ({ ...each, discountDate: null })) : open
  const amount = cents(query.amount ?? '0')
  const reference = query.reference ?? null
  const offered = offerOf(invoices, { amount, reference, receivedOn })
  return invoices.map((invoice) => {
    const part = offered.find(({ invoiceId }) => invoiceId === invoice.id)
    return {
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      orderNumber: invoice.orderNumber,
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
