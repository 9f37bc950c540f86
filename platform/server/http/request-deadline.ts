import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#platform/kernel/refusal.ts'

// A request on a slow database fails with "overloaded" after about seven seconds, and its work
// stops before the commit. Long work on a fast database, such as a large import, may finish.

/** Whether a request has timed out. */
export type Deadline = { readonly isOver: boolean }

const current = new AsyncLocalStorage<Deadline>()
const slowMs = 1000

/** The deadline of the current request; undefined outside a request. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore()
}

/** Throws 503 if the current request has timed out. */
export function checkDeadline(): void {
  if (current.getStore()?.isOver) throw requestTimedOut()
}

/** Runs work for several requests, which continues until all of them have timed out. */
export function withSharedDeadline<R>(all: readonly (Deadline | undefined)[], work: () => R): R {
  const shared = {
    get isOver() {
      return all.every((each) => each?.isOver)
    },
  }
  return current.run(shared, work)
}

/** The 503 refusal for a request that timed out. */
export function requestTimedOut(): Refusal {
  const sentence = 'The system is busy. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

/**
 * Creates a wrapper that times work out if the database is slow: after `afterMs`, and every
 * second from then on, it runs `probe`, the smallest query. If the probe takes a second as well,
 * the request fails with 503. `spentMs` is the part of `afterMs` that the request used up before.
 */
export function createDeadlineWrapper(
  probe: () => Promise<unknown>,
  afterMs = 6000,
): <R>(work: () => Promise<R>, spentMs?: number) => Promise<R> {
  const isSlow = slownessOf(probe)
  return (work, spentMs = 0) =>
    new Promise((resolve, reject) => {
      const mine = { isOver: false }
      let timer = setTimeout(() => void checkSlowness(), Math.max(0, afterMs - spentMs))
      const checkSlowness = async () => {
        if (await isSlow()) {
          mine.isOver = true
          reject(requestTimedOut())
        } else if (!isDone) timer = setTimeout(() => void checkSlowness(), slowMs)
      }
      let isDone = false
      const end = () => {
        isDone = true
        clearTimeout(timer)
      }
      current.run(mine, work).finally(end).then(resolve, reject)
    })
}

/** Checks whether the probe takes longer than a second. At most one probe runs at a time. */
function slownessOf(probe: () => Promise<unknown>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const probed = async () => {
    const start = performance.now()
    try {
      await probe()
      return performance.now() - start > slowMs
    } catch {
      return true
    } finally {
      running = undefined
    }
  }
  return () => {
    const probing = (running ??= probed())
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), slowMs)
      void probing.then(resolve).finally(() => clearTimeout(timer))
    })
  }
}
