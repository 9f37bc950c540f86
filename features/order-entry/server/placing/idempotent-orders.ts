import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { readSalesOrder } from '#features/sales-orders/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { violatesConstraint } from '#platform/server/database/pg-errors.ts'
import {
  type BatchedRequest,
  type ClaimedRequests,
  claimRequests,
  settleRequests,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import type { OrderDraft } from '../../contract.ts'
import type { NewOrder } from './build-order.ts'
import { lockOrders } from './create-orders.ts'
import type { OrderPolicy } from './order-policies.ts'

// Idempotency around the creation of orders: the keys are claimed before it and the answers are
// stored after it, in the same transaction. The keys are permanent, so a request that is repeated
// after weeks creates no second order.

/** An order with its idempotency key; it gets its number when it is created. */
export type KeyedOrder = BatchedRequest<OrderDraft> &
  Pick<NewOrder, 'holdNote' | 'isRepeatAccepted'>

const numberAttempts = 5

/**
 * Runs `work` in a transaction, with numbers for `count` orders. Repeats it with new numbers if one
 * of them was typed by hand in the meantime.
 */
export async function withOrderNumbers<R>(
  ctx: Context,
  count: number,
  work: (inner: Context, numbers: string[]) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const numbers = await nextNumbers(ctx.db, 'SO', { count, now: ctx.now })
    try {
      return await inTransaction(ctx, (inner) => work(inner, numbers))
    } catch (error) {
      const isNumberTaken = violatesConstraint(error, 'sales_order_number_taken')
      if (!isNumberTaken || attempt >= numberAttempts) throw error
    }
  }
}

/**
 * Claims the keys of the orders and locks their customers and SKUs, in one round trip and in this
 * order. Returns the locked transaction and the drafts of the new requests, to be created in it;
 * the caller passes `claimed` and the results to `settleOrders`.
 */
export async function claimOrders(
  ctx: Context,
  requests: readonly KeyedOrder[],
  { numbers, policy }: { numbers: readonly string[]; policy: OrderPolicy },
) {
  const [claimed, locked] = await Promise.all([
    claimRequests(ctx, requests),
    lockOrders(ctx, requests, policy),
  ])
  const drafts = claimed.fresh.map((request, index) => {
    return { ...request, number: numbers[index] as string }
  })
  return { claimed, locked, drafts }
}

/**
 * Stores the answers of the created orders by key, and returns one answer for each request. The ids
 * of the decisions are those of the drafts, in their order; a refusal needs none.
 */
export function settleOrders(
  ctx: Context,
  claimed: ClaimedRequests<KeyedOrder>,
  {
    created,
    decisionIds,
  }: {
    created: readonly (SalesOrderDetails | Refusal)[]
    decisionIds: readonly (number | undefined)[]
  },
): Promise<(StoredAnswer | Refusal)[]> {
  const results = created.map((order, index) =>
    order instanceof Refusal ? order : { order, decisionId: decisionIds[index] },
  )
  const recordIds = created.map((order) => (order instanceof Refusal ? undefined : order.id))
  const permanent = { recordIds, read: orderAgain }
  return settleRequests(ctx, claimed, { results, status: 201, permanent })
}

/** The answer to a request whose stored answer has expired: the order as it is now. */
async function orderAgain(ctx: Context, id: number): Promise<{ order: SalesOrderDetails }> {
  return { order: await readSalesOrder(ctx, id) }
}
