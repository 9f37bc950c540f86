import { recordApprovals } from '#features/audit/server/service.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { lockBuyer, type LockedOrder } from '../lock-orders.ts'
import type { CheckedCredit } from './hold-receipt.ts'

const readOwnChange = {
  name: 'read_own_change_of_credit_limit',
  text: `select exists (
           select from audit_log
           where entity = 'customer' and entity_id = $1 and actor_id = $2
             and changes -> 'creditLimit' is not null
             and at >= ($3::date::timestamp at time zone $4::text)) as "isOwn"`,
}

/**
 * Overrides the credit limit for one order, at its current total: by finance, or by a manager up to
 * a limit. The user must not have entered the order, nor changed the customer's credit limit the
 * same day; if duties are only recorded, either is a waiver. Throws 409 if the customer is deleted
 * or blocked (on credit hold), 403 for the other cases. Returns the credit that was overridden.
 */
export async function overrideCredit(
  ctx: Context,
  order: LockedOrder,
  { reason, settings }: { reason: string; settings: Settings },
): Promise<CheckedCredit> {
  const date = today(ctx.now, settings.businessTimeZone)
  const buyer = await lockBuyer(ctx, order.customerId, date)
  if (!buyer) {
    const sentence = 'The customer of this order was deleted'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  const total = cents(order.totalAmount)
  const facts = { ...buyer.credit, ...creditRulesOf(settings) }
  const decision = checkCredit(facts, total)
  if (buyer.credit.creditStatus === 'blocked') {
    const sentence = 'Customer is on credit hold. Finance clears the customer first'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  const over = Math.max(0, total - decision.availableCredit) as Cents
  guardAmount(ctx, over, settings)
  const control = await skippedBy(ctx, order, settings)
  if (control && settings.sodMode === 'enforce') {
    throw new Refusal('forbidden', 'self-approval', sentences[control])
  }
  const newRoleWaivers = ctx.user?.id === order.createdBy ? await newRoleSkipped(ctx, settings) : []
  const entryBase = {
    entity: 'sales_order',
    entityId: order.id,
    action: 'override-credit',
  } as const
  const skipped = control && [control, ...newRoleWaivers].join(', ')
  const isWaiver = control !== undefined
  const amount = order.totalAmount
  await recordApprovals(ctx, [{ ...entryBase, reason, isWaiver, control: skipped, amount }])
  return { facts, decision }
}

/** A manager may exceed the credit by at most `creditOverrideLimit`; other roles have no limit. */
function guardAmount({ user }: Context, over: Cents, { creditOverrideLimit }: Settings): void {
  if (user?.role !== 'manager' || over <= cents(creditOverrideLimit)) return
  const sentence =
    `This order is ${formatMoney(over)} over the available credit. ` +
    `You may approve up to ${formatMoney(cents(creditOverrideLimit))}`
  throw new Refusal('forbidden', 'over-limit', sentence)
}

const sentences = {
  'enter-override': 'You entered this order. Another person must approve it',
  'limit-override':
    'You changed this customer’s credit limit today. Another person must approve the order',
} as const

/** The control this user bypasses by performing both duties; undefined if none. */
async function skippedBy(
  ctx: Context,
  order: LockedOrder,
  { businessTimeZone: zone }: Settings,
): Promise<keyof typeof sentences | undefined> {
  if (ctx.user?.id === order.createdBy) return 'enter-override'
  const values = [order.customerId, ctx.user?.id ?? 0, today(ctx.now, zone), zone]
  const [changed] = await rows<{ isOwn: boolean }>(ctx.db, readOwnChange, values)
  return changed?.isOwn ? 'limit-override' : undefined
}
