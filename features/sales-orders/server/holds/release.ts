import { recordApprovals } from '#features/audit/server/service.ts'
import { behalfChange } from '#features/auth/authority-rules.ts'
import { newRoleSkipped } from '#features/auth/server/service.ts'
import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { postMoves } from '#features/skus/server/service.ts'
import { allocate, ringFencedForOthers } from '#features/stock/rules.ts'
import { readRingFenceBalances } from '#features/stock/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import { applyChange } from '../advance-order.ts'
import type { SalesOrderDetails } from '../../contract.ts'
import { lockBuyer, lockLines, type LockedOrder, lockOrder } from '../lock-orders.ts'
import { recordDecision, refuseWithReceipt } from '#features/decisions/server/service.ts'
import { notifyNextCreditHold } from './credit-hold-notices.ts'
import { overrideCredit } from './credit-override-checks.ts'
import { type CheckedCredit, releaseReceiptOf } from '../../hold-receipt.ts'
import { mustAwaitMargin, notifyNextMarginHold, releaseMargin } from './margin-hold.ts'
import { isPaymentWaived, paymentControl, unpaidAmount, unpaidBefore } from './payment-hold.ts'
import { holdAfterRelease } from '../../hold-rules.ts'
import { isWithoutReservation, usesCredit } from '../../rules.ts'
import { readSalesOrder } from '../read-order.ts'
import { moveOf } from '../shipments/ship.ts'
import { salesOrderItems } from '../tables.ts'

/** The expected version, a reason for the history, and the reason of an override. */
type Release = { ifMatch: number | undefined; reason?: string; overrideReason?: string }

/**
 * Releases a hold. Throws 409 if the customer's credit does not cover a credit hold. A parked order
 * that it does not cover is then on hold for credit.
 */
export function releaseSalesOrder(
  ctx: Context,
  id: number,
  { ifMatch, reason }: IfMatch & { reason?: string },
) {
  return release(ctx, id, { ifMatch, ...(reason !== undefined && { reason }) })
}

/** Releases a credit hold although the credit does not cover the order, with a reason. */
export function overrideOrderCredit(
  ctx: Context,
  id: number,
  { ifMatch, reason }: IfMatch & { reason: string },
) {
  return release(ctx, id, { ifMatch, overrideReason: reason })
}

/**
 * Releases a hold. An order below the least margin is then on hold for its margin, and an unpaid
 * order of a prepaid customer for payment; releasing that hold unpaid is recorded as a waiver. A
 * credit hold is released only if credit now covers the order; from then on the order counts toward
 * credit, and its lines reserve free stock and backorder the rest. Otherwise throws 409 with the
 * receipt of the decision (`current.decisionId`), unless an authorized user overrides it with a
 * reason. So does a parked order, which is on credit hold if the credit does not cover it.
 */
async function release(
  ctx: Context,
  id: number,
  { ifMatch, reason, overrideReason }: Release,
): Promise<SalesOrderDetails> {
  const settings = await readSettings(ctx)
  const lock = (inner: Context) => lockOrder(inner, id, { buyer: true })
  const subject = { id, ifMatch, lock, read: readSalesOrder }
  return runTransition(ctx, subject, async (inner, order) => {
    if (!order.holdReason) {
      throw new Refusal('refused', 'not-on-hold', 'This order is not on hold')
    }
    if (overrideReason !== undefined && order.holdReason !== 'credit') {
      throw new Refusal('refused', 'not-on-hold', 'This order is not on hold for credit')
    }
    const { holdReason: next, unpaid, isBelowMargin } = await holdNext(inner, order, settings)
    const { credit, behalf } = await decideCredit(inner, order, { settings, overrideReason })
    const isCovered = credit?.decision.approved !== false || overrideReason !== undefined
    const holdReason = isCovered ? next : 'credit'
    const released = { holdReason, unpaid, isBelowMargin, credit }
    // A parked order goes on credit hold instead.
    if (!isCovered && order.holdReason === 'credit') throw await notCovered(inner, order, released)
    const after = { ...order, holdReason, version: order.version + 1 }
    if (usesCredit(after) && !usesCredit(order)) await holdLines(inner, order)
    const receipt = releaseReceiptOf(order, released)
    const decision = await recordDecision(inner, id, receipt)
    const hold = { holdReason: { from: order.holdReason, to: holdReason } }
    const changes = { ...hold, ...behalfChange(behalf), ...decision }
    const action = overrideReason === undefined ? 'release' : 'override-credit'
    if (holdReason === 'margin') await notifyNextMarginHold(inner, after)
    if (holdReason === 'credit') await notifyNextCreditHold(inner, id)
    const why = overrideReason ?? reason
    return applyChange(inner, order, { after, action, reason: why, changes })
  })
}

type DecidedCredit = { credit?: CheckedCredit | undefined; behalf?: string | undefined }

/** The refusal of a release that the credit does not cover, with the receipt of the decision. */
function notCovered(
  ctx: Context,
  order: LockedOrder,
  released: Parameters<typeof releaseReceiptOf>[1],
): Promise<Refusal> {
  const sentence = released.credit?.decision.message ?? 'Credit is not approved'
  const refusal = new Refusal('refused', 'credit-limit-exceeded', sentence)
  const receipt = releaseReceiptOf({ ...order, orderId: order.id }, released)
  return refuseWithReceipt(ctx, refusal, receipt)
}

