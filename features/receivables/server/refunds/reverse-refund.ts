import { addBalances } from '#features/customers/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import { guardNotBefore, post, readPostingRules } from '#features/journal/server/service.ts'
import { reversedLines } from '#features/journal/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { advance } from '#platform/kernel/flow.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { applyTransition, runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { Refund } from '../../contract.ts'
import { linesOfRefund, lockRefund, messageOf, raiseSource, recordRefundAction } from './refunds.ts'
import { refundFlow } from '../../rules.ts'
import { readRefund } from '../read-documents.ts'

const markReversed = {
  name: 'reverse_refund',
  text: `update refunds
         set status = $2, reversed_on = $3, updated_at = now(), version = version + 1
         where id = $1`,
}

const readCharge = {
  name: 'charge_of_refund',
  text: 'select invoice_number as "invoiceNumber" from invoices where refund_id = $1',
}

/**
 * Reverses a released refund whose money never arrived: cash is restored, and its payment or credit
 * memo has the amount open again. Throws if the payment bounced and the customer was charged for
 * the refund, because the returned money pays that charge. The posting date must not be before the
 * refund.
 */
export async function reverseRefund(
  ctx: Context,
  id: number,
  { reason, ifMatch, ...form }: IfMatch & ReasonedPostingForm,
): Promise<Refund> {
  const { posting, guardPeriod } = await readPostingRules(ctx, form)
  const date = posting.postedOn
  const subject = { id, ifMatch, guardPeriod, lock: lockRefund, read: readRefund }
  return runTransition(ctx, subject, async (inner, refund) => {
    const status = advance(refundFlow, refund.status, 'reverse')
    const [charge] = await rows<{ invoiceNumber: string }>(inner.db, readCharge, [id])
    if (charge) {
      const sentence =
        `The payment of ${refund.refundNumber} bounced, and ${charge.invoiceNumber} charges the ` +
        'customer for it. Record the money as a payment of that invoice'
      throw new Refusal('refused', 'refund-charged', sentence)
    }
    const day = refund.releasedOn
    guardNotBefore(posting, [{ day, event: 'the refund date' }])
    return applyTransition(inner, refund, {
      write: async () => {
        await send(inner, markReversed, [id, status, date])
        await raiseSource(inner, refund)
        await postReversal(inner, refund, date)
      },
      record: () => recordRefundAction(inner, refund, { action: 'reverse-refund', reason }),
      enqueue: () => enqueue(inner, [messageOf(refund, 'refund.reversed', refund.version + 1)]),
    })
  })
}

async function postReversal(ctx: Context, refund: Refund, date: Day): Promise<void> {
  const { id, refundNumber, customerId, amount } = refund
  await addBalances(ctx, new Map([[customerId, (0 - cents(amount)) as Cents]]))
  await post(ctx, [
    {
      source: 'refund',
      sourceId: id,
      event: 'void',
      postedOn: date,
      memo: `Refund ${refundNumber} reversed`,
      lines: reversedLines(linesOfRefund(refund)),
    },
  ])
}
