import { Secret, TOTP } from 'otpauth'

// One-time codes of authenticator apps (TOTP, RFC 6238): six digits, a new code every 30 seconds.

/** Steps before and after the current one whose codes are accepted, for a clock that is wrong. */
const toleratedSteps = 1

function totpOf(secret: string, username = ''): TOTP {
  return new TOTP({
    issuer: 'Prizm',
    label: username,
    secret: Secret.fromBase32(secret),
    // What every authenticator app supports.
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
}

/** Returns a new key of 160 random bits, in base32. */
export function createKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads from a QR code. */
export function keyAddress(secret: string, username: string): string {
  return totpOf(secret, username).toString()
}

/** The time step that a code belongs to; undefined if it is not valid at this time. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const distance = totp.validate({ token: code, timestamp, window: toleratedSteps })
  return distance === null ? undefined : totp.counter({ timestamp }) + distance
}

/** The code of a key at a time. */
export function codeAt(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() })
}
