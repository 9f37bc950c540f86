import { join } from 'node:path'
import type { AppNode } from '../../nodes/app-node.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { quantile, tally } from '../../nodes/response-statistics.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import type { Proxy } from '../../nodes/fault-proxy.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'

const clients = 30
const packetMs = 2000
/** Think time between requests: low enough load for the machine while the database is fast. */
const thinkMs = 200
const endedWithinMs = 8000
const healthWithinMs = 2000
const lagMs = 100
const backWithinMs = 10_000

/**
 * P07: every packet to and from the database is delayed by two seconds; waits are bounded and end.
 */
export const slowDatabase: Experiment = {
  row: 'P07',
  promise: 'slow database',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P07', proxied: true, mayLogErrors: true }, (world) =>
      slowDown(lab, world, findings),
    ),
}

/** One request: its kind, node, times and response. */
type CallResult = { kind: string; node: AppNode; start: number; end: number; answer: Answer }

async function slowDown(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const proxy = world.proxy as Proxy
  const [history, told]: [History, CallResult[]] = [new History(), []]
  const load = await loadOf(lab, world, { history, calls: told })
  await sleep(6000)
  const slowFrom = performance.now()
  await Promise.all(world.nodes.map(lagOf))
  proxy.delay = () => packetMs
  await sleep(lab.isNightly ? 60_000 : 20_000)
  const lags = await Promise.all(world.nodes.map(lagOf))
  proxy.delay = () => 0
  const cleanFrom = performance.now()
  await sleep(backWithinMs + 6000)
  await load.end()
  history.save(join(resultsFolder, `P07-seed${lab.seed}.jsonl`))
  const phases = { slowFrom, cleanFrom }
  evaluateRequests(told, phases, findings)
  evaluateHealth(told, phases, findings)
  const worst = Math.round(Math.max(...lags))
  findings.note(`event loop: p99 ${worst} ms late while slow`)
  findings.expect(worst <= lagMs, `the event loop was ${worst} ms late`)
  findings.none('history', compare(history.tries, await storedOrders(world)))
}

type Sink = { history: History; calls: CallResult[] }

/** Half of the clients place orders, half read lists, and one polls the health endpoint. */
async function loadOf(lab: Lab, world: TestSystem, { history, calls }: Sink) {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const skus = await createSkus(world, 20)
  const as = world.admin.cookie
  let isOver = false
  const ask = async (kind: string, node: AppNode, sendRequest: () => Promise<Answer>) => {
    const start = performance.now()
    const answer = await sendRequest()
    calls.push({ kind, node, start, end: performance.now(), answer })
  }
  const orders = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
      const orderToPlace = {
        key: `p07-${name}-${i}`,
        customerId: chance.oneOf(customers),
        items,
        as,
      }
      const node = world.turn()
      await ask('order', node, () => placeOrder(node, orderToPlace, history))
      await sleep(thinkMs)
    }
  }
  const reads = async (name: number) => {
    const chance = lab.chance.fork(name)
    const paths = ['/api/sales-orders?limit=50', '/api/customers?limit=50', '/api/skus?limit=50']
    while (!isOver) {
      const path = chance.oneOf(paths)
      const node = world.turn()
      await ask('list', node, () => node.call({ method: 'GET', path, as }))
      await sleep(thinkMs)
    }
  }
  const watch = async (node: AppNode, kind: string, everyMs: number) => {
    const path = kind === 'health' ? '/api/health' : '/api/health/detailed'
    while (!isOver) {
      await ask(kind, node, () => node.call({ method: 'GET', path, as }))
      await sleep(everyMs)
    }
  }
  const working = [
    ...Array.from({ length: clients }, (_, i) => (i % 2 === 0 ? orders(i) : reads(i))),
    ...world.nodes.flatMap((node) => [watch(node, 'health', 500), watch(node, 'detailed', 3000)]),
  ]
  const end = async () => {
    isOver = true
    await Promise.all(working)
  }
  return { end }
}

/** The 99th percentile of event loop lag since the last read, in milliseconds. */
async function lagOf(node: AppNode): Promise<number> {
  const { text } = await node.call({ method: 'GET', path: '/metrics' })
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('The node does not tell how late its event loop is')
  return Number(seconds) * 1000
}

type Phases = { slowFrom: number; cleanFrom: number }

