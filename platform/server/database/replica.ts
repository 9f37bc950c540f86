import type pg from 'pg'
import type { Db } from './db.ts'

/** A standby of the database (`DATABASE_REPLICA_URL`), from which reports may be read. */
export type Replica = {
  /**
   * The standby, once it knows everything that is committed at the primary now: a report always
   * shows what its reader has just done. Undefined where it is late, away, or no standby.
   */
  caughtUp(primary: Db): Promise<Db | undefined>
  close(): Promise<void>
}

const patienceMs = 250
const pauseMs = 5
const restMs = 10_000

const here = `select pg_current_wal_lsn()::text as place`
const there = `select pg_is_in_recovery() as "isStandby",
                 coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isThere"`

/** After a standby was late or away it is left alone for ten seconds: no report waits for it. */
export function replicaOn({ db, pool }: { db: Db; pool: pg.Pool }): Replica {
  let restsUntil = 0
  const isThere = async (place: string): Promise<boolean> => {
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      const { rows } = await pool.query<{ isStandby: boolean; isThere: boolean }>(there, [place])
      if (rows[0]?.isThere) return true
      if (!rows[0]?.isStandby) return false
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return false
  }
  const caughtUp = async (primary: Db) => {
    if (performance.now() < restsUntil) return undefined
    try {
      const { rows } = await primary.$client.query<{ place: string }>(here)
      if (await isThere(rows[0]?.place ?? '')) return db
    } catch {
      // Whichever of the two is away: the report is asked of the primary, which says so itself.
    }
    restsUntil = performance.now() + restMs
    return undefined
  }
  return { caughtUp, close: () => pool.end() }
}
