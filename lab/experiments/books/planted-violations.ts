import { prepareDemo } from '#db/demo.ts'
import { corruptions, illegal, legal } from '#db/violations/all-violations.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { type Cluster, dropDatabase, createDatabase, urlOf } from '../../nodes/postgres-cluster.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { checkInvariants } from '../../check-invariants.ts'

/** P46: the invariant views detect each planted error, and the database rejects the others. */
export const mutants: Experiment = {
  row: 'P46',
  promise: 'invariants can fail',
  needsPostgres: true,
  run: async (lab, findings) => {
    const cluster = lab.cluster as Cluster
    const name = `prizm_lab_p46_${process.pid}_${lab.seed}`
    await createDatabase(cluster, name)
    const database = await openDatabase({ DATABASE_URL: urlOf(cluster, name), POOL_SIZE: 4 })
    try {
      await migrate(database.pool)
      // The small demo business as of a fixed day, as in the tests of the views. No program runs,
      // because one with that day's clock would refuse writes.
      const now = new Date('2026-03-02T15:00:00Z')
      await prepareDemo(database, { mode: 'load', seed: 'small', now })
      await legalWrites(database, findings)
      await corrupted(database, findings)
      await illegalWrites(database, findings)
      await checkInvariants(database.pool, findings)
    } finally {
      await database.close()
      await dropDatabase(cluster, name)
    }
  },
}

type MutantResult = { broken: string[]; code: string | undefined }

const atOnce = '; set constraints all immediate'

/** Executes the statements, queries the checks, and rolls back. */
async function attempt({ pool }: Database, statements: string): Promise<MutantResult> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statements)
    const { rows } = await client.query<{ inv: string }>(
      'select inv from check_invariants() where violations > 0',
    )
    return { broken: rows.map(({ inv }) => inv), code: undefined }
  } catch (error) {
    return { broken: [], code: (error as { code?: string }).code ?? String(error) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function legalWrites(database: Database, findings: Findings): Promise<void> {
  const faults: string[] = []
  for (const [what, statements] of legal) {
    const { broken, code } = await attempt(database, statements + atOnce)
    if (code || broken.length > 0) faults.push(`${what}: ${code ?? broken.join()}`)
  }
  findings.note(`legal writes taken and clean: ${legal.length - faults.length}/${legal.length}`)
  findings.none('legal writes', faults)
}

/** Constraints deferred to the commit do not fire, because only the views are tested here. */
async function corrupted(database: Database, findings: Findings): Promise<void> {
  const detectedViews = new Set<string>()
  const missed: string[] = []
  for (const [view, what, statements] of corruptions) {
    const { broken, code } = await attempt(database, statements)
    for (const name of broken) detectedViews.add(name)
    const isDetected = broken.some((name) => name.startsWith(view))
    if (!isDetected) missed.push(`${what}: ${code ?? broken.join()}, not ${view}`)
  }
  const count = corruptions.length
  findings.note(`corruptions seen: ${count - missed.length}/${count}`)
  findings.none('corruptions missed', missed)
  const { rows } = await database.pool.query<{ inv: string }>('select inv from check_invariants()')
  const blind = rows.map(({ inv }) => inv).filter((inv) => !detectedViews.has(inv))
  findings.note(`${rows.length} views, ${rows.length - blind.length} shown to fail`)
  findings.none('views that nothing breaks', blind)
  const numbers = new Set(rows.map(({ inv }) => inv.slice(4, 6)))
  const ruleNumbers = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))
  findings.equal('rules with a view', ruleNumbers.filter((n) => numbers.has(n)).length, 12)
}

async function illegalWrites(database: Database, findings: Findings): Promise<void> {
  const accepted: string[] = []
  for (const [want, what, statements] of illegal) {
    const { code } = await attempt(database, statements + atOnce)
    if (code !== want) accepted.push(`${what}: ${code ?? 'taken'}, not ${want}`)
  }
  const refused = illegal.length - accepted.length
  findings.note(`illegal writes refused with their SQLSTATE: ${refused}/${illegal.length}`)
  findings.none('illegal writes', accepted)
}
