import { migrationNames } from '#platform/server/database/migrations.ts'
import { projectVersion } from '#platform/server/runtime/config.ts'
import { type Experiment, type Findings, type Lab } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import type { AppNode } from '../../nodes/app-node.ts'
import { createBuild } from '../../nodes/builds.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const clients = 6
/** A node checks the applied migrations every five seconds. */
const detectedWithinMs = 8000

const migrations = {
  mayGoOn: {
    name: '29991231_000001_may_go_on.sql',
    text: `-- Nodes of the version before may go on.
create table lab_may_go_on (id integer primary key);
`,
  },
  stopWriting: {
    name: '29991231_000002_stop_writing.sql',
    text: `-- Nodes of the version before stop writing.
create table lab_stop_writing (id integer primary key);
`,
  },
}

/**
 * R04: a newer build migrates the database while this one runs, which then obeys its restrictions.
 * An older build does not start on the database.
 */
export const newerDatabase: Experiment = {
  row: 'R04',
  promise: 'a newer version beside',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'R04', mayLogErrors: true }, (world) =>
      upgradeUnderLoad(lab, world, findings),
    ),
}

async function upgradeUnderLoad(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  await refuseOlder(world, findings)
  const history = new History()
  const load = await loadOf(lab, world, history)
  const newer = createBuild({ version: '99.0.0' })
  newer.addMigration(migrations.mayGoOn.name, migrations.mayGoOn.text)
  const upgraded = await world.startBuild('newer', newer)
  await sleep(detectedWithinMs)
  findings.none('refused by a change that forbids nothing', load.since(0).flatMap(refusalOf))
  newer.addMigration(migrations.stopWriting.name, migrations.stopWriting.text)
  await upgraded.stop()
  const forbidden = performance.now()
  await upgraded.restart()
  await sleep(detectedWithinMs)
  const from = performance.now()
  await sleep(3000)
  await expectStopped(world, findings, load.since(from))
  findings.equal('an order at the newer build', (await load.orderAt(upgraded)).status, 201)
  await refuseStart(world, findings)
  await upgraded.stop()
  await world.database.query(`delete from migrations where name like '29991231%'`)
  await world.nodes[1]?.restart()
  const hasResumed = await until(
    async () => load.since(performance.now() - 500).some(({ status }) => status === 201),
    detectedWithinMs,
  )
  findings.expect(hasResumed, 'no order is taken after the newer version has gone')
  await load.end()
  const seconds = ((from - forbidden) / 1000).toFixed(0)
  findings.note(`writing stopped within ${seconds} s; ${tally(load.since(0))}`)
  findings.none('history', compare(history.tries, await storedOrders(world)))
}

/** A build that lacks the last two migrations does not start, and reports both versions. */
async function refuseOlder(world: TestSystem, findings: Findings): Promise<void> {
  const before = await count(world, 'select count(*) from migrations')
  const older = createBuild({ version: '0.0.1', withoutLast: 2 })
  const why = await world.startBuild('older', older).then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  const [known = '', , last = ''] = migrationNames().slice(-3)
  const expectedMessage =
    `version ${projectVersion} has changed it (${last} and 1 more). ` +
    `This is version 0.0.1, which knows the changes up to ${known}`
  findings.expect(why.includes(expectedMessage), `a start of an older build: ${why.slice(0, 300)}`)
  findings.equal('migrations', await count(world, 'select count(*) from migrations'), before)
}

async function expectStopped(
  world: TestSystem,
  findings: Findings,
  meanwhile: Answer[],
): Promise<void> {
  findings.expect(meanwhile.length > 0, 'nobody asked meanwhile')
  const isTooOldRefusal = (answer: Answer) =>
    answer.status === 503 &&
    codeOf(answer) === 'program-too-old' &&
    Number(answer.headers['retry-after']) > 0
  const otherAnswers = meanwhile.filter((answer) => !isTooOldRefusal(answer))
  findings.none('orders while it is forbidden', otherAnswers.map(sentenceOf))
  for (const node of world.nodes) {
    const as = world.admin.cookie
    const list = await node.call({ method: 'GET', path: '/api/sales-orders?limit=5', as })
    findings.equal(`a list at ${node.name}`, list.status, 200)
  }
}

/** A node that starts on such a database reports both versions and exits. */
async function refuseStart(world: TestSystem, findings: Findings): Promise<void> {
  const node = world.nodes[1]
  if (!node) throw new Error('There is no second node')
  await node.stop()
  const why = await node.restart().then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  const known = migrationNames().at(-1) ?? ''
  const expectedMessage =
    `version 99.0.0 has changed it (${migrations.stopWriting.name} and 1 more). ` +
    `This is version ${projectVersion}, which knows the changes up to ${known}`
  findings.expect(
    why.includes(expectedMessage),
    `a start on a newer database: ${why.slice(0, 300)}`,
  )
}

async function loadOf(lab: Lab, world: TestSystem, history: History) {
  const customerId = await createCustomer(world)
  const skus = await createSkus(world, 10)
  const timedAnswers: { at: number; answer: Answer }[] = []
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = [{ skuId: chance.oneOf(skus), quantity: 1 }]
      const orderToPlace = { key: `r04-${name}-${i}`, customerId, items, as: world.admin.cookie }
      const node = world.turn()
      const at = performance.now()
      const answer = await placeOrder(node, orderToPlace, history)
      // One of the nodes is stopped for a while and does not respond.
      if (answer.status !== 0) timedAnswers.push({ at, answer })
      await sleep(50)
    }
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  return {
    orderAt: (node: AppNode) => {
      const items = [{ skuId: skus[0] ?? 0, quantity: 1 }]
      const orderToPlace = { key: 'r04-newer', customerId, items, as: world.admin.cookie }
      return placeOrder(node, orderToPlace, history)
    },
    since: (from: number) =>
      timedAnswers.filter(({ at }) => at >= from).map(({ answer }) => answer),
    end: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}

const sentenceOf = ({ status, text }: Answer) => `${status} ${text.slice(0, 100)}`
const refusalOf = (answer: Answer) => (answer.status === 201 ? [] : [sentenceOf(answer)])
