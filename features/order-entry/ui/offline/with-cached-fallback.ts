import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { ApiError } from '#platform/web/api-client.ts'
import type * as cachedRecords from './cached-records.ts'
import type { RecordsSnapshot } from './cached-records-store.ts'

type CachedRules = typeof cachedRecords

/**
 * For `catch` of a call: if the server cannot be reached, the answer from the records that are
 * cached on this device. Otherwise, or without cached records, it throws the error again.
 */
export function withCachedFallback<T>(
  answer: (snapshot: RecordsSnapshot, rules: CachedRules) => T,
) {
  return async (error: unknown): Promise<T> => {
    if (!(error instanceof ApiError) || error.status !== 0 || !canWorkOffline()) throw error
    const { readCachedRecords } = await import('./cached-records-store.ts')
    const snapshot = await readCachedRecords()
    if (!snapshot) throw error
    return answer(snapshot, await import('./cached-records.ts'))
  }
}
