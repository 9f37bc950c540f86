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
                coalesce(sum(amount) filter (where created_by = any($2::int[])
                  and (applied_on >= date_trunc('month', $3::date) or created_at
                    >= date_trunc('month', $4::date)::timestamp at time zone $5)), 0
                )::numeric(12, 2) as month
         from receivable_applications
         where kind = 'write-off' and reversed_on is null
           and (invoice_id = $1 or created_by = any($2::int[]))`,
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
 * of one request count together. A lent limit counts what both persons wrote off: otherwise each
 * substitute would have a new month. The invoices must differ. Returns the name of the person in
 * whose name they are, if that is another.
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
  const { id: userId } = ctx.user
  const lenders = delegators.filter((each) => may(each, 'receivables.writeOff'))
  await lockLimitsOf(ctx, [userId, ...lenders.map(({ id }) => id)])
  const plannedBy = (people: readonly number[]) => plannedOf(ctx, writeOffs, { people, zone })
  const refusal = whyOver(own, await plannedBy([userId]), settings)
  if (!refusal) return undefined
  for (const lender of lenders) {
    // Sequential, because a transaction has one connection; few people delegate to one person.
    // oxlint-disable-next-line no-await-in-loop
    const planned = await plannedBy([userId, lender.id])
    if (!whyOver(lender, planned, settings)) return onBehalfOf(lender, ctx.user)
  }
  throw refusal
}

/** Locks the monthly limits of some persons in the order of their ids, so that nobody deadlocks. */
async function lockLimitsOf(ctx: Context, people: readonly number[]): Promise<void> {
  for (const id of [...new Set(people)].toSorted((a, b) => a - b)) {
    // oxlint-disable-next-line no-await-in-loop
    await rows(ctx.db, lockWriteOffLimit, [id])
  }
}

type Planned = { amount: Cents; before: Before }

/** The write-offs with what was written off before: of the invoice, and by some persons. */
async function plannedOf(
  ctx: Context,
  writeOffs: readonly PlannedWriteOff[],
  { people, zone }: { people: readonly number[]; zone: string },
): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const { id, amount, posting } of writeOffs) {
    const values = [id, people, posting.postedOn, posting.today, zone]
    // Sequential, because a transaction has one connection; a remittance writes off a few invoices.
    // oxlint-disable-next-line no-await-in-loop
    const [before] = await rows<Before>(ctx.db, settledBefore, values)
    planned.push({ amount, before: before ?? { invoice: '0', month: '0' } })
  }
  return planned
}

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
