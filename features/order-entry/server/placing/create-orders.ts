import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import {
  type NewIds,
  newOrderIds,
  notifyHeldForMargin,
  type RecordedOrder,
} from '#features/sales-orders/server/service.ts'
import {
  decisionChange,
  type IdentifiedReceipt,
  recordReceipts,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { receiptContentOf } from '../../decision-receipt.ts'
import { assess, factsAfter, withOverrides } from '../../rules.ts'
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
import { OrderRefusal, refusalOf, refusalOfTotal } from './order-refusals.ts'
import { manualPriceChanges, writeOrders } from './write-orders.ts'

/** An open transaction that has locked the customers and SKUs of the orders to create. */
export type LockedContext = Context & { ids: NewIds; facts: Facts }

/** Allocates the ids of new orders and receipts; reads and locks their customers and SKUs. */
export async function lockOrders(
  ctx: Context,
  drafts: readonly Pick<NewOrder, 'body' | 'user'>[],
  { rules, orderDate }: OrderPolicy,
): Promise<LockedContext> {
  const items = drafts.reduce((count, { body }) => count + body.items.length, 0)
  const [ids, facts] = await Promise.all([
    newOrderIds(ctx, { orders: drafts.length, items }),
    readFacts(ctx.db, factsQueryOf(drafts, orderDate, rules.date), { lock: true }),
  ])
  return { ...ctx, ids, facts }
}

/**
 * Creates orders in the open transaction: decides each on the locked facts, one after another, and
 * writes order, lines, reservation, credit, receipt, audit log and outbox message of those that the
 * policy accepts; of an order that was decided and refused, the receipt alone. Returns one order or
 * refusal for each draft.
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
  await recordHolds(ctx, checkedOrders)
  await notifyHeldForCredit(
    ctx,
    accepted.filter(({ user }) => holdsByRules(policy, user)).map(({ order }) => withHolds(order)),
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
  order: Pick<NewOrder, 'body' | 'number'>,
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
}

/** The receipt of a new order, with the hold that it has in the end. */
function receiptOf(
  { order, user, receiptId, decided, recorded, expectedTotal }: DecidedOrder,
  { holdReason, holdNote }: SalesOrderDetails,
): IdentifiedReceipt {
  const act = { kind: 'create' as const, salesOrderId: order.id }
  // The note of another hold was typed by a person, who may have written anything.
  const holdSays = holdReason === 'duplicate' ? holdNote : null
  const content = receiptContentOf(decided, { holdReason, holdSays, expectedTotal })
  const { channel } = recorded
  return { id: receiptId, ...sealReceipt({ ...act, user, channel, ...content }) }
}

type Refused = {
  draft: NewOrder
  receiptId: number
  decided: DecidedOrder['decided']
  /** The hold that the order would have had. */
  holdReason: string | null
  /** Why its total is refused, if that is the reason. */
  totalSays: string | undefined
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

/** Decides an order on the facts that the orders before it left. */
function decideOrder(
  { facts, ids }: LockedContext,
  { draft, index, policy }: { draft: NewOrder; index: number; policy: OrderPolicy },
): DecidedOrder | OrderRefusal {
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
  const receiptId = ids.receipts[index] as number
  const ofOrder = decision.approved || isHeld ? undefined : refusalOf(orderFacts, decision)
  const ofTotal = ofOrder ? undefined : refusalOfTotal(decision, draft, policy)
  const refusal = ofOrder ?? ofTotal
  if (refusal) {
    const decided = { facts: orderFacts, request, decision }
    const holdReason = isHeld ? 'credit' : null
    const totalSays = ofTotal?.message
    return withReceipt(refusal, { draft, receiptId, decided, holdReason, totalSays })
  }
  if (!isHeld) updateFacts(facts, factsAfter(orderFacts, decision))
  const finalDecision = isHeld ? withoutReservation(decision) : decision
  const parts = { decision: finalDecision, isHeld, facts: orderFacts, ids, index }
  return {
    order: orderOf(draft, parts),
    user,
    receiptId,
    expectedTotal: body.expectedTotal,
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
