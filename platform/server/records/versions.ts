import { Refusal } from '#platform/kernel/refusal.ts'

/** The version of a record that the caller saw, where one was sent. */
export type IfMatch = { ifMatch: number | undefined }

/**
 * Refuses a change to a record that somebody changed since it was read (RFC 9110 section 13.1.1):
 * the answer carries the record as it is now. No version given means no check was asked for.
 */
export function guardVersion(current: { version: number }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== current.version) throw changedSince(current)
}

/** The refusal of a change to a record that somebody else changed meanwhile. */
export function changedSince(current: { version: number }): Refusal {
  const sentence = 'Somebody else changed this since you opened it'
  return new Refusal('stale', 'stale', sentence, [], { current })
}
