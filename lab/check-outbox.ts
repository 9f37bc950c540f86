import type { Findings } from './experiment.ts'
import type { TestSystem } from './nodes/test-system.ts'
import { until } from './nodes/wait-until.ts'
import { count } from './nodes/count-rows.ts'

const deliveredWithinMs = 60_000

/**
 * Asserts that each order has one outbox message, and that the worker delivers all within a minute.
 */
export async function expectOneMessageEach(
  world: Pick<TestSystem, 'database'>,
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
