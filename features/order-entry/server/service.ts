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
import { assess, taking, validationOf } from '../rules.ts'
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
 * Prices some orders and checks their credit and stock, each as if it were the only one. Reads
 * only: creation repeats everything under locks.
 */
export async function validateOrders(
  ctx: Context,
  asked: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, whatToRead(asked, rules.date), { lock: false }),
  )
  return asked.map((each) =>
    orRefusal(() => {
      const decision = assess(factsOf(facts, rules, each.body), orderRequestOf(each))
      return { status: 200, body: JSON.stringify(validationOf(decision)) }
    }),
  )
}

/**
 * Validates some orders as if they were placed one after the other: each finds the stock and the
 * credit that those before it left. One that would be refused by itself has its own reasons. Reads
 * only.
 */
export async function validateTogether(
  ctx: Context,
  asked: readonly BatchedRequest<OrderRequest>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  const facts = await onOneConnection(ctx, ({ db }) =>
    readFacts(db, whatToRead(asked, rules.date), { lock: false }),
  )
  const before = { ...facts, customers: new Map(facts.customers), skus: new Map(facts.skus) }
  return asked.map((each) =>
    orRefusal(() => {
      const own = factsOf(facts, rules, each.body)
      const decision = assess(own, orderRequestOf(each))
      if (decision.approved) updateFacts(facts, taking(own, decision))
      const alone = assess(factsOf(before, rules, each.body), orderRequestOf(each))
      const shown = alone.approved ? decision : alone
      return { status: 200, body: JSON.stringify(validationOf(shown)) }
    }),
  )
}

/**
 * Creates some orders in one transaction: everything is decided again inside the locks, one after
 * the other, and order, lines, reservation, credit, history and message are written together or
 * not at all. Each gets its own answer or refusal. An order that is refused for credit is kept on
 * hold, without stock and without credit, where `mayHold` says so, or unsaid for a program's and
 * where the business rules say so.
 */
export async function placeOrders(
  ctx: Context,
  asked: readonly BatchedRequest<OrderDraft>[],
  { placed, ...terms }: Pick<Terms, 'mayHold' | 'heldBy'> & Placed = {},
): Promise<(StoredAnswer | Refusal)[]> {
  const rules = await readRules(ctx)
  for (let attempt = 1; ; attempt++) {
    const numbers = await nextNumbers(ctx.db, 'SO', { count: asked.length, now: ctx.now })
    try {
      const ahead = (inner: Context) => lockAll(inner, asked, rules)
      return await answerOnce(ctx, { asked, status: 201, ahead }, async (inner, fresh, locked) => {
        const answers = await place(inner, fresh, { ...rules, ...locked, numbers, ...terms })
        await placed?.(inner, createdOf(fresh, answers))
        return answers
      })
    } catch (error) {
      // Somebody typed a number of this block by hand: take others.
      const isTaken = breaks(error, 'sales_order_number_taken')
      if (!isTaken || attempt >= numberAttempts) throw error
    }
  }
}

/** What else is written for orders that were created, in their transaction. */
type Placed = { placed?: (ctx: Context, created: readonly Created[]) => Promise<void> }

type Created = { asked: BatchedRequest<OrderDraft>; orderId: number }

function createdOf(
  asked: readonly BatchedRequest<OrderDraft>[],
  answers: readonly ({ order: SalesOrderDetails } | Refusal)[],
): Created[] {
  return asked.flatMap((each, index) => {
    const answer = answers[index]
    const order = answer && !(answer instanceof Refusal) ? answer.order : undefined
    return order ? [{ asked: each, orderId: order.id }] : []
  })
}
