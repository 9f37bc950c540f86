// One file: a receipt of an order decision is built in one place.
import type { DecisionFacts, DecisionOutcome } from '#features/decisions/contract.ts'
import { creditFactsOf } from '#features/decisions/credit-facts.ts'
import { priceCandidates } from '#features/pricing/price-candidates.ts'
import { moment } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import type { CreditDecision } from '#features/credit/rules.ts'
import type { Totals as DecidedTotals } from '#features/pricing/rules.ts'
import { requestedBySku } from '#features/stock/rules.ts'
import type { CustomerFacts, Decision, OrderFacts, RequestedOrder, SkuFacts } from './rules.ts'

// The receipt of an order decision: the facts that `assess` used, in wire form, and its outcome.

type Decided = {
  facts: OrderFacts
  request: Pick<RequestedOrder, 'items' | 'mayBackorder'>
  decision: Decision
}

/** What a change of an order adds to the receipt. */
export type ReceiptOptions = {
  /** The hold of the order after the decision; by default what the decision says. */
  holdReason?: string | null
  /** What the rule says that set the hold, such as the order with the same customer PO. */
  holdSays?: string | null
  /** The numbers of the lines; by default counted from 1. */
  lineNos?: readonly number[]
  before?: DecisionFacts['before']
  /** What had shipped of an order that had been processed. */
  processed?: DecisionFacts['processed']
  /** True if a failed credit check does not matter, because the total does not rise. */
  skipsCredit?: boolean
  /** True if no line of a change is worse than before, so that it is not held for its margin. */
  skipsMargin?: boolean
  /** What is checked against the available credit; by default the total. */
  creditAmount?: Cents
  /** The total that was shown before, if the request had one. */
  expectedTotal?: string | undefined
  /** Why the order is refused for its total, or for what is not as it was approved. */
  totalSays?: string | undefined
  /** The receipt of the validation whose approval bound the order. */
  approvedBy?: number | undefined
}

/** Facts and outcome of an order decision, for its receipt. */
export function receiptContentOf(
  decided: Decided,
  options: ReceiptOptions = {},
): { facts: DecisionFacts; outcome: DecisionOutcome } {
  return { facts: factsOf(decided, options), outcome: outcomeOf(decided, options) }
}

type Totals = Pick<DecidedTotals, 'subtotal' | 'taxAmount' | 'shippingAmount' | 'total'>

/** A change that decides no line: only shipping or a typed total, and the credit for it. */
type DecidedTotal = { facts: OrderFacts; totals: Totals; credit: CreditDecision | undefined }

/** Facts and outcome of a change that decides no line, for its receipt. */
export function totalReceiptContentOf(
  { facts, totals, credit }: DecidedTotal,
  options: ReceiptOptions,
): { facts: DecisionFacts; outcome: DecisionOutcome } {
  const { before, holdReason = null } = options
  const customer = facts.customer as CustomerFacts
  const creditFacts = credit && creditOf(facts, { credit, totals }, options)
  const rules = [
    ...(credit ? [creditRuleOf(facts, credit, { ...options, holdReason })] : []),
    holdRuleOf({ holdReason }),
  ]
  return {
    facts: {
      customerId: customer.id,
      date: facts.date,
      ...(facts.charges.isPickedUp && { isPickedUp: true }),
      ...(creditFacts && { credit: creditFacts }),
      settings: settingsOf(facts),
      ...(before && { before }),
    },
    outcome: { verdict: verdictOf(rules, holdReason), holdReason, rules, totals: totalsOf(totals) },
  }
}

function totalsOf({ subtotal, taxAmount, shippingAmount, total }: Totals) {
  return {
    subtotal: decimal(subtotal),
    taxAmount: decimal(taxAmount),
    shippingAmount: decimal(shippingAmount),
    total: decimal(total),
  }
}

function factsOf({ facts, request, decision }: Decided, options: ReceiptOptions): DecisionFacts {
  const customer = facts.customer as CustomerFacts
  const { before, processed, expectedTotal, approvedBy } = options
  return {
    customerId: customer.id,
    date: facts.date,
    priceLevel: customer.priceLevel,
    mayBackorder: acceptsBackorders(facts, request),
    ...(facts.charges.isPickedUp && { isPickedUp: true }),
    prices: pricesOf(facts, request),
    stock: stockOf(facts, decision),
    tax: taxOf(facts),
    credit: creditOf(facts, decision, options),
    settings: settingsOf(facts),
    ...(expectedTotal !== undefined && { expectedTotal: decimal(cents(expectedTotal)) }),
    ...(approvedBy !== undefined && { approvedBy }),
    ...(before && { before }),
    ...(processed && { processed }),
  }
}

