import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '#platform/kernel/refusal.ts'

// Nobody waits much longer than seven seconds for a database that is slow: they are told that the
// system is overloaded, and what was begun for them ends before it is committed. Work that takes
// its time on a database that is quick, such as a large import, is let finish.

/** Whether who asked for some work has been told that it takes too long. */
export type Patience = { readonly isOver: boolean }

const patience = new AsyncLocalStorage<Patience>()
const patientMs = 6000
const slowMs = 1000

/** The patience of whoever this is done for; undefined where nobody waits. */
export function currentDeadline(): Patience | undefined {
  return patience.getStore()
}

/** Refuses to go on with what nobody waits for any more. */
export function checkDeadline(): void {
  if (patience.getStore()?.isOver) throw overloaded()
}

/** Work for several, which goes on while anybody waits for it. */
export function sharing<R>(all: readonly (Patience | undefined)[], work: () => R): R {
  const shared = {
    get isOver() {
      return all.every((each) => each?.isOver)
    },
  }
  return patience.run(shared, work)
}

/** The refusal of who waited too long. */
export function overloaded(): Refusal {
  const sentence = 'The system is busy. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

/**
 * Makes work that is waited for no longer than the database deserves: after six seconds, and every
 * second from then on, `probe` asks it the smallest question there is. Where that takes a second
 * as well, the work is given up.
 */
export function patientWith(
  probe: () => Promise<unknown>,
): <R>(work: () => Promise<R>) => Promise<R> {
  const isSlow = slownessOf(probe)
  return (work) =>
    new Promise((resolve, reject) => {
      const mine = { isOver: false }
      let timer = setTimeout(() => void look(), patientMs)
      const look = async () => {
        if (await isSlow()) {
          mine.isOver = true
          reject(overloaded())
        } else if (!isDone) timer = setTimeout(() => void look(), slowMs)
      }
      let isDone = false
      const end = () => {
        isDone = true
        clearTimeout(timer)
      }
      patience.run(mine, work).finally(end).then(resolve, reject)
    })
}

/** Whether the probe takes longer than it should; one is under way at most. */
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
    const asked = (running ??= probed())
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), slowMs)
      void asked.then(resolve).finally(() => clearTimeout(timer))
    })
  }
}
