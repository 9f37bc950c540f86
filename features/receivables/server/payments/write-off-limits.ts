import type { PostingDate } from '#features/journal/server/service.ts'
import { type Cents, cents, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { writeOffLimit } from '../../rules.ts'

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

const openCredits = {
  name: 'open_credit_memos_of_invoice',
  text: `select coalesce(sum(open_amount), 0)::numeric(12, 2) as amount
         from credit_memos where invoice_id = $1 and open_amount > 0`,
}

/** Throws if open credit memos can settle the amount: otherwise they could be refunded. */
export async function guardOpenCredits(
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

/** An amount of an invoice to write off on a day. */
type PlannedWriteOff = { id: number; amount: Cents; posting: PostingDate }

/**
 * Throws if the write-offs exceed the role's limits. The monthly limit counts write-offs posted in
 * the month of the posting date or later, and those entered this month whatever their posting date,
 * so those of one request count together. The invoices must differ.
 */
export async function guardWriteOffLimit(
  ctx: Context,
  writeOffs: readonly PlannedWriteOff[],
  { limit, zone }: { limit: ReturnType<typeof writeOffLimit>; zone: string },
): Promise<void> {
  if (!limit || writeOffs.length === 0) return
  const userId = ctx.user?.id ?? 0
  await rows(ctx.db, lockWriteOffLimit, [userId])
  let planned = zero
  for (const { id, amount, posting } of writeOffs) {
    const values = [id, userId, posting.postedOn, posting.today, zone]
    // Sequential, because a transaction has one connection; a remittance writes off a few invoices.
    // oxlint-disable-next-line no-await-in-loop
    const [before] = await rows<{ invoice: string; month: string }>(ctx.db, settledBefore, values)
    planned = sum([planned, amount])
    if (sum([amount, cents(before?.invoice ?? '0')]) > limit.invoice) {
      throw overLimit(limit.invoice, 'per invoice')
    }
    if (sum([planned, cents(before?.month ?? '0')]) > limit.month) {
      throw overLimit(limit.month, 'per month')
    }
  }
}

function overLimit(maxAmount: Cents, limitName: string): Refusal {
  const sentence = `Your role can write off at most ${formatMoney(maxAmount)} ${limitName}`
  return new Refusal('forbidden', 'over-limit', sentence)
}