function settingsOf({ charges, margin, ...facts }: OrderFacts): DecisionFacts['settings'] {
  return {
    shippingFlat: decimal(charges.shippingFlat),
    shippingFreeFrom: decimal(charges.shippingFreeFrom),
    ...(facts.creditOver && { creditOver: facts.creditOver }),
    ...(margin && { minimumMarginPercent: margin.minimumPercent }),
    ...(facts.oldBefore !== undefined && {
      countsOldBefore: moment(new Date(facts.oldBefore)),
      ...(facts.oldMeans && { stockOldMeans: facts.oldMeans }),
    }),
  }
}

function acceptsBackorders(
  { customer }: OrderFacts,
  { mayBackorder }: Decided['request'],
): boolean {
  return mayBackorder || customer?.allowBackorder === true
}

/** True if a line keeps a price that was agreed before: of a replacement, or before a change. */
function isAgreedBefore(facts: OrderFacts, { items }: Decided['request'], index: number): boolean {
  const item = items[index]
  if (!item || typeof item.manualPrice === 'string') return false
  return facts.fixed?.[index] !== undefined || facts.agreedPrices?.has(item.skuId) === true
}

function pricesOf(facts: OrderFacts, request: Decided['request']): DecisionFacts['prices'] {
  const { items } = request
  const { priceLevel } = facts.customer as CustomerFacts
  return [...requestedBySku(items)].map(([skuId, quantity]) => {
    const sku = facts.skus.get(skuId) as SkuFacts
    const own = items.flatMap((item, index) => (item.skuId === skuId ? [{ item, index }] : []))
    const isTyped = own.some(({ item }) => typeof item.manualPrice === 'string')
    const candidates = priceCandidates({
      prices: sku,
      priceLevel,
      agreed: facts.contractPrices.get(skuId) ?? [],
      quantity,
      date: facts.date,
      isAgreedBefore: own.every(({ index }) => isAgreedBefore(facts, request, index)),
      isReplaced: own.every(({ item }) => typeof item.manualPrice === 'string'),
    })
    return {
      skuId,
      sku: sku.sku,
      quantity,
      ...((isTyped || facts.margin) && { cost: decimal(sku.cost) }),
      candidates: candidates.map((each) => ({ ...each, unitPrice: decimal(each.unitPrice) })),
    }
  })
}

function stockOf({ skus }: OrderFacts, { stock }: Decision): DecisionFacts['stock'] {
  return stock.stockStatus.map(({ skuId, available, requested, shortfall, countedAt: isOld }) => {
    const { sku, countedAt, ringFenced } = skus.get(skuId) as SkuFacts
    return {
      skuId,
      sku,
      available,
      requested,
      shortfall,
      source: countedAt === null ? ('ledger' as const) : ('count' as const),
      ...(countedAt !== null && { countedAt }),
      ...(isOld && { isOld: true }),
      ...(ringFenced !== undefined && { ringFenced }),
    }
  })
}

function taxOf({ charges, customer }: OrderFacts): DecisionFacts['tax'] {
  const { taxRate, taxPlace, taxNotice } = charges
  return {
    rate: taxRate,
    country: taxPlace?.country ?? null,
    state: taxPlace?.state ?? null,
    isExempt: customer?.isTaxExempt === true,
    ...(taxNotice && { notice: taxNotice }),
  }
}

function creditOf(
  facts: OrderFacts,
  { credit, totals }: { credit: CreditDecision; totals: Pick<Totals, 'total'> },
  { creditAmount = totals.total }: ReceiptOptions,
): DecisionFacts['credit'] {
  const { zeroMeans, overdueRule } = facts
  const customer = facts.customer as CustomerFacts
  const { availableCredit } = credit
  const creditFacts = { ...customer, zeroMeans, overdueRule }
  return creditFactsOf(creditFacts, { availableCredit, amount: creditAmount })
}