/**
 * The credit of an order whose hold kept it from using any, by an override if there is a reason;
 * nothing for other holds.
 */
async function decideCredit(
  ctx: Context,
  order: LockedOrder,
  { settings, overrideReason: reason }: { settings: Settings; overrideReason: string | undefined },
): Promise<DecidedCredit> {
  if (!isWithoutReservation(order.holdReason)) return {}
  if (reason !== undefined) return overrideCredit(ctx, order, { reason, settings })
  return { credit: await readCredit(ctx, order, settings) }
}

type NextHold = { holdReason: string | null; unpaid: Cents; isBelowMargin: boolean }

/**
 * The next hold of the order, or null, what is unpaid, and whether the margin rule does not accept
 * the order. Releasing a payment hold unpaid waives that control, and the release of a margin hold
 * is recorded.
 */
async function holdNext(ctx: Context, order: LockedOrder, settings: Settings): Promise<NextHold> {
  const { holdReason, status } = order
  const isBelowMargin = await isReleasedBelow(ctx, order, settings)
  if (holdReason !== 'payment') {
    if (holdReason !== 'credit') await guardNewRole(ctx, order, settings)
    const missing = status === 'pending' ? await unpaidBefore(ctx, order) : zero
    const unpaid = missing > 0 && (await isPaymentWaived(ctx, order.id)) ? zero : missing
    const next = holdAfterRelease({ status, holdReason, unpaid, isBelowMargin })
    return { holdReason: next, unpaid: missing, isBelowMargin }
  }
  const { unpaid } = await unpaidAmount(ctx, order)
  const next = holdAfterRelease({ status, holdReason, unpaid, isBelowMargin })
  if (unpaid === 0) return { holdReason: next, unpaid, isBelowMargin }
  if (settings.sodMode === 'enforce' && ctx.user?.id === order.createdBy) {
    const sentence = 'You entered this order. Another person must release it before it is paid'
    throw new Refusal('forbidden', 'self-approval', sentence)
  }
  await recordApprovals(ctx, [waiverOf(order, paymentControl)])
  await guardNewRole(ctx, order, settings)
  return { holdReason: next, unpaid, isBelowMargin }
}

/** Whether the order is below the least margin; the release of a margin hold decides on it. */
async function isReleasedBelow(
  ctx: Context,
  order: LockedOrder,
  settings: Settings,
): Promise<boolean> {
  if (order.holdReason === 'margin') return releaseMargin(ctx, order, settings)
  return order.status === 'pending' && mustAwaitMargin(ctx, order.id, settings)
}

/** Records a waiver if a user with a new role releases a hold on their own order. */
async function guardNewRole(ctx: Context, order: LockedOrder, settings: Settings): Promise<void> {
  if (ctx.user?.id !== order.createdBy) return
  const skipped = await newRoleSkipped(ctx, settings)
  await recordApprovals(
    ctx,
    skipped.map((control) => waiverOf(order, control)),
  )
}

function waiverOf({ id, totalAmount: amount }: LockedOrder, control: string) {
  const entryBase = { entity: 'sales_order', entityId: id, action: 'release' } as const
  return { ...entryBase, isWaiver: true, control, amount }
}

/** Locks the customer and checks the credit of an order. Throws 409 for a deleted customer. */
async function readCredit(
  ctx: Context,
  order: LockedOrder,
  settings: Settings,
): Promise<CheckedCredit> {
  const date = today(ctx.now, settings.businessTimeZone)
  const buyer = await lockBuyer(ctx, order.customerId, date)
  if (!buyer) {
    const sentence = 'The customer of this order was deleted'
    throw new Refusal('refused', 'credit-limit-exceeded', sentence)
  }
  const facts = { ...buyer.credit, ...creditRulesOf(settings) }
  return { facts, decision: checkCredit(facts, cents(order.totalAmount)) }
}

/** Reserves free stock for the lines of an order that held none, and backorders the rest. */
async function holdLines(ctx: Context, order: LockedOrder): Promise<void> {
  const lines = await lockLines(ctx, order.id)
  const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
  const ringFences = await readRingFenceBalances(ctx.db, skuIds)
  const { customerId } = order
  const free = new Map(
    lines.map(({ skuId, available }) => {
      return [skuId, available - ringFencedForOthers(ringFences, { skuId, customerId })]
    }),
  )
  const found = allocate(lines, (skuId) => free.get(skuId) ?? 0)
  const held = lines.map((line, index) => ({
    ...line,
    ...(found[index] as (typeof found)[number]),
  }))
  await postMoves(
    ctx,
    held
      .filter(({ reserved }) => reserved > 0)
      .map(({ lineNo, skuId, reserved }) => ({
        ...moveOf(ctx, order, { lineNo, kind: 'reserve', count: order.version }),
        skuId,
        reserved,
      })),
  )
  await updateMany(
    ctx,
    salesOrderItems,
    held.map(({ itemId, reserved, backordered }) => {
      return { id: itemId, qtyReserved: reserved, qtyBackordered: backordered }
    }),
  )
}
