import { may } from '#features/auth/rules.ts'
import {
  type IdentifiedReceipt,
  newReceiptIds,
  recordReceipts,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, inTransaction } from '#platform/server/database/db.ts'
import {
  type BatchedRequest,
  claimRequests,
  settleRequests,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import { approvalUuidsOf } from '../../approval.ts'
import type { OrderApproval, ValidationRequest } from '../../contract.ts'
import { receiptContentOf } from '../../decision-receipt.ts'
import { validationOf } from '../../order-validation.ts'
import { assess } from '../../rules.ts'
import { approvalToReplace, approve, release, requestHashOf } from '../approvals/approval-steps.ts'
import {
  heldRecordsOf,
  type LockedApprovals,
  lockApprovals,
  noApprovals,
  saveApprovals,
} from '../approvals/approval-store.ts'
import { adviseValidations } from '../release-advice/advise-validations.ts'
import { type Facts, readFacts } from '../store.ts'
import { type HoldPreview, previewHolds } from './hold-preview.ts'
import {
  catchRefusal,
  factsOf,
  factsQueryOf,
  orderRequestOf,
  readRules,
  type Rules,
} from './order-facts.ts'
import { orderEntryPolicy } from './order-policies.ts'
import { compareOrders, type Comparison } from './resembling-orders.ts'

type Request = BatchedRequest<ValidationRequest>

/**
 * Prices each order and checks credit and stock, as if it were the only one, and writes a receipt
 * of each decision. Says what ends each hold, and which order it resembles. An order that cannot be
 * decided, such as one of an unknown SKU, has no receipt. A repeated request returns its stored
 * answer.
 *
 * Nothing is locked unless a request asks for a binding approval: then all of the batch are decided
 * under locks, one after another, and each sees what the approvals before it hold.
 */
export function validateOrders(
  ctx: Context,
  requests: readonly Request[],
): Promise<(StoredAnswer | Refusal)[]> {
  return validateWithIds(ctx, requests, newReceiptIds)
}

/** `validateOrders` with receipts under the ids that `newIds` returns. */
export async function validateWithIds(
  ctx: Context,
  requests: readonly Request[],
  newIds: typeof newReceiptIds,
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  return inTransaction(ctx, async (inner) => {
    const [claimed, ids, read] = await Promise.all([
      claimRequests(inner, requests),
      newIds(inner, requests.length),
      readForValidation(inner, requests, rules),
    ])
    const withFacts = { ...inner, facts: read.facts }
    const policy = orderEntryPolicy(rules)
    const [comparison, holds] = await Promise.all([
      compareOrders(withFacts, claimed.fresh, policy),
      previewHolds(withFacts, claimed.fresh, policy),
    ])
    const toValidate = { rules, comparison, holds }
    const outcomes = claimed.fresh.map((request, index) =>
      catchRefusal(() => decide(read, { ...toValidate, request, id: ids[index] as number })),
    )
    const validations = outcomes.flatMap((each) => (each instanceof Refusal ? [] : [each]))
    const [advice] = await Promise.all([
      adviseValidations(inner, validations, rules),
      recordReceipts(inner, validations.map(receiptOf)),
      saveApprovals(inner, read.approvals),
    ])
    const answers = new Map(
      validations.map(({ id, decision, approval, resembles }, index) => {
        const releaseAdvice = advice[index] ?? []
        const held = releaseAdvice.length > 0 && { releaseAdvice }
        const parked = resembles !== undefined && { resembles }
        const bound = approval && { approval }
        return [id, { ...validationOf(decision), ...held, ...parked, decisionId: id, ...bound }]
      }),
    )
    const results = outcomes.map((each) => (each instanceof Refusal ? each : answers.get(each.id)))
    return settleRequests(inner, claimed, { results, status: 200 })
  })
}

type Read = { facts: Facts; approvals: LockedApprovals }

/** The facts of a batch; with locks, and with its earlier approvals, if it asks for approvals. */
async function readForValidation(
  ctx: Context,
  requests: readonly Request[],
  rules: Rules,
): Promise<Read> {
  const query = factsQueryOf(requests, rules.date)
  const uuids = approvalUuidsOf(requests)
  if (uuids.length === 0 && !requests.some(({ body }) => body.requestApproval)) {
    const facts = await readFacts(ctx.db, query, { lock: false })
    return { facts, approvals: noApprovals() }
  }
  const approvals = await lockApprovals(ctx, uuids, rules.settings.approvalMinutes)
  const held = heldRecordsOf(approvals.before.values())
  const customerIds = [...new Set([...query.customerIds, ...held.customerIds])]
  const skuIds = [...new Set([...query.skuIds, ...held.skuIds])]
  const facts = await readFacts(ctx.db, { ...query, customerIds, skuIds }, { lock: true })
  return { facts, approvals }
}

type ToValidate = {
  request: Request
  rules: Rules
  comparison: Comparison
  holds: HoldPreview
  id: number
}

/**
 * Decides one order. An approval that it replaces is given back first. That of an order that would
 * be parked holds neither stock nor credit.
 */
function decide({ facts, approvals }: Read, { request, rules, id, ...read }: ToValidate) {
  const { body, user } = request
  const { approvalToken: token, requestApproval = false } = body
  if (requestApproval) requireCreation(user)
  const replaced = token === undefined ? undefined : approvalToReplace(approvals, { token, user })
  const previous = replaced && release(approvals, replaced, facts)
  const orderFacts = factsOf(facts, rules, body)
  const orderRequest = orderRequestOf(request)
  const decision = assess(orderFacts, orderRequest)
  const resembles = read.comparison.resemblanceOf({ body })?.note
  const isParked = resembles !== undefined
  let approval: OrderApproval | undefined
  if (requestApproval && decision.approved) {
    const requestSha256 = requestHashOf(body, orderFacts.customer)
    const laterHold = read.holds.holdOf({ ...body, total: decision.totals.total })
    const approved = { user, facts: orderFacts, decision, requestSha256, decisionId: id }
    approval = approve(approvals, facts, { ...approved, isParked, laterHold, previous })
  }
  const decided = { facts: orderFacts, request: orderRequest, decision }
  return { ...request, id, ...decided, approval, resembles }
}

/** Only who may create orders may hold stock and credit for one. */
function requireCreation(user: Actor | undefined): void {
  if (!user || may(user, 'orders.create')) return
  const sentence = 'A binding approval needs the permission to create orders'
  throw new Refusal('forbidden', 'forbidden', sentence)
}

type Validation = Pick<BatchedRequest, 'user' | 'channel'> & {
  id: number
} & Parameters<typeof receiptContentOf>[0]

/** The receipt of a validation. */
function receiptOf({ id, user, channel, facts, request, decision }: Validation): IdentifiedReceipt {
  const act = { kind: 'validate' as const, salesOrderId: null, user, channel }
  return { id, ...sealReceipt({ ...act, ...receiptContentOf({ facts, request, decision }) }) }
}
