// One file: the decision on an order, from its facts to what is left after it.
import { checkCredit, type CreditDecision, type CreditFacts } from '#features/credit/rules.ts'
import type { addressesOf } from '#features/customers/address-rules.ts'
import { isBelowMargin, type MarginRule } from '#features/pricing/margin.ts'
import type { DatedListPrices } from '#features/pricing/price-candidates.ts'
import {
  type AgreedPrice,
  type Charges,
  linePrice,
  type PriceLevel,
  type ManualPriceRights,
  type PriceSource,
  type Totals,
  totalsOf,
  type UnitPrice,
  whyNotManual,
} from '#features/pricing/rules.ts'
import type { DuplicateCheck } from '#features/settings/duplicate-checks.ts'
import { allocate, assessStock, requestedBySku, type StockLine } from '#features/stock/rules.ts'
import type { Day, Moment } from '#platform/kernel/days.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type FieldError, invalid, Refusal } from '#platform/kernel/refusal.ts'
import type { SalesLineForm } from './contract.ts'

/** The customer data that the order decision uses. */
export type CustomerFacts = Omit<CreditFacts, 'zeroMeans' | 'overdueRule'> & {
  id: number
  customerCode: string
  name: string
  priceLevel: PriceLevel
  isActive: boolean
  allowBackorder: boolean
  packingSlipPrices: boolean
  /** Which of its orders are parked; null: as the settings say. */
  duplicateCheck: DuplicateCheck | null
  addresses: ReturnType<typeof addressesOf>
  country: string | null
  state: string | null
  isTaxExempt: boolean
}

/** The SKU data that the order decision uses. */
export type SkuFacts = DatedListPrices & {
  id: number
  sku: string
  name: string
  unitOfMeasure: string
  wmsLocation: string | null
  isActive: boolean
  cost: Cents
  /** On hand − reserved − soft-reserved − ring-fenced; can briefly be negative after a count. */
  available: number
  /** Free units that are ring-fenced for other customers, if there are any. */
  ringFenced?: number
  /** Time of the last warehouse count; null if never counted. */
  countedAt: Moment | null
}

/** All input of the order decision, read with locks (creation) or without (validation). */
export type OrderFacts = {
  customer: CustomerFacts | undefined
  skus: ReadonlyMap<number, SkuFacts>
  contractPrices: ReadonlyMap<number, readonly AgreedPrice[]>
  charges: Charges
  zeroMeans: CreditFacts['zeroMeans']
  /** Undefined for a change to an existing order: overdue invoices do not block it. */
  overdueRule: CreditFacts['overdueRule']
  /** The business day that prices are as of. */
  date: Day
  /** Counts before this timestamp are old; undefined if counts do not expire. */
  oldBefore?: number | undefined
  oldMeans?: 'warn' | 'hold'
  /** Prices agreed earlier, by SKU; they are not recalculated. */
  agreedPrices?: ReadonlyMap<number, UnitPrice>
  /** Price agreed earlier, by line: of a replacement, or a manual price. */
  fixed?: readonly (UnitPrice | undefined)[]
  creditOver?: 'refuse' | 'hold'
  /** Undefined while the margin rule is off. */
  margin?: MarginRule | undefined
  /** True for a free replacement: nothing is owed, so the credit check is skipped. */
  isFree?: boolean
  /** True if an approval holds the credit: only a credit hold of the customer stops the order. */
  isCreditHeld?: boolean
}

/** The agreed prices of a replacement order. */
export type PriceOverrides = Required<Pick<OrderFacts, 'fixed' | 'isFree'>>

/** A replacement order uses its agreed prices and has free shipping. */
export function withOverrides(
  facts: OrderFacts,
  overrides: PriceOverrides | undefined,
): OrderFacts {
  return overrides
    ? { ...facts, ...overrides, charges: { ...facts.charges, shippingFlat: zero } }
    : facts
}

export type RequestedOrder = {
  items: readonly SalesLineForm[]
  /**
   * True if short units may be backordered: requested and permitted, or the customer allows
   * backorders.
   */
  mayBackorder: boolean
  /** The user's permissions for manual prices. */
  prices: ManualPriceRights
}

export type DecidedLine = {
  skuId: number
  quantity: number
  unitPrice: Cents
  priceSource: PriceSource
  /** The list price, if a manual price replaces it. */
  listedPrice?: Cents | undefined
  isBelowCost?: boolean | undefined
  /** True if the margin rule does not accept the price; undefined while it is off. */
  isBelowMargin?: boolean | undefined
  totalPrice: Cents
  taxAmount: Cents
  reserved: number
  backordered: number
}

