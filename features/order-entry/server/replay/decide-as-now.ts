import type { DecisionLine } from '#features/decisions/contract.ts'
import type { DecisionToReplay } from '#features/decisions/server/service.ts'
import { taxRateOf } from '#features/pricing/sales-tax.ts'
import type { Charges } from '#features/pricing/rules.ts'
import { recordedTotalReceiptOf } from '#features/sales-orders/hold-receipt.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type OrderReceipt, type PastOrder, pastOrderOf } from '../../past-order.ts'
import { assess, type OrderFacts } from '../../rules.ts'
import { factsOf, readRules, type Rules } from '../placing/order-facts.ts'
import type { Facts } from '../store.ts'
import { changedTotalAgain, lacksShipments, receiptAgain } from './decide-as-then.ts'
import { creditNow, type Holdings, readNow } from './facts-now.ts'
import { holdAsNow, nothingToDecide, releaseAsNow } from './holds-as-now.ts'

/**
 * Makes a stored decision again on the facts of today: prices, taxes and terms of this day, and
 * credit and stock as if the order had not been placed, and as if the decision had given no
 * approval. A change is priced as of the day of its order, as changes are. Nothing is locked and
 * nothing is written. Prices that were agreed or typed stay; an approval no longer binds. Throws
 * the refusal of an order that cannot be decided now, such as one of an inactive SKU, and 409 for a
 * decision that used none of these facts.
 */
export async function decideAsNow(ctx: Context, stored: DecisionToReplay): Promise<OrderReceipt> {
  if (stored.kind === 'hold') return holdAsNow(ctx, stored)
  if (stored.kind === 'release') return releaseAsNow(ctx, stored, await readRules(ctx))
  const past = hasLines(stored) ? pastOrderOf(stored) : undefined
  if (hasLines(stored) && (!past || lacksShipments(stored))) throw notReplayable(stored)
  if (!past && !stored.facts.credit) throw nothingToDecide()
  const today = await readRules(ctx)
  const rules = { ...today, date: dateOf(stored) ?? today.date }
  const days = { date: rules.date, overdueOn: today.date }
  const { read, held } = await readNow(ctx, stored, days)
  return past ? decideLines(stored, { past, read, held, rules }) : decideCredit(stored, read, rules)
}

/** The day that a change takes its prices and tax from; undefined for other decisions. */
function dateOf({ kind, facts }: DecisionToReplay): Day | undefined {
  return kind === 'amend' ? facts.date : undefined
}

function hasLines({ outcome }: DecisionToReplay): boolean {
  return outcome.lines !== undefined && outcome.lines.length > 0
}

/** The 409 refusal of a receipt that lacks facts. */
export function notReplayable(stored: DecisionToReplay): Refusal {
  const started =
    'The order had been processed before this change, and what had shipped by then was not ' +
    'recorded. The decision cannot be recalculated'
  const incomplete =
    'The record of this decision is incomplete. The decision cannot be recalculated'
  const isStarted = hasLines(stored) && lacksShipments(stored)
  return new Refusal('refused', 'not-replayable', isStarted ? started : incomplete)
}

type Current = { past: PastOrder; read: Facts; held: Holdings; rules: Rules }

function decideLines(stored: DecisionToReplay, current: Current): OrderReceipt {
  const { past } = current
  const facts = factsNow(stored, current)
  const { expectedTotal: _, approvedBy: __, ...recorded } = stored.facts
  // The total that was shown then, and an approval that has ended, do not decide today.
  const rules = stored.outcome.rules.filter(({ rule }) => rule !== 'total')
  const open = { ...stored, facts: recorded, outcome: { ...stored.outcome, rules } }
  const { request } = past
  return receiptAgain(open, { facts, request, decision: assess(facts, request) })
}

/** Today's facts for the lines of a past order. */
function factsNow(stored: DecisionToReplay, { past, read, held, rules }: Current): OrderFacts {
  const { kind, facts, outcome } = stored
  const { items } = past.request
  const { customerId, isPickedUp = false } = facts
  const shippingMethod = isPickedUp ? ('pickup' as const) : null
  const found = factsOf(read, rules, { customerId, items: [...items], shippingMethod })
  // A SKU whose price a change leaves as it is may be inactive.
  const retained = kind === 'amend' ? (outcome.lines ?? []).filter(isAgreedBefore) : []
  const skus = [...found.skus].map(([skuId, sku]) => {
    const available = sku.available + (held.units.get(skuId) ?? 0)
    const isActive = sku.isActive || retained.some((line) => line.skuId === skuId)
    return [skuId, { ...sku, available, isActive }] as const
  })
  const isBound = facts.approvedBy !== undefined
  const { fixed, agreedPrices, isFree } = past.facts
  return {
    ...found,
    skus: new Map(skus),
    charges: chargesNow(stored, found, rules),
    // Overdue invoices do not block a change; only the credit limit does.
    ...(kind === 'amend' && { overdueRule: undefined }),
    ...(!isBound && fixed && { fixed }),
    ...(agreedPrices && { agreedPrices }),
    ...(isFree && { isFree }),
  }
}

function isAgreedBefore(line: DecisionLine): boolean {
  return line.isAgreedBefore === true
}

/**
 * Today's rate of the place that was taxed, which the receipt has, and today's shipping charge; a
 * replacement ships free.
 */
function chargesNow(
  { facts: { tax }, outcome }: DecisionToReplay,
  { customer, charges }: OrderFacts,
  { rates, settings, date }: Rules,
): Charges {
  const { taxNotice: _, ...others } = charges
  const { country = null, state = null, notice } = tax ?? {}
  const isExempt = customer?.isTaxExempt === true
  const place = { country, state }
  const defaultRate = settings.taxDefaultRate
  const isReplacement = outcome.lines?.some(({ priceSource }) => priceSource === 'replacement')
  return {
    ...others,
    taxPlace: place,
    taxRate: taxRateOf({ ...place, isExempt, rates, defaultRate, date }),
    ...(notice !== undefined && !isExempt && { taxNotice: notice }),
    ...(isReplacement && { shippingFlat: zero }),
  }
}

/** A changed total or an order by its total: only the credit is checked again. */
function decideCredit(stored: DecisionToReplay, read: Facts, rules: Rules): OrderReceipt {
  const { kind, facts: recorded } = stored
  const { customerId, credit } = recorded
  if (!credit) throw nothingToDecide()
  const total = cents(credit.amount)
  const checked = creditNow(stored, { read, rules, total })
  if (kind !== 'create') {
    const facts = totalFactsNow(stored, read, rules)
    const again = changedTotalAgain(stored, facts, checked.decision)
    if (!again) throw nothingToDecide()
    return again
  }
  const { holdReason: before, rules: decided } = stored.outcome
  // An order that was recorded as shipped, for example, is not held for credit.
  const isOverridden = decided.some((each) => {
    return each.rule === 'credit' && each.result === 'overridden'
  })
  const isOver = total > 0 && !checked.decision.approved && !isOverridden
  const holdReason = isOver ? 'credit' : before === 'credit' ? null : before
  const content = recordedTotalReceiptOf({ customerId, total, holdReason, credit: checked })
  return { facts: content.facts, outcome: content.outcome }
}

/** Today's customer and settings for a change that decided no line. */
function totalFactsNow({ facts }: DecisionToReplay, read: Facts, rules: Rules): OrderFacts {
  const { customerId, isPickedUp = false } = facts
  const shippingMethod = isPickedUp ? ('pickup' as const) : null
  const found = factsOf(read, rules, { customerId, items: [], shippingMethod })
  return { ...found, overdueRule: undefined }
}
