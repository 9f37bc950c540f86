import { recordApprovals } from '#features/audit/server/service.ts'
import { type Authority, chooseAuthority, onBehalfOf } from '#features/auth/authority-rules.ts'
import { authoritiesOf, newRoleSkipped } from '#features/auth/server/service.ts'
import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { lockBuyer, type LockedOrder } from '../lock-orders.ts'
import type { CheckedCredit } from '../../hold-receipt.ts'

/** Who of some persons changed the credit limit of a customer on a day, or later. */
const readLimitChanges = {
  name: 'read_changes_of_credit_limit',
  text: `select u.id from users u
         where u.id = any($2::int[])
           and exists (select from audit_log a
                       where a.entity = 'customer' and a.entity_id = $1 and a.actor_id = u.id
                         and a.changes -> 'creditLimit' is not null
                         and a.at >= ($3::date::timestamp at time zone $4::text))`,
}

/**
 * Overrides the credit limit for one order, at its current total: by finance, or by a manager up to
 * a limit, unless the user has a limit of their own. Returns the credit that was overridden, and
 * the name of the person in whose name it is, if that person delegated it, and neither entered the
 * order nor changed the customer's credit limit the same day. The user must have done neither; if
 * duties are only recorded, either is a waiver. Throws 409 if the customer is deleted or blocked
 * (on credit hold), 403 for the other cases.
 */
export async function overrideCredit(
  ctx: Context,
  order: LockedOrder,
  { reason, settings }: { reason: string; settings: Settings },
): Promise<{ credit: CheckedCredit; behalf: string | undefined }> {
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
    const sentence = 'The customer is on credit hold. Ask finance to clear it first'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  const over = Math.max(0, total - decision.availableCredit) as Cents
  const authorities = await authoritiesOf(ctx, date)
  const changers = await changersOfLimit(ctx, order, { authorities, settings })
  const authority = chosenFor(over, {
    authorities,
    settings,
    makers: [order.createdBy, ...changers],
  })
  const control = skippedBy(ctx, order, changers)
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
  const credit = { facts, decision }
  return { credit, behalf: onBehalfOf(authority, ctx.user) }
}

type Choice = {
  authorities: readonly Authority[]
  settings: Settings
  /** Persons in whose name nobody else overrides. */
  makers: readonly (number | null)[]
}

/**
 * In whose name the user overrides so much. A user's own limit comes first; otherwise a manager or
 * an own role may exceed the credit by at most `creditOverrideLimit`, and finance and
 * administrators by any amount. Throws 403 if no limit allows it.
 */
function chosenFor(over: Cents, { authorities, settings, makers }: Choice): Authority | undefined {
  const ofRole = cents(settings.creditOverrideLimit)
  const limitOf = ({ role, limits }: Authority) => {
    const isFree = role === 'admin' || role === 'finance'
    return limits.creditOverrideLimit ?? (isFree ? undefined : ofRole)
  }
  const permission = 'salesOrders.overrideCredit'
  const wanted = { permission, amount: over, limitOf, makers } as const
  const { authority, isWithin } = chooseAuthority(authorities, wanted)
  if (isWithin || !authority) return authority
  const limit = limitOf(authority) ?? ofRole
  const sentence =
    `This order is ${formatMoney(over)} over the available credit. ` +
    `You may approve up to ${formatMoney(limit)}`
  throw new Refusal('forbidden', 'over-limit', sentence)
}

const sentences = {
  'enter-override': 'You entered this order. Another person must approve it',
  'limit-override':
    'You changed this customer’s credit limit today. Another person must approve the order',
} as const

/** The control this user bypasses by performing both duties; undefined if none. */
function skippedBy(
  ctx: Context,
  order: LockedOrder,
  changers: readonly number[],
): keyof typeof sentences | undefined {
  if (!ctx.user) return undefined
  if (ctx.user.id === order.createdBy) return 'enter-override'
  return changers.includes(ctx.user.id) ? 'limit-override' : undefined
}

/** Who of the user and of those who delegated to them changed the customer's limit today. */
async function changersOfLimit(
  ctx: Context,
  { customerId }: LockedOrder,
  { authorities, settings }: Pick<Choice, 'authorities' | 'settings'>,
): Promise<number[]> {
  const { businessTimeZone: zone } = settings
  const people = authorities.map(({ id }) => id)
  const values = [customerId, people, today(ctx.now, zone), zone]
  const found = await rows<{ id: number }>(ctx.db, readLimitChanges, values)
  return found.map(({ id }) => id)
}
