import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Decision, type OrderFacts, validationOf } from '../../rules.ts'

/** The refusal to create an order that is not approved, its numbers fresh. */
export function refusalOf(facts: OrderFacts, decision: Decision): Refusal {
  const current = validationOf(decision)
  const { credit, stock } = decision
  if (!credit.approved) {
    const sentence = credit.message ?? 'Credit is not approved'
    return new Refusal('refused', 'credit-limit-exceeded', sentence, [], { current })
  }
  const short = stock.stockStatus.filter((line) => line.shortfall > 0)
  const parts = short.map(({ skuId, shortfall, available }) => {
    const sku = facts.skus.get(skuId)?.sku ?? String(skuId)
    return `${sku} is ${shortfall} short (${Math.max(0, available)} available)`
  })
  const shown = parts.slice(0, 3).join('; ')
  const more = parts.length > 3 ? `; and ${parts.length - 3} more` : ''
  const sentence = `Not enough stock: ${shown}${more}`
  return new Refusal('refused', 'insufficient-stock', sentence, [], { current })
}

/** The refusal to create an order at another total than was shown, its numbers fresh. */
export function totalRefusal(decision: Decision, expected: string): Refusal | undefined {
  const { total } = decision.totals
  if (total === cents(expected)) return undefined
  return totalChanged(total, expected, validationOf(decision))
}

/** The refusal of a total that is another than the one that was shown. */
export function totalChanged(total: Cents, expected: string, current?: unknown): Refusal {
  const change = formatMoney(Math.abs(total - cents(expected)) as Cents)
  const way = total > cents(expected) ? 'more' : 'less'
  const sentence =
    `The total is now ${formatMoney(total)}, ${change} ${way} than the ` +
    `${formatMoney(cents(expected))} that was shown`
  return new Refusal('refused', 'total-changed', sentence, [], { current })
}
