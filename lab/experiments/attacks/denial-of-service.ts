import { attacks, longNotesOrder } from '../../hostile/attacks.ts'
import { startAttack } from '../../hostile/start-attack.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import type { Answer } from '../../nodes/http.ts'
import { quantile, tally } from '../../nodes/response-statistics.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { createUser } from '../../staff/users.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'

const requestEveryMs = 25
const toleranceMs = 100
const baselineMs = 5000
/** A PDF waits for at most one PDF of another user. */
const documentWithinMs = 5000
type AttackName = keyof typeof attacks
const printingAttacks: readonly AttackName[] = ['statements', 'long-notes']
/**
 * Long enough that one percent of the calls is six of them, so that p99 is not decided by one or
 * two.
 */
const attackMs = 15_000
const nightlyAttackMs = 30_000

/** R05: while one user sends requests that once stopped the program, another works normally. */
export const attackUnderLoad: Experiment = {
  row: 'R05',
  promise: 'hostile requests beside work',
  needsPostgres: true,
  run: (lab, findings) => {
    // With TRUSTED_PROXY set, the rate limits are those of production, not of a local trial.
    const env = { TRUSTED_PROXY: 'loopback' }
    return withTestSystem(lab, findings, { row: 'R05', nodes: 1, env }, (world) =>
      compareAll(lab, world, findings),
    )
  },
}

async function compareAll(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  await world.database.query(
    `insert into customers (customer_code, name, email, city)
     select 'M-' || i, 'Many ' || i, 'm' || i || '@example.com', 'City ' || i % 100
     from generate_series(1, 20000) as i`,
  )
  await world.database.query('analyze customers')
  const orderId = await placeOrders(world)
  const clerk = await createUser(world, 'sales')
  // Warm-up: the first calls load code and query plans, so they are not measured.
  await runWorkload(world, clerk.cookie, baselineMs / 2)
  for (const name of Object.keys(attacks) as AttackName[]) {
    const alone = await runWorkload(world, clerk.cookie, baselineMs)
    const stranger = await createUser(world, 'admin')
    const attack = await startAttack(name, { port: world.turn().port, cookie: stranger.cookie })
    const forMs = lab.isNightly ? nightlyAttackMs : attackMs
    const isPaper = printingAttacks.includes(name)
    const [beside, papers] = await Promise.all([
      runWorkload(world, clerk.cookie, forMs),
      isPaper ? readDocuments(world, { orderId, as: clerk.cookie, forMs }) : [],
    ])
    const told = await attack.end()
    evaluate({ name, alone, beside, told, findings })
    if (isPaper) evaluateDocuments(name, papers, findings)
  }
}

/**
 * Creates two orders, the first with the notes that an attack prints; returns the id of the second.
 */
async function placeOrders(world: TestSystem): Promise<number> {
  const customerId = await createCustomer(world)
  const skuId = await createSku(world)
  const place = async (notes: string) => {
    const body = { customerId, items: [{ skuId, quantity: 1 }], notes }
    const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
    const id = orderOf(answer)?.id
    if (id === undefined) throw new Error(`No order: ${answer.status} ${answer.text}`)
    return id
  }
  const first = await place(longNotesOrder.notes)
  if (first !== longNotesOrder.id) throw new Error(`The first order has the id ${first}`)
  return place('Ring twice')
}

type Reader = { orderId: number; as: string; forMs: number }

/** Reads the PDF of one order repeatedly, as a clerk would. */
async function readDocuments(world: TestSystem, { orderId, as, forMs }: Reader): Promise<Answer[]> {
  const answers: Answer[] = []
  const path = `/api/sales-orders/${orderId}/confirmation/pdf`
  const end = performance.now() + forMs
  while (performance.now() < end) {
    answers.push(await world.turn().call({ method: 'GET', path, as }))
    await sleep(requestEveryMs)
  }
  return answers
}

/** A clerk's requests at a steady pace, independent of response times (open loop). */
async function runWorkload(world: TestSystem, as: string, forMs: number): Promise<Answer[]> {
  const paths = ['/api/customers?limit=20', '/api/skus?limit=20', '/api/sales-orders?limit=20']
  const asked: Promise<Answer>[] = []
  const end = performance.now() + forMs
  for (let i = 0; performance.now() < end; i++) {
    const path = paths[i % paths.length] as string
    asked.push(world.turn().call({ method: 'GET', path, as }))
    await sleep(requestEveryMs)
  }
  return Promise.all(asked)
}

type Comparison = {
  name: AttackName
  alone: Answer[]
  beside: Answer[]
  told: string[]
  findings: Findings
}

function evaluate({ name, alone, beside, told, findings }: Comparison): void {
  const [before, meanwhile] = [p99Of(alone), p99Of(beside)]
  const ratio = (meanwhile / Math.max(1, before)).toFixed(1)
  const { what } = attacks[name]
  findings.note(`${what}: p99 ${before} ms alone, ${meanwhile} ms beside it (× ${ratio})`)
  findings.note(`${name} was answered ${told.at(-1) ?? 'nothing yet'}`)
  findings.expect(
    meanwhile <= before + toleranceMs,
    `${name}: p99 ${meanwhile} ms beside it, ${before} ms alone`,
  )
  const refused = beside.filter(({ status }) => status !== 200)
  findings.expect(refused.length === 0, `${name}: others were answered ${tally(refused)}`)
}

function evaluateDocuments(name: AttackName, papers: readonly Answer[], findings: Findings): void {
  const longest = Math.round(Math.max(0, ...papers.map(({ ms }) => ms)))
  findings.note(`${name}: ${papers.length} papers of a clerk, the longest took ${longest} ms`)
  findings.expect(papers.length > 0, `${name}: no paper of a clerk was read`)
  findings.expect(longest <= documentWithinMs, `${name}: a paper of a clerk took ${longest} ms`)
  const refused = papers.filter(({ status }) => status !== 200)
  findings.none(
    `${name}: papers refused`,
    refused.map(({ status }) => String(status)),
  )
}

function p99Of(answers: readonly Answer[]): number {
  return Math.round(
    quantile(
      answers.map(({ ms }) => ms),
      0.99,
    ),
  )
}
