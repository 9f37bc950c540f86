import type { DecisionFacts, DecisionLine, DecisionOutcome } from '#features/decisions/contract.ts'
import { creditFactsFrom } from '#features/decisions/credit-facts.ts'
import {
  type AgreedPrice,
  type Charges,
  linePrice,
  type ListPrices,
  type PriceLevel,
  type PriceSource,
  type UnitPrice,
} from '#features/pricing/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { allRights } from './held-lines.ts'
import type { CustomerFacts, OrderFacts, RequestedOrder, SkuFacts } from './rules.ts'

// The way back from a receipt to what `assess` takes: the same facts give the same decision.

/** The receipt of an order: what was read, and what came of it. */
export type OrderReceipt = { facts: DecisionFacts; outcome: DecisionOutcome }

/** What a past order was decided on. */
export type PastOrder = { facts: OrderFacts; request: RequestedOrder }

type DecidedFacts = DecisionFacts &
  Required<
    Pick<DecisionFacts, 'date' | 'priceLevel' | 'prices' | 'stock' | 'tax' | 'credit' | 'settings'>
  >

type Prices = DecidedFacts['prices'][number]

/**
 * The facts and the request of a past order; undefined if its receipt lacks one of them, as that of
 * an order without lines does.
 */
export function pastOrderOf({ facts, outcome }: OrderReceipt): PastOrder | undefined {
  const { lines } = outcome
  if (!isDecided(facts) || !lines || lines.length === 0) return undefined
  const skus = skusOf(facts)
  if (!skus) return undefined
  const { date, mayBackorder = false } = facts
  const contractPrices = new Map(facts.prices.map((each) => [each.skuId, agreedOf(each, date)]))
  return {
    facts: {
      ...pastRulesOf(facts),
      customer: customerOf(facts),
      skus,
      contractPrices,
      fixed: lines.map(agreedBefore),
      agreedPrices: retainedOf(facts, lines, { skus, contractPrices }),
      isFree: isFree({ facts, outcome }),
      ...(isCreditHeld({ facts, outcome }) && { isCreditHeld: true }),
    },
    request: { items: lines.map(itemOf), mayBackorder, prices: allRights },
  }
}

/** The facts of a past change that decided no line; undefined if its receipt lacks one of them. */
export function pastTotalOf({ facts }: OrderReceipt): OrderFacts | undefined {
  const { date, settings } = facts
  if (!date || !settings) return undefined
  const rules = pastRulesOf({ ...facts, date, settings })
  return { ...rules, customer: customerOf(facts), skus: new Map(), contractPrices: new Map() }
}

/** Settings, charges and day of a past decision. */
function pastRulesOf(facts: DecisionFacts & Required<Pick<DecisionFacts, 'date' | 'settings'>>) {
  const { date, settings, credit } = facts
  const { creditOver, minimumMarginPercent, countsOldBefore, stockOldMeans } = settings
  return {
    date,
    charges: chargesOf(facts),
    zeroMeans: credit?.zeroMeans ?? 'none',
    overdueRule: credit?.overdueRule,
    ...(creditOver && { creditOver }),
    ...(minimumMarginPercent !== undefined && {
      margin: { minimumPercent: minimumMarginPercent },
    }),
    ...(countsOldBefore !== undefined && { oldBefore: Date.parse(countsOldBefore) }),
    ...(stockOldMeans && { oldMeans: stockOldMeans }),
  } as const
}

function isDecided(facts: DecisionFacts): facts is DecidedFacts {
  const { date, priceLevel, prices, stock, tax, credit, settings } = facts
  const needed = [date, priceLevel, prices, stock, tax, credit, settings]
  return needed.every((each) => each !== undefined)
}

/** True for a free replacement: only of it, creation does not check the credit. */
function isFree({ facts, outcome }: OrderReceipt): boolean {
  if (facts.before || outcome.holdReason === 'parked') return false
  return outcome.rules.some(({ rule, result }) => rule === 'credit' && result === 'skipped')
}

/**
 * True if an approval held the credit of the order. That of a parked order holds none, so that the
 * credit check of the order may fail.
 */
function isCreditHeld({ facts, outcome }: OrderReceipt): boolean {
  const credit = outcome.rules.find(({ rule }) => rule === 'credit')?.result
  return facts.approvedBy !== undefined && credit !== 'failed' && credit !== 'held'
}

/** What orders of a customer without any credit are decided on. */
const noCredit = {
  creditLimit: zero,
  currentBalance: zero,
  openOrderAmount: zero,
  creditStatus: 'normal',
  paymentTerms: '',
} as const

function customerOf({ customerId, priceLevel, tax, credit }: DecisionFacts): CustomerFacts {
  return {
    ...(credit ? creditFactsFrom(credit) : noCredit),
    id: customerId,
    customerCode: String(customerId),
    name: '',
    priceLevel: priceLevel ?? 'standard',
    isActive: true,
    // Whether backorders are accepted is in the request.
    allowBackorder: false,
    packingSlipPrices: false,
    duplicateCheck: null,
    addresses: { shipping: null, billing: null },
    country: tax?.country ?? null,
    state: tax?.state ?? null,
    isTaxExempt: tax?.isExempt ?? false,
  }
}

