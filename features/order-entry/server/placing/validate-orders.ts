import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type IdentifiedReceipt,
  newReceiptIds,
  recordReceipts,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import {
  type BatchedRequest,
  claimRequests,
  settleRequests,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import type { OrderRequest } from '../../contract.ts'
import { receiptContentOf } from '../../decision-receipt.ts'
import { validationOf } from '../../order-validation.ts'
import { assess } from '../../rules.ts'
import { adviseValidations } from '../release-advice/advise-validations.ts'
import { readFacts } from '../store.ts'
import { catchRefusal, factsOf, factsQueryOf, orderRequestOf, readRules } from './order-facts.ts'
import { orderEntryPolicy } from './order-policies.ts'
import { compareOrders } from './resembling-orders.ts'

/**
 * Prices each order and checks credit and stock, as if it were the only one, and writes a receipt
 * of each decision. Says what ends each hold, and which order it resembles. Nothing is locked:
 * creation repeats everything under locks. An order that cannot be decided, such as one of an
 * unknown SKU, has no receipt. A repeated request returns its stored answer.
 */
export function validateOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  return validateWithIds(ctx, requests, newReceiptIds)
}

/** `validateOrders` with receipts under the ids that `newIds` returns. */
export async function validateWithIds(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
  newIds: typeof newReceiptIds,
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  return inTransaction(ctx, async (inner) => {
    const [claimed, ids, facts] = await Promise.all([
      claimRequests(inner, requests),
      newIds(inner, requests.length),
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
    const [advice, comparison] = await Promise.all([
      adviseValidations(inner, validations, rules),
      compareOrders({ ...inner, facts }, validations, orderEntryPolicy(rules)),
      recordReceipts(inner, validations.map(receiptOf)),
    ])
    const answers = new Map(
      validations.map(({ id, body, decision }, index) => {
        const releaseAdvice = advice[index] ?? []
        const held = releaseAdvice.length > 0 && { releaseAdvice }
        const resembles = comparison.resemblanceOf({ body })?.note
        const parked = resembles !== undefined && { resembles }
        return [id, { ...validationOf(decision), ...held, ...parked, decisionId: id }]
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
