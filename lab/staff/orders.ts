import type { AppNode } from '../nodes/app-node.ts'
import { type Answer, codeOf } from '../nodes/http.ts'
import type { History, Stored } from '../history.ts'
import type { Findings } from '../experiment.ts'
import { sleep, until } from '../nodes/ports.ts'
import type { World } from '../nodes/world.ts'

export type Item = { skuId: number; quantity: number }

/** An order a client wants: its key is written on it, so that it is found again in the database. */
export type OrderToPlace = { key: string; customerId: number; items: Item[]; as: string }

/** Asks one node to create an order, under its key, and puts try and answer on record. */
export async function requestOrder(
  node: AppNode,
  { key, customerId, items, as }: OrderToPlace,
  history?: History,
): Promise<Answer> {
  const body = { customerId, customerPO: key, items }
  const answer = await node.call({ method: 'POST', path: '/api/orders/create', body, as, key })
  history?.add({ key, node: node.name, request: body }, answer, orderOf(answer))
  return answer
}

/** The order that an answer acknowledges; undefined where it refuses. */
export function orderOf(answer: Answer): { id: number; orderNumber: string } | undefined {
  const order = answer.body['order'] as { id?: number; orderNumber?: string } | undefined
  if (typeof order?.id !== 'number' || typeof order.orderNumber !== 'string') return undefined
  return { id: order.id, orderNumber: order.orderNumber }
}

/** Every order in the database under the key that is written on it. */
export async function storedOrders({ database }: Pick<World, 'database'>): Promise<Stored[]> {
  const { rows } = await database.query<Stored>(
    `select coalesce(customer_po, '(none)') as key, id, order_number as number
     from sales_orders order by id`,
  )
  return rows
}

/** One number out of the database. */
export async function count(world: Pick<World, 'database'>, text: string, values: unknown[] = []) {
  const { rows } = await world.database.query<Record<string, unknown>>(text, values)
  return Number(Object.values(rows[0] ?? {})[0])
}

/**
 * Asks for an order, at one node after the other and always under the same key, until the answer
 * is final: created, or refused by a rule.
 */
export async function orderUntilAnswered(
  turn: () => AppNode,
  wanted: OrderToPlace,
  history: History,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await requestOrder(turn(), wanted, history)
    const isFinal = answer.status >= 200 && answer.status < 500
    if (isFinal && codeOf(answer) !== 'request-in-flight') return answer
    if (attempt === mostAttempts) return answer
    await sleep(50)
  }
}

const mostAttempts = 400

const deliveredWithinMs = 60_000

/** Each order leaves one message, and within a minute the worker has none left to deliver. */
export async function holdOneMessageEach(
  world: Pick<World, 'database'>,
  orders: number,
  findings: Findings,
): Promise<void> {
  const once = `select count(distinct aggregate_id) from outbox where aggregate = 'sales_order'`
  const all = `select count(*) from outbox where aggregate = 'sales_order'`
  const [distinct, rows] = [await count(world, once), await count(world, all)]
  findings.equal('orders with a message', distinct, orders)
  findings.equal('messages', rows, orders)
  const waiting = 'select count(*) from outbox where sent_at is null'
  const isDone = await until(async () => (await count(world, waiting)) === 0, deliveredWithinMs)
  findings.expect(isDone, 'messages undelivered after 60 s')
  findings.note(`${rows} messages, one per order, all delivered`)
}
