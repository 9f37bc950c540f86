import { type Authority, onBehalfOf } from '#features/auth/authority-rules.ts'
import { may } from '#features/auth/rules.ts'
import { authoritiesOf } from '#features/auth/server/service.ts'
import type { PostingDate } from '#features/journal/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { writeOffLimit } from '../../rules.ts'

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

type Before = { invoice: string; month: string }

/**
 * Throws 403 if the write-offs exceed the limits of the user, and of everybody who delegated their
 * approvals to the user. The monthly limit counts what the user wrote off in the month of the
 * posting date or later, and what the user entered this month whatever its posting date, so those
 * of one request count together. The invoices must differ. Returns the name of the person in whose
 * name they are, if that is another.
 */
export async function guardWriteOffLimit(
  ctx: Context,
  writeOffs: readonly PlannedWriteOff[],
  settings: Settings,
): Promise<string | undefined> {
  if (writeOffs.length === 0 || !ctx.user) return undefined
  const zone = settings.businessTimeZone
  const [own, ...delegators] = await authoritiesOf(ctx, today(ctx.now, zone))
  if (!own || !writeOffLimit(own, settings)) return undefined
  await rows(ctx.db, lockWriteOffLimit, [ctx.user.id])
  const befores: Before[] = []
  for (const { id, posting } of writeOffs) {
    const values = [id, ctx.user.id, posting.postedOn, posting.today, zone]
    // Sequential, because a transaction has one connection; a remittance writes off a few invoices.
    // oxlint-disable-next-line no-await-in-loop
    const [before] = await rows<Before>(ctx.db, settledBefore, values)
    befores.push(before ?? { invoice: '0', month: '0' })
  }
  const planned = writeOffs.map(({ amount }, index) => ({
    amount,
    before: befores[index] ?? { invoice: '0', month: '0' },
  }))
  const refusal = whyOver(own, planned, settings)
  if (!refusal) return undefined
  const delegator = delegators.find(
    (each) => may(each, 'receivables.writeOff') && !whyOver(each, planned, settings),
  )
  if (!delegator) throw refusal
  return onBehalfOf(delegator, ctx.user)
}

type Planned = { amount: Cents; before: Before }

/** Why write-offs exceed the limits of a person; undefined if they do not. */
function whyOver(
  person: Authority,
  writeOffs: readonly Planned[],
  settings: Settings,
): Refusal | undefined {
  const limit = writeOffLimit(person, settings)
  if (!limit) return undefined
  const isOwn = person.limits.writeOffLimit !== undefined
  let planned = zero
  for (const { amount, before } of writeOffs) {
    planned = sum([planned, amount])
    const ofInvoice = sum([amount, cents(before.invoice)])
    if (ofInvoice > limit.invoice) {
      return overLimit(isOwn, 'per invoice', { most: limit.invoice, amount: ofInvoice })
    }
    const ofMonth = sum([planned, cents(before.month)])
    if (ofMonth > limit.month) {
      return overLimit(isOwn, 'per month', { most: limit.month, amount: ofMonth })
    }
  }
  return undefined
}

function overLimit(
  isOwn: boolean,
  limitName: string,
  { most, amount }: { most: Cents; amount: Cents },
): Refusal {
  const whose = isOwn ? 'You' : 'Your role'
  const limit = `${whose} can write off at most ${formatMoney(most)} ${limitName}`
  const sentence = isOwn ? `${limit}, and this makes ${formatMoney(amount)}` : limit
  return new Refusal('forbidden', 'over-limit', sentence)
}
