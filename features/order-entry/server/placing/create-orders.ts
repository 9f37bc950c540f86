import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import {
  type NewIds,
  newOrderIds,
  notifyHeldForCredit,
  notifyHeldForMargin,
  notifyParked,
  type RecordedOrder,
  recordParkings,
} from '#features/sales-orders/server/service.ts'
import {
  decisionChange,
  type IdentifiedReceipt,
  recordReceipts,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { approvalUuidsOf } from '../../approval.ts'
import { receiptContentOf } from '../../decision-receipt.ts'
import { type Decision, factsAfter, withoutReservation, withOverrides } from '../../rules.ts'
import {
  type ApprovalToPlace,
  approvalToPlace,
  place,
  release,
  renew,
  requestHashOf,
} from '../approvals/approval-steps.ts'
import {
  type LockedApprovals,
  lockApprovals,
  noApprovals,
  saveApprovals,
} from '../approvals/approval-store.ts'
import {
  approvalChanged,
  approvalUndecidable,
  decideApproved,
} from '../approvals/decide-approved.ts'
import { type Facts, readFacts } from '../store.ts'
import { hasAutomaticHolds, holdNewOrders, isHeldOverCredit, recordHolds } from './auto-hold.ts'
import { type NewOrder, orderOf } from './build-order.ts'
import { type HoldPreview, previewHolds } from './hold-preview.ts'
import { catchRefusal, factsOf, factsQueryOf, orderRequestOf, updateFacts } from './order-facts.ts'
import type { OrderPolicy } from './order-policies.ts'
import { OrderRefusal, refusalOf, refusalOfMissingTotal, refusalOfTotal } from './order-refusals.ts'
import { type Comparison, compareOrders, parkingOf, type Resemblance } from './resembling-orders.ts'
import { manualPriceChanges, writeOrders } from './write-orders.ts'

/** An open transaction that has locked the customers and SKUs of the orders to create. */
export type LockedContext = Context & { ids: NewIds; facts: Facts; approvals: LockedApprovals }

/**
 * Allocates the ids of new orders and receipts; reads and locks their approvals, customers and
 * SKUs, in this order.
 */
export async function lockOrders(
  ctx: Context,
  drafts: readonly Pick<NewOrder, 'body' | 'user'>[],
  { rules, orderDate }: OrderPolicy,
): Promise<LockedContext> {
  const items = drafts.reduce((count, { body }) => count + body.items.length, 0)
  const uuids = approvalUuidsOf(drafts)
  const { approvalMinutes } = rules.settings
  const [approvals, ids, facts] = await Promise.all([
    uuids.length > 0 ? lockApprovals(ctx, uuids, approvalMinutes) : noApprovals(),
    newOrderIds(ctx, { orders: drafts.length, items }),
    readFacts(ctx.db, factsQueryOf(drafts, orderDate, rules.date), { lock: true }),
  ])
  return { ...ctx, ids, facts, approvals }
}

/**
 * Creates orders in the open transaction: decides each on the locked facts, one after another, and
 * writes order, lines, reservation, credit, receipt, audit log and outbox message of those that the
 * policy accepts; of an order that was decided and refused, the receipt alone. An order that
 * resembles another of its customer is parked. Returns one order or refusal for each draft.
 */
export async function createOrders(
  ctx: LockedContext,
  drafts: readonly NewOrder[],
  policy: OrderPolicy,
): Promise<(SalesOrderDetails | Refusal)[]> {
  const [comparison, holds] = await Promise.all([
    compareOrders(ctx, drafts, policy),
    previewHolds(ctx, drafts, policy),
  ])
  const outcomes = drafts.map((draft, index) => {
    const order = { draft, index, policy, comparison, holds }
    const outcome = catchRefusal(() => decideOrder(ctx, order))
    if (outcome instanceof Refusal) return outcome
    comparison.add(outcome.order)
    holds.add(outcome.order)
    return outcome
  })
  const accepted = outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]))
  const orders = accepted.map(({ order }) => order)
  const checkedOrders = await holdNewOrders(ctx, orders, policy)
  const orderById = new Map(checkedOrders.map((order) => [order.id, order]))
  const withHolds = (order: SalesOrderDetails) => orderById.get(order.id) ?? order
  const receipts = accepted.map((each) => receiptOf(each, withHolds(each.order)))
  const refused = outcomes.flatMap((each) => (each instanceof OrderRefusal ? each.receipt : []))
  await recordReceipts(ctx, [...receipts, ...refused])
  await writeOrders(
    ctx,
    accepted.map(({ order, recorded }, index) => {
      const receipt = receipts[index] as IdentifiedReceipt
      const changes = { ...recorded.changes, ...decisionChange(receipt) }
      return { ...withHolds(order), ...recorded, changes }
    }),
  )
  await saveApprovals(ctx, ctx.approvals)
  await recordHolds(ctx, checkedOrders)
  await recordParkings(ctx, accepted.flatMap(parkingOf))
  await notifyParked(ctx, checkedOrders)
  await notifyHeldForCredit(
    ctx,
    accepted
      .filter(({ user }) => hasAutomaticHolds(policy, user))
      .map(({ order }) => withHolds(order)),
  )
  await notifyHeldForMargin(
    ctx,
    checkedOrders.filter(({ holdReason }) => holdReason === 'margin'),
  )
  return outcomes.map((outcome) =>
    outcome instanceof Refusal ? outcome : withHolds(outcome.order),
  )
}

