import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { validationOf } from '../../order-validation.ts'
import type { Decision, OrderFacts } from '../../rules.ts'

/** The 409 refusal of an order that is not approved, with the current validation result. */
export function refusalOf(facts: OrderFacts, decision: Decision): Refusal {
  const current = validationOf(decision)
  const { credit, stock } = decision
  if (!credit.approved) {
    const sentence = credit.message ?? 'Credit is not approved'
    return new Refusal('refused', 'credit-limit-exceeded', sentence, [], { current })
  }
  const shortLines = stock.stockStatus.filter((line) => line.shortfall > 0)
  const texts = shortLines.map(({ skuId, shortfall, available }) => {
    const sku = facts.skus.get(skuId)?.sku ?? String(skuId)
    return `${sku} is ${shortfall} short (${Math.max(0, available)} available)`
  })
  const listed = texts.slice(0, 3).join('; ')
  const suffix = texts.length > 3 ? `; and ${texts.length - 3} more` : ''
  const sentence = `Not enough stock: ${listed}${suffix}`
  return new Refusal('refused', 'insufficient-stock', sentence, [], { current })
}

/**
 * The 409 refusal if the total differs from the shown one, with the current validation result;
 * undefined if they are equal.
 */
export function totalRefusal(decision: Decision, expected: string): Refusal | undefined {
  const { total } = decision.totals
  if (total === cents(expected)) return undefined
  return totalChanged(total, expected, validationOf(decision))
}

/** The 409 refusal of a changed total. */
export function totalChanged(total: Cents, expected: string, current?: unknown): Refusal {
  const change = formatMoney(Math.abs(total - cents(expected)) as Cents)
  const comparison = total > cents(expected) ? 'more' : 'less'
  const sentence =
    `The total is now ${formatMoney(total)}, ${change} ${comparison} than ` +
    `the ${formatMoney(cents(expected))} shown before`
  return new Refusal('refused', 'total-changed', sentence, [], { current })
}
