import { Refusal } from '#platform/kernel/refusal.ts'

/**
 * Refuses a change to a record that somebody changed since it was read (RFC 9110 section 13.1.1):
 * the answer carries the record as it is now. No version given means no check was asked for.
 */
export function guardVersion(current: { version: number }, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === current.version) return
  const sentence = 'Somebody else changed this since you opened it'
  throw new Refusal('stale', 'stale', sentence, [], { current })
}
