import { isOutage, refusalOf } from './pg-errors.ts'

const rememberedMs = 60_000

let lastOutageAt = -Infinity

/** Records that a request or a job failed because the database was unavailable. */
export function recordOutage(error: unknown): void {
  const refusal = refusalOf(error)
  if (refusal && isOutage(refusal)) lastOutageAt = performance.now()
}

/** True if the database failed a request or a job within the last minute. */
export function hadRecentOutage(): boolean {
  return performance.now() - lastOutageAt < rememberedMs
}
