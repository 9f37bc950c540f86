import type { HiddenFact } from '#features/decisions/contract.ts'
import { onHoldText } from '#features/decisions/hold-labels.ts'
import type { ReleaseAdvice, SalesOrder } from '#features/sales-orders/contract.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { type Cents, decimal, maxCents } from '#platform/kernel/money.ts'
import { creditRemedies, type CreditHold, overrideBy } from './credit-remedies.ts'
import type { HeldLines } from './line-remedies.ts'
import { marginRemedies } from './margin-remedies.ts'
import { type PaymentHold, prepayment } from './prepayment.ts'
import { listed, orListed } from './remedy-texts.ts'
import { type Remedy, rolesOf } from './remedies.ts'

// What ends a hold of an order, in a sentence and step by step, the smallest amount first. The
// facts are those of the rule that set the hold, and each remedy is tried in that rule.

type HoldReason = NonNullable<SalesOrder['holdReason']>

/** An order on hold, or one that would be on hold, with what decides its hold. */
export type HeldOrder = {
  hold: HoldReason
  order: HeldLines
  /** Undefined if the customer was deleted. */
  credit: CreditHold | undefined
  /** Undefined if the customer does not pay in advance. */
  payment: PaymentHold | undefined
  /** The day on which the hold ends by itself. */
  until: Day | null
  /** The SKUs whose stock count is old. */
  staleSkus: readonly string[]
  /** The hold that follows. */
  next: HoldReason | null
  /** False for a validation, whose order does not exist yet. */
  isPlaced: boolean
}

/** What ends the hold of an order, without facts that the reader may not see. */
export function releaseAdviceOf(held: HeldOrder, hidden: readonly HiddenFact[]): ReleaseAdvice {
  const remedies = remediesOf(held, hidden).toSorted(cheapestFirst)
  return {
    hold: held.hold,
    sentence: sentenceOf(held, remedies),
    remedies: remedies.map(({ sentence, amount, steps }) => ({
      sentence,
      amount: amount === null ? null : decimal(amount),
      steps: [...steps],
    })),
    next: held.next,
  }
}

/** By amount; what costs nothing but a decision comes last, because it accepts the risk. */
function cheapestFirst(one: Remedy, other: Remedy): number {
  return (one.amount ?? maxCents) - (other.amount ?? maxCents)
}

function remediesOf(held: HeldOrder, hidden: readonly HiddenFact[]): Remedy[] {
  const { hold, order, credit, payment, isPlaced } = held
  if (hold === 'credit') {
    if (!hidden.includes('credit')) return credit ? creditRemedies({ credit, order }) : []
    return isPlaced ? [overrideBy(rolesOf('salesOrders.overrideCredit'))] : []
  }
  if (hold === 'margin') {
    const changes = hidden.includes('cost') ? [] : marginRemedies({ credit, order })
    return [...changes, releaseBy(marginRoles(), 'release it')]
  }
  if (hold === 'payment') {
    // What is unpaid follows from the customer's balance.
    const paid = payment && !hidden.includes('credit') ? prepayment(payment) : undefined
    return [...(paid ? [paid] : []), releaseBy(releaseRoles(), 'release it unpaid')]
  }
  return [...waitFor(held.until), manualRelease(held)]
}

const releaseRoles = () => rolesOf('salesOrders.release')

/** The built-in roles that may release an order below the least margin. */
function marginRoles(): string[] {
  const both = new Set(rolesOf('salesOrders.releaseMargin'))
  return releaseRoles().filter((role) => both.has(role))
}

function releaseBy(roles: string[], request: string): Remedy {
  const steps = [{ act: 'release' as const, roles }]
  return { sentence: `Ask ${orListed(roles)} to ${request}`, amount: null, steps }
}

/** The release of a hold that no change of the order ends. */
function manualRelease({ hold, staleSkus }: HeldOrder): Remedy {
  const roles = releaseRoles()
  if (hold === 'parked') {
    return releaseBy(roles, 'compare it with the earlier order and decide')
  }
  const release = releaseBy(roles, 'release it')
  if (hold !== 'stock' || staleSkus.length === 0) return release
  const check = `Check the stock of ${listed(staleSkus)}`
  return { ...release, sentence: `${check} and ask ${orListed(roles)} to release it` }
}

function waitFor(day: Day | null): Remedy[] {
  if (day === null) return []
  const sentence = `Wait until ${formatDay(day, 'en-US')}, when the hold ends`
  return [{ sentence, amount: 0 as Cents, steps: [{ act: 'wait', day }] }]
}

/** All remedies in one sentence, and what happens then. */
function sentenceOf({ hold, next, isPlaced }: HeldOrder, remedies: readonly Remedy[]): string {
  const [first, ...others] = remedies.map(({ sentence }) => sentence)
  if (first === undefined) return nothingHelps
  const all = [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))]
  return [
    `${all.join(', or ')}.`,
    ...(isPlaced && remedies.some(isChange) ? [effects[hold] ?? ''] : []),
    ...(next ? [`Then it is ${onHoldText(next)}.`] : []),
  ]
    .filter((text) => text !== '')
    .join(' ')
}

/** True for a remedy that changes what the rule decided on, so that it decides again. */
function isChange({ steps }: Remedy): boolean {
  return steps.some(({ act }) => !decisions.has(act))
}

const decisions: ReadonlySet<string> = new Set(['release', 'override-credit', 'wait'])

const nothingHelps = 'This order cannot be released as it is. Change it or cancel it.'

/** How a hold ends after a remedy, if that is not a release by a person. */
const effects: Partial<Record<HoldReason, string>> = {
  credit: 'Credit is checked again at release.',
  margin: 'The margin is checked again at release.',
  payment: 'It is released automatically when paid.',
}
