import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { ApiError } from '#platform/web/api-client.ts'
import type * as knownRules from './known-records.ts'
import type { RecordsSnapshot } from './known-records-store.ts'

type KnownRules = typeof knownRules

/**
 * For `catch` of a call: if the server cannot be reached, the answer from what this device knows.
 * Otherwise, or if it knows nothing, it throws the error again.
 */
export function orKnown<T>(answer: (snapshot: RecordsSnapshot, rules: KnownRules) => T) {
  return async (error: unknown): Promise<T> => {
    if (!(error instanceof ApiError) || error.status !== 0 || !canWorkOffline()) throw error
    const { readKnownRecords } = await import('./known-records-store.ts')
    const snapshot = await readKnownRecords()
    if (!snapshot) throw error
    return answer(snapshot, await import('./known-records.ts'))
  }
}
