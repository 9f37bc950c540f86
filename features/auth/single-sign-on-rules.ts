import type { Limit } from './attempt-limits.ts'

/** How long a sign-in at the provider may take. */
export const attemptMinutes = 10

/** The path to which the provider sends the browser back, after sign-in and after sign-out. */
export const returnPath = '/auth'

/** Rate limit of single sign-on: beginnings and ends of sign-ins from one network address. */
export function singleSignOnLimits(address: string): Limit[] {
  return [{ subject: `single sign-on from ${address}`, max: 600, seconds: 15 * 60 }]
}

/** The role that a group gives, by its name: a built-in one, or one of the company's own. */
export type GroupRole = { group: string; role: string }

type RoleRules = { groupRoles: readonly GroupRole[]; defaultRole: string | null }

/**
 * The role that the groups of a person give: that of the first mapped group, else the default.
 * Undefined if no group is mapped and there is no default: such a person may not sign in.
 */
export function roleOfGroups(
  groups: readonly string[],
  { groupRoles, defaultRole }: RoleRules,
): string | undefined {
  const mapped = groupRoles.find(({ group }) => groups.includes(group))
  return mapped?.role ?? defaultRole ?? undefined
}

/**
 * The role of an account after a sign-in: while groups are mapped, they decide; otherwise the
 * account keeps its role. Undefined if the person may not sign in.
 */
export function roleAfterSignOn(
  current: string,
  groups: readonly string[],
  rules: RoleRules,
): string | undefined {
  return rules.groupRoles.length === 0 ? current : roleOfGroups(groups, rules)
}

/** What a provider says about a person, by claim. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the provider describes it; the email counts only if the provider verified it. */
export type Person = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  username: string | undefined
  groups: string[]
}

/**
 * The person out of the claims of the ID token and those of the UserInfo endpoint, which must be of
 * the same subject. Whether the email is verified says the answer that has it; of two answers with
 * the same email, the ID token comes first.
 */
export function personOf(token: Claims, info: Claims | undefined, groupClaim: string): Person {
  const ofEmail = hasOwnVerification(token, info) ? token : (info ?? token)
  const find = (name: string) => token[name] ?? info?.[name]
  return {
    subject: String(token['sub']),
    email: textOf(ofEmail['email']),
    isEmailVerified: ofEmail['email_verified'] === true,
    username: textOf(find('preferred_username')),
    groups: groupsOf(find(groupClaim)),
  }
}

/** True if the ID token alone says what the email is and whether it is verified. */
function hasOwnVerification(token: Claims, info: Claims | undefined): boolean {
  if (token['email'] === undefined) return false
  const isSame = token['email'] === info?.['email']
  return !isSame || token['email_verified'] !== undefined
}

/** True if the ID token lacks what the UserInfo endpoint may know. */
export function needsUserInfo(token: Claims, groupClaim: string): boolean {
  return ['email', 'email_verified', groupClaim].some((name) => token[name] === undefined)
}

/**
 * True if two texts are one email address. Case does not matter, but unlike in `foldCase` a letter
 * is no other one: the mailbox of `bıo@…` may be another person's than that of `bio@…`.
 */
export function isSameEmail(one: string, other: string): boolean {
  const plain = (address: string) => address.normalize('NFC').toLowerCase()
  return plain(one) === plain(other)
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined
}

/** A claim with groups is a list of texts, or one text; anything else names no group. */
function groupsOf(claim: unknown): string[] {
  const all: unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.filter((each): each is string => typeof each === 'string')
}

const maxName = 50
const mostTried = 100

/**
 * Usernames for a new account, in order of preference: that of the provider, else what stands
 * before the @ of the email, then the same with a number.
 */
export function usernamesFor({ username, email }: Pick<Person, 'username' | 'email'>): string[] {
  const plain = (username ?? email ?? '').replace(/@.*$/, '').replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  const name = (plain || 'user').slice(0, maxName - 4)
  return [name, ...Array.from({ length: mostTried }, (_, index) => `${name}-${index + 2}`)]
}
