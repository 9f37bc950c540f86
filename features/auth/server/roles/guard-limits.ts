import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { decides, decidesMore, defaultRoleLimits, type Limits } from '../../authority-rules.ts'
import type { Holder } from '../../rules.ts'
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
         select ${authorityColumns}, u.id in (select id from managed) as "isManaged"
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
        as "writeOffLimit"`,
}

const findLevelOfPerson = {
  name: 'find_approval_level_of_person',
  text: 'select level from purchase_approval_levels where user_id = $1 limit 1',
}

/** Whose limits are compared: a user's, or those of all users with an own role. */
type ManagedAccounts = { userId?: number; roleId?: number | undefined }

/**
 * Throws 403 if an account may decide on higher amounts than the caller: by its own limit, by that
 * of its role, in the name of a person who delegated to it, or as an approval level. `account` is
 * the role with its permissions, as it is to be; without a user it is also that of new accounts.
 * Nobody is beyond an administrator or themselves. Limits are compared as they are now: only
 * administrators change them.
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
  const others = people.filter((each) => each !== own).map((each) => authorityIn(account, each))
  const compared = { ofRole: await roleLimits(ctx), holder: account }
  const withoutLimits = userId === undefined ? [{ ...account, limits: {} }] : []
  const isBeyond = [...withoutLimits, ...others].some((each) =>
    decidesMore(each, own ? authorityOf(own).limits : {}, compared),
  )
  if (isBeyond || (await isOfLevel(ctx, userId))) throw beyondLimits()
}

type ComparedPerson = AuthorityRow & { isManaged: boolean }

/** A managed person in the role that the account is to have; others, who lend, in their own. */
function authorityIn(account: Holder, person: ComparedPerson): Holder & { limits: Limits } {
  const authority = authorityOf(person)
  return person.isManaged ? { ...account, limits: authority.limits } : authority
}

async function isOfLevel(ctx: Context, userId: number | undefined): Promise<boolean> {
  return userId !== undefined && (await rows(ctx.db, findLevelOfPerson, [userId])).length > 0
}

async function roleLimits(ctx: Context): Promise<Required<Limits>> {
  type Stored = Record<keyof Limits, string | null>
  const [stored] = await rows<Stored>(ctx.db, readRoleLimits)
  const limitOf = (name: keyof Limits) => cents(stored?.[name] ?? defaultRoleLimits[name])
  return {
    purchaseApprovalLimit: limitOf('purchaseApprovalLimit'),
    creditOverrideLimit: limitOf('creditOverrideLimit'),
    writeOffLimit: limitOf('writeOffLimit'),
  }
}

function beyondLimits(): Refusal {
  const sentence = 'This would decide on higher amounts than you may. Ask an administrator'
  return new Refusal('forbidden', 'beyond-own-rights', sentence)
}
