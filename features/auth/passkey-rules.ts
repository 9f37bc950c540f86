import type { Limit } from './attempt-limits.ts'

/** How long a browser may take to sign a challenge with a passkey. */
export const passkeyMinutes = 5

/** The most passkeys of one account. */
export const maxPasskeys = 20

/** Rate limit of sign-ins with a passkey: challenges and signatures from one network address. */
export function passkeyLimits(address: string): Limit[] {
  return [{ subject: `passkey from ${address}`, max: 600, seconds: 15 * 60 }]
}

/**
 * True if a device may have counted from one signature to the next. A device that counts never
 * repeats or lowers its counter, so a lower one is that of a copy; one that does not count sends 0.
 */
export function mayFollow(counter: number, last: number): boolean {
  return counter > last || (counter === 0 && last === 0)
}
