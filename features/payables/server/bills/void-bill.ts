import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import {
  type EarliestDay,
  guardNotBefore,
  rejectPostingDate,
} from '#features/journal/server/service.ts'
import { lastValued } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { applyBillStep, differencesOf, ordersOf, postBill, runBillStep } from './bill-steps.ts'
import { earliestOfBills } from '../last-application-days.ts'
import { readMatched } from './read-matched-lines.ts'
import { reduceReturnCredits } from '../credits/return-credits.ts'

/**
 * Voids a bill that has no payments; reverses a posted one on the posting date. The posting date
 * must not precede the bill, the last reversed settlement, the last credit for returned goods of
 * its orders, or the last valuation change of a SKU that the bill revalued.
 */
export function voidVendorBill(
  ctx: Context,
  id: number,
  { reason, ...request }: IfMatch & ReasonedPostingForm,
) {
  return runBillStep(ctx, id, request, async (inner, bill, { posting }) => {
    if (cents(bill.settledAmount) > 0) {
      const sentence =
        `A payment, prepayment or credit is applied to ${bill.billNumber}. ` +
        'Void or unapply it first'
      throw new Refusal('refused', 'bill-settled', sentence)
    }
    const date = posting.postedOn
    const isPosted = bill.status === 'posted'
    if (!isPosted) {
      rejectPostingDate(
        request.postedOn,
        'This bill was not posted, so it can only be voided as of today',
      )
    }
    const orderIds = await ordersOf(inner, id)
    const lines = await readMatched(inner, id)
    if (isPosted) {
      const entry = { source: 'vendor_bill', sourceId: id, postedOn: date } as const
      const valued = differencesOf(lines, { entry, isVoid: true })
      guardNotBefore(posting, [
        ...(await earliestOfBills(inner, [id])),
        await lastCredited(inner, orderIds),
        await lastValued(
          inner,
          valued.map(({ skuId }) => skuId),
        ),
      ])
    }
    const voided = await applyBillStep(inner, bill, 'void', { reason, voidedOn: date })
    if (!isPosted) return voided
    await postBill(inner, bill, { date, lines, isVoid: true })
    await reduceReturnCredits(inner, orderIds, { date, reason })
    return voided
  })
}

const readCredited = {
  name: 'last_day_of_return_credits_of_orders',
  text: `select max(greatest(c.posted_on, c.voided_on)) as day
         from vendor_credits c join returns r on r.id = c.return_id
         where r.purchase_order_id = any($1::int[])`,
}

/** The last day on which a return of these orders was credited or such a credit was voided. */
async function lastCredited(ctx: Context, orderIds: readonly number[]): Promise<EarliestDay> {
  const [found] = await rows<{ day: Day | null }>(ctx.db, readCredited, [orderIds])
  return { day: found?.day, event: 'when a return of its order was last credited' }
}
