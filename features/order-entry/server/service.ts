import type { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import type { BatchedRequest, StoredAnswer } from '#platform/server/http/idempotency.ts'
import { approvalUuidsOf, parseApprovalToken } from '../approval.ts'
import type { OrderDraft, OrderRequest, PreviewRequest } from '../contract.ts'
import { previewOf, validationOf } from '../order-validation.ts'
import { assess, factsAfter } from '../rules.ts'
import { factsWithout } from './approvals/approval-steps.ts'
import { type LockedApproval, readHeld } from './approvals/approval-store.ts'
import { createOrders } from './placing/create-orders.ts'
import { recordApiOrders } from './intake/refused-api-orders.ts'
import { claimOrders, settleOrders, withOrderNumbers } from './placing/idempotent-orders.ts'
import {
  catchRefusal,
  factsOf,
  factsQueryOf,
  orderRequestOf,
  readRules,
  updateFacts,
} from './placing/order-facts.ts'
import { orderEntryPolicy } from './placing/order-policies.ts'
import { readFacts } from './store.ts'

export { validateOrders } from './placing/validate-orders.ts'

// Also exported to other rooms:
export { cancelImportedOrders } from './import/import-undo.ts'
export { findCanarySubject, type CanaryStep, tryCanaryOrder } from './placing/order-canary.ts'
export { createOneOrder, createOrders, lockOrders } from './placing/create-orders.ts'
export { readRules } from './placing/order-facts.ts'
export { checkReplays } from './replay/check-replays.ts'
export { withOrderEntry } from './placing/place-message-order.ts'
export { hasRepeatedPoParking } from './placing/resembling-orders.ts'
export { ediPolicy, type OrderPolicy, replacementPolicy } from './placing/order-policies.ts'

/** The same check without a receipt, for the preview while typing. Read-only. */
export async function previewOrders(
  ctx: Context,
  requests: readonly BatchedRequest<PreviewRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const uuids = approvalUuidsOf(requests)
  const [facts, held] = await onOneConnection(ctx, (inner) =>
    Promise.all([
      readFacts(inner.db, factsQueryOf(requests, rules.date), { lock: false }),
      uuids.length > 0 ? readHeld(inner, uuids) : new Map<string, LockedApproval>(),
    ]),
  )
  return requests.map((each) =>
    catchRefusal(() => {
      const { approvalToken = '' } = each.body
      const { uuid } = parseApprovalToken(approvalToken)
      const own = factsWithout(facts, held.get(uuid), each.user)
      const orderFacts = factsOf(own, rules, each.body)
      const decision = assess(orderFacts, orderRequestOf(each))
      return { status: 200, body: JSON.stringify(previewOf(decision, orderFacts)) }
    }),
  )
}

/** Which orders of a sequence would be parked, so that they take neither stock nor credit. */
type ParkingOfSequence<R> = {
  isParked: (request: R) => boolean
  /** Runs for each order that would be created. */
  add: (request: R) => void
}

/**
 * Validates orders as if they were placed one after another: each sees the stock and credit that
 * the previous ones left. An order that would be rejected on its own returns its own reasons.
 * Read-only.
 */
export async function validateInSequence<R extends BatchedRequest<OrderRequest>>(
  ctx: Context,
  requests: readonly R[],
  parking: ParkingOfSequence<R>,
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, factsQueryOf(requests, rules.date), { lock: false }),
  )
  const initialFacts = { ...facts, customers: new Map(facts.customers), skus: new Map(facts.skus) }
  return requests.map((each) =>
    catchRefusal(() => {
      const orderFacts = factsOf(facts, rules, each.body)
      const decision = assess(orderFacts, orderRequestOf(each))
      const isParked = parking.isParked(each)
      if (decision.approved && !isParked) updateFacts(facts, factsAfter(orderFacts, decision))
      // Without credit an order is created on hold; without stock it is refused.
      if (isParked || decision.approved || !decision.credit.approved) parking.add(each)
      const ownDecision = assess(factsOf(initialFacts, rules, each.body), orderRequestOf(each))
      const reported = ownDecision.approved ? decision : ownDecision
      return { status: 200, body: JSON.stringify(validationOf(reported)) }
    }),
  )
}

/**
 * Creates the orders of Order Entry in one transaction, all or none of what each order writes.
 * Returns one answer or refusal per order; a repeated request returns its stored answer. Refused
 * orders of API keys become messages of the intake inbox in the background: an error there may
 * neither fail the answers nor make the caller repeat orders that are committed.
 */
export async function createEnteredOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderDraft>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const policy = orderEntryPolicy(await readRules(ctx))
  const placed = await withOrderNumbers(ctx, requests.length, async (inner, numbers) => {
    const { claimed, locked, drafts } = await claimOrders(inner, requests, { numbers, policy })
    const created = await createOrders(locked, drafts, policy)
    const { receipts: decisionIds } = locked.ids
    const answers = await settleOrders(inner, claimed, { created, decisionIds })
    return { answers, drafts, created }
  })
  recordApiOrders(ctx, placed.drafts, placed.created)
  return placed.answers
}
