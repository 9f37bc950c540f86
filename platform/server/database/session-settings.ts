import type { Config } from '../runtime/config.ts'
import type { Statement } from './pipelined-query.ts'

/** Timeouts on PostgreSQL, in milliseconds. The embedded database does not use them. */
export type Timeouts = {
  statementMs: number
  lockMs: number
  /** Idle time inside a transaction. */
  idleMs: number
  /** Waiting for a free connection of the pool. */
  connectMs: number
  /** A request, if the database is slow as well. See `createDeadlineWrapper`. */
  requestMs: number
}
export const usualTimeouts: Timeouts = {
  statementMs: 5000,
  lockMs: 2000,
  idleMs: 10_000,
  connectMs: 2000,
  requestMs: 6000,
}

/** A statement with its values. */
export type FilledStatement = { statement: Statement; values: readonly string[] }

/**
 * How the connections of a pool get their settings: from options when they open or, behind a
 * transaction pooler, from a statement at the beginning of each transaction.
 */
export type SessionSettings = { options?: string; inEachTransaction?: FilledStatement }

/** A marker without an effect, read back at startup because a pooler may drop all options. */
export const arrivalMark = 'prizm.options'

/**
 * The settings that the program relies on. It sets the formats of days and times itself, because a
 * role or a database may have others (`alter role … set DateStyle`), which it would misread.
 * Parallel workers are off: starting them took 30 ms for a search of 0.1 ms.
 *
 * A named statement is planned once, whatever its values: replanning for every order cost the
 * database more than the orders themselves (docs/decisions/0008). Behind a transaction pooler no
 * statement has a name (docs/decisions/0066), so each is planned for its values.
 */
export function sessionSettings(
  { statementMs, lockMs, idleMs }: Timeouts,
  pooler: Config['DATABASE_POOLER'],
): SessionSettings {
  if (pooler) {
    const values = [statementMs, lockMs, idleMs].map(String)
    return { inEachTransaction: { statement: setLocally, values } }
  }
  return {
    options:
      `-c TimeZone=UTC -c DateStyle=ISO,MDY -c statement_timeout=${statementMs} ` +
      `-c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleMs} ` +
      '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0 ' +
      `-c ${arrivalMark}=arrived`,
  }
}

const setLocally = {
  name: 'session_settings',
  text: `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO,MDY', true),
           set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
           set_config('idle_in_transaction_session_timeout', $3, true),
           set_config('max_parallel_workers_per_gather', '0', true)`,
}
