import type { Cents } from '#platform/kernel/money.ts'
import { type Holder, isBuiltIn, may, type Permission } from './rules.ts'

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

/** Which limit a permission has. */
const limitNames = {
  'purchaseOrders.approve': 'purchaseApprovalLimit',
  'salesOrders.overrideCredit': 'creditOverrideLimit',
  'receivables.writeOff': 'writeOffLimit',
} as const satisfies Record<(typeof delegablePermissions)[number], keyof Limits>

/** What an own role may decide if the settings say nothing else, as decimal text. */
export const defaultRoleLimits = {
  purchaseApprovalLimit: '25000.00',
  creditOverrideLimit: '10000.00',
  writeOffLimit: '25.00',
} as const satisfies Record<keyof Limits, string>

/**
 * True if a person may decide on a higher amount than another one by a permission that `holder`,
 * who decides in the name of the first person, holds as well. A limit of one's own counts before
 * that of own roles (`ofRole`); the built-in roles that decide have higher limits or none.
 */
export function decidesMore(
  person: Holder & { limits: Limits },
  than: Limits,
  { ofRole, holder = person }: { ofRole: Required<Limits>; holder?: Holder },
): boolean {
  return delegablePermissions.some((permission) => {
    if (!may(person, permission) || !may(holder, permission)) return false
    if (isBuiltIn(person.role)) return true
    const name = limitNames[permission]
    return (person.limits[name] ?? ofRole[name]) > (than[name] ?? ofRole[name])
  })
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
