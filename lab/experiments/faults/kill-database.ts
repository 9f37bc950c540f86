import { join } from 'node:path'
import type { AppNode } from '../../nodes/app-node.ts'
import type { PrivatePostgres } from '../../nodes/postgres-cluster.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { quantile, tally } from '../../nodes/response-statistics.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'
import { expectOneMessageEach } from '../../check-outbox.ts'

const clients = 20
const backWithinMs = 10_000
const answeredWithinMs = 3000

/**
 * P02: the database is killed repeatedly while orders are placed; nodes survive and no order is
 * lost.
 */
export const killDatabase: Experiment = {
  row: 'P02',
  promise: 'kill the database',
  needsPostgres: true,
  run: async (lab, findings) => {
    const server = lab.cluster?.own
    if (!server) return findings.note('skipped: no private PostgreSQL that may be killed')
    await withTestSystem(lab, findings, { row: 'P02', mayLogErrors: true }, (world) =>
      storm(lab, world, { server, findings }),
    )
  },
}

/** An outage: from the kill to the restart command. */
type Outage = { from: number; to: number }
/** One response to a client: from which node, and when. */
type CallResult = { node: AppNode; start: number; end: number; isOrder: boolean; answer: Answer }

async function storm(
  lab: Lab,
  world: TestSystem,
  { server, findings }: { server: PrivatePostgres; findings: Findings },
): Promise<void> {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const skus = await createSkus(world, 20)
  const pids = world.nodes.map(({ pid }) => pid)
  const [history, told]: [History, CallResult[]] = [new History(), []]
  let isOver = false
  const recordCall = async (isOrder: boolean, node: AppNode, pendingAnswer: Promise<Answer>) => {
    const start = performance.now()
    const answer = await pendingAnswer
    told.push({ node, start, end: performance.now(), isOrder, answer })
    return answer
  }
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
      const customerId = chance.oneOf(customers)
      const orderToPlace = { key: `p02-${name}-${i}`, customerId, items, as: world.admin.cookie }
      // The same idempotency key is retried on alternating nodes until the answer is final.
      for (let isFinal = false; !isFinal;) {
        const node = world.turn()
        const answer = await recordCall(true, node, placeOrder(node, orderToPlace, history))
        isFinal = answer.status >= 200 && answer.status < 500
        if (!isFinal) await sleep(50)
      }
    }
  }
  const reader = async () => {
    while (!isOver) {
      const node = world.turn()
      const request = { method: 'GET', path: '/api/sales-orders?limit=10', as: world.admin.cookie }
      await recordCall(false, node, node.call(request))
      await sleep(50)
    }
  }
  const working = [reader(), ...Array.from({ length: clients }, (_, i) => client(i))]
  const outages = await killAgainAndAgain(lab, { server, world, calls: told, findings })
  isOver = true
  await Promise.all(working)
  history.save(join(resultsFolder, `P02-seed${lab.seed}.jsonl`))
  findings.equal('PIDs of the nodes', world.nodes.map(({ pid }) => pid).join(), pids.join())
  evaluateResponses(told, outages, findings)
  await evaluateOrders(world, history, findings)
}

type Setting = {
  server: PrivatePostgres
  world: TestSystem
  calls: CallResult[]
  findings: Findings
}

/** Kills it 10 times (quick: 3), for one to four seconds each time. */
async function killAgainAndAgain(
  lab: Lab,
  { server, world, calls, findings }: Setting,
): Promise<Outage[]> {
  const chance = lab.chance.fork('kills')
  const outages: Outage[] = []
  const waits: number[] = []
  for (let kill = 0; kill < (lab.isNightly ? 10 : 3); kill++) {
    await sleep(chance.between(1500, 3000))
    await server.stopAtOnce()
    const from = performance.now()
    await sleep(chance.between(1000, 4000))
    await holdHealth(world, findings)
    const to = performance.now()
    server.startAgain()
    outages.push({ from, to })
    const takers = () => world.nodes.map((node) => calls.find((each) => isAccepted(each, node, to)))
    await until(async () => takers().every(Boolean), backWithinMs)
    waits.push(...takers().map((first) => (first?.end ?? Number.POSITIVE_INFINITY) - to))
  }
  const [middle, slowest] = [quantile(waits, 0.5), Math.max(...waits)].map(Math.round)
  findings.note(`${outages.length} kills; first 201 of each node ${middle} ms after the start`)
  findings.note(`at worst ${slowest} ms`)
  findings.expect(slowest !== undefined && slowest <= backWithinMs, `201 after ${slowest} ms`)
  return outages
}

