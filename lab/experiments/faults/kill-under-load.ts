import { join } from 'node:path'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { type Kill, killNow } from '../../nodes/kill-nodes.ts'
import { quantile } from '../../nodes/response-statistics.ts'
import { placeUntilFinal, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'
import { expectOneMessageEach } from '../../check-outbox.ts'

const clients = 20
const backWithinMs = 5000

/** P01: nodes are killed (SIGKILL) while orders are placed; no order is lost or duplicated. */
export const killUnderLoad: Experiment = {
  row: 'P01',
  promise: 'kill -9 under load, PostgreSQL',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P01' }, (world) => storm(lab, world, findings)),
}

async function storm(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const skus = await createSkus(world, 20)
  const history = new History()
  const least = lab.isNightly ? 20 : 8
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
      const customerId = chance.oneOf(customers)
      const wanted = { key: `p01-${name}-${i}`, customerId, items, as: world.admin.cookie }
      await placeUntilFinal(world.turn, wanted, history)
    }
  }
  const killing = async () => {
    const seconds = lab.isNightly ? 60 : 20
    const plan = { chance: lab.chance.fork('kills'), seconds, least }
    const kills = await killNow(world.nodes, plan)
    // The last node killed also gets its five seconds to recover.
    const hasAnswered = (kill: Kill) => history.tries.some((each) => answeredAfter(each, kill))
    await until(async () => kills.every(hasAnswered), backWithinMs)
    isOver = true
    return kills
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  const [kills] = await Promise.all([killing(), ...working])
  history.save(join(resultsFolder, `P01-seed${lab.seed}.jsonl`))
  await evaluate(world, { history, kills, least, findings })
}

type Evidence = { history: History; kills: Kill[]; least: number; findings: Findings }

async function evaluate(
  world: TestSystem,
  { history, kills, least, findings }: Evidence,
): Promise<void> {
  const stored = await storedOrders(world)
  const acknowledged = new Set(history.tries.filter(isAccepted).map((each) => each.key))
  const unknown = history.tries.filter((each) => each.status === 0).length
  findings.note(`${kills.length} kills, ${acknowledged.size} orders acknowledged`)
  findings.note(`${stored.length} stored, ${unknown} tries without an answer`)
  findings.expect(kills.length >= least, `only ${kills.length} kills, not ${least}`)
  findings.none('history', compare(history.tries, stored))
  evaluateRecovery({ history, kills, findings })
  const inFlight = `select count(*) from idempotency_keys where state = 'in_flight'`
  findings.equal('keys in flight', await count(world, inFlight), 0)
  await expectOneMessageEach(world, stored.length, findings)
}

function isAccepted({ status }: { status: number }): boolean {
  return status === 201
}

/**
 * Judges how long each kill kept its node from creating orders, unless the next kill came first.
 */
function evaluateRecovery({ history, kills, findings }: Omit<Evidence, 'least'>): void {
  const waits = kills.flatMap((kill) => {
    const next = kills.find(({ node, at }) => node === kill.node && at > kill.at)?.at
    const until = Math.min(next ?? Number.POSITIVE_INFINITY, kill.at + backWithinMs)
    const first = history.tries.find((each) => answeredAfter(each, kill))?.end
    const isCutShort = next !== undefined && (first ?? until) >= next
    if (isCutShort && until === next) return []
    return [(first ?? Number.POSITIVE_INFINITY) - kill.at]
  })
  const [middle, slowest] = [quantile(waits, 0.5), Math.max(...waits)].map(Math.round)
  findings.note(`first 2xx after a kill: median ${middle} ms, at worst ${slowest} ms`)
  const isInTime = waits.length > 0 && waits.every((wait) => wait <= backWithinMs)
  findings.expect(isInTime, `first 2xx only after ${slowest} ms`)
}

/** True for an order that a node created after it was killed, so it had recovered. */
function answeredAfter(each: { node: string; status: number; start: number }, kill: Kill): boolean {
  return each.node === kill.node && isAccepted(each) && each.start > kill.at
}