function outcomeOf(decided: Decided, options: ReceiptOptions): DecisionOutcome {
  const { facts, request, decision } = decided
  const { holdReason = holdOf(decision) } = options
  const lines = decision.lines.map((line, index) => ({
    lineNo: options.lineNos?.[index] ?? index + 1,
    skuId: line.skuId,
    quantity: line.quantity,
    unitPrice: decimal(line.unitPrice),
    priceSource: line.priceSource,
    totalPrice: decimal(line.totalPrice),
    taxAmount: decimal(line.taxAmount),
    reserved: line.reserved,
    backordered: line.backordered,
    ...(line.listedPrice !== undefined && { listedPrice: decimal(line.listedPrice) }),
    ...(line.isBelowCost !== undefined && { isBelowCost: line.isBelowCost }),
    ...(line.isBelowMargin !== undefined && { isBelowMargin: line.isBelowMargin }),
    ...(isAgreedBefore(facts, request, index) && { isAgreedBefore: true }),
  }))
  const rules = rulesOf(decided, { ...options, holdReason })
  return {
    verdict: verdictOf(rules, holdReason),
    holdReason,
    rules,
    totals: totalsOf(decision.totals),
    lines,
  }
}

function verdictOf(
  rules: readonly RuleOutcome[],
  holdReason: string | null,
): DecisionOutcome['verdict'] {
  if (rules.some(({ result }) => result === 'failed')) return 'refused'
  return holdReason === null ? 'approved' : 'held'
}

function holdOf({ credit, stock, isHeldForMargin }: Decision): string | null {
  if (credit.isHeldForCredit) return 'credit'
  if (stock.isHeldForAge) return 'stock'
  return isHeldForMargin ? 'margin' : null
}

type RuleOutcome = DecisionOutcome['rules'][number]

type FinalOptions = ReceiptOptions & { holdReason: string | null }

function rulesOf({ facts, request, decision }: Decided, options: FinalOptions): RuleOutcome[] {
  return [
    { rule: 'price', result: 'passed' },
    { rule: 'tax', result: 'passed' },
    creditRuleOf(facts, decision.credit, options),
    { rule: 'stock', result: stockResultOf({ facts, request, decision }, options) },
    ...(options.holdReason === 'payment' ? [unpaidRule] : []),
    ...(facts.margin ? [marginRuleFor(decision, options)] : []),
    ...totalRulesOf(options),
    holdRuleOf(options),
  ]
}

function totalRulesOf({ totalSays: says }: FinalOptions): RuleOutcome[] {
  return says === undefined ? [] : [{ rule: 'total', result: 'failed', says }]
}

const unpaidRule = { rule: 'payment', result: 'held' } as const

/** What the margin rule decided; its sentence would tell costs. */
function marginRuleFor(
  { isHeldForMargin }: Decision,
  { skipsMargin = false }: FinalOptions,
): RuleOutcome {
  const result = !isHeldForMargin ? 'passed' : skipsMargin ? 'skipped' : 'held'
  return { rule: 'margin', result }
}

function stockResultOf(
  { facts, request, decision: { stock } }: Decided,
  { holdReason }: FinalOptions,
): RuleOutcome['result'] {
  if (holdReason === 'parked') return 'skipped'
  // A change of an order does not put it on hold for an old count; only its creation does.
  if (stock.available) return stock.isHeldForAge && holdReason === 'stock' ? 'held' : 'passed'
  // An order on credit hold takes no stock until it is released.
  if (holdReason === 'credit') return 'skipped'
  return acceptsBackorders(facts, request) ? 'backordered' : 'failed'
}

function creditRuleOf(
  facts: OrderFacts,
  { approved, message }: CreditDecision,
  { holdReason, skipsCredit = false }: FinalOptions,
): RuleOutcome {
  const rule = 'credit' as const
  const isUnused = facts.isFree || holdReason === 'parked'
  if (isUnused || (!approved && skipsCredit)) return { rule, result: 'skipped' }
  if (approved) return { rule, result: 'passed' }
  const result = holdReason === 'credit' ? 'held' : 'failed'
  return { rule, result, ...(message !== undefined && { says: message }) }
}

function holdRuleOf({
  holdReason,
  holdSays = null,
}: Pick<FinalOptions, 'holdReason' | 'holdSays'>): RuleOutcome {
  const says = holdSays !== null && { says: holdSays }
  return { rule: 'hold', result: holdReason === null ? 'passed' : 'held', ...says }
}
