import { isOutage, refusalOf } from './pg-errors.ts'

const rememberedMs = 60_000

let seenAt = -Infinity

/** Records that a request or a job failed because the database was unavailable. */
export function noteOutage(error: unknown): void {
  const refusal = refusalOf(error)
  if (refusal && isOutage(refusal)) seenAt = performance.now()
}

/** True if the database failed a request or a job within the last minute. */
export function hasSeenOutage(): boolean {
  return performance.now() - seenAt < rememberedMs
}
