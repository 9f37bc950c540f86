import { assessCredit, creditRulesOf, overrideDays } from '#features/credit/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { lockBuyer, type LockedOrder } from '../locks.ts'
import { creditTaken } from '../../rules.ts'

/** The last act that decided the order's credit. */
const readApproval = {
  name: 'read_last_credit_approval',
  text: `select action, at < now() - interval '24 hours' as "isOld",
                at < now() - interval '${overrideDays} days' as "isPast"
         from audit_log
         where entity = 'sales_order' and entity_id = $1
           and (action in ('create', 'revise', 'override-credit')
                or action = 'release' and changes -> 'holdReason' ->> 'from' = 'credit')
         order by id desc limit 1`,
}
type Approval = { action: string; isOld: boolean; isPast: boolean }

/**
 * Decides the credit of an order again before its goods are handed to the warehouse, where it was
 * approved more than 24 hours ago, or let through above the credit more than 7 days ago
 * (docs/rules.md, Orders). Refused with fresh figures where the
 * credit does not cover it any more; the order stays as it is. Its customer is locked already.
 */
export async function guardCreditStill(ctx: Context, order: LockedOrder): Promise<void> {
  const own = creditTaken(order)
  if (own === 0) return
  const [last] = await rows<Approval>(ctx.db, readApproval, [order.id])
  const isOverridden = last?.action === 'override-credit'
  // Whoever let it through above the credit has decided: that holds for longer, if not for ever.
  if (!last || !(isOverridden ? last.isPast : last.isOld)) return
  const settings = await readSettings(ctx)
  const buyer = await lockBuyer(ctx, order.customerId, today(ctx.now, settings.businessTimeZone))
  if (!buyer) return
  const others = (buyer.credit.openOrderAmount - own) as Cents
  const facts = { ...buyer.credit, ...creditRulesOf(settings), openOrderAmount: others }
  const { approved, message } = assessCredit(facts, own)
  if (approved) return
  throw new Refusal('refused', 'credit-limit-exceeded', staleSentence(isOverridden, message))
}

function staleSentence(isOverridden: boolean, message = ''): string {
  if (!isOverridden) {
    return `Its credit was approved more than a day ago and does not hold. ${message}`
  }
  return (
    `It was let through above the credit more than ${overrideDays} days ago, which counts no ` +
    `longer. Put it on hold for credit and have it let through again. ${message}`
  )
}
