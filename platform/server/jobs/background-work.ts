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
  /** Starts work that nobody waits for. `bytes` is about what it holds in memory until it ran. */
  run(name: string, work: () => Promise<unknown>, bytes?: number): void
  /** Waits until the work that was started has ended. */
  finish(): Promise<void>
}

/** The most pieces of work that wait, and bytes: memory is bounded even if the database is slow. */
const usualLimits = { maxWaiting: 10_000, maxBytes: 64 * 1024 * 1024 }

/**
 * Creates a queue for what follows a request and may neither delay nor fail its answer. One piece
 * runs at a time, in order, so that it uses one connection at most. A failed piece is logged like a
 * failed job, and is not repeated; a piece beyond the limits is logged and not run.
 */
export function createBackgroundWork(
  log: Pick<Log, 'warn'>,
  limits: Partial<typeof usualLimits> = {},
): BackgroundWork {
  const { maxWaiting, maxBytes } = { ...usualLimits, ...limits }
  // Outside the request that starts it, whose deadline and transaction do not concern the work.
  const outside = AsyncLocalStorage.snapshot()
  let last = Promise.resolve()
  let waiting = 0
  let waitingBytes = 0
  const runOne = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await traceJob(name, work)
    } catch (error) {
      recordOutage(error)
      log.warn({ err: error, job: name }, 'job failed')
    }
  }
  return {
    run: (name, work, bytes = 0) => {
      if (waiting >= maxWaiting || waitingBytes + bytes > maxBytes) {
        const reason = `${waiting} others wait, with ${waitingBytes} bytes`
        log.warn({ job: name, reason }, 'job failed')
        return
      }
      waiting += 1
      waitingBytes += bytes
      const piece = async () => {
        await runOne(name, work)
        waiting -= 1
        waitingBytes -= bytes
      }
      last = outside(() => last.then(piece))
    },
    finish: () => last,
  }
}