/** A stock check line; `countedAt` is set if the count is old. */
type StaleStockLine = StockLine & { countedAt?: Moment }

export type Decision = {
  approved: boolean
  credit: CreditDecision & { isHeldForCredit?: true }
  stock: { available: boolean; stockStatus: StaleStockLine[]; isHeldForAge?: true }
  lines: DecidedLine[]
  totals: Totals
  /** Set if a line is below the least margin. */
  isHeldForMargin?: true
}

/**
 * Decides an order from the facts alone: prices, tax, shipping, credit and stock. Validation and
 * creation use this same function. Throws a refusal for an unknown or inactive customer or SKU, a
 * manual price this user may not enter, or an amount outside `numeric(12,2)`.
 */
export function assess(facts: OrderFacts, orderRequest: RequestedOrder): Decision {
  const customer = requireActiveCustomer(facts)
  checkSkus(facts, orderRequest.items)
  checkManualPrices(facts, orderRequest)
  const prices = unitPrices(facts, customer, orderRequest.items)
  const priced = totalsOf(prices, facts.charges)
  if (!priced) {
    const sentence = 'The amounts of this order are too large'
    throw new Refusal('invalid', 'amount-out-of-range', sentence)
  }
  const availableOf = (skuId: number) => facts.skus.get(skuId)?.available ?? 0
  const stockStatus = assessStock(orderRequest.items, availableOf).map((line) =>
    withStaleFlag(facts, line),
  )
  const available = stockStatus.every((line) => line.shortfall === 0)
  const decision = checkCredit(
    { ...customer, zeroMeans: facts.zeroMeans, overdueRule: facts.overdueRule },
    priced.totals.total,
  )
  const { availableCredit } = decision
  const isCreditHeld = facts.isCreditHeld === true && customer.creditStatus !== 'blocked'
  const skipsLimit = facts.isFree === true || isCreditHeld
  const creditDecision = skipsLimit ? { approved: true, availableCredit } : decision
  const isHeldForCredit = !creditDecision.approved && facts.creditOver === 'hold'
  const held = isHeldForCredit && { isHeldForCredit: true as const }
  const credit = { ...creditDecision, ...held }
  const allocations = allocate(orderRequest.items, availableOf)
  const lines = orderRequest.items.map(({ skuId, quantity }, index) => ({
    skuId,
    quantity,
    listedPrice: prices[index]?.listedPrice,
    isBelowCost: prices[index]?.isBelowCost,
    isBelowMargin: isLineBelowMargin(facts, skuId, prices[index]),
    ...(priced.lines[index] as (typeof priced.lines)[number]),
    ...(allocations[index] as (typeof allocations)[number]),
  }))
  const isStockApproved = available || orderRequest.mayBackorder || customer.allowBackorder
  const approved = credit.approved && isStockApproved
  const isHeldForAge = facts.oldMeans === 'hold' && stockStatus.some(({ countedAt }) => countedAt)
  const stock = { available, stockStatus, ...(isHeldForAge && { isHeldForAge: true as const }) }
  const isHeldForMargin = lines.some((line) => line.isBelowMargin)
  const margin = isHeldForMargin && { isHeldForMargin: true as const }
  return { approved, credit, stock, lines, totals: priced.totals, ...margin }
}

/**
 * Whether the margin rule does not accept the price of a line; undefined while it is off. The price
 * of a replacement was agreed with the order that it replaces.
 */
function isLineBelowMargin(
  { skus, margin }: OrderFacts,
  skuId: number,
  price: UnitPrice | undefined,
): boolean | undefined {
  if (!margin || !price) return undefined
  if (price.priceSource === 'replacement') return false
  return isBelowMargin(price.unitPrice, skus.get(skuId)?.cost ?? zero, margin)
}

/** Marks a line whose stock count is old, because the stock may no longer be there. */
function withStaleFlag(facts: OrderFacts, line: StockLine): StaleStockLine {
  const countedAt = facts.skus.get(line.skuId)?.countedAt
  const isStale = countedAt && facts.oldBefore && Date.parse(countedAt) < facts.oldBefore
  return isStale ? { ...line, countedAt } : line
}

/** The same decision with nothing reserved or backordered, for a parked order or a credit hold. */
export function withoutReservation(decision: Decision): Decision {
  const lines = decision.lines.map((line) => ({ ...line, reserved: 0, backordered: 0 }))
  return { ...decision, lines }
}

