import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder, orderOf, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const creates = 200

/** P10: 200 orders within one millisecond on two nodes get distinct numbers. */
export const numberCollision: Experiment = {
  row: 'P10',
  promise: 'number collision',
  needsPostgres: true,
  run: (lab, findings) => {
    const env = { LAB_FROZEN_AT: String(Date.now()) }
    const options = { row: 'P10', preload: 'frozen-clock.mjs', env }
    return withTestSystem(lab, findings, options, (world) => createAll(world, findings))
  },
}

async function createAll(world: TestSystem, findings: Findings): Promise<void> {
  const customerId = await createCustomer(world)
  const items = [{ skuId: await createSku(world), quantity: 1 }]
  const history = new History()
  const answers = await Promise.all(
    Array.from({ length: creates }, (_, i) => {
      const orderToPlace = { key: `p10-${i}`, customerId, items, as: world.admin.cookie }
      return placeOrder(world.turn(), orderToPlace, history)
    }),
  )
  const numbers = answers.flatMap((answer) => orderOf(answer)?.orderNumber ?? [])
  findings.note(`${tally(answers)}, ${new Set(numbers).size} different numbers`)
  findings.equal('different numbers', new Set(numbers).size, creates)
  const distinct = 'select count(distinct order_number) from sales_orders'
  findings.equal('different numbers stored', await count(world, distinct), creates)
  const days = 'select count(distinct order_date) from sales_orders'
  findings.equal('days of a stopped clock', await count(world, days), 1)
  findings.none('history', compare(history.tries, await storedOrders(world)))
  findings.none(
    'numbers a person can read',
    numbers.filter((number) => !/^SO-\d{13}$/.test(number)),
  )
  findings.note(`from ${[...numbers].sort()[0]} to ${[...numbers].sort().at(-1)}`)
}
