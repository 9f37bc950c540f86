import { record } from '#features/audit/server/service.ts'
import {
  guardNotBefore,
  type PostingDate,
  postingDateOf,
  guardOpen,
} from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney, sum } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type { InvoiceDetails, WriteOffForm } from '../../contract.ts'
import { writeOffLimit } from '../../rules.ts'
import { readInvoice } from '../read-documents.ts'
import { lockCustomer, lockInvoices, writeOff } from '../payments/apply-to-invoices.ts'

const ownerOf = {
  name: 'customer_of_invoice',
  text: `select customer_id as "customerId", version from invoices where id = $1`,
}

/** Locks the customer of an invoice. Throws 412 if the invoice's version is stale by then. */
async function lockOwner(ctx: Context, id: number, { ifMatch }: IfMatch): Promise<void> {
  const [owner] = await rows<{ customerId: number }>(ctx.db, ownerOf, [id])
  if (!owner) throw missing('That invoice')
  await lockCustomer(ctx, owner.customerId)
  const [now] = await rows<{ version: number }>(ctx.db, ownerOf, [id])
  if (!now) throw missing('That invoice')
  guardVersion(now, ifMatch)
}

const settledBefore = {
  name: 'written_off_before',
  text: `select coalesce(sum(amount) filter (where invoice_id = $1), 0)::numeric(12, 2) as invoice,
                coalesce(sum(amount) filter (where created_by = $2
                  and (applied_on >= date_trunc('month', $3::date) or created_at
                    >= date_trunc('month', $4::date)::timestamp at time zone $5)), 0
                )::numeric(12, 2) as month
         from receivable_applications
         where kind = 'write-off' and reversed_on is null
           and (invoice_id = $1 or created_by = $2)`,
}

/**
 * Writes off part of the open amount of an invoice. Throws if that exceeds the open amount or the
 * role's limit per invoice or month, or if the posting date is before the invoice.
 */
export async function writeOffInvoice(
  ctx: Context,
  id: number,
  { amount: wire, reason, postedOn, ifMatch }: IfMatch & WriteOffForm,
): Promise<InvoiceDetails> {
  const settings = await readSettings(ctx)
  const posting = postingDateOf(postedOn, today(ctx.now, settings.businessTimeZone))
  const date = posting.postedOn
  const amount = cents(wire)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    await lockOwner(inner, id, { ifMatch })
    const invoice = (await lockInvoices(inner, [id])).get(id)
    if (!invoice) throw missing('That invoice')
    guardNotBefore(posting, [{ day: invoice.docDate, event: 'the invoice date' }])
    if (amount > invoice.openAmount) {
      const open = formatMoney(invoice.openAmount)
      throw new Refusal('refused', 'over-applied', `Only ${open} of this invoice is open`)
    }
    await guardOpenCredits(inner, invoice, amount)
    const limit = writeOffLimit(inner.user, settings)
    await guardLimit(inner, { id, amount, posting, limit, zone: settings.businessTimeZone })
    const appliedOn = date > invoice.docDate ? date : invoice.docDate
    await writeOff(inner, invoice, { amount, reason, appliedOn })
    return readInvoice(inner, id)
  })
}

const openCredits = {
  name: 'open_credit_memos_of_invoice',
  text: `select coalesce(sum(open_amount), 0)::numeric(12, 2) as amount
         from credit_memos where invoice_id = $1 and open_amount > 0`,
}

/** Throws if open credit memos can settle the amount: otherwise they could be refunded. */
async function guardOpenCredits(
  ctx: Context,
  { id, invoiceNumber, openAmount }: { id: number; invoiceNumber: string; openAmount: Cents },
  amount: Cents,
): Promise<void> {
  const [found] = await rows<{ amount: string }>(ctx.db, openCredits, [id])
  const credits = cents(found?.amount ?? '0')
  if (credits === 0 || amount <= openAmount - credits) return
  const sentence =
    `Credit memos of ${formatMoney(credits)} for ${invoiceNumber} are not applied yet. ` +
    'Apply them to the invoice first'
  throw new Refusal('refused', 'credit-not-applied', sentence)
}

/** Serializes the monthly write-off limit per user, across customers, with an advisory lock. */
const lockWriteOffLimit = {
  name: 'write_off_take_turn',
  text: 'select pg_advisory_xact_lock(727280, $1)',
}

type Limited = {
  id: number
  amount: Cents
  posting: PostingDate
  limit: ReturnType<typeof writeOffLimit>
  zone: string
}

/**
 * Throws if the write-off exceeds the role's limits. The monthly limit counts write-offs posted in
 * the month of the posting date or later, and those entered this month whatever their posting date.
 */
async function guardLimit(
  ctx: Context,
  { id, amount, posting, limit, zone }: Limited,
): Promise<void> {
  if (!limit) return
  await rows(ctx.db, lockWriteOffLimit, [ctx.user?.id ?? 0])
  const values = [id, ctx.user?.id ?? 0, posting.postedOn, posting.today, zone]
  const [before] = await rows<{ invoice: string; month: string }>(ctx.db, settledBefore, values)
  const refuse = (maxAmount: Cents, limitName: string) => {
    const sentence = `Your role can write off at most ${formatMoney(maxAmount)} ${limitName}`
    throw new Refusal('forbidden', 'over-limit', sentence)
  }
  if (sum([amount, cents(before?.invoice ?? '0')]) > limit.invoice) {
    refuse(limit.invoice, 'per invoice')
  }
  if (sum([amount, cents(before?.month ?? '0')]) > limit.month) refuse(limit.month, 'per month')
}

const markDisputed = {
  name: 'mark_invoice_disputed',
  text: `update invoices set is_disputed = $2, updated_at = now(), version = version + 1
         where id = $1`,
}

/** Marks an invoice as disputed, or ends the dispute. A disputed invoice is not dunned. */
export function disputeInvoice(
  ctx: Context,
  id: number,
  request: IfMatch & { isDisputed: boolean; reason?: string | null | undefined },
): Promise<InvoiceDetails> {
  const { isDisputed, reason, ifMatch } = request
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner, id, { ifMatch })
    const before = await readInvoice(inner, id)
    if (before.isDisputed !== isDisputed) {
      await send(inner, markDisputed, [id, isDisputed])
      const action = isDisputed ? 'dispute' : 'settle-dispute'
      await record(inner, [{ entity: 'invoice', entityId: id, action, reason: reason ?? null }])
    }
    return readInvoice(inner, id)
  })
}
