import type { DecisionFacts, DecisionLine, DecisionOutcome } from '#features/decisions/contract.ts'
import { allRights } from '#features/order-entry/held-lines.ts'
import type {
  CustomerFacts,
  OrderFacts,
  RequestedOrder,
  SkuFacts,
} from '#features/order-entry/rules.ts'
import type {
  AgreedPrice,
  Charges,
  ListPrices,
  PriceSource,
  UnitPrice,
} from '#features/pricing/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'

// The way back from a receipt to what `assess` takes: the same facts give the same decision.

/** The receipt of an order that was created or refused: what was read, and what came of it. */
export type CreationReceipt = { facts: DecisionFacts; outcome: DecisionOutcome }

/** What a past order was decided on. */
export type PastOrder = { facts: OrderFacts; request: RequestedOrder }

type DecidedFacts = DecisionFacts &
  Required<
    Pick<DecisionFacts, 'date' | 'priceLevel' | 'prices' | 'stock' | 'tax' | 'credit' | 'settings'>
  >

type Prices = DecidedFacts['prices'][number]

/**
 * The facts and the request of a past order; undefined if its receipt lacks one of them, as that of
 * an order without lines does, or if they did not decide the order: it was parked, or an approval
 * bound it.
 */
export function pastOrderOf({ facts, outcome }: CreationReceipt): PastOrder | undefined {
  const { lines, rules } = outcome
  if (!isDecided(facts) || !lines || lines.length === 0) return undefined
  if (outcome.holdReason === 'parked' || facts.approvedBy !== undefined) return undefined
  const skus = skusOf(facts)
  if (!skus) return undefined
  const { credit, settings, date, mayBackorder = false } = facts
  const { creditOver, minimumMarginPercent, countsOldBefore, stockOldMeans } = settings
  // Only a free replacement is created without a check of its credit.
  const isFree = rules.some(({ rule, result }) => rule === 'credit' && result === 'skipped')
  return {
    facts: {
      customer: customerOf(facts),
      skus,
      contractPrices: new Map(facts.prices.map((each) => [each.skuId, agreedOf(each, date)])),
      charges: chargesOf(facts),
      zeroMeans: credit.zeroMeans,
      overdueRule: credit.overdueRule,
      date,
      fixed: lines.map(agreedBefore),
      isFree,
      ...(creditOver && { creditOver }),
      ...(minimumMarginPercent !== undefined && {
        margin: { minimumPercent: minimumMarginPercent },
      }),
      ...(countsOldBefore !== undefined && { oldBefore: Date.parse(countsOldBefore) }),
      ...(stockOldMeans && { oldMeans: stockOldMeans }),
    },
    request: { items: lines.map(itemOf), mayBackorder, prices: allRights },
  }
}

function isDecided(facts: DecisionFacts): facts is DecidedFacts {
  const { date, priceLevel, prices, stock, tax, credit, settings } = facts
  const needed = [date, priceLevel, prices, stock, tax, credit, settings]
  return needed.every((each) => each !== undefined)
}

function customerOf({ customerId, priceLevel, tax, credit }: DecidedFacts): CustomerFacts {
  const { overdue } = credit
  return {
    id: customerId,
    customerCode: String(customerId),
    name: '',
    priceLevel,
    isActive: true,
    // Whether backorders are accepted is in the request.
    allowBackorder: false,
    packingSlipPrices: false,
    duplicateCheck: null,
    addresses: { shipping: null, billing: null },
    country: tax.country,
    state: tax.state,
    isTaxExempt: tax.isExempt,
    creditLimit: cents(credit.creditLimit),
    currentBalance: cents(credit.currentBalance),
    openOrderAmount: cents(credit.openOrders),
    softReserved: credit.softReserved === undefined ? zero : cents(credit.softReserved),
    creditStatus: credit.status,
    paymentTerms: credit.paymentTerms,
    overdue: overdue && { daysLate: overdue.daysLate, amount: cents(overdue.amount) },
  }
}

/** The SKUs with their list prices; undefined if one has no standard price. */
function skusOf({ prices, stock }: DecidedFacts): Map<number, SkuFacts> | undefined {
  const stockOf = new Map(stock.map((each) => [each.skuId, each]))
  const skus = new Map<number, SkuFacts>()
  for (const each of prices) {
    const listed = listPricesOf(each)
    if (!listed) return undefined
    const { skuId, sku, cost } = each
    const onHand = stockOf.get(skuId)
    skus.set(skuId, {
      id: skuId,
      sku,
      name: '',
      unitOfMeasure: '',
      wmsLocation: null,
      isActive: true,
      ...listed,
      cost: cost === undefined ? zero : cents(cost),
      available: onHand?.available ?? 0,
      countedAt: onHand?.countedAt ?? null,
    })
  }
  return skus
}

/** The list that applied. A candidate of the list that follows has not started. */
function listPricesOf({ candidates }: Prices): ListPrices | undefined {
  const amounts = new Map<string, Cents>()
  for (const { source, unitPrice, verdict } of candidates) {
    if (source !== 'contract' && verdict !== 'not-started') amounts.set(source, cents(unitPrice))
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

function chargesOf({ tax, settings, isPickedUp = false }: DecidedFacts): Charges {
  return {
    taxRate: tax.rate,
    taxPlace: { country: tax.country, state: tax.state },
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
  const { skuId, quantity, priceSource, unitPrice } = line
  return { skuId, quantity, ...(priceSource === 'manual' && { manualPrice: unitPrice }) }
}
