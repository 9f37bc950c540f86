import { ApiError, isRefused } from '#platform/web/api-client.ts'

/**
 * Whether an order may exist under the key of a creation that failed. A refusal of the first
 * request says that it does not; after a lost answer only a conflict of the order does, because
 * other refusals come before the server looks for the key.
 */
export function mayExistAfter(error: unknown, before: boolean): boolean {
  if (!(error instanceof ApiError) || !isRefused(error)) return true
  if (['request-in-flight', 'idempotency-key-reused'].includes(error.code)) return true
  return before && (error.status !== 409 || error.code === 'other-user')
}
