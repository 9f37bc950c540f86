// Rate limits of sign-in, sign-up and changes of a password.

/** Allows `max` attempts per subject within `seconds`; further attempts must wait. */
export type Limit = { subject: string; max: number; seconds: number; isProgressive?: true }

/**
 * The recent attempts of a subject: how many count now, the seconds since the last one, and the
 * seconds until the oldest no longer counts.
 */
export type AttemptCount = { count: number; sinceLast: number; untilFree: number }

const quarterHour = 15 * 60
const firstDelay = 5
const longestDelay = 60

/** Rate limits of a sign-in: this account from this address, this account, this address. */
export function signInLimits(account: string, address: string): Limit[] {
  return [
    { subject: `account ${account} from ${address}`, max: 10, seconds: quarterHour },
    { subject: `account ${account}`, max: 100, seconds: 60 * 60, isProgressive: true },
    { subject: `from ${address}`, max: 1000, seconds: quarterHour },
  ]
}

/** Failed usernames per address and hour; more than 60 indicates username guessing. */
export const sprayLimit = (address: string): Limit => {
  return { subject: `names from ${address}`, max: 60, seconds: 60 * 60 }
}

/**
 * Rate limit of a sign-in from a known browser, counted per browser: beyond it only wrong passwords
 * must wait, the right one always succeeds. Attempts from other browsers do not count.
 */
export function deviceLimits(device: string): Limit[] {
  return [{ subject: `device ${device}`, max: 10, seconds: quarterHour, isProgressive: true }]
}

/** Rate limit of the current password when a signed-in user changes it. */
export function changeLimits(account: string): Limit[] {
  return [{ subject: `change of ${account}`, max: 10, seconds: quarterHour }]
}

/** Rate limit of sign-ups: new accounts per address. */
export function signUpLimits(address: string): Limit[] {
  return [{ subject: `sign-up from ${address}`, max: 300, seconds: quarterHour }]
}

/**
 * Seconds to wait before the next attempt, 0 for none. A growing limit never closes: beyond its
 * maximum it waits five seconds and doubles the wait with each attempt, up to a minute.
 */
export function waitSecondsFor(limit: Limit, attempts: AttemptCount): number {
  if (attempts.count < limit.max) return 0
  if (!limit.isProgressive) return Math.max(1, Math.ceil(attempts.untilFree))
  const delay = Math.min(longestDelay, firstDelay * 2 ** Math.min(10, attempts.count - limit.max))
  return Math.max(0, Math.ceil(delay - attempts.sinceLast))
}

/**
 * The address that rate limits count by; an IPv6 client controls its whole /64 network, so that is
 * the key.
 */
export function networkOf(address: string): string {
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!unmapped.includes(':')) return unmapped
  const [head = '', tail] = unmapped.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}
