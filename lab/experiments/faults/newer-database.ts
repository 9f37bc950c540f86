import { type Experiment, type Findings, type Lab } from '../../experiment.ts'
import { givenCustomer, givenSkus } from '../../staff/builders.ts'
import { compare, History } from '../../history.ts'
import { type Answer, codeOf, tally } from '../../nodes/http.ts'
import { requestOrder, storedOrders } from '../../staff/orders.ts'
import { sleep, until } from '../../nodes/ports.ts'
import { inWorld, type World } from '../../nodes/world.ts'

const clients = 6
/** A node checks the applied migrations every five seconds. */
const seenWithinMs = 8000

/**
 * R04: a newer version migrates the database while this one runs, which then obeys its
 * restrictions.
 */
export const newerDatabase: Experiment = {
  row: 'R04',
  promise: 'a newer version beside',
  needsPostgres: true,
  run: (lab, findings) =>
    inWorld(lab, findings, { row: 'R04', mayLogErrors: true }, (world) =>
      upgradeBeside(lab, world, findings),
    ),
}

async function upgradeBeside(lab: Lab, world: World, findings: Findings): Promise<void> {
  const history = new History()
  const load = await loadOf(lab, world, history)
  await applied(world, '29991231_000001_may_go_on.sql', true)
  await sleep(seenWithinMs)
  findings.none('refused by a change that forbids nothing', load.since(0).flatMap(refusalOf))
  const forbidden = performance.now()
  await applied(world, '29991231_000002_stop_writing.sql', false)
  await sleep(seenWithinMs)
  const from = performance.now()
  await sleep(3000)
  await holdStopped(world, findings, load.since(from))
  await refuseStart(world, findings)
  await world.database.query(`delete from migrations where name like '29991231%'`)
  await world.nodes[1]?.restart()
  const goesOn = await until(
    async () => load.since(performance.now() - 500).some(({ status }) => status === 201),
    seenWithinMs,
  )
  findings.expect(goesOn, 'no order is taken after the newer version has gone')
  await load.end()
  const seconds = ((from - forbidden) / 1000).toFixed(0)
  findings.note(`writing stopped within ${seconds} s; ${tally(load.since(0))}`)
  findings.none('history', compare(history.tries, await storedOrders(world)))
}

/** Records a migration of a newer version, of which this version has no file. */
async function applied(world: World, name: string, olderMayWrite: boolean): Promise<void> {
  await world.database.query(
    `insert into migrations (name, program_version, older_may_write) values ($1, '99.0.0', $2)`,
    [name, olderMayWrite],
  )
}

async function holdStopped(world: World, findings: Findings, meanwhile: Answer[]): Promise<void> {
  findings.expect(meanwhile.length > 0, 'nobody asked meanwhile')
  const isTold = (answer: Answer) =>
    answer.status === 503 &&
    codeOf(answer) === 'program-too-old' &&
    Number(answer.headers['retry-after']) > 0
  const others = meanwhile.filter((answer) => !isTold(answer))
  findings.none('orders while it is forbidden', others.map(sentenceOf))
  for (const node of world.nodes) {
    const as = world.admin.cookie
    const list = await node.call({ method: 'GET', path: '/api/sales-orders?limit=5', as })
    findings.equal(`a list at ${node.name}`, list.status, 200)
  }
}

/** A node that starts on such a database reports both versions and exits. */
async function refuseStart(world: World, findings: Findings): Promise<void> {
  const node = world.nodes[1]
  if (!node) throw new Error('There is no second node')
  await node.stop()
  const why = await node.restart().then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  const said = /newer than this program: version 99\.0\.0 has changed it .* This is version \d/
  findings.expect(said.test(why), `a start on a newer database: ${why.slice(0, 200)}`)
}

async function loadOf(lab: Lab, world: World, history: History) {
  const customerId = await givenCustomer(world)
  const skus = await givenSkus(world, 10)
  const told: { at: number; answer: Answer }[] = []
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = [{ skuId: chance.oneOf(skus), quantity: 1 }]
      const wanted = { key: `r04-${name}-${i}`, customerId, items, as: world.admin.cookie }
      const node = world.turn()
      const at = performance.now()
      const answer = await requestOrder(node, wanted, history)
      // One of the nodes is stopped for a while and does not respond.
      if (answer.status !== 0) told.push({ at, answer })
      await sleep(50)
    }
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  return {
    since: (from: number) => told.filter(({ at }) => at >= from).map(({ answer }) => answer),
    end: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}

const sentenceOf = ({ status, text }: Answer) => `${status} ${text.slice(0, 100)}`
const refusalOf = (answer: Answer) => (answer.status === 201 ? [] : [sentenceOf(answer)])
