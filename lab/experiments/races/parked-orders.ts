import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { compare, History } from '../../attempt-history.ts'
import { count } from '../../nodes/count-rows.ts'
import { codeOf } from '../../nodes/http.ts'
import { killNow } from '../../nodes/kill-nodes.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import {
  type OrderToPlace,
  placeOrder,
  placeUntilFinal,
  storedOrders,
} from '../../staff/place-orders.ts'

/** Of one customer PO, by the rule that compares them. */
const forms = ['r19', 'R19', '0r19', '00R19', 'r 19', '0 R19']
const copies = forms.length

/**
 * R19: equal orders that arrive at both nodes at once, while nodes are killed, are placed once; the
 * others are parked. One decision on each is carried out, and keys are never forgotten.
 */
export const parkedOrders: Experiment = {
  row: 'R19',
  promise: 'once for good',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'R19' }, async (world) => {
      const orders = await ordersOf(lab, world)
      await placeDuringKills(lab, { world, orders, findings })
      await decideAtOnce(world, findings)
      await repeatAfterWeeks(world, orders, findings)
    }),
}

/** Six orders of each customer, equal but for the form of their keys and customer POs. */
async function ordersOf(lab: Lab, world: TestSystem): Promise<OrderToPlace[][]> {
  const skuId = await createSku(world)
  const customers = lab.isNightly ? 120 : 30
  const orders: OrderToPlace[][] = []
  for (let index = 0; index < customers; index++) {
    const customerId = await createCustomer(world, { duplicateCheck: 'lines' })
    const keys = forms.map((form) => `${form}-${index}`)
    const items = [{ skuId, quantity: 5 }]
    orders.push(keys.map((key) => ({ key, customerId, items, as: world.admin.cookie })))
  }
  return orders
}

type Trial = { world: TestSystem; orders: readonly OrderToPlace[][]; findings: Findings }

async function placeDuringKills(lab: Lab, { world, orders, findings }: Trial): Promise<void> {
  const history = new History()
  const placing = async () => {
    for (const equal of orders) {
      await Promise.all(equal.map((order) => placeUntilFinal(world.turn, order, history)))
    }
  }
  const plan = { chance: lab.chance.fork('kills'), seconds: 6, least: 2 }
  const [kills] = await Promise.all([killNow(world.nodes, plan), placing()])
  findings.note(`${kills.length} kills, ${orders.length} × ${copies} orders`)
  findings.none('history', compare(history.tries, await storedOrders(world)))
  const sold = `select count(*) from sales_orders where hold_reason is null`
  const parked = `select count(*) from sales_orders where hold_reason = 'parked'`
  findings.equal('placed', await count(world, sold), orders.length)
  findings.equal('parked', await count(world, parked), orders.length * (copies - 1))
  const reserved = await count(world, 'select sum(reserved) from skus')
  findings.equal('reserved units', reserved, orders.length * 5)
  const withoutOther = `select count(*) from (
      select customer_id from sales_orders group by customer_id
      having count(*) filter (where hold_reason is null) <> 1) c`
  findings.equal('customers without one placed order', await count(world, withoutOther), 0)
}

/** Three decisions on each of some parked orders, at once over both nodes. */
async function decideAtOnce(world: TestSystem, findings: Findings): Promise<void> {
  const { rows } = await world.database.query<{ id: number }>(
    `select min(id) as id from sales_orders where hold_reason = 'parked' group by customer_id`,
  )
  const decideOn = (id: number) =>
    Promise.all(
      ['place-both', 'replace', 'discard'].map((decision) => {
        const path = `/api/sales-orders/${id}/decide-parking`
        return world.call({ method: 'POST', path, body: { decision } })
      }),
    )
  const all = await Promise.all(rows.map(({ id }) => decideOn(id)))
  findings.note(`decisions: ${tally(all.flat())}`)
  findings.none(
    'decisions',
    all.flatMap((answers, index) => {
      const done = answers.filter(({ status }) => status === 200).length
      const others = answers.filter(({ status }) => status !== 200)
      const isRefused = others.every((answer) => codeOf(answer) === 'not-on-hold')
      return done === 1 && isRefused ? [] : [`order ${rows[index]?.id}: ${tally(answers)}`]
    }),
  )
}

/** After the stored answers have expired, a repetition creates nothing. */
async function repeatAfterWeeks(
  world: TestSystem,
  orders: readonly OrderToPlace[][],
  findings: Findings,
): Promise<void> {
  await world.database.query(
    `update idempotency_keys set response_body = null where record_id is not null`,
  )
  const all = 'select count(*) from sales_orders'
  const before = await count(world, all)
  const again = await Promise.all(orders.flat().map((each) => placeOrder(world.turn(), each)))
  const replays = again.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
  findings.note(`weeks later: ${tally(again)}`)
  findings.equal('repeated', replays.length, orders.length * copies)
  findings.equal('orders after the repetitions', await count(world, all), before)
}
