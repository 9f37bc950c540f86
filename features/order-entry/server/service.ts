import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import {
  executeOnce,
  type BatchedRequest,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import { nextNumbers } from '#platform/server/records/numbers.ts'
import { breaks } from '#platform/server/database/pg-errors.ts'
import type { OrderDraft, OrderRequest } from '../contract.ts'
import { assess, factsAfter, validationOf } from '../rules.ts'
import { factsOf } from './placing/order-facts.ts'
import { readFacts } from './store.ts'
import {
  lockAll,
  type Terms,
  place,
  readRules,
  factsQueryOf,
  orderRequestOf,
  catchRefusal,
  updateFacts,
} from './placing/place-orders.ts'

// For other rooms, besides the functions of this file.
export { createReplacementOrder as placeReplacement } from './placing/create-replacement-order.ts'
export { readRules, place, lockAll, type Rules } from './placing/place-orders.ts'

const numberAttempts = 5

/**
 * Prices each order and checks credit and stock, as if it were the only one. Read-only: creation
 * repeats everything under locks.
 */
export async function validateOrders(
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
 * Creates orders in one transaction: each is decided again under locks, one after another, and
 * order, lines, reservation, credit, audit log and outbox message are written together or not at
 * all. Returns one answer or refusal per order. An order that fails the credit check is created on
 * hold, without stock or credit, if `mayHold` is true, or if it is undefined and the request is
 * from an API key or the settings say so.
 */
export async function placeOrders(
  ctx: Context,
  requests: readonly BatchedRequest<OrderDraft>[],
  { placed: onPlaced, ...terms }: Pick<Terms, 'mayHold' | 'heldBy'> & PlacementHooks = {},
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  for (let attempt = 1; ; attempt++) {
    const numbers = await nextNumbers(ctx.db, 'SO', { count: requests.length, now: ctx.now })
    try {
      const lockAhead = (inner: Context) => lockAll(inner, requests, rules)
      return await executeOnce(
        ctx,
        { requests, status: 201, ahead: lockAhead },
        async (inner, newRequests, locked) => {
          const answers = await place(inner, newRequests, {
            ...rules,
            ...locked,
            numbers,
            ...terms,
          })
          await onPlaced?.(inner, createdOf(newRequests, answers))
          return answers
        },
      )
    } catch (error) {
      // A number of this block was typed by hand in the meantime: retry with new numbers.
      const isNumberTaken = breaks(error, 'sales_order_number_taken')
      if (!isNumberTaken || attempt >= numberAttempts) throw error
    }
  }
}

/** Additional writes for created orders, in the same transaction. */
type PlacementHooks = { placed?: (ctx: Context, created: readonly Created[]) => Promise<void> }

type Created = { request: BatchedRequest<OrderDraft>; orderId: number }

function createdOf(
  requests: readonly BatchedRequest<OrderDraft>[],
  answers: readonly ({ order: SalesOrderDetails } | Refusal)[],
): Created[] {
  return requests.flatMap((each, index) => {
    const answer = answers[index]
    const order = answer && !(answer instanceof Refusal) ? answer.order : undefined
    return order ? [{ request: each, orderId: order.id }] : []
  })
}
