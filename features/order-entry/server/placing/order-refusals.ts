import type { IdentifiedReceipt } from '#features/decisions/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, formatMoney } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { validationOf } from '../../order-validation.ts'
import { type Decision, guardZero, type OrderFacts } from '../../rules.ts'
import type { NewOrder } from './build-order.ts'
import { catchRefusal } from './order-facts.ts'
import type { OrderPolicy } from './order-policies.ts'

/**
 * The refusal of an order that was decided, with the receipt of the decision: `current.decisionId`
 * is its id.
 */
export class OrderRefusal extends Refusal {
  /** Private, so that no log of the refusal has its facts. */
  readonly #receipt: IdentifiedReceipt

  constructor({ kind, code, message, fields, extras }: Refusal, receipt: IdentifiedReceipt) {
    const current = { ...(extras.current as object | undefined), decisionId: receipt.id }
    super(kind, code, message, fields, { ...extras, current })
    this.#receipt = receipt
  }

  get receipt(): IdentifiedReceipt {
    return this.#receipt
  }
}

/**
 * Throws 422 if goods should ship before the order date. Header-only orders, which may have been
 * shipped before somebody recorded them, are not checked.
 */
export function guardShipDate(orderDate: Day, shipDate: Day | null | undefined): void {
  if (!shipDate || shipDate >= orderDate) return
  throw invalid([{ path: 'shipDate', message: 'Must not be before the order date' }])
}

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
    const { sku = String(skuId), ringFenced } = facts.skus.get(skuId) ?? {}
    const kept = ringFenced ? `, ${ringFenced} ring-fenced for other customers` : ''
    return `${sku} is ${shortfall} short (${Math.max(0, available)} available${kept})`
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
function totalRefusal(decision: Decision, expected: string): Refusal | undefined {
  const { total } = decision.totals
  if (total === cents(expected)) return undefined
  return totalChanged(total, expected, validationOf(decision))
}

/**
 * The refusal of the total of a new order: it differs from the shown one, or it is $0.00 and the
 * user may not place such an order. Undefined if the total is accepted.
 */
export function refusalOfTotal(
  decision: Decision,
  { body, user }: Pick<NewOrder, 'body' | 'user'>,
  { agreedPrices }: OrderPolicy,
): Refusal | undefined {
  const { expectedTotal } = body
  const changed = expectedTotal ? totalRefusal(decision, expectedTotal) : undefined
  if (changed || agreedPrices) return changed
  const outcome = catchRefusal(() => guardZero(decision, user))
  return outcome instanceof Refusal ? outcome : undefined
}

/** The code of an order without the total that was shown. */
export const totalRequired = 'expected-total-required'

/**
 * The 422 refusal of an order of an API key that has neither the total that was shown nor an
 * approval, if the settings require one; undefined for all others.
 */
export function refusalOfMissingTotal(
  { body, user }: Pick<NewOrder, 'body' | 'user'>,
  { needsShownTotal }: Pick<OrderPolicy, 'needsShownTotal'>,
): Refusal | undefined {
  const { expectedTotal, approvalToken } = body
  const isShown = expectedTotal !== undefined || approvalToken !== undefined
  if (!needsShownTotal || isShown || user?.keyId === undefined) return undefined
  return missingTotal('Send expectedTotal, the total that was shown, or an approvalToken')
}

/** The 422 refusal of a request without the total that was shown. */
export function missingTotal(message: string): Refusal {
  return new Refusal('invalid', totalRequired, message, [{ path: 'expectedTotal', message }])
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