/**
 * Locks and creates one order in the open transaction. Throws its refusal; the receipt of a refused
 * order is written after the transaction was rolled back.
 */
export async function createOneOrder(
  ctx: Context,
  order: Pick<NewOrder, 'body' | 'number' | 'isRepeatAccepted'>,
  policy: OrderPolicy,
): Promise<SalesOrderDetails> {
  const { user, requestId } = ctx
  const drafts = [{ ...order, user, requestId }]
  const [created] = await createOrders(await lockOrders(ctx, drafts, policy), drafts, policy)
  if (created instanceof OrderRefusal) {
    const { receipt } = created
    ctx.afterRefusal?.push((outer) => recordReceipts(outer, [receipt]))
  }
  if (!created || created instanceof Refusal) throw created ?? new Error('No order was created')
  return created
}

type DecidedOrder = {
  order: SalesOrderDetails
  user: Actor | undefined
  receiptId: number
  /** What was decided, on which facts. */
  decided: Parameters<typeof receiptContentOf>[0]
  /** What is recorded beside the order. */
  recorded: Omit<RecordedOrder, keyof SalesOrderDetails>
  /** The total that was shown before, if the request had one. */
  expectedTotal: string | undefined
  /** The receipt of the validation whose approval bound the order. */
  approvedBy: number | undefined
  /** The order that it resembles, so that it is parked. */
  resemblance: Resemblance | undefined
}

/** The receipt of a new order, with the hold that it has in the end. */
function receiptOf(
  { order, user, receiptId, decided, recorded: { channel }, ...placed }: DecidedOrder,
  { holdReason, holdNote }: SalesOrderDetails,
): IdentifiedReceipt {
  const { expectedTotal, approvedBy, resemblance } = placed
  const act = { kind: 'create' as const, salesOrderId: order.id }
  // The note of another hold was typed by a person, who may have written anything.
  const holdSays = holdReason === 'duplicate' ? holdNote : (resemblance?.note ?? null)
  const content = receiptContentOf(decided, { holdReason, holdSays, expectedTotal, approvedBy })
  return { id: receiptId, ...sealReceipt({ ...act, user, channel, ...content }) }
}

type Refused = {
  draft: NewOrder
  receiptId: number
  decided: DecidedOrder['decided']
  /** The hold that the order would have had. */
  holdReason: string | null
  /** Why its total or its approval is refused, if that is the reason. */
  totalSays: string | undefined
  approvedBy: number | undefined
}

/** The refusal of an order that was decided, with the receipt of the decision. */
function withReceipt(
  refusal: Refusal,
  { draft, receiptId, decided, ...options }: Refused,
): OrderRefusal {
  const { user, channel, body } = draft
  const { expectedTotal } = body
  const content = receiptContentOf(decided, { ...options, expectedTotal })
  const act = { kind: 'create' as const, salesOrderId: null, user, channel }
  return new OrderRefusal(refusal, { id: receiptId, ...sealReceipt({ ...act, ...content }) })
}

/** What the decision of an order needs besides the locked context. */
type OrderToDecide = {
  draft: NewOrder
  index: number
  policy: OrderPolicy
  comparison: Comparison
  holds: HoldPreview
}

