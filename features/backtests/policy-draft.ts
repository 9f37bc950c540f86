import type { OrderFacts, SkuFacts } from '#features/order-entry/rules.ts'
import type { ListPrices } from '#features/pricing/rules.ts'
import { type TaxRate, taxRateOf } from '#features/pricing/sales-tax.ts'
import { pricesAfter, rateOf } from '#features/skus/rules.ts'
import { type Cents, percentageOf } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The tax table, and the rate of the places that are not in it. */
export type TaxTable = { rates: readonly TaxRate[]; defaultRate: string }

/** New credit rules; a missing one stays as it was for each order. */
export type CreditRules = {
  zeroMeans?: OrderFacts['zeroMeans']
  creditOver?: 'refuse' | 'hold'
  overdueDays?: number
  overduePercent?: number
}

/** What would have been different, with everything read that it needs. */
export type PolicyDraft = {
  creditRules?: CreditRules
  /** New limits by customer, and a change in percent of all others. */
  creditLimits?: { percent?: string; limits: ReadonlyMap<number, Cents> }
  /** New list prices by SKU, then a change of all list prices in percent. */
  prices?: { percent?: string; withTiers: boolean; bySku: ReadonlyMap<number, ListPrices> }
  /** The table of today and that of the draft. */
  tax?: { current: TaxTable; draft: TaxTable }
}

/** Changes the facts of a past order to what they would have been. */
export type ChangePolicy = (facts: OrderFacts) => OrderFacts

/**
 * A function that changes the facts of past orders as the draft says. Tax changes only for places
 * and days for which the draft differs from the table of today, so that an earlier change of the
 * table is no difference. Throws for a price beyond the largest amount.
 */
export function createPolicy(draft: PolicyDraft): ChangePolicy {
  const { creditRules, creditLimits, prices, tax } = draft
  const changes = [
    ...(creditRules ? [withCreditRules(creditRules)] : []),
    ...(creditLimits ? [withLimits(creditLimits)] : []),
    ...(prices ? [withPrices(prices)] : []),
    ...(tax ? [withTax(tax)] : []),
  ]
  return (facts) => changes.reduce((changed, change) => change(changed), facts)
}

function withCreditRules(rules: CreditRules): ChangePolicy {
  const { zeroMeans, creditOver, overdueDays, overduePercent } = rules
  return (facts) => {
    const { days, percent } = facts.overdueRule ?? { days: 0, percent: 0 }
    return {
      ...facts,
      ...(zeroMeans && { zeroMeans }),
      ...(creditOver && { creditOver }),
      overdueRule: { days: overdueDays ?? days, percent: overduePercent ?? percent },
    }
  }
}

function withLimits({ percent, limits }: NonNullable<PolicyDraft['creditLimits']>): ChangePolicy {
  const rate = percent === undefined ? undefined : rateOf(percent)
  return (facts) => {
    const { customer } = facts
    if (!customer) return facts
    const { creditLimit: before } = customer
    const changed = rate === undefined ? before : percentageOf(before, rate)
    return { ...facts, customer: { ...customer, creditLimit: limits.get(customer.id) ?? changed } }
  }
}

function withPrices(draft: NonNullable<PolicyDraft['prices']>): ChangePolicy {
  const { percent, withTiers, bySku } = draft
  return (facts) => {
    const skus = new Map<number, SkuFacts>()
    for (const [id, sku] of facts.skus) {
      const listed = { ...sku, ...bySku.get(id) }
      const after = percent === undefined ? listed : pricesAfter(listed, { percent, withTiers })
      if (!after) {
        throw new Refusal('invalid', 'amount-out-of-range', `The price of ${sku.sku} is too large`)
      }
      skus.set(id, { ...sku, ...pricesOf(after) })
    }
    return { ...facts, skus }
  }
}

function pricesOf({ price, tier1Price, tier2Price, tier3Price }: ListPrices): ListPrices {
  return { price, tier1Price, tier2Price, tier3Price }
}

function withTax({ current, draft }: NonNullable<PolicyDraft['tax']>): ChangePolicy {
  // One entry for each place and day.
  const changedRates = new Map<string, string | undefined>()
  return (facts) => {
    const { customer, charges, date } = facts
    if (customer?.isTaxExempt) return facts
    const { country = null, state = null } = charges.taxPlace ?? {}
    const key = JSON.stringify([country, state, date])
    if (!changedRates.has(key)) {
      const rateIn = ({ rates, defaultRate }: TaxTable) =>
        taxRateOf({ isExempt: false, country, state, rates, defaultRate, date })
      const [before, after] = [rateIn(current), rateIn(draft)]
      changedRates.set(key, Number(before) === Number(after) ? undefined : after)
    }
    const taxRate = changedRates.get(key)
    return taxRate === undefined ? facts : { ...facts, charges: { ...charges, taxRate } }
  }
}