/** The customer and SKUs after this order: less available credit and less available stock. */
export function factsAfter(
  facts: OrderFacts,
  decision: Decision,
): { customer: CustomerFacts; skus: SkuFacts[] } {
  const customer = requireActiveCustomer(facts)
  const openOrderAmount = (customer.openOrderAmount + decision.totals.total) as Cents
  const reservedBySku = new Map<number, number>()
  for (const { skuId, reserved } of decision.lines) {
    reservedBySku.set(skuId, (reservedBySku.get(skuId) ?? 0) + reserved)
  }
  const skus = [...reservedBySku].map(([skuId, reserved]) => {
    const sku = facts.skus.get(skuId) as SkuFacts
    return { ...sku, available: sku.available - reserved }
  })
  return { customer: { ...customer, openOrderAmount }, skus }
}

function requireActiveCustomer({ customer }: OrderFacts): CustomerFacts {
  const customerError = (message: string) => invalid([{ path: 'customerId', message }])
  if (!customer) throw customerError('This customer does not exist')
  if (!customer.isActive) throw customerError(`Customer ${customer.customerCode} is inactive`)
  return customer
}

function checkSkus(facts: OrderFacts, items: readonly SalesLineForm[]): void {
  const errors = items.flatMap(({ skuId }, index): FieldError[] => {
    const sku = facts.skus.get(skuId)
    const path = `items.${index}.skuId`
    if (!sku) return [{ path, message: 'This SKU does not exist' }]
    return sku.isActive ? [] : [{ path, message: `SKU ${sku.sku} is inactive` }]
  })
  if (errors.length > 0) throw invalid(errors)
}

function unitPrices(facts: OrderFacts, customer: CustomerFacts, items: readonly SalesLineForm[]) {
  const requested = requestedBySku(items)
  const prices = new Map(
    [...requested].map(([skuId, quantity]) => {
      const contractPrices = facts.contractPrices.get(skuId) ?? []
      const prices = facts.skus.get(skuId) as SkuFacts
      const { priceLevel } = customer
      const retained = facts.agreedPrices?.get(skuId)
      return [
        skuId,
        retained ??
          linePrice({ prices, priceLevel, agreed: contractPrices, quantity, date: facts.date }),
      ]
    }),
  )
  return items.map(({ skuId, quantity, manualPrice }, index): PricedItem => {
    const found = prices.get(skuId) as UnitPrice
    if (manualPrice === undefined || manualPrice === null) {
      return { quantity, ...(facts.fixed?.[index] ?? found) }
    }
    const unitPrice = cents(manualPrice)
    const isBelowCost = unitPrice < (facts.skus.get(skuId)?.cost ?? 0)
    const listedPrice = found.unitPrice
    return { quantity, unitPrice, priceSource: 'manual', listedPrice, isBelowCost }
  })
}

type PricedItem = UnitPrice & Pick<DecidedLine, 'quantity' | 'listedPrice' | 'isBelowCost'>

/**
 * Throws 403 for a manual price without the permission; 422 for one below cost, unless the user may
 * go below cost.
 */
function checkManualPrices(facts: OrderFacts, { items, prices }: RequestedOrder): void {
  const violations = items.flatMap(({ skuId, manualPrice }, index) => {
    if (manualPrice === undefined || manualPrice === null) return []
    const override = { price: cents(manualPrice), cost: facts.skus.get(skuId)?.cost ?? zero }
    const whyNot = whyNotManual(override, prices)
    return whyNot ? [{ ...whyNot, path: `items.${index}.manualPrice` }] : []
  })
  const fields = violations.map(({ path, sentence }) => ({ path, message: sentence }))
  const [firstForbidden] = violations.filter(({ kind }) => kind === 'forbidden')
  if (firstForbidden) throw new Refusal('forbidden', 'forbidden', firstForbidden.sentence, fields)
  if (violations.length > 0) throw invalid(fields)
}

/**
 * Throws 403 for an order of $0.00 unless the user is a manager or admin (docs/rules.md, Prices).
 */
export function guardZero(
  decision: Pick<Decision, 'totals'>,
  user: { role: string } | undefined,
): void {
  const isManager = user?.role === 'admin' || user?.role === 'manager'
  if (decision.totals.total > 0 || isManager) return
  const sentence =
    'Only a manager can create an order with a total of $0.00. Ask a manager, or correct the prices'
  throw new Refusal('forbidden', 'forbidden', sentence)
}
