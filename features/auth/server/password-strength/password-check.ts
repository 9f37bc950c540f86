import { Refusal } from '#platform/kernel/refusal.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread } from '#platform/server/jobs/thread.ts'

/** A password, and words about the user, the company and the product. */
export type PasswordToCheck = { password: string; contextWords: readonly string[] }

type Limits = Pick<Parameters<typeof createThread>[0], 'open' | 'waiting' | 'limitMs' | 'idleMs'>

/**
 * Creates a function that returns why a password is easy to guess, undefined if it is strong
 * enough. It estimates in a worker thread. Throws 503 if too many passwords wait, or if the thread
 * fails or takes too long, so that no password passes without an estimate.
 */
export function createPasswordCheck(limits: Limits) {
  return createThread<PasswordToCheck, string | undefined>({
    ...limits,
    ended: () => overloaded('The strength of the password could not be checked'),
    manyWait: () => overloaded('Many people are setting a password'),
  })
}

/**
 * The check of the program. An estimate takes 30 ms as a rule and a second at worst. The thread
 * outlasts the time in which somebody whose password was refused types another; loading its
 * dictionaries takes a third of a second.
 */
export const checkPassword = createPasswordCheck({
  open: () => openThread('password-strength-worker', import.meta.url),
  waiting: 100,
  limitMs: 10_000,
  idleMs: 10_000,
})

function overloaded(reason: string): Refusal {
  const sentence = `${reason}. Try again in a moment`
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}
