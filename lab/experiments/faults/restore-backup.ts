import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Cluster,
  dropDatabase,
  createDatabase,
  type PrivatePostgres,
  urlOf,
} from '../../nodes/postgres-cluster.ts'
import { removeAtEnd, runProgram } from '../../nodes/child-processes.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { History } from '../../attempt-history.ts'
import {
  acknowledgedKeys,
  checkOrdersOnCopy,
  seconds,
  startOrders,
} from '../../staff/orders-on-a-copy.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'

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
  const load = await startOrders(lab, world, { prefix: 'p44', history })
  await sleep(3000)
  const before = acknowledgedKeys(history)
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-dump-')))
  const file = join(folder, 'prizm.dump')
  const { rows: found } = await world.database.query<{ name: string }>(
    'select current_database() as name',
  )
  const from = urlOf(site.cluster, found[0]?.name ?? '')
  const dumpMs = await runProgram(server.program('pg_dump'), ['-Fc', '-f', file, from])
  const meanwhile = acknowledgedKeys(history).size - before.size
  await sleep(500)
  await load.end()
  findings.expect(meanwhile > 0, 'no order was taken while the dump was made')
  const start = performance.now()
  await runProgram(server.program('pg_restore'), [
    '--exit-on-error',
    '--no-owner',
    '-d',
    copy,
    file,
  ])
  const restoreMs = performance.now() - start
  findings.note(`${rows} customers; dump ${seconds(dumpMs)}, restored in ${seconds(restoreMs)}`)
  findings.note(`${before.size} orders acknowledged before it, ${meanwhile} while it was made`)
  const as = world.admin.cookie
  await checkOrdersOnCopy({ row: 'P44', lab, findings, url: copy, as, history, before, start })
}
