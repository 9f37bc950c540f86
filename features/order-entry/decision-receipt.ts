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
// Fields are in the order of their names, in which `canonicalJson` writes them fastest. It leaves
// out those that are undefined.

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
      ...(before && { before }),
      ...(creditFacts && { credit: creditFacts }),
      customerId: customer.id,
      date: facts.date,
      ...(facts.charges.isPickedUp && { isPickedUp: true }),
      settings: settingsOf(facts),
    },
    outcome: { holdReason, rules, totals: totalsOf(totals), verdict: verdictOf(rules, holdReason) },
  }
}

function totalsOf({ subtotal, taxAmount, shippingAmount, total }: Totals) {
  return {
    shippingAmount: decimal(shippingAmount),
    subtotal: decimal(subtotal),
    taxAmount: decimal(taxAmount),
    total: decimal(total),
  }
}

function factsOf({ facts, request, decision }: Decided, options: ReceiptOptions): DecisionFacts {
  const customer = facts.customer as CustomerFacts
  const { before, processed, expectedTotal, approvedBy } = options
  return {
    approvedBy,
    before,
    credit: creditOf(facts, decision, options),
    customerId: customer.id,
    date: facts.date,
    expectedTotal: expectedTotal === undefined ? undefined : decimal(cents(expectedTotal)),
    isPickedUp: facts.charges.isPickedUp || undefined,
    mayBackorder: acceptsBackorders(facts, request),
    priceLevel: customer.priceLevel,
    prices: pricesOf(facts, request),
    processed,
    settings: settingsOf(facts),
    stock: stockOf(facts, decision),
    tax: taxOf(facts),
  }
}

function settingsOf(facts: OrderFacts): DecisionFacts['settings'] {
  const { charges, margin, oldBefore, oldMeans, creditOver } = facts
  return {
    countsOldBefore: oldBefore === undefined ? undefined : moment(new Date(oldBefore)),
    creditOver,
    minimumMarginPercent: margin?.minimumPercent,
    shippingFlat: decimal(charges.shippingFlat),
    shippingFreeFrom: decimal(charges.shippingFreeFrom),
    stockOldMeans: oldBefore === undefined ? undefined : oldMeans,
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
      candidates: candidates.map((each) => ({ ...each, unitPrice: decimal(each.unitPrice) })),
      cost: isTyped || facts.margin ? decimal(sku.cost) : undefined,
      quantity,
      sku: sku.sku,
      skuId,
    }
  })
}

function stockOf({ skus }: OrderFacts, { stock }: Decision): DecisionFacts['stock'] {
  return stock.stockStatus.map(({ skuId, available, requested, shortfall, countedAt: isOld }) => {
    const { sku, countedAt, ringFenced } = skus.get(skuId) as SkuFacts
    return {
      available,
      countedAt: countedAt ?? undefined,
      isOld: isOld ? true : undefined,
      requested,
      ringFenced,
      shortfall,
      sku,
      skuId,
      source: countedAt === null ? ('ledger' as const) : ('count' as const),
    }
  })
}

function taxOf({ charges, customer }: OrderFacts): DecisionFacts['tax'] {
  const { taxRate, taxPlace, taxNotice } = charges
  return {
    country: taxPlace?.country ?? null,
    isExempt: customer?.isTaxExempt === true,
    notice: taxNotice || undefined,
    rate: taxRate,
    state: taxPlace?.state ?? null,
  }
}

function creditOf(
  facts: OrderFacts,
  { credit, totals }: { credit: CreditDecision; totals: Pick<Totals, 'total'> },
  { creditAmount = totals.total }: ReceiptOptions,
): DecisionFacts['credit'] {
  const { zeroMeans, overdueRule } = facts
  const { availableCredit } = credit
  const customer = facts.customer as CustomerFacts
  const rules = { zeroMeans, overdueRule }
  return creditFactsOf(customer, rules, { availableCredit, amount: creditAmount })
}

function outcomeOf(decided: Decided, options: ReceiptOptions): DecisionOutcome {
  const { facts, request, decision } = decided
  const { holdReason = holdOf(decision) } = options
  const lines = decision.lines.map((line, index) => ({
    backordered: line.backordered,
    isAgreedBefore: isAgreedBefore(facts, request, index) || undefined,
    isBelowCost: line.isBelowCost,
    isBelowMargin: line.isBelowMargin,
    lineNo: options.lineNos?.[index] ?? index + 1,
    listedPrice: line.listedPrice === undefined ? undefined : decimal(line.listedPrice),
    priceSource: line.priceSource,
    quantity: line.quantity,
    reserved: line.reserved,
    skuId: line.skuId,
    taxAmount: decimal(line.taxAmount),
    totalPrice: decimal(line.totalPrice),
    unitPrice: decimal(line.unitPrice),
  }))
  const rules = rulesOf(decided, { ...options, holdReason })
  return {
    holdReason,
    lines,
    rules,
    totals: totalsOf(decision.totals),
    verdict: verdictOf(rules, holdReason),
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
    { result: 'passed', rule: 'price' },
    { result: 'passed', rule: 'tax' },
    creditRuleOf(facts, decision.credit, options),
    { result: stockResultOf({ facts, request, decision }, options), rule: 'stock' },
    ...(options.holdReason === 'payment' ? [unpaidRule] : []),
    ...(facts.margin ? [marginRuleFor(decision, options)] : []),
    ...totalRulesOf(options),
    holdRuleOf(options),
  ]
}

function totalRulesOf({ totalSays: says }: FinalOptions): RuleOutcome[] {
  return says === undefined ? [] : [{ result: 'failed', rule: 'total', says }]
}

const unpaidRule = { result: 'held', rule: 'payment' } as const

/** What the margin rule decided; its sentence would tell costs. */
function marginRuleFor(
  { isHeldForMargin }: Decision,
  { skipsMargin = false }: FinalOptions,
): RuleOutcome {
  const result = !isHeldForMargin ? 'passed' : skipsMargin ? 'skipped' : 'held'
  return { result, rule: 'margin' }
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
  if (isUnused || (!approved && skipsCredit)) return { result: 'skipped', rule }
  if (approved) return { result: 'passed', rule }
  const result = holdReason === 'credit' ? 'held' : 'failed'
  return { result, rule, ...(message !== undefined && { says: message }) }
}

function holdRuleOf({
  holdReason,
  holdSays = null,
}: Pick<FinalOptions, 'holdReason' | 'holdSays'>): RuleOutcome {
  const says = holdSays !== null && { says: holdSays }
  return { result: holdReason === null ? 'passed' : 'held', rule: 'hold', ...says }
}
