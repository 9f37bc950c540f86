import { approvalOf, record, recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import type { PostingForm } from '#features/journal/posting-form.ts'
import {
  type EarliestDay,
  guardNotBefore,
  post,
  readPostingRules,
} from '#features/journal/server/service.ts'
import type { PostingLine } from '#features/journal/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import type { Day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { enqueue, type Message } from '#platform/server/jobs/outbox.ts'
import {
  applyTransition,
  enqueueNothing,
  type AuditProof,
  runTransition,
} from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { Refund, RefundForm } from '../../contract.ts'
import { lastUsed } from '../payments/last-application-day.ts'
import { guardSourcePaid } from './refundable-amounts.ts'
import { refundFlow } from '../../rules.ts'
import { readRefund } from '../read-documents.ts'
import { changeOpenAmount } from '../payments/change-open-amount.ts'
import { lockCustomer } from '../lock-customers.ts'

const sourceOf = {
  payment: {
    name: 'payment_to_refund',
    text: `select customer_id as "customerId", open_amount as "openAmount", received_on as day
           from customer_payments where id = $1`,
  },
  credit: {
    name: 'credit_memo_to_refund',
    text: `select customer_id as "customerId", open_amount as "openAmount", doc_date as day
           from credit_memos where id = $1`,
  },
} as const

const insertRefund = {
  name: 'insert_refund',
  text: `insert into refunds (customer_id, payment_id, credit_memo_id, amount, reason, prepared_by)
         values ($1, $2, $3, $4, $5, $6)
         returning id`,
}

type SourceRow = { customerId: number; openAmount: string; day: Day }

/**
 * Prepares a refund and reserves its amount on the payment or credit memo. Throws if that exceeds
 * the open amount or what was paid. The money is paid out on release.
 */
export function prepareRefund(ctx: Context, form: RefundForm): Promise<Refund> {
  const { paymentId = null, creditMemoId = null, reason } = form
  const id = paymentId ?? creditMemoId
  if (id === null || (paymentId !== null && creditMemoId !== null)) {
    throw invalid([{ path: 'paymentId', message: 'Select one source: a payment or a credit memo' }])
  }
  const amount = cents(form.amount)
  if (amount <= 0) throw invalid([{ path: 'amount', message: 'Must be more than 0' }])
  const kind = paymentId === null ? 'credit' : 'payment'
  return inTransaction(ctx, async (inner) => {
    const [source] = await rows<SourceRow>(inner.db, sourceOf[kind], [id])
    if (!source) throw missing(kind === 'payment' ? 'That payment' : 'That credit memo')
    await lockCustomer(inner, source.customerId)
    const [now] = await rows<SourceRow>(inner.db, sourceOf[kind], [id])
    const open = cents(now?.openAmount ?? '0')
    if (amount > open) {
      const sentence = `Only ${formatMoney(open)} can be refunded`
      throw new Refusal('refused', 'over-refunded', sentence)
    }
    await guardSourcePaid(inner, { kind, id, amount, isSetAside: false })
    await changeOpenAmount(inner, { kind, id }, (0 - amount) as Cents)
    const values = [source.customerId, paymentId, creditMemoId, form.amount, reason]
    const by = inner.user?.id ?? null
    const [inserted] = await rows<{ id: number }>(inner.db, insertRefund, [...values, by])
    const refund = await readRefund(inner, inserted?.id ?? 0)
    await recordRefundAction(inner, refund, { action: 'prepare-refund', reason })
    return refund
  })
}

/** Records an action on a refund in the history of its payment or credit memo. */
export function recordRefundAction(
  ctx: Context,
  refund: Refund,
  { action, reason }: { action: string; reason?: string | null | undefined },
): Promise<AuditProof> {
  const { refundNumber, amount } = refund
  const sentence = `${refundNumber}, ${formatMoney(cents(amount))}${reason ? `: ${reason}` : ''}`
  return record(ctx, [{ ...auditRefOf(refund), action, reason: sentence }])
}

/** The payment or credit memo in whose history the actions on a refund are recorded. */
function auditRefOf({ paymentId, creditMemoId }: Refund) {
  const entity = paymentId === null ? ('credit_memo' as const) : ('customer_payment' as const)
  return { entity, entityId: paymentId ?? creditMemoId ?? 0 }
}

const changeRefund = {
  name: 'change_refund',
  text: `update refunds
         set status = $2, released_on = $3, released_by = $4, updated_at = now(),
             version = version + 1
         where id = $1`,
}

/** Locks the customer of a refund and returns the refund's current state. */
export async function lockRefund(ctx: Context, id: number): Promise<Refund> {
  const before = await readRefund(ctx, id)
  await lockCustomer(ctx, before.customerId)
  return readRefund(ctx, id)
}

/**
 * Releases and posts a prepared refund. The same user must not prepare and release it: depending on
 * the separation-of-duties setting, that is recorded as a waiver or refused. Above a limit it needs
 * a manager. The posting date must not be before the money was last used. Throws if the amount is
 * no longer covered by payments.
 */
export async function releaseRefund(
  ctx: Context,
  id: number,
  { ifMatch, ...form }: IfMatch & PostingForm,
): Promise<Refund> {
  const { settings, posting, guardPeriod } = await readPostingRules(ctx, form)
  const date = posting.postedOn
  const subject = { id, ifMatch, guardPeriod, lock: lockRefund, read: readRefund }
  return runTransition(ctx, subject, async (inner, refund) => {
    const status = advance(refundFlow, refund.status, 'release')
    const waived = await guardPerson(inner, refund, settings)
    guardNotBefore(posting, await earliestOf(inner, refund))
    await guardSourcePaid(inner, { ...sourceOfRefund(refund), isSetAside: true })
    return applyTransition(inner, refund, {
      write: async () => {
        await send(inner, changeRefund, [id, status, date, inner.user?.id ?? null])
        await payOut(inner, refund, date)
      },
      record: async () => {
        const act = { ...auditRefOf(refund), action: 'release-refund' }
        await recordApprovals(inner, [approvalOf({ ...act, amount: refund.amount }, waived)])
        return recordRefundAction(inner, refund, act)
      },
      enqueue: () => enqueue(inner, [messageOf(refund, 'refund.released', 1)]),
    })
  })
}

/** Returns the earliest possible posting dates: that of the source, and that of its last use. */
async function earliestOf(
  ctx: Context,
  { paymentId, creditMemoId }: Refund,
): Promise<EarliestDay[]> {
  const kind = paymentId === null ? 'credit' : 'payment'
  const id = paymentId ?? creditMemoId ?? 0
  const [source] = await rows<SourceRow>(ctx.db, sourceOf[kind], [id])
  const dateName = kind === 'credit' ? 'the credit memo date' : 'the payment date'
  return [{ day: source?.day, event: dateName }, await lastUsed(ctx, { kind, id })]
}

const readMakers = {
  name: 'makers_of_credit',
  text: `select m.created_by as "creditedBy", r.created_by as "returnedBy"
         from credit_memos m left join returns r on r.id = m.return_id where m.id = $1`,
}

type CreatorIds = { creditedBy: number | null; returnedBy: number | null }

/** Throws if the user may not release the refund; returns the bypassed controls to record. */
async function guardPerson(
  ctx: Context,
  { amount, preparedBy, creditMemoId }: Refund,
  settings: Settings,
): Promise<string[]> {
  const { user, db } = ctx
  const { refundLimit, sodMode } = settings
  if (!user) return []
  const hasLimit = user.role !== 'admin' && user.role !== 'manager'
  if (cents(amount) > cents(refundLimit) && hasLimit) {
    const limitText = formatMoney(cents(refundLimit))
    const sentence = `Only a manager can release a refund above ${limitText}`
    throw new Refusal('forbidden', 'over-limit', sentence)
  }
  const [makers] = await rows<CreatorIds>(db, readMakers, [creditMemoId])
  const own = ownEarlierStep(user.id, { preparedBy, ...makers })
  if (!own) return []
  if (sodMode === 'enforce') {
    const sentence = `You ${own}, so another person must release it`
    throw new Refusal('forbidden', 'self-approval', sentence)
  }
  return ['self-approval', ...(await newRoleSkipped(ctx, settings))]
}

/** Returns the user's earlier step that makes the release self-approval; undefined if none. */
function ownEarlierStep(id: number, by: Partial<CreatorIds> & { preparedBy: number | null }) {
  if (by.preparedBy === id) return 'requested this refund'
  if (by.creditedBy === id) return 'created the credit memo of this refund'
  if (by.returnedBy === id) return 'created the return of this refund'
  return undefined
}

/** Returns the posting lines of a released refund. */
export function linesOfRefund({ customerId, amount }: Refund): PostingLine[] {
  return [
    { account: 'receivable', debit: cents(amount), customerId },
    { account: 'cash', credit: cents(amount) },
  ]
}

async function payOut(ctx: Context, refund: Refund, date: Day): Promise<void> {
  const { id, refundNumber, customerId } = refund
  const amount = cents(refund.amount)
  await addBalances(ctx, new Map([[customerId, amount]]))
  await post(ctx, [
    {
      source: 'refund',
      sourceId: id,
      postedOn: date,
      memo: `Refund ${refundNumber}`,
      lines: linesOfRefund(refund),
    },
  ])
}

/** The outbox message of a released or reversed refund. */
export function messageOf(refund: Refund, topic: string, aggregateVersion: number): Message {
  const { id: aggregateId, refundNumber, customerId, amount } = refund
  const payload = { refundNumber, customerId, amount }
  return { topic, aggregate: 'refund', aggregateId, aggregateVersion, payload }
}

/** Cancels a prepared refund: its source has the amount open again. */
export function cancelRefund(
  ctx: Context,
  id: number,
  { reason, ifMatch }: IfMatch & { reason?: string | null | undefined },
): Promise<Refund> {
  const subject = { id, ifMatch, lock: lockRefund, read: readRefund }
  return runTransition(ctx, subject, (inner, refund) =>
    applyTransition(inner, advance(refundFlow, refund.status, 'cancel'), {
      write: async (_, status) => {
        await send(inner, changeRefund, [id, status, null, null])
        await raiseSource(inner, refund)
      },
      record: () => recordRefundAction(inner, refund, { action: 'cancel-refund', reason }),
      enqueue: enqueueNothing,
    }),
  )
}

/** Restores the amount of a refund to the open amount of its source. */
export async function raiseSource(ctx: Context, refund: Refund): Promise<void> {
  const { kind, id, amount } = sourceOfRefund(refund)
  await changeOpenAmount(ctx, { kind, id }, amount)
}

function sourceOfRefund({ paymentId, creditMemoId, amount }: Refund) {
  const kind = paymentId === null ? ('credit' as const) : ('payment' as const)
  return { kind, id: paymentId ?? creditMemoId ?? 0, amount: cents(amount) }
}
