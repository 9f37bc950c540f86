import type { Cents } from '#platform/kernel/money.ts'

// The holds that rules set and end: payment and margin. Another hold may replace them; when it
// ends, they apply again.

/** The money of a customer for one more order: what they paid, less what they owe and use. */
export type PaymentFacts = {
  /** The part of the order that has not shipped. */
  open: Cents
  /** Negative if the customer owes more than they paid. */
  left: Cents
}

/** What is still unpaid: the payment, in cents, after which the money covers the order. */
export function unpaidPart({ open, left }: PaymentFacts): Cents {
  return (open <= 0 ? 0 : Math.max(0, open - left)) as Cents
}

/** What decides which hold follows when a hold ends. */
type ReleaseFacts = {
  status: string
  /** The hold that ends; null for none. */
  holdReason: string | null
  /** Unpaid by a customer who pays in advance, and not waived; 0 for all others. */
  unpaid: Cents
  /** The margin rule does not accept a line, and nobody released that. */
  isBelowMargin: boolean
}

/**
 * The hold that follows when a hold ends: first for the margin, then for payment; null if the order
 * is free. Only pending orders are held by these rules.
 */
export function holdAfterRelease(facts: ReleaseFacts): 'margin' | 'payment' | null {
  if (facts.status !== 'pending') return null
  if (facts.isBelowMargin && facts.holdReason !== 'margin') return 'margin'
  return facts.unpaid > 0 && facts.holdReason !== 'payment' ? 'payment' : null
}
