import { Refusal } from '#platform/kernel/refusal.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread } from '#platform/server/jobs/thread.ts'
import type { ApiText } from '#platform/server/openapi/api-text.ts'

/** Builds a description of the API in a worker thread, which ends when it is done. */
export const readApiText = createThread<ApiText, string>({
  open: () => openThread('openapi-worker', import.meta.url),
  // Each text is built once, so at most two jobs wait.
  waiting: 2,
  limitMs: 60_000,
  idleMs: 0,
  ended: () => unavailable('The description of the API could not be built'),
  manyWait: () => unavailable('The description of the API is being built'),
})

function unavailable(reason: string): Refusal {
  const sentence = `${reason}. Try again in a moment`
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 5 })
}
