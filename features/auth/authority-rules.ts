import type { Cents } from '#platform/kernel/money.ts'
import { type Holder, may, type Permission } from './rules.ts'

/** The permissions whose amounts have limits per user: what a delegation lends. */
export const delegablePermissions = [
  'purchaseOrders.approve',
  'salesOrders.overrideCredit',
  'receivables.writeOff',
] as const satisfies readonly Permission[]

/** True if the person decides anything that can be delegated. */
export function decides(person: Holder): boolean {
  return delegablePermissions.some((each) => may(person, each))
}

/** The longest time for which approvals can be delegated, in days. */
export const longestDelegation = 366

/** The limits of a user in cents; one that is absent is that of the role. */
export type Limits = {
  purchaseApprovalLimit?: Cents
  creditOverrideLimit?: Cents
  writeOffLimit?: Cents
}

/** A person in whose name somebody decides: the person itself, or one who delegated to them. */
export type Authority = Holder & { id: number; username: string; limits: Limits }

type Wanted = {
  permission: Permission
  amount: Cents
  /** The limit of a person; undefined for none. */
  limitOf: (authority: Authority) => Cents | undefined
  /** Persons in whose name nobody else decides this, because they made the record. */
  makers?: readonly (number | null | undefined)[]
}

/**
 * Chooses in whose name a person decides on an amount: in the own one if the own limit allows it,
 * otherwise in that of the first person who delegated to them, holds the permission, has a limit
 * that allows it and did not make the record. The own authority comes first in `authorities`, and
 * is returned if none suffices; then `isWithin` is false.
 */
export function chooseAuthority(
  authorities: readonly Authority[],
  { permission, amount, limitOf, makers = [] }: Wanted,
): { authority: Authority | undefined; isWithin: boolean } {
  const [own, ...delegators] = authorities
  if (!own) return { authority: undefined, isWithin: true }
  const isWithin = (each: Authority) => {
    const limit = limitOf(each)
    return limit === undefined || amount <= limit
  }
  if (isWithin(own)) return { authority: own, isWithin: true }
  const delegator = delegators.find(
    (each) => may(each, permission) && !makers.includes(each.id) && isWithin(each),
  )
  return { authority: delegator ?? own, isWithin: delegator !== undefined }
}

/** The name of the person in whose name the decision is, if that is another person. */
export function onBehalfOf(
  authority: Authority | undefined,
  user: { id: number } | undefined,
): string | undefined {
  return authority && authority.id !== user?.id ? authority.username : undefined
}

/** What the history shows of a decision in another person's name; nothing for one's own. */
export function behalfChange(name: string | undefined): Record<string, { from: null; to: string }> {
  return name === undefined ? {} : { 'on behalf of': { from: null, to: name } }
}
