import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const clients = 40
const ordersEach = 5
const allowed = 10

/** P11: 200 concurrent orders of 100.00 against a credit limit of 1,000.00. */
export const creditRace: Experiment = {
  row: 'P11',
  promise: 'credit race',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P11' }, (world) => race(world, findings)),
}

async function race(world: TestSystem, findings: Findings): Promise<void> {
  await shipForFree(world)
  const exempt = { taxExempt: true, taxExemptNumber: 'EX-1' }
  const customerId = await createCustomer(world, { creditLimit: '1000.00', ...exempt })
  const items = [{ skuId: await createSku(world, { price: '100.00' }), quantity: 1 }]
  const history = new History()
  const client = async (name: number) => {
    const answers = []
    for (let i = 0; i < ordersEach; i++) {
      const orderToPlace = { key: `p11-${name}-${i}`, customerId, items, as: world.admin.cookie }
      answers.push(await placeOrder(world.turn(), orderToPlace, history))
    }
    return answers
  }
  const all = (await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))).flat()
  findings.note(tally(all))
  findings.equal('created', all.filter((answer) => answer.status === 201).length, allowed)
  const refused = all.filter((answer) => codeOf(answer) === 'credit-limit-exceeded')
  findings.equal('refused for credit', refused.length, clients * ordersEach - allowed)
  findings.equal('refused with', new Set(refused.map(({ status }) => status)).size, 1)
  findings.equal('refused with', refused[0]?.status, 409)
  const open = 'select open_order_amount * 100 from customers where id = $1'
  const cents = await count(world, open, [customerId])
  findings.note(`open orders ${(cents / 100).toFixed(2)} of 1000.00`)
  findings.equal('open orders in cents', cents, 100_000)
  findings.none('history', compare(history.tries, await storedOrders(world)))
}

/** Sets shipping to 0.00; every node applies the new rule within a second. */
async function shipForFree(world: TestSystem): Promise<void> {
  await world.must({ method: 'PUT', path: '/api/settings', body: { shippingFlat: '0.00' } })
  const as = world.admin.cookie
  const isEverywhere = async () => {
    const read = world.nodes.map((node) => node.call({ method: 'GET', path: '/api/settings', as }))
    const answers = await Promise.all(read)
    return answers.every((answer) => answer.body['shippingFlat'] === '0.00')
  }
  if (!(await until(isEverywhere, 3000))) throw new Error('The setting did not reach every node')
}
