import type { Limit } from './attempt-limits.ts'

/** How long a link to reset a password, or to accept an invitation, is valid. */
export const linkMinutes = 30

const quarterHour = 15 * 60

/**
 * Rate limits of requests for a link: for this address of email, and from this network address.
 * They count before anybody looks whether an account has the address.
 */
export function resetRequestLimits(email: string, address: string): Limit[] {
  return [
    { subject: `reset of ${email}`, max: 3, seconds: quarterHour },
    { subject: `reset from ${address}`, max: 30, seconds: quarterHour },
  ]
}

/** Rate limit of attempts to use a link, from one network address. */
export function linkLimits(address: string): Limit[] {
  return [{ subject: `link from ${address}`, max: 30, seconds: quarterHour }]
}

/** The kinds of links, and the name of the fragment that carries the token of each. */
const linkKinds = ['reset', 'invitation'] as const
export type LinkKind = (typeof linkKinds)[number]

/**
 * The address of a link. The token is in the fragment, which browsers never send, so no server and
 * no proxy logs it.
 */
export function linkAddress(base: string, kind: LinkKind, token: string): string {
  return `${base.replace(/\/+$/, '')}/auth#${kind}=${token}`
}

/** A link that a page was opened with. */
export type AccountLink = { kind: LinkKind; token: string }

/** The kind and the token of a link that a page was opened with; undefined if there is none. */
export function readLink(fragment: string): AccountLink | undefined {
  const [kind, token = ''] = fragment.replace(/^#/, '').split('=')
  const known = linkKinds.find((each) => each === kind)
  return known && /^[\w-]{43}$/.test(token) ? { kind: known, token } : undefined
}
