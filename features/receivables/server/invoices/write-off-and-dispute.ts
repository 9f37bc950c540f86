import { record } from '#features/audit/server/service.ts'
import { guardNotBefore, postingDateOf, guardOpen } from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { cents, formatMoney } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type { InvoiceDetails, WriteOffForm } from '../../contract.ts'
import { readInvoice } from '../read-documents.ts'
import { lockInvoices, writeOff } from '../payments/apply-to-invoices.ts'
import { guardOpenCredits, guardWriteOffLimit } from '../payments/write-off-limits.ts'
import { lockCustomer } from '../lock-customers.ts'

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
    const behalf = await guardWriteOffLimit(inner, [{ id, amount, posting }], settings)
    const appliedOn = date > invoice.docDate ? date : invoice.docDate
    await writeOff(inner, invoice, { amount, reason, appliedOn, behalf })
    return readInvoice(inner, id)
  })
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