/** True if the node created an order after the database was told to start. */
function isAccepted(
  { node, start, isOrder, answer }: CallResult,
  by: AppNode,
  after: number,
): boolean {
  return node === by && isOrder && answer.status === 201 && start > after
}

/**
 * The health endpoint responds at once during an outage: the program is up, its database is not.
 */
async function holdHealth(world: TestSystem, findings: Findings): Promise<void> {
  for (const node of world.nodes) {
    const { status, body, ms } = await node.call({ method: 'GET', path: '/api/health' })
    findings.equal(
      'health while it is down',
      `${status} ${String(body['overall'])}`,
      '200 unhealthy',
    )
    findings.expect(ms <= 2000, `health took ${Math.round(ms)} ms`)
  }
}

/** Only 201, 200 and, during outage and recovery, 503 with Retry-After are allowed. */
function evaluateResponses(calls: CallResult[], outages: Outage[], findings: Findings): void {
  const whileDown = calls.filter(({ start, end }) =>
    outages.some(({ from, to }) => start >= from && end <= to),
  )
  const times = whileDown.map(({ answer }) => answer.ms)
  const p99 = Math.round(quantile(times, 0.99))
  findings.note(`all: ${tally(calls.map(({ answer }) => answer))}`)
  findings.note(`while down: ${tally(whileDown.map(({ answer }) => answer))}, p99 ${p99} ms`)
  findings.expect(whileDown.length > 0, 'nobody asked while it was down')
  findings.expect(p99 <= answeredWithinMs, `p99 ${p99} ms while down`)
  const wrong = whileDown.filter(({ answer }) => !isRetryable(answer))
  findings.none('answers while down', wrong.map(sentenceOf))
  const good = (each: CallResult) => each.answer.status === (each.isOrder ? 201 : 200)
  const strange = calls.filter((each) => !good(each) && !isRetryable(each.answer))
  findings.none('answers', strange.map(sentenceOf))
}

/** True for a 503 problem document with Retry-After. */
function isRetryable({ status, headers, body }: Answer): boolean {
  const isProblem = headers['content-type']?.startsWith('application/problem+json') ?? false
  return status === 503 && isProblem && body['status'] === 503 && Number(headers['retry-after']) > 0
}

function sentenceOf({ node, answer }: CallResult): string {
  const { status, text, failure = '' } = answer
  return `${node.name} ${status} ${codeOf(answer)} ${failure}${text.slice(0, 120)}`
}

async function evaluateOrders(
  world: TestSystem,
  history: History,
  findings: Findings,
): Promise<void> {
  const stored = await storedOrders(world)
  const acknowledged = history.tries.filter(({ status }) => status === 201).length
  findings.note(`${acknowledged} orders acknowledged, ${stored.length} stored`)
  findings.none('history', compare(history.tries, stored))
  const inFlight = `select count(*) from idempotency_keys where state = 'in_flight'`
  findings.equal('keys in flight', await count(world, inFlight), 0)
  await expectOneMessageEach(world, stored.length, findings)
  const errors = world.nodes.flatMap((node) => node.errors.map((line) => `${node.name}: ${line}`))
  const bugs = errors.filter((line) => !line.includes('"status":503'))
  findings.none(
    'errors in the log that are no 503',
    bugs.map((line) => line.slice(0, 200)),
  )
}
