import type pg from 'pg'
import type { Db } from './db.ts'

/** A read replica (`DATABASE_REPLICA_URL`) for reports. */
export type Replica = {
  /**
   * The replica, once it has replayed everything committed on the primary so far, so that a report
   * always shows the reader's own changes. Undefined if it lags, is unreachable, or is not a
   * standby.
   */
  caughtUp(primary: Db): Promise<Db | undefined>
  close(): Promise<void>
}

const patienceMs = 250
const pauseMs = 5
const backoffMs = 10_000

const primaryPosition = `select pg_current_wal_lsn()::text as place`
const replicaPosition = `select pg_is_in_recovery() as "isStandby",
                 coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isThere"`

/**
 * After the replica lagged or failed, it is skipped for ten seconds, so that no report waits for
 * it.
 */
export function replicaOn({ db, pool }: { db: Db; pool: pg.Pool }): Replica {
  let restsUntil = 0
  const isThere = async (walPosition: string): Promise<boolean> => {
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      const { rows } = await pool.query<{ isStandby: boolean; isThere: boolean }>(replicaPosition, [
        walPosition,
      ])
      if (rows[0]?.isThere) return true
      if (!rows[0]?.isStandby) return false
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return false
  }
  const caughtUp = async (primary: Db) => {
    if (performance.now() < restsUntil) return undefined
    try {
      const { rows } = await primary.$client.query<{ walPosition: string }>(primaryPosition)
      if (await isThere(rows[0]?.walPosition ?? '')) return db
    } catch {
      // Either server may be down. Read from the primary, which reports its own error.
    }
    restsUntil = performance.now() + backoffMs
    return undefined
  }
  return { caughtUp, close: () => pool.end() }
}
