import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const units = 10
const clients = 50
const ordersEach = 4

/**
 * P03: many clients order the last units of a SKU at once, through two nodes and a slow connection.
 */
export const lastUnit: Experiment = {
  row: 'P03',
  promise: 'last unit, two nodes',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P03', proxied: true }, (world) =>
      fight(lab, world, findings),
    ),
}

async function fight(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const customerId = await createCustomer(world)
  const skuId = await createSku(world, { currentStock: units })
  const dice = lab.chance.fork('wire')
  if (world.proxy) world.proxy.delay = () => dice.between(0, 50)
  const history = new History()
  const as = world.admin.cookie
  const client = async (name: number) => {
    const answers = []
    for (let i = 0; i < ordersEach; i++) {
      const orderToPlace = {
        key: `p03-${name}-${i}`,
        customerId,
        items: [{ skuId, quantity: 1 }],
        as,
      }
      answers.push(await placeOrder(world.turn(), orderToPlace, history))
    }
    return answers
  }
  const all = (await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))).flat()
  const created = all.filter((answer) => answer.status === 201).length
  const refused = all.filter((answer) => codeOf(answer) === 'insufficient-stock').length
  findings.note(tally(all))
  findings.equal('created', created, units)
  findings.equal('refused for stock', refused, clients * ordersEach - units)
  const reserved = await count(world, 'select reserved from skus where id = $1', [skuId])
  findings.note(`reserved ${reserved} of ${units}`)
  findings.equal('reserved', reserved, units)
  findings.none('history', compare(history.tries, await storedOrders(world)))
  const delayed = world.proxy?.stats.delayedMs ?? 0
  findings.expect(delayed > 0, 'the wire was never slow')
  findings.note(`wire waited ${Math.round(delayed)} ms`)
  await twoLines(world, { customerId, findings })
}

/** Two lines of one SKU are summed before they are compared with the available stock. */
async function twoLines(
  world: TestSystem,
  { customerId, findings }: { customerId: number; findings: Findings },
): Promise<void> {
  const skuId = await createSku(world, { currentStock: units })
  const as = world.admin.cookie
  const six = { skuId, quantity: 6 }
  const orderToPlace = { key: 'p03-6-and-6', customerId, items: [six, six], as }
  const answer = await placeOrder(world.turn(), orderToPlace)
  findings.note(`6 + 6 of ${units}: ${answer.status} ${codeOf(answer)}`)
  findings.equal('6 + 6 of 10', `${answer.status} ${codeOf(answer)}`, '409 insufficient-stock')
  const reserved = await count(world, 'select reserved from skus where id = $1', [skuId])
  findings.equal('reserved of 6 + 6', reserved, 0)
}
