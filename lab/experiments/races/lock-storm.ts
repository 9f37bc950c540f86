import type { Chance } from '../../seeded-random.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import type { Answer } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeUntilFinal, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const clients = 40

/** P08: many concurrent changes of the same few records cause no deadlock. */
export const lockStorm: Experiment = {
  row: 'P08',
  promise: 'lock storm',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P08' }, (world) => storm(lab, world, findings)),
}

type Place = { customers: number[]; skus: number[]; history: History }

async function storm(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const place = { customers, skus: await createSkus(world, 20), history: new History() }
  const start = performance.now()
  const seconds = lab.isNightly ? 60 : 10
  const isOver = () => performance.now() - start > seconds * 1000
  const answers: Answer[] = []
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver(); i++) {
      answers.push(await act(world, { ...place, chance, key: `p08-${name}-${i}` }))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))
  findings.note(tally(answers))
  findings.note(`${Math.round(answers.length / seconds)} acts a second`)
  const accidents = [...answers, ...place.history.tries].filter(
    ({ status }) => status === 500 || status === 0,
  )
  findings.equal('500s and broken answers', accidents.length, 0)
  await world.stop()
  const met = await count(world, deadlocks)
  findings.note(`${met} deadlocks counted by PostgreSQL`)
  findings.equal('deadlocks', met, 0)
  findings.none('history', compare(place.history.tries, await storedOrders(world)))
}

const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()'

type Action = Place & { chance: Chance; key: string }

/** Mostly orders; between them stock adjustments and changed customers. */
function act(
  world: TestSystem,
  { customers, skus, history, chance, key }: Action,
): Promise<Answer> {
  const die = chance.between(1, 10)
  if (die === 1) return adjustStock(world, chance.oneOf(skus), chance)
  if (die === 2) return changeCustomer(world, chance.oneOf(customers), chance)
  const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 3) }))
  const customerId = chance.oneOf(customers)
  const orderToPlace = { key, customerId, items, as: world.admin.cookie }
  return placeUntilFinal(world.turn, orderToPlace, history)
}

async function adjustStock(world: TestSystem, id: number, chance: Chance): Promise<Answer> {
  const path = `/api/skus/${id}`
  const { sku, name, cost, price } = (await world.call({ method: 'GET', path })).body
  const body = { sku, name, cost, price, currentStock: 900_000 + chance.between(0, 100_000) }
  return world.call({ method: 'PUT', path, body })
}

async function changeCustomer(world: TestSystem, id: number, chance: Chance): Promise<Answer> {
  const path = `/api/customers/${id}`
  const { customerCode, name, email } = (await world.call({ method: 'GET', path })).body
  const body = { customerCode, name, email, notes: `note ${chance.between(1, 1_000_000)}` }
  return world.call({ method: 'PUT', path, body })
}
