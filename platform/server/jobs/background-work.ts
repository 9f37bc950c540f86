import { AsyncLocalStorage } from 'node:async_hooks'
import { recordOutage } from '../database/recorded-outages.ts'
import { traceJob } from '../operations/tracing.ts'
import type { Log } from '../runtime/log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    background: BackgroundWork
  }
}

export type BackgroundWork = {
  /** Starts work that nobody waits for. */
  run(name: string, work: () => Promise<unknown>): void
  /** Waits until the work that was started has ended. */
  finish(): Promise<void>
}

/** The most pieces of work that wait; memory is bounded even if the database is slow. */
const usualWaiting = 10_000

/**
 * Creates a queue for what follows a request and may neither delay nor fail its answer. One piece
 * runs at a time, in order, so that it uses one connection at most. A failed piece is logged like a
 * failed job, and is not repeated; a piece beyond the limit is logged and not run.
 */
export function createBackgroundWork(
  log: Pick<Log, 'warn'>,
  maxWaiting = usualWaiting,
): BackgroundWork {
  // Outside the request that starts it, whose deadline and transaction do not concern the work.
  const outside = AsyncLocalStorage.snapshot()
  let last = Promise.resolve()
  let waiting = 0
  const runOne = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await traceJob(name, work)
    } catch (error) {
      recordOutage(error)
      log.warn({ err: error, job: name }, 'job failed')
    } finally {
      waiting -= 1
    }
  }
  return {
    run: (name, work) => {
      if (waiting >= maxWaiting) {
        log.warn({ job: name, reason: `${waiting} others wait` }, 'job failed')
        return
      }
      waiting += 1
      last = outside(() => last.then(() => runOne(name, work)))
    },
    finish: () => last,
  }
}
