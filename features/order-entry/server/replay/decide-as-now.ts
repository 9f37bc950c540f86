import { checkCredit, creditRulesOf } from '#features/credit/rules.ts'
import type { DecisionLine } from '#features/decisions/contract.ts'
import type { DecisionToReplay } from '#features/decisions/server/service.ts'
import { taxRateOf } from '#features/pricing/sales-tax.ts'
import type { Charges } from '#features/pricing/rules.ts'
import { recordedTotalReceiptOf } from '#features/sales-orders/hold-receipt.ts'
import { creditUsedBy } from '#features/sales-orders/rules.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { type OrderReceipt, type PastOrder, pastOrderOf } from '../../past-order.ts'
import {
  changedTotalAgain,
  isOfStartedOrder,
  receiptAgain,
  releaseAgain,
} from '../../replay-decision.ts'
import { assess, type CustomerFacts, type OrderFacts } from '../../rules.ts'
import { factsWithoutAll } from '../approvals/approval-steps.ts'
import { readHeldOf } from '../approvals/approval-store.ts'
import { factsOf, readRules, type Rules } from '../placing/order-facts.ts'
import { type Facts, readFacts } from '../store.ts'
import { readOwnHoldings } from './replay-store.ts'

/**
 * Makes a stored decision again on the facts of today: prices, taxes and terms of this day, and
 * credit and stock as if the order had not been placed, and as if the decision had given no
 * approval. Nothing is locked and nothing is written. Prices that were agreed or typed stay; an
 * approval no longer binds. Throws the refusal of an order that cannot be decided now, such as one
 * of an inactive SKU, and 409 for a decision that used none of these facts.
 */
export async function decideAsNow(ctx: Context, stored: DecisionToReplay): Promise<OrderReceipt> {
  const past = hasLines(stored) ? pastOrderOf(stored) : undefined
  if (hasLines(stored) && (!past || isOfStartedOrder(stored))) throw notReplayable(stored)
  if (!past && !stored.facts.credit) throw nothingToDecide()
  const rules = await readRules(ctx)
  const { read, held } = await readNow(ctx, stored, rules)
  return past ? decideLines(stored, { past, read, held, rules }) : decideCredit(stored, read, rules)
}

function hasLines({ outcome }: DecisionToReplay): boolean {
  return outcome.lines !== undefined && outcome.lines.length > 0
}

/** The 409 refusal of a receipt that lacks facts. */
export function notReplayable(stored: DecisionToReplay): Refusal {
  const started =
    'The order had been processed before this change, and its receipt does not say what had ' +
    'shipped. It cannot be decided again'
  const incomplete = 'The receipt lacks facts of this decision, so it cannot be made again'
  const isStarted = hasLines(stored) && isOfStartedOrder(stored)
  return new Refusal('refused', 'not-replayable', isStarted ? started : incomplete)
}

function nothingToDecide(): Refusal {
  const sentence = 'This decision used neither prices nor credit, so today’s would not change it'
  return new Refusal('refused', 'nothing-to-decide', sentence)
}

/** What the order holds today, which counts as available. */
type Holdings = {
  credit: Cents
  /** What is open of its invoices. */
  invoiced: Cents
  /** Units by SKU. */
  reserved: ReadonlyMap<number, number>
}

type HoldingsRow = {
  status: string
  holdReason: string | null
  totalAmount: string
  shippedAmount: string
  openInvoices: string
  reserved: Record<string, number>
}

/** Customer and SKUs of a decision as they are now, without what its order or approval holds. */
async function readNow(
  ctx: Context,
  { id, facts, outcome, salesOrderId }: DecisionToReplay,
  { date }: Rules,
) {
  const skuIds = [...new Set((outcome.lines ?? []).map(({ skuId }) => skuId))]
  const query = { customerIds: [facts.customerId], skuIds, date, overdueOn: date }
  const [found, [order], approvals] = await onOneConnection(ctx, (inner) =>
    Promise.all([
      readFacts(inner.db, query, { lock: false }),
      rows<HoldingsRow>(inner.db, readOwnHoldings, [salesOrderId]),
      readHeldOf(inner, id),
    ]),
  )
  const read = factsWithoutAll(found, approvals)
  const reserved = Object.entries(order?.reserved ?? {})
  const held: Holdings = {
    credit: order ? creditUsedBy(order) : zero,
    invoiced: order ? cents(order.openInvoices) : zero,
    reserved: new Map(reserved.map(([skuId, units]) => [Number(skuId), units])),
  }
  const customer = read.customers.get(facts.customerId)
  if (customer) read.customers.set(facts.customerId, withoutOwn(customer, held))
  return { read, held }
}

function withoutOwn(customer: CustomerFacts, { credit, invoiced }: Holdings): CustomerFacts {
  const openOrderAmount = (customer.openOrderAmount - credit) as Cents
  return {
    ...customer,
    openOrderAmount,
    currentBalance: (customer.currentBalance - invoiced) as Cents,
  }
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
    const available = sku.available + (held.reserved.get(skuId) ?? 0)
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

/** A release, a changed total or an order by its total: only the credit is checked again. */
function decideCredit(stored: DecisionToReplay, read: Facts, rules: Rules): OrderReceipt {
  const { kind, facts: recorded } = stored
  const { customerId, credit } = recorded
  const customer = read.customers.get(customerId)
  if (!customer || !credit) {
    throw invalid([{ path: 'customerId', message: 'The customer of this order was deleted' }])
  }
  const { zeroMeans, overdueRule } = creditRulesOf(rules.settings)
  // Overdue invoices do not block a change; only the credit limit does.
  const facts = { ...customer, zeroMeans, overdueRule: kind === 'amend' ? undefined : overdueRule }
  const total = cents(credit.amount)
  const checked = { facts, decision: checkCredit(facts, total) }
  if (kind !== 'create') {
    const again =
      kind === 'release'
        ? releaseAgain(stored, checked)
        : changedTotalAgain(stored, totalFactsNow(stored, read, rules), checked.decision)
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
