import { Refusal } from '#platform/kernel/refusal.ts'

/** The most passwords that a node hashes at the same time. */
const mostConcurrent = 4
/** The most that wait for a turn. */
export const mostWaiting = 500

/** How many passwords a node with so many CPU cores hashes at once: one core stays for others. */
export function hashingSlots(cores: number): number {
  return Math.min(mostConcurrent, Math.max(1, cores - 1))
}

/**
 * Runs a few tasks at a time, the others in their order. Hashing is slow by design, so that guesses
 * would otherwise take the processor from signed-in users. Throws 503 when too many wait.
 */
export function createHashingTurns(slots: number): <R>(task: () => Promise<R>) => Promise<R> {
  let freeSlots = slots
  const waiting: (() => void)[] = []
  return async (task) => {
    if (freeSlots > 0) freeSlots -= 1
    else {
      if (waiting.length >= mostWaiting) throw overloaded()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else freeSlots += 1
    }
  }
}

function overloaded(): Refusal {
  const sentence = 'Many people are signing in. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}