function evaluateRequests(
  calls: CallResult[],
  { slowFrom, cleanFrom }: Phases,
  findings: Findings,
): void {
  const work = calls.filter(({ kind }) => kind === 'order' || kind === 'list')
  const before = work.filter(({ end }) => end < slowFrom)
  const meanwhile = work.filter(({ start, end }) => end > slowFrom && start < cleanFrom)
  const back = work.filter(({ start }) => start > cleanFrom + backWithinMs)
  for (const [name, some] of Object.entries({ before, meanwhile, back })) {
    findings.note(`${name}: ${tally(some.map(({ answer }) => answer))}, p95 ${p95Of(some)} ms`)
  }
  const longest = Math.round(Math.max(...calls.map(({ start, end }) => end - start)))
  findings.note(`the longest of all took ${longest} ms`)
  findings.expect(longest <= endedWithinMs, `a request took ${longest} ms`)
  const isFine = ({ kind, answer }: CallResult) => answer.status === (kind === 'order' ? 201 : 200)
  const strange = work.filter((each) => !isFine(each) && !isOverloaded(each.answer))
  findings.none('answers', strange.map(sentenceOf))
  const refused = meanwhile.filter(({ answer }) => isOverloaded(answer))
  findings.expect(refused.length > 0, 'nobody was told that it is overloaded')
  findings.none('afterwards', back.filter((each) => !isFine(each)).map(sentenceOf))
  findings.expect(back.length > before.length / 10, `only ${back.length} requests afterwards`)
  const [normal, now] = [p95Of(before), p95Of(back)]
  const limit = Math.max(2 * normal, normal + 50)
  findings.expect(now <= limit, `p95 ${now} ms 10 s after it was clean, normally ${normal} ms`)
}

/** True for 503 `overloaded` with Retry-After. */
function isOverloaded(answer: Answer): boolean {
  const { status, headers } = answer
  return status === 503 && codeOf(answer) === 'overloaded' && Number(headers['retry-after']) > 0
}

/**
 * The health endpoint responds quickly and correctly: degraded, neither unavailable nor healthy.
 */
function evaluateHealth(
  calls: CallResult[],
  { slowFrom, cleanFrom }: Phases,
  findings: Findings,
): void {
  const health = calls.filter(({ kind }) => kind === 'health')
  const slow = health.filter(({ start }) => start > slowFrom + 3000 && start < cleanFrom)
  const longest = Math.round(Math.max(...slow.map(({ answer }) => answer.ms)))
  findings.note(`health while slow: ${statesOf(slow)}, at most ${longest} ms`)
  findings.expect(longest <= healthWithinMs, `health took ${longest} ms`)
  findings.equal('health while slow', [...new Set(slow.map(stateOf))].join(), '200 degraded')
  const back = health.filter(({ start }) => start > cleanFrom + backWithinMs)
  findings.note(`health afterwards: ${statesOf(back)}`)
  // Load may make it briefly degraded by itself, but never unavailable.
  const isWell = back.some((each) => stateOf(each) === '200 healthy')
  findings.expect(isWell, `health afterwards: ${statesOf(back)}`)
  const unavailable = back.filter((each) => !/^200 (?:healthy|degraded)$/.test(stateOf(each)))
  findings.none('health afterwards', unavailable.map(sentenceOf))
  const detailed = calls.filter((each) => each.kind === 'detailed' && each.end > slowFrom + 3000)
  const meanwhile = detailed.filter(({ start }) => start < cleanFrom)
  findings.note(`detailed while slow: ${statesOf(meanwhile)}`)
}

function stateOf({ answer }: CallResult): string {
  const { status, body } = answer
  return `${status} ${status === 200 ? String(body['overall']) : codeOf(answer)}`
}

function statesOf(calls: CallResult[]): string {
  const states = calls.map(stateOf)
  const counts = [...new Set(states)].map((state) => {
    return `${states.filter((each) => each === state).length} × ${state}`
  })
  return counts.join(', ')
}

function p95Of(calls: CallResult[]): number {
  return Math.round(
    quantile(
      calls.map(({ answer }) => answer.ms),
      0.95,
    ),
  )
}

function sentenceOf({ kind, node, answer }: CallResult): string {
  const { status, text, failure = '', ms } = answer
  return `${kind} ${node.name} ${status} ${Math.round(ms)} ms ${failure}${text.slice(0, 100)}`
}
