import type { Day } from '#platform/kernel/days.ts'
import { type Cents, fitsMoney, sum, multiply, zero } from '#platform/kernel/money.ts'
import { lineTax, type TaxBasis } from './sales-tax.ts'

/**
 * Where a price came from; `replacement`: the return that the order replaces, `manual`: a user with
 * permission overrode the list price.
 */
export type PriceSource =
  | 'contract'
  | 'tier1'
  | 'tier2'
  | 'tier3'
  | 'standard'
  | 'replacement'
  | 'manual'
export type PriceLevel = 'standard' | 'tier1' | 'tier2' | 'tier3'

/** A contract price of one customer for one SKU. Both days are inclusive; no last day: no end. */
export type AgreedPrice = {
  id: number
  contractPrice: Cents
  effectiveDate: Day
  expirationDate: Day | null
  minimumQuantity: number
  /** False if the price is switched off; it applies if unset. */
  isActive?: boolean
}

/** The status of a contract price on a day, as lists show it. */
export function validityOf(
  price: { isActive: boolean; effectiveDate: string; expirationDate: string | null },
  today: Day,
): 'Active' | 'Inactive' | 'Expired' | 'Scheduled' {
  if (!price.isActive) return 'Inactive'
  if (price.expirationDate !== null && price.expirationDate < today) return 'Expired'
  return price.effectiveDate > today ? 'Scheduled' : 'Active'
}

/** The list prices of a SKU; a tier price of 0.00 is a price, null means no price. */
export type ListPrices = {
  price: Cents
  tier1Price: Cents | null
  tier2Price: Cents | null
  tier3Price: Cents | null
}

export type UnitPrice = { unitPrice: Cents; priceSource: PriceSource }

/**
 * The price of a line: what a SKU costs a customer (docs/rules.md, Prices). First an active
 * contract price, then the price of the customer's level if the SKU has one, then the standard
 * price. The quantity is that of the whole order. Of several contract prices, the one with the
 * highest minimum quantity wins, then the latest start, then the highest id.
 */
export function linePrice(facts: {
  prices: ListPrices
  priceLevel: PriceLevel
  agreed: readonly AgreedPrice[]
  quantity: number
  date: Day
}): UnitPrice {
  const contract = strongestContract(facts)
  if (contract) return { unitPrice: contract.contractPrice, priceSource: 'contract' }
  const { priceLevel, prices } = facts
  const tier = priceLevel === 'standard' ? null : prices[`${priceLevel}Price`]
  if (tier !== null) return { unitPrice: tier, priceSource: priceLevel }
  return { unitPrice: prices.price, priceSource: 'standard' }
}

/** The contract price that applies to a quantity on a day; undefined if none does. */
export function strongestContract(facts: {
  agreed: readonly AgreedPrice[]
  quantity: number
  date: Day
}): AgreedPrice | undefined {
  const holding = facts.agreed.filter((each) => isHolding(each, facts.quantity, facts.date))
  return holding.reduce<AgreedPrice | undefined>(stronger, undefined)
}

function isHolding(agreed: AgreedPrice, quantity: number, date: Day): boolean {
  if (agreed.isActive === false) return false
  const isInEffect = agreed.effectiveDate <= date
  const hasNotEnded = agreed.expirationDate === null || agreed.expirationDate >= date
  return isInEffect && hasNotEnded && agreed.minimumQuantity <= quantity
}

function stronger(best: AgreedPrice | undefined, each: AgreedPrice): AgreedPrice {
  if (!best) return each
  const byQuantity = each.minimumQuantity - best.minimumQuantity
  if (byQuantity !== 0) return byQuantity > 0 ? each : best
  if (each.effectiveDate !== best.effectiveDate) {
    return each.effectiveDate > best.effectiveDate ? each : best
  }
  return each.id > best.id ? each : best
}

/** A user's permissions for manual prices. */
export type ManualPriceRights = { mayOverride: boolean; mayGoBelowCost: boolean }

/**
 * Why a manual price is rejected; undefined if it is valid. It needs override permission, and below
 * the SKU's cost also that of a manager.
 */
export function whyNotManual(
  override: { price: Cents; cost: Cents },
  rights: ManualPriceRights,
): { kind: 'forbidden' | 'invalid'; sentence: string } | undefined {
  if (!rights.mayOverride) {
    const sentence = 'Your role cannot change prices. Ask a manager'
    return { kind: 'forbidden', sentence }
  }
  if (override.price >= override.cost || rights.mayGoBelowCost) return undefined
  return { kind: 'invalid', sentence: 'Only a manager can set a price below cost' }
}

/** The order-level inputs of pricing. */
export type Charges = TaxBasis & {
  shippingFlat: Cents
  shippingFreeFrom: Cents
  /** True for customer pickup. */
  isPickedUp?: boolean
}

export type PricedLine = UnitPrice & { totalPrice: Cents; taxAmount: Cents }

export type Totals = {
  taxNotice?: string
  subtotal: Cents
  taxAmount: Cents
  shippingAmount: Cents
  total: Cents
}

/**
 * Lines and totals of an order. A line is quantity × unit price, its tax is rounded per line half
 * away from zero, and shipping comes from `shippingOf`. Undefined if an amount exceeds
 * `numeric(12,2)`. Freight is not taxed, so the order's tax is the sum of its lines' tax.
 */
export function totalsOf(
  lines: readonly (UnitPrice & { quantity: number })[],
  charges: Charges,
): { lines: PricedLine[]; totals: Totals } | undefined {
  const priced: PricedLine[] = []
  for (const { unitPrice, priceSource, quantity } of lines) {
    const totalPrice = multiply(unitPrice, quantity)
    if (totalPrice === undefined) return undefined
    priced.push({
      unitPrice,
      priceSource,
      totalPrice,
      taxAmount: lineTax(totalPrice, charges.taxRate),
    })
  }
  const subtotal = sum(priced.map((line) => line.totalPrice))
  const shippingAmount = shippingOf(subtotal, charges)
  const taxAmount = sum(priced.map((line) => line.taxAmount))
  const total = sum([subtotal, taxAmount, shippingAmount])
  if (!fitsMoney(total)) return undefined
  const notice = charges.taxNotice ? { taxNotice: charges.taxNotice } : {}
  return { lines: priced, totals: { subtotal, taxAmount, shippingAmount, total, ...notice } }
}

/** The shipping charge of an order: zero for pickup or from the free-shipping subtotal. */
export function shippingOf(subtotal: Cents, charges: Charges): Cents {
  const isFree = charges.isPickedUp === true || subtotal >= charges.shippingFreeFrom
  return isFree ? zero : charges.shippingFlat
}
