import pg from 'pg'
import type { Experiment, Lab } from '../../experiment.ts'
import { History } from '../../attempt-history.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../../nodes/archived-postgres.ts'
import { urlOf } from '../../nodes/postgres-cluster.ts'
import { type TestSystem, withTestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import {
  acknowledgedKeys,
  checkOrdersOnCopy,
  seconds,
  startOrders,
} from '../../staff/orders-on-a-copy.ts'

/** What was sent before and after the moment to which the database is restored. */
type Moment = {
  /** By the clock of the database. */
  at: string
  database: string
  as: string
  history: History
  before: Set<string>
  /** The keys of the orders that were sent after the moment. */
  after: Set<string>
}

/** R17: a base backup and the archived log bring back any moment, as docs/operations.md says. */
export const pointInTime: Experiment = {
  row: 'R17',
  promise: 'point-in-time restore',
  needsPostgres: true,
  run: async (lab, findings) => {
    const archived = lab.cluster?.own && (await startArchivedPostgres())
    if (!archived) return findings.note('skipped: no private PostgreSQL with its programs')
    const moments: Moment[] = []
    const archivedLab = { ...lab, cluster: archived.cluster }
    try {
      await withTestSystem(archivedLab, findings, { row: 'R17' }, async (world) => {
        moments.push(await workAroundMoment(lab, world, archived))
      })
    } finally {
      await archived.cluster.close()
    }
    const [moment] = moments
    if (!moment) return
    const { at, database, before, after, ...sent } = moment
    findings.expect(before.size > 0, 'no order was taken before the moment')
    findings.expect(after.size > 0, 'no order was taken after the moment')
    findings.note(
      `${before.size} orders acknowledged before the moment, ${after.size} sent after it`,
    )
    const start = performance.now()
    const restored = await archived.restoreTo(at)
    findings.note(`PostgreSQL restored in ${seconds(performance.now() - start)}`)
    try {
      const url = urlOf(restored, database)
      const copy = { row: 'R17', lab, findings, url, before, start, ...sent }
      const keys = await checkOrdersOnCopy(copy)
      findings.none(
        'sent after the moment, and in the copy',
        [...after].filter((key) => keys.has(key)),
      )
      findings.equal('customers with the overwritten name', await countOverwritten(url), 0)
    } finally {
      await restored.close()
    }
  },
}

/** Ten clients order during a base backup, until the moment, and after it; then comes a mistake. */
async function workAroundMoment(
  lab: Lab,
  world: TestSystem,
  archived: ArchivedPostgres,
): Promise<Moment> {
  const history = new History()
  const load = await startOrders(lab, world, { prefix: 'r17', history })
  await sleep(1000)
  await archived.makeBaseBackup()
  await sleep(2000)
  const before = acknowledgedKeys(history)
  const { rows } = await world.database.query<{ at: string; name: string }>(
    `select current_database() as name,
       to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at`,
  )
  const { at = '', name: database = '' } = rows[0] ?? {}
  const later = performance.now()
  await sleep(2000)
  await load.end()
  await world.database.query('update customers set name = $1', [overwritten])
  const sentBefore = new Set(
    history.tries.flatMap(({ key, start }) => (start > later ? [] : [key])),
  )
  const after = new Set([...acknowledgedKeys(history)].filter((key) => !sentBefore.has(key)))
  return { at, database, as: world.admin.cookie, history, before, after }
}

const overwritten = 'Overwritten by mistake'

async function countOverwritten(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from customers where name = $1', [
      overwritten,
    ])
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
