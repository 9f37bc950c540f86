import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection } from '#platform/server/database/db.ts'
import {
  answerOnce,
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
  whatToRead,
  orderRequestOf,
  orRefusal,
  updateFacts,
} from './placing/place-orders.ts'

// For other rooms, besides the functions of this file.
export { placeReplacement } from './placing/create-replacement-order.ts'
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
    readFacts(db, whatToRead(requests, rules.date), { lock: false }),
  )
  return requests.map((each) =>
    orRefusal(() => {
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
export async function validateTogether(
  ctx: Context,
  requests: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, whatToRead(requests, rules.date), { lock: false }),
  )
  const before = { ...facts, customers: new Map(facts.customers), skus: new Map(facts.skus) }
  return requests.map((each) =>
    orRefusal(() => {
      const own = factsOf(facts, rules, each.body)
      const decision = assess(own, orderRequestOf(each))
      if (decision.approved) updateFacts(facts, factsAfter(own, decision))
      const alone = assess(factsOf(before, rules, each.body), orderRequestOf(each))
      const shown = alone.approved ? decision : alone
      return { status: 200, body: JSON.stringify(validationOf(shown)) }
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
  { placed, ...terms }: Pick<Terms, 'mayHold' | 'heldBy'> & Placed = {},
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  for (let attempt = 1; ; attempt++) {
    const numbers = await nextNumbers(ctx.db, 'SO', { count: requests.length, now: ctx.now })
    try {
      const ahead = (inner: Context) => lockAll(inner, requests, rules)
      return await answerOnce(
        ctx,
        { requests, status: 201, ahead },
        async (inner, fresh, locked) => {
          const answers = await place(inner, fresh, { ...rules, ...locked, numbers, ...terms })
          await placed?.(inner, createdOf(fresh, answers))
          return answers
        },
      )
    } catch (error) {
      // A number of this block was typed by hand in the meantime: retry with new numbers.
      const isTaken = breaks(error, 'sales_order_number_taken')
      if (!isTaken || attempt >= numberAttempts) throw error
    }
  }
}

/** Additional writes for created orders, in the same transaction. */
type Placed = { placed?: (ctx: Context, created: readonly Created[]) => Promise<void> }

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
