import { applyStep, record } from '#features/audit/server/service.ts'
import { normalizePlace } from '#features/settings/countries-and-states.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { cents, centsOfSum, decimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import { guardNotFuture, reversedLines } from '../rules.ts'
import { guardOpen, post } from './service.ts'
import type { TaxPayment, TaxPaymentForm, TaxPaymentQuery } from '../contract.ts'
import {
  guardTaxPeriod,
  jurisdictionName,
  linesOfTaxPayment,
  type TaxPaymentStatus,
  statusAfterVoid,
  whyOverpaid,
} from '../sales-tax-payment-rules.ts'
import * as store from './sales-tax-store.ts'

/** Returns a page of sales tax payments, or all of them without a limit. */
export function listTaxPayments(ctx: Context, query: TaxPaymentQuery) {
  return readList<TaxPayment>(ctx.db, store.taxPaymentListSpec, query)
}

/** Returns one sales tax payment. Throws 404 if it does not exist. */
export async function readTaxPayment(ctx: Context, id: number): Promise<TaxPayment> {
  const payment = await readOne<TaxPayment>(ctx.db, store.taxPaymentListSpec, { id })
  if (!payment) throw missing('That payment')
  return payment
}

/**
 * Pays the sales tax of a jurisdiction for a range of invoice dates, and posts it on the payment
 * date. Throws if the amount exceeds the unpaid tax up to the last day of the period, or the
 * payment date is before that day, in the future or in a closed month.
 */
export async function createTaxPayment(ctx: Context, form: TaxPaymentForm): Promise<TaxPayment> {
  const { periodFrom, periodTo, paidOn, reference = null } = form
  guardNotFuture('paidOn', paidOn, await businessDay(ctx))
  guardTaxPeriod(form)
  const amount = cents(form.amount)
  if (amount === 0) throw invalid([{ path: 'amount', message: 'Must be more than 0' }])
  const { country, state } = normalizePlace({ country: form.country, state: form.state })
  const [number = ''] = await nextNumbers(ctx.db, 'STP', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [paidOn])
    await rows(inner.db, store.lockSalesTaxPayments)
    type UnpaidRow = { left: string }
    const [found] = await rows<UnpaidRow>(inner.db, store.readUnpaidTax, [country, state, periodTo])
    const unpaid = centsOfSum(found?.left ?? '0')
    const whyNot = whyOverpaid({ amount, unpaidAmount: unpaid, to: periodTo }, { country, state })
    if (whyNot) throw new Refusal('refused', 'over-paid', whyNot)
    const fields = [number, country, state, periodFrom, periodTo, decimal(amount), paidOn]
    const values = [...fields, reference, inner.user?.id ?? null]
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertPayment, values)
    const id = inserted?.id ?? 0
    const payment = await lock(inner, id)
    const memo = `Sales tax payment ${number}, ${jurisdictionName(payment)}`
    const lines = linesOfTaxPayment(amount)
    await post(inner, [
      { source: 'sales_tax_payment', sourceId: id, postedOn: paidOn, memo, lines },
    ])
    const auditEntry = { entity: 'sales_tax_payment', entityId: id, action: 'create' } as const
    await record(inner, [{ ...auditEntry, toStatus: 'posted' }])
    await enqueue(inner, [messageOf(payment, 'create')])
    return readTaxPayment(inner, id)
  })
}

/** Voids a payment as of today by a counter-entry; its amount is due again. */
export async function voidTaxPayment(
  ctx: Context,
  id: number,
  { reason, ifMatch }: { reason: string; ifMatch: number | undefined },
): Promise<TaxPayment> {
  const date = await businessDay(ctx)
  const lockAll = async (inner: Context) => {
    await rows(inner.db, store.lockSalesTaxPayments)
    return lock(inner, id)
  }
  const guardPeriod = (inner: Context) => guardOpen(inner, [date])
  const subject = { id, ifMatch, guardPeriod, lock: lockAll, read: readTaxPayment }
  return runTransition(ctx, subject, (inner, payment) => {
    const to = statusAfterVoid(payment.status)
    const write = async () => {
      await send(inner, store.voidPayment, [id, to, date])
      await post(inner, [
        {
          source: 'sales_tax_payment',
          sourceId: id,
          event: 'void',
          postedOn: date,
          memo: `Void of sales tax payment ${payment.paymentNumber}`,
          lines: reversedLines(linesOfTaxPayment(cents(payment.amount))),
        },
      ])
    }
    return applyStep(inner, payment, { ...paymentKind, action: 'void', to, reason, write })
  })
}

type LockedPayment = {
  id: number
  paymentNumber: string
  country: string
  state: string
  amount: string
  status: TaxPaymentStatus
  version: number
}

async function lock(ctx: Context, id: number): Promise<LockedPayment> {
  const [payment] = await rows<LockedPayment>(ctx.db, store.lockPayment, [id])
  if (!payment) throw missing('That payment')
  return payment
}

/** Uses one topic for all events of a sales tax payment. */
function messageOf(payment: LockedPayment, verb: string) {
  const { id, paymentNumber, country, state, status, amount, version } = payment
  return {
    topic: 'sales-tax-payment.changed',
    aggregate: 'sales_tax_payment',
    aggregateId: id,
    aggregateVersion: version,
    payload: { verb, paymentNumber, country, state, status, amount },
  }
}

const paymentKind = { entity: 'sales_tax_payment', messageOf } as const
