import type { Limit } from './attempt-limits.ts'

/** How long the second step of a sign-in may take after the password. */
export const challengeMinutes = 5

/**
 * Rate limits of codes of a second factor, per account and from everywhere: who tries them knows
 * the password. A hundred tries a day guess one of three valid codes in a million once in nine
 * years.
 */
export function secondFactorLimits(userId: number): Limit[] {
  return [
    { subject: `second factor of ${userId}`, max: 10, seconds: 15 * 60 },
    { subject: `second factor of ${userId} in a day`, max: 100, seconds: 24 * 60 * 60 },
  ]
}

/** True for the calls that an account answers while it must add a second factor. */
export function isPartOfEnrollment({ method, path }: { method: string; path: string }): boolean {
  if (path === '/api/user') return method === 'GET'
  if (path === '/api/user/passkeys' || path === '/api/user/passkeys/options') return true
  return path === '/api/user/second-factor' || path === '/api/user/second-factor/confirm'
}
