import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type IdentifiedReceipt,
  newReceiptIds,
  recordReceipts,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { type Context, inTransaction, onOneConnection } from '#platform/server/database/db.ts'
import {
  type BatchedRequest,
  claimRequests,
  settleRequests,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import type { OrderDraft, OrderRequest } from '../contract.ts'
import { receiptContentOf } from '../decision-receipt.ts'
import { validationOf } from '../order-validation.ts'
import { assess, factsAfter } from '../rules.ts'
import { createOrders } from './placing/create-orders.ts'
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
import { adviseValidations } from './release-advice/advise-validations.ts'
import { readFacts } from './store.ts'

// Also exported to other rooms:
export { createOneOrder, createOrders, lockOrders } from './placing/create-orders.ts'
export { readRules } from './placing/order-facts.ts'
export { ediPolicy, type OrderPolicy, replacementPolicy } from './placing/order-policies.ts'

/**
 * Prices each order and checks credit and stock, as if it were the only one, and writes a receipt
 * of each decision. Says what ends each hold. Nothing is locked: creation repeats everything under
 * locks. An order that cannot be decided, such as one of an unknown SKU, has no receipt. A repeated
 * request returns its stored answer.
 */
export async function validateOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  return inTransaction(ctx, async (inner) => {
    const [claimed, ids, facts] = await Promise.all([
      claimRequests(inner, requests),
      newReceiptIds(inner, requests.length),
      readFacts(inner.db, factsQueryOf(requests, rules.date), { lock: false }),
    ])
    const outcomes = claimed.fresh.map((each, index) =>
      catchRefusal(() => {
        const orderFacts = factsOf(facts, rules, each.body)
        const request = orderRequestOf(each)
        const decision = assess(orderFacts, request)
        return { ...each, id: ids[index] as number, facts: orderFacts, request, decision }
      }),
    )
    const validations = outcomes.flatMap((each) => (each instanceof Refusal ? [] : [each]))
    const [advice] = await Promise.all([
      adviseValidations(inner, validations, rules),
      recordReceipts(inner, validations.map(receiptOf)),
    ])
    const answers = new Map(
      validations.map(({ id, decision }, index) => {
        const releaseAdvice = advice[index] ?? []
        const held = releaseAdvice.length > 0 && { releaseAdvice }
        return [id, { ...validationOf(decision), ...held, decisionId: id }]
      }),
    )
    const results = outcomes.map((each) => (each instanceof Refusal ? each : answers.get(each.id)))
    return settleRequests(inner, claimed, { results, status: 200 })
  })
}

type Validation = Pick<BatchedRequest, 'user' | 'channel'> & {
  id: number
} & Parameters<typeof receiptContentOf>[0]

/** The receipt of a validation. */
function receiptOf({ id, user, channel, ...decided }: Validation): IdentifiedReceipt {
  const act = { kind: 'validate' as const, salesOrderId: null, user, channel }
  return { id, ...sealReceipt({ ...act, ...receiptContentOf(decided) }) }
}

/** The same check without a receipt, for the preview while typing. Read-only. */
export async function previewOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, factsQueryOf(requests, rules.date), { lock: false }),
  )
  return requests.map((each) =>
    catchRefusal(() => {
      const decision = assess(factsOf(facts, rules, each.body), orderRequestOf(each))
      return { status: 200, body: JSON.stringify(validationOf(decision)) }
    }),
  )
}

/**
 * Validates orders as if they were placed one after another: each sees the stock and credit that
 * the previous ones left. An order that would be rejected on its own returns its own reasons.
 * Read-only.
 */
export async function validateInSequence(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
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
      if (decision.approved) updateFacts(facts, factsAfter(orderFacts, decision))
      const ownDecision = assess(factsOf(initialFacts, rules, each.body), orderRequestOf(each))
      const reported = ownDecision.approved ? decision : ownDecision
      return { status: 200, body: JSON.stringify(validationOf(reported)) }
    }),
  )
}

/**
 * Creates the orders of Order Entry in one transaction, all or none of what each order writes.
 * Returns one answer or refusal per order; a repeated request returns its stored answer.
 */
export async function createEnteredOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderDraft>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const policy = orderEntryPolicy(await readRules(ctx))
  return withOrderNumbers(ctx, requests.length, async (inner, numbers) => {
    const { claimed, locked, drafts } = await claimOrders(inner, requests, { numbers, policy })
    return settleOrders(inner, claimed, {
      created: await createOrders(locked, drafts, policy),
      decisionIds: locked.ids.receipts,
    })
  })
}
