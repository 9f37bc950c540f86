import { cents } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { decides, decidesMore, defaultRoleLimits, type Limits } from '../../authority-rules.ts'
import type { Holder } from '../../rules.ts'
import { authorityColumns, authorityOf, type AuthorityRow } from '../delegation/authorities.ts'

/**
 * The people `$1`, and those who delegated approvals to `$2`. A delegation that begins later
 * counts, and so does one that ended yesterday, because a day ends later in other time zones.
 */
const readPeople = {
  name: 'read_authorities_to_compare',
  text: `select ${authorityColumns} from users u
         where u.id = any($1::int[]) or u.id in (
           select d.from_user_id from approval_delegations d
           where d.to_user_id = $2 and d.ended_at is null and d.ends_on >= current_date - 1)`,
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

/**
 * Throws 403 if an account may decide on higher amounts than the caller: by its own limit, by that
 * of its role, in the name of a person who delegated to it, or as an approval level. `account` is
 * the role with its permissions; without an id it is that of a new account. Nobody is beyond an
 * administrator or themselves. Limits are compared as they are now: only administrators change
 * them.
 */
export async function guardLimits(
  ctx: Context,
  account: Holder,
  userId?: number,
): Promise<void> {
  const { user } = ctx
  if (!user || user.role === 'admin' || user.id === userId || !decides(account)) return
  const ids = [user.id, ...(userId === undefined ? [] : [userId])]
  const people = await rows<AuthorityRow>(ctx.db, readPeople, [ids, userId ?? 0])
  const authorities = people.map(authorityOf)
  const limitsOf = (id: number | undefined) => {
    return authorities.find((each) => each.id === id)?.limits ?? {}
  }
  const lenders = authorities.filter(({ id }) => !ids.includes(id))
  const compared = { ofRole: await roleLimits(ctx), holder: account }
  const isBeyond = [{ ...account, limits: limitsOf(userId) }, ...lenders].some((each) =>
    decidesMore(each, limitsOf(user.id), compared),
  )
  if (isBeyond || (await isOfLevel(ctx, userId))) throw beyondLimits()
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
