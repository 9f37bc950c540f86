import { randomUUID } from 'node:crypto'
import { ringFencesAfter } from '#features/stock/rules.ts'
import type { Moment } from '#platform/kernel/days.ts'
import type { Cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor } from '#platform/server/database/db.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import {
  approvalTokenOf,
  type ApprovedContent,
  approvedContent,
  approvedContentOf,
  parseApprovalToken,
  replacingContent,
  requestTextOf,
  shownBy,
  type ShownOrder,
  type SoftReservation,
  softReservationOf,
} from '../../approval.ts'
import type { OrderApproval, OrderRequest } from '../../contract.ts'
import type { CustomerFacts, Decision, OrderFacts } from '../../rules.ts'
import type { Facts } from '../store.ts'
import type { LockedApproval, LockedApprovals } from './approval-store.ts'

// What happens to approvals in a transaction that has locked them, their customers and SKUs. Facts
// change with them, so that each order of a batch sees what the ones before it hold.

/**
 * The fingerprint of what a request asks for; an approval is for this request alone. It is an HMAC
 * with a secret, because with a plain hash a reader of the table could test guesses of an address.
 */
export function requestHashOf(
  request: OrderRequest,
  customer: Pick<CustomerFacts, 'addresses'> | undefined,
): Buffer {
  const text = requestTextOf(request, customer?.addresses.shipping ?? null)
  return serverHmac('order approval', text)
}

/** What an approval showed; undefined if another version of the program wrote it. */
export function contentOf({ approved }: LockedApproval): ApprovedContent | undefined {
  const parsed = approvedContent.safeParse(approved)
  return parsed.success ? parsed.data : undefined
}

/** The approval that an order is created with, and what its token showed. */
export type ApprovalToPlace = { approval: LockedApproval; shown: ShownOrder }

/**
 * The approval that an order is created with. Throws 409 if there is no such approval of this user,
 * if it has placed its order, or if it is for another request.
 */
export function approvalToPlace(
  { after }: LockedApprovals,
  { token, user, requestSha256 }: { token: string; user: Actor | undefined; requestSha256: Buffer },
): ApprovalToPlace {
  const { uuid, refusals } = parseApprovalToken(token)
  const approval = after.get(uuid)
  if (!approval || approval.userId !== user?.id) throw unknownApproval()
  if (approval.state === 'placed') {
    const { salesOrderId } = approval
    const sentence =
      'An order was already created with this approval. ' +
      'Open that order instead of creating it again'
    throw new Refusal('refused', 'approval-used', sentence, [], { current: { salesOrderId } })
  }
  if (!approval.requestSha256.equals(requestSha256)) {
    const sentence =
      'The order, or the address of its customer, was changed after its approval. ' +
      'Validate it again'
    throw new Refusal('refused', 'approval-of-other-request', sentence)
  }
  const content = contentOf(approval)
  const shown = content && shownBy(content, refusals)
  if (!shown) throw unknownApproval()
  return { approval, shown }
}

function unknownApproval(): Refusal {
  const sentence = 'This approval no longer exists. Validate the order again'
  return new Refusal('refused', 'approval-unknown', sentence)
}

/** The approval of this user that a validation replaces; undefined if there is none. */
export function approvalToReplace(
  { after }: LockedApprovals,
  { token, user }: { token: string; user: Actor | undefined },
): LockedApproval | undefined {
  const approval = after.get(parseApprovalToken(token).uuid)
  const isOwn = approval !== undefined && approval.userId === user?.id
  return isOwn && approval.state !== 'placed' ? approval : undefined
}

function timesOf({ times }: LockedApprovals): { now: Moment; until: Moment } {
  if (!times) throw new Error('The times of approvals were not read')
  return times
}

/**
 * Gives back what an approval holds. Returns it as released; if it had not expired, it still binds
 * the order that gives it back to be placed.
 */
export function release(
  locked: LockedApprovals,
  approval: LockedApproval,
  facts?: Facts,
): LockedApproval {
  if (approval.state !== 'held') return approval
  const released = { ...approval, state: 'released' as const, endedAt: timesOf(locked).now }
  locked.after.set(approval.token, { ...released, isLive: false })
  if (facts) changeFacts(facts, approval, -1)
  return released
}

