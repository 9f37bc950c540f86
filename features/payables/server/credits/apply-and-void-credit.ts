import { businessDay } from '#features/settings/server/service.ts'
import { record } from '#features/audit/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import {
  guardNotBefore,
  postingDateOf,
  rejectPostingDate,
  guardOpen,
} from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { ApplyForm, VendorCredit } from '../../contract.ts'
import { type BillApplication, oldestFirst, type OpenBill } from '../../rules.ts'
import {
  creditMessage,
  lockCredits,
  type LockedCredit,
  voidLockedCredit,
} from './credit-postings.ts'
import { reduceReturnCredits } from './return-credits.ts'
import { lastUnsettled } from '../last-application-days.ts'
import {
  lockPostedBills,
  applyToBills,
  reverseApplications,
  openBillsOf,
} from '../apply-to-bills.ts'
import * as store from '../store.ts'

const lockOrderOfCredit = {
  name: 'lock_purchase_order_of_credit',
  text: `select o.id from purchase_orders o
         where o.id = (select r.purchase_order_id from vendor_credits c
                       join returns r on r.id = c.return_id where c.id = $1)
         for no key update`,
}

const changeApplied = {
  name: 'change_applied_of_credit',
  text: `update vendor_credits
         set applied_amount = applied_amount + $2, version = version + 1, updated_at = now()
         where id = $1`,
}

/** Locks those bills and returns their current amounts; omits those voided in the meantime. */
async function lockOpenBills(ctx: Context, vendorId: number): Promise<OpenBill[]> {
  const open = await openBillsOf(ctx, vendorId)
  const ids = open.map(({ id }) => id)
  return lockPostedBills(ctx, ids)
}

/**
 * Applies a credit to bills of the vendor: the chosen ones, or those with the earliest due date.
 * Throws 409 if nothing can be applied or the amounts exceed the credit.
 */
export function applyVendorCredit(
  ctx: Context,
  id: number,
  { bills, ifMatch }: ApplyForm & { ifMatch: number | undefined },
): Promise<VendorCredit> {
  return runCreditStep(ctx, id, { ifMatch, verb: 'apply' }, async (inner, credit, date) => {
    const { vendorId, creditNumber } = credit
    const remaining = (cents(credit.amount) - cents(credit.appliedAmount)) as Cents
    const applications = bills?.map(({ billId, amount }): BillApplication => {
      return { billId, amount: cents(amount), discount: zero }
    })
    const applied =
      applications ?? oldestFirst(await lockOpenBills(inner, vendorId), remaining).applied
    const total = sum(applied.map(({ amount }) => amount))
    if (total === 0) {
      const sentence = 'There are no open bills for this credit'
      throw new Refusal('refused', 'nothing-to-apply', sentence)
    }
    if (total > remaining) {
      const sentence = `The amount is more than the open amount of credit ${creditNumber}`
      throw new Refusal('refused', 'over-application', sentence)
    }
    await applyToBills(inner, { source: 'credit', sourceId: id, vendorId, date }, applied)
    return total
  })
}

/**
 * Reverses the applications of a credit: the bills are open again. Throws 409 if there are none.
 */
export function unapplyVendorCredit(
  ctx: Context,
  id: number,
  { ifMatch }: { ifMatch: number | undefined },
): Promise<VendorCredit> {
  return runCreditStep(ctx, id, { ifMatch, verb: 'unapply' }, async (inner, { vendorId }, date) => {
    const reversed = await reverseApplications(inner, {
      source: 'credit',
      sourceId: id,
      vendorId,
      date,
    })
    if (reversed.length === 0) {
      throw new Refusal('refused', 'nothing-applied', 'This credit is not applied to any bill')
    }
    return (0 - sum(reversed.map(({ amount }) => amount))) as Cents
  })
}

/**
 * Voids an unapplied vendor credit. A credit for returned goods can be voided only if its units are
 * no longer billed, and only as of today. The posting date of a credit note must not precede the
 * note or the reversal of its last application.
 */
export async function voidVendorCredit(
  ctx: Context,
  id: number,
  { ifMatch, reason, postedOn }: ReasonedPostingForm & { ifMatch: number | undefined },
): Promise<VendorCredit> {
  const posting = postingDateOf(postedOn, await businessDay(ctx))
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const orders = await rows<{ id: number }>(inner.db, lockOrderOfCredit, [id])
    const [credit] = await lockCredits(inner, [id])
    if (!credit) throw missing('That credit')
    guardVersion(credit, ifMatch)
    guardNotVoid(credit)
    if (cents(credit.appliedAmount) > 0) {
      const sentence = `Credit ${credit.creditNumber} is applied to a bill. Reverse that first`
      throw new Refusal('refused', 'credit-applied', sentence)
    }
    if (credit.returnId !== null) {
      rejectPostingDate(postedOn, 'A credit for returned goods can only be voided as of today')
    }
    guardNotBefore(posting, [
      { day: credit.postedOn, event: 'the credit date' },
      await lastUnsettled(inner, { source: 'credit', sourceId: id }),
    ])
    if (credit.returnId === null) await voidLockedCredit(inner, credit, { date, reason })
    else
      await reduceReturnCredits(
        inner,
        orders.map((order) => order.id),
        { date, reason },
      )
    const after = await readOne<VendorCredit>(inner.db, store.creditList, { id })
    if (!after) throw missing('That credit')
    if (after.status === 'void') return after
    const sentence =
      `Credit ${credit.creditNumber} is for billed goods that were returned. ` +
      'Void the bill for these goods first'
    throw new Refusal('refused', 'credit-of-return', sentence)
  })
}

function guardNotVoid({ creditNumber, voidedOn }: LockedCredit): void {
  if (voidedOn === null) return
  throw new Refusal('refused', 'credit-void', `Credit ${creditNumber} is void`)
}

type ApplicationRequest = { ifMatch: number | undefined; verb: 'apply' | 'unapply' }

async function runCreditStep(
  ctx: Context,
  id: number,
  { ifMatch, verb }: ApplicationRequest,
  work: (ctx: Context, credit: LockedCredit, date: Day) => Promise<Cents>,
): Promise<VendorCredit> {
  const date = await businessDay(ctx)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [date])
    const [credit] = await lockCredits(inner, [id])
    if (!credit) throw missing('That credit')
    guardVersion(credit, ifMatch)
    guardNotVoid(credit)
    const amount = await work(inner, credit, date)
    await send(inner, changeApplied, [id, decimal(amount)])
    const from = credit.appliedAmount
    const to = decimal(sum([cents(from), amount]))
    const changes = { appliedAmount: { from, to } }
    await record(inner, [{ entity: 'vendor_credit', entityId: id, action: verb, changes }])
    await enqueue(inner, [creditMessage({ ...credit, version: credit.version + 1 })])
    const after = await readOne<VendorCredit>(inner.db, store.creditList, { id })
    if (!after) throw missing('That credit')
    return after
  })
}
