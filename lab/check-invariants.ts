import type pg from 'pg'
import type { Findings } from './experiment.ts'

type Queryable = Pick<pg.Pool, 'query'>

/**
 * Queries the database's invariant views: name and number of violations of each. If the views are
 * missing, reports that, which is not a pass.
 */
export async function checkInvariants(database: Queryable, findings: Findings): Promise<void> {
  const there = await database.query(`select 1 from pg_proc where proname = 'check_invariants'`)
  if (there.rows.length === 0) {
    findings.invariants = 'no checks in the database'
    return
  }
  const { rows } = await database.query<Record<string, unknown>>('select * from check_invariants()')
  const counts = rows.map(readCount)
  const broken = counts.filter(({ count }) => count !== 0)
  findings.expect(counts.length > 0, 'check_invariants() has no rows')
  findings.none(
    'invariants',
    broken.map(({ name, count }) => `${name} ${count}`),
  )
  const sealed = await database.query<{ fault: string }>(
    `select fault from audit_seal_faults(0, 1000000) where fault is not null
     union all select fault from audit_chain_gaps()`,
  )
  const altered = sealed.rows.map(({ fault }) => fault)
  findings.none('the sealed history', altered)
  findings.invariants = `${broken.length} of ${counts.length} broken`
}

/** Reads the view name and the count from a row, whatever its columns are called. */
function readCount(row: Record<string, unknown>): { name: string; count: number } {
  const values = Object.values(row).map(String)
  const name = values.find((value) => !/^\d+$/.test(value)) ?? '?'
  const count = values.find((value) => /^\d+$/.test(value))
  return { name, count: count === undefined ? Number.NaN : Number(count) }
}