/** Marks an approval, which was released, as the one that placed an order. */
export function place(
  locked: LockedApprovals,
  approval: LockedApproval,
  salesOrderId: number,
): void {
  const endedAt = timesOf(locked).now
  locked.after.set(approval.token, { ...approval, state: 'placed', salesOrderId, endedAt })
}

type Approved = {
  user: Actor | undefined
  facts: OrderFacts
  decision: Decision
  requestSha256: Buffer
  /** The receipt of the decision. */
  decisionId: number
  /** True if the order would be parked: the approval holds nothing. */
  isParked: boolean
  /** The hold that it would have, if it has no other one by the decision. */
  laterHold: string | null
}

type Replaced = {
  /** The approval that it replaces, which was released. */
  previous: LockedApproval | undefined
  /** What the token of a creation had shown that is refused with differences. */
  refused?: ShownOrder
}

/**
 * Gives an approval of a decision: holds its credit and stock until it expires. It may replace an
 * approval that was released; it has the token of that one, unless a creation is refused.
 */
export function approve(
  locked: LockedApprovals,
  facts: Facts,
  { previous, refused, ...approved }: Approved & Replaced,
): OrderApproval {
  const { now, until } = timesOf(locked)
  const customerId = approved.facts.customer?.id ?? 0
  const reservation = softReservationOf(approved.decision, approved)
  const token = previous?.token ?? randomUUID()
  const earlier = previous && contentOf(previous)
  const ofDecision = approvedContentOf(approved.decision, approved.facts, approved)
  const content = replacingContent(ofDecision, { earlier, refused })
  const approval = {
    token,
    userId: approved.user?.id ?? 0,
    customerId,
    state: 'held' as const,
    ...reservation,
    requestSha256: approved.requestSha256,
    approved: content,
    decisionId: approved.decisionId,
    salesOrderId: null,
    approvedAt: now,
    expiresAt: until,
    endedAt: null,
  }
  if (previous) locked.after.set(token, { ...approval, id: previous.id, isLive: true })
  else locked.created.push(approval)
  changeFacts(facts, { customerId, ...reservation }, 1)
  return { token: approvalTokenOf(token, content.refusals), expiresAt: until }
}

/**
 * Gives an approval of an order whose creation is refused with differences, so that its token
 * accepts them.
 */
export function renew(
  locked: LockedApprovals,
  facts: Facts,
  { placing, ...now }: Omit<Approved, 'requestSha256'> & { placing: ApprovalToPlace },
): OrderApproval {
  const { approval: previous, shown: refused } = placing
  const { requestSha256 } = previous
  return approve(locked, facts, { ...now, requestSha256, previous, refused })
}

/** A copy of the facts as they would be if this approval of the user held nothing. */
export function factsWithout(
  facts: Facts,
  approval: LockedApproval | undefined,
  user: Actor | undefined,
): Facts {
  return approval && approval.userId === user?.id ? factsWithoutAll(facts, [approval]) : facts
}

/** A copy of the facts as they would be if these approvals held nothing. */
export function factsWithoutAll(facts: Facts, approvals: readonly LockedApproval[]): Facts {
  const { customers, skus } = facts
  const copy = { ...facts, customers: new Map(customers), skus: new Map(skus) }
  for (const approval of approvals) changeFacts(copy, approval, -1)
  return copy
}

/**
 * Takes credit and stock from the facts, or gives them back. What an approval holds counts toward
 * what is ring-fenced for its customer.
 */
function changeFacts(
  facts: Facts,
  { customerId, amount, units }: SoftReservation & { customerId: number },
  sign: 1 | -1,
): void {
  const { customers, skus } = facts
  const customer = customers.get(customerId)
  if (customer) {
    const softReserved = ((customer.softReserved ?? 0) + sign * amount) as Cents
    customers.set(customerId, { ...customer, softReserved })
  }
  for (const [skuId, count] of units) {
    const sku = skus.get(skuId)
    if (sku) skus.set(skuId, { ...sku, available: sku.available - sign * count })
    const held = { skuId, customerId, reserved: sign * count }
    facts.ringFences = ringFencesAfter(facts.ringFences, held)
  }
}
