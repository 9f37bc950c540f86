import { checkCredit, creditRulesOf, overrideDays } from '#features/credit/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { lockBuyer, type LockedOrder } from '../lock-orders.ts'
import { creditUsedBy } from '../../rules.ts'

/** The last action that decided the order's credit. */
const readApproval = {
  name: 'read_last_credit_approval',
  text: `select action, at < now() - interval '24 hours' as "isOld",
                at < now() - interval '${overrideDays} days' as "isPast"
         from audit_log
         where entity = 'sales_order' and entity_id = $1
           and (action in ('create', 'revise', 'override-credit')
                or action = 'release'
                   and changes -> 'holdReason' ->> 'from' in ('credit', 'parked'))
         order by id desc limit 1`,
}
type Approval = { action: string; isOld: boolean; isPast: boolean }

/**
 * Repeats the credit check of an order before it is processed, if it was approved more than 24
 * hours ago or overridden more than 7 days ago (docs/rules.md, Orders). Throws 409 with current
 * figures if the credit no longer covers it; the order does not change. The caller holds the
 * customer lock.
 */
export async function guardCreditUnchanged(ctx: Context, order: LockedOrder): Promise<void> {
  const own = creditUsedBy(order)
  if (own === 0) return
  const [last] = await rows<Approval>(ctx.db, readApproval, [order.id])
  const isOverridden = last?.action === 'override-credit'
  // An override is a deliberate decision, so it is valid longer than an approval.
  if (!last || !(isOverridden ? last.isPast : last.isOld)) return
  const settings = await readSettings(ctx)
  const buyer = await lockBuyer(ctx, order.customerId, today(ctx.now, settings.businessTimeZone))
  if (!buyer) return
  const otherOrdersAmount = (buyer.credit.openOrderAmount - own) as Cents
  const facts = { ...buyer.credit, ...creditRulesOf(settings), openOrderAmount: otherOrdersAmount }
  const { approved, message } = checkCredit(facts, own)
  if (approved) return
  throw new Refusal('refused', 'credit-limit-exceeded', staleSentence(isOverridden, message))
}

function staleSentence(isOverridden: boolean, message = ''): string {
  if (!isOverridden) {
    return (
      'The credit approval is more than a day old, and the available credit is no longer ' +
      `sufficient. ${message}`
    )
  }
  return (
    `This order was approved above the credit limit more than ${overrideDays} days ago, so the ` +
    'approval has expired. Put the order on hold for credit and have it approved again. ' +
    message
  )
}