/** The SKUs with their list prices; undefined if one has no standard price. */
function skusOf({ prices, stock, priceLevel }: DecidedFacts): Map<number, SkuFacts> | undefined {
  const stockOf = new Map(stock.map((each) => [each.skuId, each]))
  const skus = new Map<number, SkuFacts>()
  for (const each of prices) {
    const listed = listPricesOf(each)
    if (!listed) return undefined
    const { skuId, sku, cost } = each
    const onHand = stockOf.get(skuId)
    const ringFenced = onHand?.ringFenced
    skus.set(skuId, {
      id: skuId,
      sku,
      name: '',
      unitOfMeasure: '',
      wmsLocation: null,
      isActive: true,
      ...listed,
      listedFrom: each.candidates.find(isOfList)?.from,
      nextList: nextListOf(each, priceLevel),
      cost: cost === undefined ? zero : cents(cost),
      available: onHand?.available ?? 0,
      countedAt: onHand?.countedAt ?? null,
      ...(ringFenced !== undefined && { ringFenced }),
    })
  }
  return skus
}

type Candidate = Prices['candidates'][number]

/** True for a price of the list that applied; a candidate of the next list has not started. */
function isOfList({ source, verdict }: Candidate): boolean {
  return source !== 'contract' && verdict !== 'not-started'
}

/** The list that applied. */
function listPricesOf({ candidates }: Prices): ListPrices | undefined {
  const amounts = new Map<string, Cents>()
  for (const { source, unitPrice } of candidates.filter(isOfList)) {
    amounts.set(source, cents(unitPrice))
  }
  const price = amounts.get('standard')
  if (price === undefined) return undefined
  return {
    price,
    tier1Price: amounts.get('tier1') ?? null,
    tier2Price: amounts.get('tier2') ?? null,
    tier3Price: amounts.get('tier3') ?? null,
  }
}

/** The list that follows, as far as the receipt has it: the one price of the customer's level. */
function nextListOf({ candidates }: Prices, priceLevel: PriceLevel): SkuFacts['nextList'] {
  const next = candidates.find(
    ({ source, verdict }) => source !== 'contract' && verdict === 'not-started',
  )
  if (!next?.from) return undefined
  const price = cents(next.unitPrice)
  const ofLevel = (level: PriceLevel) => {
    return level === priceLevel && level === next.source ? price : null
  }
  return {
    price,
    tier1Price: ofLevel('tier1'),
    tier2Price: ofLevel('tier2'),
    tier3Price: ofLevel('tier3'),
    listedFrom: next.from,
  }
}

function agreedOf({ candidates }: Prices, date: Day): AgreedPrice[] {
  return candidates
    .filter(({ source }) => source === 'contract')
    .map(({ contractId, unitPrice, from, until, minimumQuantity, verdict }) => ({
      id: contractId ?? 0,
      contractPrice: cents(unitPrice),
      effectiveDate: from ?? date,
      expirationDate: until ?? null,
      minimumQuantity: minimumQuantity ?? 1,
      isActive: verdict !== 'inactive',
    }))
}

function chargesOf({
  tax,
  settings,
  isPickedUp = false,
}: DecisionFacts & Required<Pick<DecisionFacts, 'settings'>>): Charges {
  return {
    taxRate: tax?.rate ?? '0',
    taxPlace: { country: tax?.country ?? null, state: tax?.state ?? null },
    ...(tax?.notice !== undefined && { taxNotice: tax.notice }),
    shippingFlat: cents(settings.shippingFlat),
    shippingFreeFrom: cents(settings.shippingFreeFrom),
    isPickedUp,
  }
}

function agreedBefore(line: DecisionLine): UnitPrice | undefined {
  if (!line.isAgreedBefore) return undefined
  // A receipt has the sources that prices have.
  return { unitPrice: cents(line.unitPrice), priceSource: line.priceSource as PriceSource }
}

function itemOf(line: DecisionLine): RequestedOrder['items'][number] {
  const { skuId, quantity, priceSource, unitPrice, isAgreedBefore } = line
  const isTyped = priceSource === 'manual' && !isAgreedBefore
  return { skuId, quantity, ...(isTyped && { manualPrice: unitPrice }) }
}

/**
 * Prices that SKUs of a changed order kept and that a typed price replaced, so that only the typed
 * price's line has them: they are not those of the lists.
 */
function retainedOf(
  { before, prices, priceLevel, date }: DecidedFacts,
  lines: readonly DecisionLine[],
  { skus, contractPrices }: Pick<OrderFacts, 'skus' | 'contractPrices'>,
): Map<number, UnitPrice> {
  const retained = new Map<number, UnitPrice>()
  if (!before) return retained
  for (const { skuId, listedPrice } of lines) {
    const sku = skus.get(skuId)
    const requested = prices.find((each) => each.skuId === skuId)
    if (listedPrice === undefined || !sku || !requested) continue
    const agreed = contractPrices.get(skuId) ?? []
    const { quantity } = requested
    const found = linePrice({ prices: sku, priceLevel, agreed, quantity, date })
    const unitPrice = cents(listedPrice)
    if (found.unitPrice !== unitPrice) retained.set(skuId, { unitPrice, priceSource: 'standard' })
  }
  return retained
}

/** What an order over its credit limit was to do, as its receipt and its channel tell. */
type HeldOverCredit = OrderReceipt & {
  /** True if no person could correct the order: an API key or a partner sent it. */
  isFromProgram: boolean
}

/**
 * True if the order is created on hold when it fails the credit check, on these facts: a choice of
 * the file that it came in comes first, then the way that it came, then the settings.
 */
export function isHeldOverCredit(
  { facts, outcome, isFromProgram }: HeldOverCredit,
  { creditOver }: Pick<OrderFacts, 'creditOver'>,
): boolean {
  const credit = outcome.rules.find(({ rule }) => rule === 'credit')
  const wasHeldByRules = isFromProgram || facts.settings?.creditOver === 'hold'
  if (credit?.result === 'held' && !wasHeldByRules) return true
  if (credit?.result === 'failed' && wasHeldByRules) return false
  return isFromProgram || creditOver === 'hold'
}
