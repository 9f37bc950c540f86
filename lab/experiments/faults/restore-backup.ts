import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { AppNode } from '../../nodes/app-node.ts'
import {
  type Cluster,
  dropDatabase,
  createDatabase,
  type PrivatePostgres,
  urlOf,
} from '../../nodes/postgres-cluster.ts'
import { waitForExit, removeAtEnd, startChild } from '../../nodes/child-processes.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { History } from '../../attempt-history.ts'
import { checkInvariants } from '../../check-invariants.ts'
import { placeOrder, placeUntilFinal, storedOrders } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'

const clients = 10
const backWithinMs = 5 * 60_000

/** P44: a `pg_dump` taken while orders are entered restores to a working system. */
export const restore: Experiment = {
  row: 'P44',
  promise: 'backup and restore',
  needsPostgres: true,
  run: async (lab, findings) => {
    const cluster = lab.cluster
    const server = cluster?.own
    if (!cluster || !server)
      return findings.note('skipped: no private PostgreSQL with its programs')
    const name = `prizm_lab_p44_copy_${process.pid}_${lab.seed}`
    await createDatabase(cluster, name)
    try {
      const site = { cluster, server, copy: urlOf(cluster, name), findings }
      await withTestSystem(lab, findings, { row: 'P44' }, (world) =>
        saveAndRestore(lab, world, site),
      )
    } finally {
      await dropDatabase(cluster, name)
    }
  },
}

type Site = { cluster: Cluster; server: PrivatePostgres; copy: string; findings: Findings }

async function saveAndRestore(lab: Lab, world: TestSystem, site: Site): Promise<void> {
  const { server, copy, findings } = site
  const rows = lab.isNightly ? 1_000_000 : 20_000
  await world.database.query(
    `insert into customers (customer_code, name, email, city)
     select 'M-' || i, 'Many ' || i, 'm' || i || '@example.com', 'City ' || i % 100
     from generate_series(1, $1) as i`,
    [rows],
  )
  const history = new History()
  const load = await loadOf(lab, world, history)
  await sleep(3000)
  const before = acknowledged(history)
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-dump-')))
  const file = join(folder, 'prizm.dump')
  const { rows: found } = await world.database.query<{ name: string }>(
    'select current_database() as name',
  )
  const from = urlOf(site.cluster, found[0]?.name ?? '')
  const dumpMs = await run(server.program('pg_dump'), ['-Fc', '-f', file, from])
  const meanwhile = acknowledged(history).size - before.size
  await sleep(500)
  await load.end()
  findings.expect(meanwhile > 0, 'no order was taken while the dump was made')
  const start = performance.now()
  await run(server.program('pg_restore'), ['--exit-on-error', '--no-owner', '-d', copy, file])
  const restoreMs = performance.now() - start
  findings.note(`${rows} customers; dump ${seconds(dumpMs)}, restored in ${seconds(restoreMs)}`)
  findings.note(`${before.size} orders acknowledged before it, ${meanwhile} while it was made`)
  await checkRestored({ lab, world, site, history, before, start })
}

type Restored = {
  lab: Lab
  world: TestSystem
  site: Site
  history: History
  before: Set<string>
  start: number
}

/** Two nodes start on the copy at once: it is complete and continues where it was. */
async function checkRestored({
  lab,
  world,
  site,
  history,
  before,
  start,
}: Restored): Promise<void> {
  const { copy, findings } = site
  const database = new pg.Pool({ connectionString: copy, max: 2 })
  database.on('error', () => {})
  const nodes: AppNode[] = []
  try {
    const starting = ['C', 'D'].map((name) => {
      const logFile = join(resultsFolder, `P44-seed${lab.seed}-${name}.log`)
      return AppNode.start({ name, env: { DATABASE_URL: copy }, logFile })
    })
    nodes.push(...(await Promise.all(starting)))
    const stored = await storedOrders({ database })
    const there = new Map(stored.map((order) => [order.key, order]))
    findings.none(
      'acknowledged before the dump, and not in it',
      [...before].filter((key) => !there.has(key)),
    )
    const attemptsByKey = new Map(history.tries.map((each) => [each.key, each]))
    const strange = stored.filter(({ key, id, number }) => {
      const { id: acknowledgedId = id, number: acknowledgedNumber = number } = attemptsByKey.get(
        key,
      ) ?? { id: -1 }
      return acknowledgedId !== id || acknowledgedNumber !== number
    })
    findings.none(
      'orders that nobody was told of like this',
      strange.map(({ key }) => key),
    )
    findings.note(`${stored.length} orders in the copy`)
    await continueWork({ world, nodes, history, there, findings })
    const backMs = performance.now() - start
    findings.note(`orders again ${seconds(backMs)} after the restore began`)
    findings.expect(backMs <= backWithinMs, `orders only after ${seconds(backMs)}`)
    await Promise.all(nodes.map((node) => node.stop()))
    await checkInvariants(database, findings)
    const errors = nodes.flatMap((node) => node.errors.map((line) => line.slice(0, 160)))
    findings.none('errors in the log on the copy', errors)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.end()
  }
}

type RestoredWork = {
  world: TestSystem
  nodes: AppNode[]
  history: History
  there: Map<string, { id: number; number: string }>
  findings: Findings
}

/** Earlier sessions and idempotency keys are still valid, and a new order gets a new number. */
async function continueWork({
  world,
  nodes,
  history,
  there,
  findings,
}: RestoredWork): Promise<void> {
  const as = world.admin.cookie
  const old = history.tries.find(({ key, status }) => status === 201 && there.has(key))
  const { customerId, items } = (old?.request ?? {}) as { customerId: number; items: never[] }
  for (const node of nodes) {
    const again = await placeOrder(node, { key: old?.key ?? '', customerId, items, as })
    findings.equal('the same key again', again.status, 201)
    findings.equal('is a replay', again.headers['idempotency-replayed'], 'true')
    const fresh = await placeOrder(node, { key: `p44-new-${node.name}`, customerId, items, as })
    findings.equal('a new order on the copy', fresh.status, 201)
  }
}

async function loadOf(lab: Lab, world: TestSystem, history: History) {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const skus = await createSkus(world, 20)
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
      const customerId = chance.oneOf(customers)
      const orderToPlace = { key: `p44-${name}-${i}`, customerId, items, as: world.admin.cookie }
      await placeUntilFinal(world.turn, orderToPlace, history)
    }
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  const end = async () => {
    isOver = true
    await Promise.all(working)
  }
  return { end }
}

function acknowledged(history: History): Set<string> {
  return new Set(history.tries.filter(({ status }) => status === 201).map(({ key }) => key))
}

/** Runs a program to completion and returns its duration. Throws its output if it fails. */
async function run(program: string, args: string[]): Promise<number> {
  const start = performance.now()
  const child = startChild(program, args, {})
  let errorOutput = ''
  child.stderr?.on('data', (piece: Buffer) => (errorOutput += String(piece)))
  child.stdout?.resume()
  await waitForExit(child)
  if (child.exitCode !== 0) throw new Error(`${program} failed: ${errorOutput.slice(0, 300)}`)
  return performance.now() - start
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
