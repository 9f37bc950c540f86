import { businessDay } from '#features/settings/server/service.ts'
import { decimal } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type {
  Application,
  InvoiceDetails,
  PaymentDetails,
  CreditMemoDetails,
  CreditMemoLine,
  Refund,
} from '../contract.ts'
import { remainingDiscountOf } from './invoices/remaining-discount.ts'
import { listSimilarPayments } from './payments/similar-payments.ts'
import * as store from './store.ts'

/** Returns one invoice with its lines and applications. Throws 404 if it does not exist. */
export async function readInvoice(ctx: Context, id: number): Promise<InvoiceDetails> {
  const date = await businessDay(ctx)
  return onOneConnection(ctx, async ({ db }) => {
    type Found = Omit<InvoiceDetails, 'lines' | 'applications' | 'discountLeft'>
    const [found, lines, applications, left] = await Promise.all([
      rows<Found>(db, store.readInvoice, [date, id]),
      rows<InvoiceDetails['lines'][number]>(db, store.readInvoiceLines, [id]),
      rows<Application>(db, store.applicationsOfInvoice, [id]),
      remainingDiscountOf(db, id),
    ])
    const [invoice] = found
    if (!invoice) throw missing('That invoice')
    return { ...invoice, lines, applications, discountLeft: decimal(left) }
  })
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

/** Returns one refund. Throws 404 if it does not exist. */
export async function readRefund(ctx: Context, id: number): Promise<Refund> {
  const [refund] = await rows<Refund>(ctx.db, store.readRefund, [id])
  if (!refund) throw missing('That refund')
  return refund
}
