import { type Cents, cents, maxCents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { decides, decidesMore, defaultRoleLimits, type Limits } from '../../authority-rules.ts'
import { type Holder, may } from '../../rules.ts'
import { authorityColumns, authorityOf, type AuthorityRow } from '../delegation/authorities.ts'

/**
 * The caller `$1`, the user `$2`, those who have the own role `$3`, and those who delegated
 * approvals to them. A delegation that begins later counts, and so does one that ended yesterday,
 * because a day ends later in other time zones.
 */
const readPeople = {
  name: 'read_authorities_to_compare',
  text: `with managed as (
           select id from users where (id = $2 or own_role_id = $3) and id <> $1)
         select ${authorityColumns}, u.id in (select id from managed) as "isManaged",
           exists (select from purchase_approval_levels l where l.user_id = u.id) as "isOfLevel",
           exists (select from purchase_approval_levels l where l.own_role_id = u.own_role_id)
             as "isRoleOfLevel"
         from users u
         where u.id = $1 or u.id in (select id from managed) or u.id in (
           select d.from_user_id from approval_delegations d
           where d.to_user_id in (select id from managed) and d.ended_at is null
             and d.ends_on >= current_date - 1)`,
}

const readRoleLimits = {
  name: 'read_limits_of_own_roles',
  text: `select
      (select value #>> '{}' from settings where name = 'purchaseApprovalLimit')
        as "purchaseApprovalLimit",
      (select value #>> '{}' from settings where name = 'creditOverrideLimit')
        as "creditOverrideLimit",
      (select value #>> '{}' from settings where name = 'writeOffLimitFinance')
        as "writeOffLimit",
      exists (select from purchase_approval_levels where own_role_id is not null)
        as "hasRoleOfLevel"`,
}

/** A level of the own role `$1`, unless the user `$2` has that role. */
const findLevelOfOtherRole = {
  name: 'find_approval_level_of_other_role',
  text: `select l.level from purchase_approval_levels l
         where l.own_role_id = $1
           and not exists (select from users u where u.id = $2 and u.own_role_id = $1)
         limit 1`,
}

/** Whose limits are compared: a user's, or those of all users with an own role. */
type ManagedAccounts = { userId?: number; roleId?: number | undefined }

/**
 * Throws 403 if an account may decide on higher amounts than the caller: by its own limit, by that
 * of its role, in the name of a person who delegated to it, or as an approval level. `account` is
 * the role with its permissions, as it is to be; without a user it is also that of new accounts.
 * Nobody is beyond an administrator or themselves.
 */
export async function guardLimits(
  ctx: Context,
  account: Holder,
  { userId, roleId }: ManagedAccounts = {},
): Promise<void> {
  const { user } = ctx
  if (!user || user.role === 'admin' || user.id === userId || !decides(account)) return
  const values = [user.id, userId ?? 0, roleId ?? 0]
  const people = await rows<ComparedPerson>(ctx.db, readPeople, values)
  const own = people.find(({ id }) => id === user.id)
  const others = people.filter((each) => each !== own)
  if (others.some((each) => approvesByLevel(each, account, own))) throw beyondLimits()
  if (may(account, approve) && (await isOfOtherRole(ctx, roleId))) throw beyondLimits()
  const compared = [
    ...(userId === undefined ? [{ ...account, limits: {} }] : []),
    ...others.map((each) => authorityIn(account, each)),
  ]
  const limits = own ? authorityOf(own).limits : {}
  const isBeyond = (await limitsOfRoles(ctx, own)).some((ofRole) =>
    compared.some((each) => decidesMore(each, limits, { ofRole, holder: account })),
  )
  if (isBeyond) throw beyondLimits()
}

const approve = 'purchaseOrders.approve'

type ComparedPerson = AuthorityRow & {
  isManaged: boolean
  isOfLevel: boolean
  isRoleOfLevel: boolean
}

/** A managed person in the role that the account is to have; others, who lend, in their own. */
function authorityIn(account: Holder, person: ComparedPerson): Holder & { limits: Limits } {
  const authority = authorityOf(person)
  return person.isManaged ? { ...account, limits: authority.limits } : authority
}

/**
 * True if an approval level names a person, or the role of one who lends to the account: how much a
 * level approves is not in the limits. The role of the account itself is checked where it is given.
 */
function approvesByLevel(
  person: ComparedPerson,
  account: Holder,
  own: ComparedPerson | undefined,
): boolean {
  if (!may(account, approve) || !may(authorityIn(account, person), approve)) return false
  const isLentByRole = !person.isManaged && person.isRoleOfLevel && person.role !== own?.role
  return person.isOfLevel || isLentByRole
}

async function isOfOtherRole(ctx: Context, roleId: number | undefined): Promise<boolean> {
  if (roleId === undefined) return false
  return (await rows(ctx.db, findLevelOfOtherRole, [roleId, ctx.user?.id ?? 0])).length > 0
}

/**
 * The limits with which own roles are compared: those of the settings, and those that they can
 * have. Who changes the settings can raise them, and an approval level of an own role has none, so
 * a limit of the caller's own must not be avoided by an account that has none.
 */
async function limitsOfRoles(
  ctx: Context,
  own: ComparedPerson | undefined,
): Promise<Required<Limits>[]> {
  type Stored = Record<keyof Limits, string | null> & { hasRoleOfLevel: boolean }
  const [stored] = await rows<Stored>(ctx.db, readRoleLimits)
  const limitOf = (name: keyof Limits) => cents(stored?.[name] ?? defaultRoleLimits[name])
  const current = {
    purchaseApprovalLimit: limitOf('purchaseApprovalLimit'),
    creditOverrideLimit: limitOf('creditOverrideLimit'),
    writeOffLimit: limitOf('writeOffLimit'),
  }
  const isRaised = own !== undefined && may(authorityOf(own), 'settings.manage')
  const possible = (limit: Cents) => (isRaised ? maxCents : limit)
  const { purchaseApprovalLimit, creditOverrideLimit, writeOffLimit } = current
  const highest = {
    purchaseApprovalLimit: stored?.hasRoleOfLevel ? maxCents : possible(purchaseApprovalLimit),
    creditOverrideLimit: possible(creditOverrideLimit),
    writeOffLimit: possible(writeOffLimit),
  }
  return [current, highest]
}

function beyondLimits(): Refusal {
  const sentence = 'This would decide on higher amounts than you may. Ask an administrator'
  return new Refusal('forbidden', 'beyond-own-rights', sentence)
}
