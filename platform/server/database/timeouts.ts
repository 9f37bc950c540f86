/** Timeouts on PostgreSQL, in milliseconds. The embedded database does not use them. */
export type Timeouts = {
  statementMs: number
  lockMs: number
  /** An open transaction that sends nothing. */
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

/**
 * A named statement is planned once, whatever its values: replanning for every order cost the
 * database more than the orders themselves (docs/decisions/0008). Parallel workers are off:
 * starting them took 30 ms for a search of 0.1 ms.
 */
export function sessionOptions({ statementMs, lockMs, idleMs }: Timeouts): string {
  return (
    `-c TimeZone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${lockMs} ` +
    `-c idle_in_transaction_session_timeout=${idleMs} -c plan_cache_mode=force_generic_plan ` +
    '-c max_parallel_workers_per_gather=0'
  )
}
