import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { estimateWeakness } from './estimate-weakness.ts'
import type { PasswordToCheck } from './password-check.ts'

// Passwords are estimated in a worker thread: a password of many digits occupies a CPU for up to a
// second, and the dictionaries are freed when the thread ends.

serveThread(async ({ password, contextWords }: PasswordToCheck): Promise<ThreadAnswer> => {
  return { value: estimateWeakness(password, contextWords) }
})
