import { checkCredit, type CreditDecision } from '#features/credit/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { isWithoutReservation } from '#features/sales-orders/rules.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { OrderFacts } from '../../rules.ts'

// The credit that a change of an order needs.

/** An order before the change, as far as its credit depends on it. */
type PlacedTotal = Pick<SalesOrderDetails, 'totalAmount' | 'shippedAmount'> & {
  holdReason: string | null
}
type TotalChange = { before: PlacedTotal; total: Cents }

/**
 * Throws 409 if a higher total, without lines that are decided again, exceeds the credit available
 * for the unshipped amount. Returns the credit decision; undefined if none was needed.
 */
export function guardTotal(
  facts: OrderFacts,
  totalChange: TotalChange,
): CreditDecision | undefined {
  const credit = creditForChange(facts, totalChange)
  if (!credit || credit.approved) return credit
  const sentence = credit.message ?? 'The credit of this customer does not cover the new total'
  throw new Refusal('refused', 'credit-limit-exceeded', sentence)
}

/** The credit check for a higher total; undefined without credit yet, or if it does not rise. */
export function creditForChange(
  { customer, zeroMeans }: OrderFacts,
  { before, total }: TotalChange,
): CreditDecision | undefined {
  const usesNone = isWithoutReservation(before.holdReason)
  if (usesNone || total <= cents(before.totalAmount)) return undefined
  return customer && checkCredit({ ...customer, zeroMeans }, unshippedTotal(before, total))
}

/** The part of a total that has not shipped, which is what needs credit. */
export function unshippedTotal(
  before: Pick<SalesOrderDetails, 'shippedAmount'>,
  total: Cents,
): Cents {
  return Math.max(0, total - cents(before.shippedAmount)) as Cents
}
