import { useRead } from '#platform/web/api-hooks.ts'
import type { ApiError } from '#platform/web/api-client.ts'
import { readDetailedHealth, readHealth } from '../contract.ts'

export const basicEveryMs = 30_000
export const detailedEveryMs = 60_000

/** Polls both health endpoints while the tab is visible. */
export function useHealth() {
  const basic = useRead(readHealth, { everyMs: basicEveryMs })
  const detailed = useRead(readDetailedHealth, { everyMs: detailedEveryMs })
  const refresh = () => Promise.all([basic.refetch(), detailed.refetch()])
  return {
    basic,
    detailed,
    refresh: () => void refresh(),
    isReading: basic.isFetching || detailed.isFetching,
    isCutOff: isCutOff(basic.error) || isCutOff(detailed.error),
  }
}

/** True if there was no response, or only from a proxy in between. */
function isCutOff(error: ApiError | null): boolean {
  return error !== null && (error.status === 0 || error.status >= 502)
}
