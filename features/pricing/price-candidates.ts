import type { Day } from '#platform/kernel/days.ts'
import type { Cents } from '#platform/kernel/money.ts'
import { type AgreedPrice, type ListPrices, type PriceLevel, strongestContract } from './rules.ts'

/**
 * Why a price applied or not: it applied; it is switched off; it begins later; it has ended; it
 * needs more units; another contract price has a higher minimum, begins later or is newer; a
 * contract price comes first; the price of the customer's level comes first; it is for customers of
 * another level; the line keeps a price that was agreed before; a typed price replaced it.
 */
export const priceVerdicts = [
  'applied',
  'inactive',
  'not-started',
  'ended',
  'below-minimum',
  'weaker-contract',
  'after-contract',
  'after-level',
  'other-level',
  'agreed-before',
  'replaced',
] as const
export type PriceVerdict = (typeof priceVerdicts)[number]

/** A price that a SKU could have for a customer, and why it has it or not. */
export type PriceCandidate = {
  source: 'contract' | PriceLevel
  unitPrice: Cents
  verdict: PriceVerdict
  /** Of a contract price. */
  contractId?: number
  minimumQuantity?: number
  /** The first day of a contract price or of a dated list. */
  from?: Day
  /** The last day of a contract price. */
  until?: Day
}

/** The prices of a SKU on a day, with the day its list began, and the list that follows. */
export type DatedListPrices = ListPrices & {
  listedFrom?: Day | undefined
  nextList?: (ListPrices & { listedFrom: Day }) | undefined
}

type CandidateFacts = {
  prices: DatedListPrices
  priceLevel: PriceLevel
  agreed: readonly AgreedPrice[]
  quantity: number
  date: Day
  /** True if the line keeps a price that was agreed before, so that none of these applies. */
  isAgreedBefore?: boolean
  /** True if typed prices replaced the one that applies. */
  isReplaced?: boolean
}

const levels = ['tier1', 'tier2', 'tier3', 'standard'] as const

// The fields of a candidate are in the order of their names, as a receipt writes them.

/**
 * All candidates for the price of a SKU, in order of precedence: contract prices, the prices of the
 * dated list, those of the next list. The one with the verdict `applied` is that of `linePrice`.
 */
export function priceCandidates(facts: CandidateFacts): PriceCandidate[] {
  const strongest = strongestContract(facts)
  const found = [
    ...facts.agreed.toSorted(byStrength).map((each) => contractCandidate(each, strongest, facts)),
    ...listCandidates(facts, strongest !== undefined),
    ...nextListCandidates(facts),
  ]
  if (!facts.isAgreedBefore && !facts.isReplaced) return found
  const verdict = facts.isAgreedBefore ? 'agreed-before' : 'replaced'
  return found.map((each) => (each.verdict === 'applied' ? { ...each, verdict } : each))
}

function byStrength(one: AgreedPrice, other: AgreedPrice): number {
  if (one.minimumQuantity !== other.minimumQuantity) {
    return other.minimumQuantity - one.minimumQuantity
  }
  if (one.effectiveDate !== other.effectiveDate) {
    return one.effectiveDate > other.effectiveDate ? -1 : 1
  }
  return other.id - one.id
}

function contractCandidate(
  price: AgreedPrice,
  strongest: AgreedPrice | undefined,
  facts: CandidateFacts,
): PriceCandidate {
  return {
    contractId: price.id,
    from: price.effectiveDate,
    minimumQuantity: price.minimumQuantity,
    source: 'contract',
    unitPrice: price.contractPrice,
    ...(price.expirationDate !== null && { until: price.expirationDate }),
    verdict: price.id === strongest?.id ? 'applied' : whyNotContract(price, facts),
  }
}

function whyNotContract(price: AgreedPrice, { quantity, date }: CandidateFacts): PriceVerdict {
  if (price.isActive === false) return 'inactive'
  if (price.effectiveDate > date) return 'not-started'
  if (price.expirationDate !== null && price.expirationDate < date) return 'ended'
  return price.minimumQuantity > quantity ? 'below-minimum' : 'weaker-contract'
}

function listCandidates(facts: CandidateFacts, hasContract: boolean): PriceCandidate[] {
  const { prices, priceLevel } = facts
  const { listedFrom } = prices
  const isLevelPriced = priceLevel !== 'standard' && priceOf(prices, priceLevel) !== null
  const verdictOf = (level: PriceLevel): PriceVerdict => {
    if (level !== 'standard' && level !== priceLevel) return 'other-level'
    if (hasContract) return 'after-contract'
    return level === 'standard' && isLevelPriced ? 'after-level' : 'applied'
  }
  return levels.flatMap((source) => {
    const unitPrice = priceOf(prices, source)
    if (unitPrice === null) return []
    const verdict = verdictOf(source)
    if (listedFrom === undefined) return [{ source, unitPrice, verdict }]
    return [{ from: listedFrom, source, unitPrice, verdict }]
  })
}

/** Of the next list, only what this customer will pay without a contract price. */
function nextListCandidates({ prices, priceLevel }: CandidateFacts): PriceCandidate[] {
  const { nextList } = prices
  if (!nextList) return []
  const own = priceOf(nextList, priceLevel)
  const source = own === null ? 'standard' : priceLevel
  const unitPrice = own ?? nextList.price
  return [{ from: nextList.listedFrom, source, unitPrice, verdict: 'not-started' }]
}

function priceOf(prices: ListPrices, level: PriceLevel): Cents | null {
  return level === 'standard' ? prices.price : prices[`${level}Price`]
}
