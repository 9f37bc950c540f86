import { join } from 'node:path'
import pg from 'pg'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { compare, History } from '../../attempt-history.ts'
import { AppNode } from '../../nodes/app-node.ts'
import { type Cluster, urlOf } from '../../nodes/postgres-cluster.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { type Pooler, poolerSessions, startPooler } from '../../nodes/pgbouncer.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { placeOrder, storedOrders } from '../../staff/place-orders.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { expectOneMessageEach } from '../../check-outbox.ts'

const orders = 300
const clients = 20

/**
 * R08: two nodes work behind a PgBouncer that pools transactions, if they are told so, and leave
 * nothing in its sessions; a node that is not told ends its start with a line that says what to do.
 */
export const transactionPooler: Experiment = {
  row: 'R08',
  promise: 'a transaction pooler between',
  needsPostgres: true,
  needsProgram: 'pgbouncer',
  run: async (lab, findings) => {
    const cluster = lab.cluster as Cluster
    const strict = await startPooler(cluster, { dropsOptions: false })
    const lenient = await startPooler(cluster, { dropsOptions: true })
    const name = `prizm_lab_r08_${process.pid}_${lab.seed}`
    const env = { DATABASE_URL: urlOf(cluster, name, strict.port), DATABASE_POOLER: 'transaction' }
    try {
      await withTestSystem(lab, findings, { row: 'R08', env }, async (world) => {
        await refuseUntold(lab, findings, [strict, lenient], name)
        await work(lab, world, findings)
        await findLeftovers(urlOf(cluster, name, strict.port), findings)
      })
    } finally {
      await Promise.all([strict.close(), lenient.close()])
    }
  },
}

/** Without the setting, the start behind either pooler ends with the line that names it. */
async function refuseUntold(
  lab: Lab,
  findings: Findings,
  [strict, lenient]: [Pooler, Pooler],
  name: string,
): Promise<void> {
  const remedy = 'Set DATABASE_POOLER=transaction, or use the address of PostgreSQL itself'
  const cases = [
    { pooler: strict, does: 'refuses startup options' },
    { pooler: lenient, does: 'drops the startup options' },
  ]
  for (const { pooler, does } of cases) {
    const started = AppNode.start({
      name: 'C',
      env: { DATABASE_URL: urlOf(lab.cluster as Cluster, name, pooler.port) },
      logFile: join(resultsFolder, `R08-seed${lab.seed}-C.log`),
    })
    const why = await started.then(
      async (node) => {
        await node.stop()
        return 'it started'
      },
      (error: unknown) => String(error),
    )
    const place = `a connection pooler at 127.0.0.1:${pooler.port} ${does}`
    const line = `DATABASE_URL cannot be used: ${place}. ${remedy}`
    findings.equal('an untold start', why, `Error: Node C ended while starting: ${line}`)
  }
}

/** Many clients order and read lists and reports, so that transactions change sessions. */
async function work(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const history = new History()
  const customers = [await createCustomer(world), await createCustomer(world)]
  const skus = await createSkus(world, 20)
  const keys = Array.from({ length: orders }, (_, i) => `r07-${i}`)
  const answers = await mapConcurrently(keys, clients, async (key, i) => {
    const chance = lab.chance.fork(i)
    const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
    const customerId = chance.oneOf(customers)
    const orderToPlace = { key, customerId, items, as: world.admin.cookie }
    const placed = await placeOrder(world.turn(), orderToPlace, history)
    const read = await world.call({ method: 'GET', path: chance.oneOf(reads) })
    return { placed, read }
  })
  findings.note(`orders: ${tally(answers.map(({ placed }) => placed))}`)
  findings.note(`reads: ${tally(answers.map(({ read }) => read))}`)
  const wrong = answers.flatMap(({ placed, read }) => [
    ...(placed.status === 201 ? [] : [`order: ${placed.status} ${placed.text.slice(0, 120)}`]),
    ...(read.status === 200 ? [] : [`read: ${read.status} ${read.text.slice(0, 120)}`]),
  ])
  findings.none('answers', wrong)
  findings.none('history', compare(history.tries, await storedOrders(world)))
  await expectOneMessageEach(world, orders, findings)
}

const reads = [
  '/api/customers?limit=20',
  '/api/skus?q=Article&limit=20',
  '/api/sales-orders?sort=-id&limit=20',
  '/api/reports/ar-summary',
  '/api/user',
]

const sessionState = `select pg_backend_pid() as pid,
    (select count(*)::int from pg_prepared_statements) as statements,
    (select count(*)::int from pg_locks
     where pid = pg_backend_pid() and locktype = 'advisory') as locks,
    (select count(*)::int from pg_class where relpersistence = 't'
       and relnamespace = pg_my_temp_schema()) as tables,
    (select string_agg(name, ' ') from pg_settings where source = 'session') as settings`

type SessionState = { pid: number; statements: number; locks: number; tables: number } & {
  settings: string | null
}

/** Looks into every session of the pooler at once, each held by an open transaction. */
async function findLeftovers(url: string, findings: Findings): Promise<void> {
  const holders = Array.from({ length: poolerSessions }, () => new pg.Client(url))
  const states = await Promise.all(
    holders.map(async (client) => {
      client.on('error', () => {})
      await client.connect()
      await client.query('begin')
      const { rows } = await client.query<SessionState>(sessionState)
      return rows[0]
    }),
  )
  await Promise.all(holders.map((client) => client.end()))
  const sessions = new Set(states.map((state) => state?.pid))
  findings.equal('sessions looked into', sessions.size, poolerSessions)
  const leftoverStates = states.flatMap((state) => {
    const isClean = state && state.statements + state.locks + state.tables === 0
    return isClean ? [] : [JSON.stringify(state)]
  })
  findings.none('left in a session', leftoverStates)
  const settings = new Set(states.flatMap((state) => state?.settings?.split(' ') ?? []))
  const ours = [...settings].filter((name) => !byPooler.has(name))
  findings.none('settings left in a session', ours)
}

/** The settings of a client that PgBouncer passes on to each session that it uses. */
const byPooler = new Set([
  // Belongs to a transaction: the next one begins with the default, whatever the source says.
  'transaction_read_only',
  'application_name',
  'client_encoding',
  'DateStyle',
  'IntervalStyle',
  'standard_conforming_strings',
  'TimeZone',
])
