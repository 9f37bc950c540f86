import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import {
  type NewIds,
  newOrderIds,
  type RecordedOrder,
} from '#features/sales-orders/server/service.ts'
import {
  decisionChange,
  newReceiptIds,
  recordReceipts,
  type SealedReceipt,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { receiptContentOf } from '../../decision-receipt.ts'
import { assess, factsAfter, guardZero, withOverrides } from '../../rules.ts'
import { type Facts, readFacts } from '../store.ts'
import {
  holdNewOrders,
  holdsByRules,
  isHeldOverCredit,
  notifyHeldForCredit,
  recordHolds,
  withoutReservation,
} from './auto-hold.ts'
import { type NewOrder, orderOf } from './build-order.ts'
import { catchRefusal, factsOf, factsQueryOf, orderRequestOf, updateFacts } from './order-facts.ts'
import type { OrderPolicy } from './order-policies.ts'
import { refusalOf, totalRefusal } from './order-refusals.ts'
import { manualPriceChanges, writeOrders } from './write-orders.ts'

/** An open transaction that has locked the customers and SKUs of the orders to create. */
export type LockedContext = Context & {
  ids: NewIds
  /** The id of the receipt of each draft, in their order; those of refused drafts stay unused. */
  receiptIds: readonly number[]
  facts: Facts
}

/** Allocates the ids of new orders and receipts; reads and locks their customers and SKUs. */
export async function lockOrders(
  ctx: Context,
  drafts: readonly Pick<NewOrder, 'body' | 'user'>[],
  { rules, orderDate }: OrderPolicy,
): Promise<LockedContext> {
  const items = drafts.reduce((count, { body }) => count + body.items.length, 0)
  const [ids, receiptIds, facts] = await Promise.all([
    newOrderIds(ctx, { orders: drafts.length, items }),
    newReceiptIds(ctx, drafts.length),
    readFacts(ctx.db, factsQueryOf(drafts, orderDate, rules.date), { lock: true }),
  ])
  return { ...ctx, ids, receiptIds, facts }
}

/**
 * Creates orders in the open transaction: decides each on the locked facts, one after another, and
 * writes order, lines, reservation, credit, receipt, audit log and outbox message of those that the
 * policy accepts. Returns one order or refusal for each draft.
 */
export async function createOrders(
  ctx: LockedContext,
  drafts: readonly NewOrder[],
  policy: OrderPolicy,
): Promise<(SalesOrderDetails | Refusal)[]> {
  const outcomes = drafts.map((draft, index) =>
    catchRefusal(() => decideOrder(ctx, { draft, index, policy })),
  )
  const accepted = outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome]))
  const orders = accepted.map(({ order }) => order)
  const checkedOrders = await holdNewOrders(ctx, orders, policy)
  const orderById = new Map(checkedOrders.map((order) => [order.id, order]))
  const withHolds = (order: SalesOrderDetails) => orderById.get(order.id) ?? order
  const receipts = accepted.map((each) => receiptOf(each, withHolds(each.order)))
  await recordReceipts(ctx, receipts)
  await writeOrders(
    ctx,
    accepted.map(({ order, recorded }, index) => {
      const changes = { ...recorded.changes, ...decisionChange(receipts[index] as SealedReceipt) }
      return { ...withHolds(order), ...recorded, changes }
    }),
  )
  await recordHolds(ctx, checkedOrders)
  await notifyHeldForCredit(
    ctx,
    accepted.filter(({ user }) => holdsByRules(policy, user)).map(({ order }) => withHolds(order)),
  )
  return outcomes.map((outcome) =>
    outcome instanceof Refusal ? outcome : withHolds(outcome.order),
  )
}

/** Locks and creates one order in the open transaction. Throws its refusal. */
export async function createOneOrder(
  ctx: Context,
  order: Pick<NewOrder, 'body' | 'number'>,
  policy: OrderPolicy,
): Promise<SalesOrderDetails> {
  const { user, requestId } = ctx
  const drafts = [{ ...order, user, requestId }]
  const [created] = await createOrders(await lockOrders(ctx, drafts, policy), drafts, policy)
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
}

/** The receipt of a new order, with the hold that it has in the end. */
function receiptOf(
  { order, user, receiptId, decided, recorded }: DecidedOrder,
  { holdReason, holdNote }: SalesOrderDetails,
): SealedReceipt {
  const act = { id: receiptId, kind: 'create' as const, salesOrderId: order.id }
  // The note of another hold was typed by a person, who may have written anything.
  const holdSays = holdReason === 'duplicate' ? holdNote : null
  const content = receiptContentOf(decided, { holdReason, holdSays })
  return sealReceipt({ ...act, user, channel: recorded.channel, ...content })
}

/** Decides an order on the facts that the orders before it left. */
function decideOrder(
  { facts, ids, receiptIds }: LockedContext,
  { draft, index, policy }: { draft: NewOrder; index: number; policy: OrderPolicy },
): DecidedOrder | Refusal {
  const { body, user, requestId, channel } = draft
  const { rules, orderDate, agreedPrices } = policy
  const orderFacts = withOverrides(
    factsOf(facts, { ...rules, date: orderDate }, body),
    agreedPrices,
  )
  const orderRequest = orderRequestOf(draft)
  const mayBackorder = policy.shortStock === 'backorder' || orderRequest.mayBackorder
  const request = { ...orderRequest, mayBackorder }
  const decision = assess(orderFacts, request)
  const isHeld = !decision.credit.approved && isHeldOverCredit(policy, user)
  if (!decision.approved && !isHeld) return refusalOf(orderFacts, decision)
  const { expectedTotal } = body
  const changed = expectedTotal ? totalRefusal(decision, expectedTotal) : undefined
  if (changed) return changed
  if (!agreedPrices) guardZero(decision, user)
  if (!isHeld) updateFacts(facts, factsAfter(orderFacts, decision))
  const finalDecision = isHeld ? withoutReservation(decision) : decision
  const parts = { decision: finalDecision, isHeld, facts: orderFacts, ids, index }
  return {
    order: orderOf(draft, parts),
    user,
    receiptId: receiptIds[index] as number,
    decided: { facts: orderFacts, request, decision: finalDecision },
    recorded: {
      requestId,
      channel,
      taxed: orderFacts.charges,
      paymentTerms: orderFacts.customer?.paymentTerms ?? null,
      changes: manualPriceChanges(finalDecision, orderFacts),
    },
  }
}
