import { isOutage, refusalOf } from './pg-errors.ts'

const rememberedMs = 60_000

let seenAt = -Infinity

/** Remembers that a call or a job failed because the database did not serve it. */
export function noteOutage(error: unknown): void {
  const refusal = refusalOf(error)
  if (refusal && isOutage(refusal)) seenAt = performance.now()
}

/** Whether the database failed somebody within the last minute. */
export function hasSeenOutage(): boolean {
  return performance.now() - seenAt < rememberedMs
}
