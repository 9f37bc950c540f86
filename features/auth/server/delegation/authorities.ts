import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Authority, Limits } from '../../authority-rules.ts'
import type { UserLimits } from '../../contract.ts'
import { ownGrants } from '../roles/own-grants.ts'

/** SQL: what `authorityOf` needs of the user `u`. */
export const authorityColumns = `u.id, u.username, u.role, ${ownGrants} as grants,
  u.purchase_approval_limit as "purchaseApprovalLimit",
  u.credit_override_limit as "creditOverrideLimit", u.write_off_limit as "writeOffLimit"`

const readOwn = {
  name: 'read_own_authority',
  text: `select ${authorityColumns} from users u where u.id = $1 for share`,
}

const readDelegated = {
  name: 'read_delegated_authorities',
  text: `select ${authorityColumns}
         from approval_delegations d join users u on u.id = d.from_user_id
         where d.to_user_id = $1 and d.ended_at is null and u.is_active
           and $2::date between d.starts_on and d.ends_on
         order by d.id
         for share`,
}

export type AuthorityRow = UserLimits & {
  id: number
  username: string
  role: string
  grants: string[] | null
}

/**
 * In whose names the caller may decide on a day: first the own name, then those of the persons who
 * delegated their approvals. None for the system itself. Limits and delegations do not change until
 * the open transaction ends.
 */
export async function authoritiesOf(ctx: Context, date: Day): Promise<Authority[]> {
  if (!ctx.user) return []
  const { id, opens } = ctx.user
  const own = await rows<AuthorityRow>(ctx.db, readOwn, [id])
  const delegated = await rows<AuthorityRow>(ctx.db, readDelegated, [id, date])
  // An API key acts in the own name within its scopes.
  const asCaller = own.map((row) => ({ ...authorityOf(row), ...(opens && { opens }) }))
  return [...asCaller, ...delegated.map(authorityOf)]
}

/** A person with the limits of their own. */
export function authorityOf({ id, username, role, grants, ...amounts }: AuthorityRow): Authority {
  const { purchaseApprovalLimit, creditOverrideLimit, writeOffLimit } = amounts
  const limits: Limits = {
    ...(purchaseApprovalLimit !== null && { purchaseApprovalLimit: cents(purchaseApprovalLimit) }),
    ...(creditOverrideLimit !== null && { creditOverrideLimit: cents(creditOverrideLimit) }),
    ...(writeOffLimit !== null && { writeOffLimit: cents(writeOffLimit) }),
  }
  return { id, username, role, grants, limits }
}
