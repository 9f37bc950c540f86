import pg from 'pg'
import { type Cluster, urlOf } from '../../nodes/postgres-cluster.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer } from '../../staff/create-customers-and-skus.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'

/** R01: reports read from a standby always include the reader's own last write. */
export const standbyReports: Experiment = {
  row: 'R01',
  promise: 'reports from a standby',
  needsPostgres: true,
  run: async (lab, findings) => {
    const standby = await lab.cluster?.startStandby?.()
    if (!standby) return findings.note('skipped: no private PostgreSQL to follow')
    await withTestSystem(lab, findings, worldOn(lab, standby), (world) =>
      report(world, standby, findings),
    )
  },
}

const payments = 60
const reads = `select xact_commit::int as reads from pg_stat_database
               where datname = current_database()`

function worldOn(lab: Lab, standby: Cluster) {
  const env = { DATABASE_REPLICA_URL: urlOf(standby, `prizm_lab_r01_${process.pid}_${lab.seed}`) }
  return { row: 'R01', env }
}

async function report(world: TestSystem, standby: Cluster, findings: Findings): Promise<void> {
  const customerId = await createCustomer(world)
  const { rows } = await world.database.query<{ name: string }>('select current_database() as name')
  const watch = new pg.Client({ connectionString: urlOf(standby, rows[0]?.name ?? '') })
  watch.on('error', () => {})
  await watch.connect()
  const before = await readsOf(watch)
  const stale: string[] = []
  for (let paid = 1; paid <= payments; paid++) {
    const body = { customerId, amount: '1.00', method: 'ach' }
    await world.must({ method: 'POST', path: '/api/payments', body })
    const summary = await world.must({ method: 'GET', path: '/api/reports/ar-summary' })
    const figure = String(summary['totalReceivable'])
    if (figure !== `-${paid}.00`) stale.push(`${figure} after ${paid}`)
  }
  findings.none('reports that lag behind', stale)
  const isRead = await until(async () => (await readsOf(watch)) - before >= payments, 10_000)
  const more = (await readsOf(watch)) - before
  findings.note(`${payments} reports, ${more} transactions on the standby`)
  findings.expect(isRead, `the standby was hardly read: ${more} transactions`)
  await watch.end()
  await standby.close()
  for (let ask = 0; ask < 4; ask++) {
    const answer = await world.call({ method: 'GET', path: '/api/reports/ar-summary' })
    findings.equal('a report without the standby', answer.status, 200)
  }
}

async function readsOf(watch: pg.Client): Promise<number> {
  const { rows } = await watch.query<{ reads: number }>(reads)
  return rows[0]?.reads ?? 0
}