/**
 * Decides an order on the facts that the orders before it left. What its approval holds is given
 * back first, and held again if the order is refused but could be created as it is now.
 */
function decideOrder(ctx: LockedContext, order: OrderToDecide): DecidedOrder | Refusal {
  const { facts, approvals } = ctx
  const { body, user } = order.draft
  const missing = refusalOfMissingTotal(order.draft, order.policy)
  if (missing) return missing
  const token = body.approvalToken
  if (token === undefined) return decide(ctx, order, undefined)
  const requestSha256 = requestHashOf(body, facts.customers.get(body.customerId))
  const found = approvalToPlace(approvals, { token, user, requestSha256 })
  const approval = release(approvals, found.approval, facts)
  const decided = catchRefusal(() => decide(ctx, order, { ...found, approval }))
  if (!(decided instanceof Refusal)) place(approvals, approval, decided.order.id)
  const isDecided = decided instanceof OrderRefusal || !(decided instanceof Refusal)
  return isDecided || decided.kind === 'forbidden' ? decided : approvalUndecidable(decided)
}

/**
 * A parked order takes neither stock nor credit, so that it is not refused for them: its release
 * decides on both.
 */
function decide(
  { facts, ids, approvals }: LockedContext,
  { draft, index, policy, comparison, holds }: OrderToDecide,
  placing: ApprovalToPlace | undefined,
): DecidedOrder | OrderRefusal {
  const { body, user, requestId, channel } = draft
  const { rules, orderDate, agreedPrices } = policy
  const read = withOverrides(factsOf(facts, { ...rules, date: orderDate }, body), agreedPrices)
  const orderRequest = orderRequestOf(draft)
  const mayBackorder = policy.shortStock === 'backorder' || orderRequest.mayBackorder
  const request = { ...orderRequest, mayBackorder }
  const overCredit = (each: Decision) => {
    return !each.credit.approved && isHeldOverCredit(policy, user)
  }
  const resemblance = comparison.resemblanceOf(draft)
  const isParked = resemblance !== undefined
  const laterHoldOf = ({ totals }: Decision) => holds.holdOf({ ...body, total: totals.total })
  const toDecide = { facts: read, request, isOverCredit: overCredit, isParked, laterHoldOf }
  const outcome = decideApproved(toDecide, placing)
  const { facts: orderFacts, decision, differences, approvedBy } = outcome
  const isHeld = isParked || overCredit(decision)
  const receiptId = ids.receipts[index] as number
  const decided = { facts: orderFacts, request, decision }
  const holdReason = isParked ? 'parked' : isHeld ? 'credit' : null
  const refused = { draft, receiptId, decided, holdReason, approvedBy }
  if (placing && differences.length > 0) {
    const laterHold = laterHoldOf(decision)
    const now = { user, facts: orderFacts, decision, decisionId: receiptId, isParked, laterHold }
    const isHeldAgain = decision.approved || isParked
    const renewed = isHeldAgain ? renew(approvals, facts, { ...now, placing }) : undefined
    const changed = approvalChanged(decision, differences, renewed)
    return withReceipt(changed, { ...refused, totalSays: changed.message })
  }
  const ofOrder = decision.approved || isHeld ? undefined : refusalOf(orderFacts, decision)
  const ofTotal = ofOrder ? undefined : refusalOfTotal(decision, draft, policy)
  const refusal = ofOrder ?? ofTotal
  if (refusal) return withReceipt(refusal, { ...refused, totalSays: ofTotal?.message })
  // From what was read: an approval binds fewer units than there may be.
  if (!isHeld) updateFacts(facts, factsAfter(read, decision))
  const finalDecision = isHeld ? withoutReservation(decision) : decision
  const parts = { decision: finalDecision, isHeld, resemblance, facts: orderFacts, ids, index }
  return {
    order: orderOf(draft, parts),
    user,
    receiptId,
    expectedTotal: body.expectedTotal,
    approvedBy,
    resemblance,
    decided: { ...decided, decision: finalDecision },
    recorded: {
      requestId,
      channel,
      taxed: orderFacts.charges,
      paymentTerms: orderFacts.customer?.paymentTerms ?? null,
      changes: manualPriceChanges(finalDecision, orderFacts),
    },
  }
}
