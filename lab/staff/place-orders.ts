import type { AppNode } from '../nodes/app-node.ts'
import { type Answer, codeOf } from '../nodes/http.ts'
import type { History, StoredRecord } from '../attempt-history.ts'
import type { TestSystem } from '../nodes/test-system.ts'
import { sleep } from '../nodes/wait-until.ts'

export type Item = { skuId: number; quantity: number }

/** An order to place; its key is stored as the customer PO, to find it again in the database. */
export type OrderToPlace = { key: string; customerId: number; items: Item[]; as: string }

/** Asks one node to create an order under its idempotency key, and records attempt and response. */
export async function placeOrder(
  node: AppNode,
  { key, customerId, items, as }: OrderToPlace,
  history?: History,
): Promise<Answer> {
  const body = { customerId, customerPO: key, items }
  const answer = await node.call({ method: 'POST', path: '/api/orders/create', body, as, key })
  history?.add({ key, node: node.name, request: body }, answer, orderOf(answer))
  return answer
}

/** The order that a response acknowledges; undefined if it was rejected. */
export function orderOf(answer: Answer): { id: number; orderNumber: string } | undefined {
  const order = answer.body['order'] as { id?: number; orderNumber?: string } | undefined
  if (typeof order?.id !== 'number' || typeof order.orderNumber !== 'string') return undefined
  return { id: order.id, orderNumber: order.orderNumber }
}

/** All orders in the database, by the key stored with them. */
export async function storedOrders({
  database,
}: Pick<TestSystem, 'database'>): Promise<StoredRecord[]> {
  const { rows } = await database.query<StoredRecord>(
    `select coalesce(customer_po, '(none)') as key, id, order_number as number
     from sales_orders order by id`,
  )
  return rows
}

/**
 * Places an order at alternating nodes, always under the same key, until the response is final:
 * created, or rejected by a rule.
 */
export async function placeUntilFinal(
  turn: () => AppNode,
  order: OrderToPlace,
  history: History,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await placeOrder(turn(), order, history)
    const isFinal = answer.status >= 200 && answer.status < 500
    if (isFinal && codeOf(answer) !== 'request-in-flight') return answer
    if (attempt === mostAttempts) return answer
    await sleep(50)
  }
}

const mostAttempts = 400
