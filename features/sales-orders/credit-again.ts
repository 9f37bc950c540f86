import { assessCredit, creditRulesOf } from '#features/credit/rules.ts'
import { currentSettings } from '#features/settings/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { lockBuyer, type LockedOrder } from './locks.ts'
import { creditTaken } from './rules.ts'

/** The last act that decided the order's credit. */
const readApproval = {
  name: 'read_last_credit_approval',
  text: `select action, at < now() - interval '24 hours' as "isOld"
         from audit_log
         where entity = 'sales_order' and entity_id = $1
           and (action in ('create', 'revise', 'override-credit')
                or action = 'release' and changes -> 'holdReason' ->> 'from' = 'credit')
         order by id desc limit 1`,
}
type Approval = { action: string; isOld: boolean }

/**
 * Decides the credit of an order again before its goods are handed to the warehouse, where it was
 * approved more than 24 hours ago (docs/rules.md, Orders). Refused with fresh figures where the
 * credit does not cover it any more; the order stays as it is. Its customer is locked already.
 */
export async function guardCreditStill(ctx: Context, order: LockedOrder): Promise<void> {
  const own = creditTaken(order)
  if (own === 0) return
  const [last] = await rows<Approval>(ctx.db, readApproval, [order.id])
  // Whoever let it through above the credit has decided; that holds until the order is changed.
  if (!last?.isOld || last.action === 'override-credit') return
  const settings = await currentSettings(ctx)
  const buyer = await lockBuyer(ctx, order.customerId, today(ctx.now, settings.businessTimeZone))
  if (!buyer) return
  const others = (buyer.credit.openOrderAmount - own) as Cents
  const facts = { ...buyer.credit, ...creditRulesOf(settings), openOrderAmount: others }
  const { approved, message } = assessCredit(facts, own)
  if (approved) return
  const sentence = `Its credit was approved more than a day ago and does not hold. ${message}`
  throw new Refusal('refused', 'credit-limit-exceeded', sentence)
}
