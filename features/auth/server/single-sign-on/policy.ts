import { type Context, type Db, rows } from '#platform/server/database/db.ts'
import { signOnOnly } from './refusals.ts'

const readPolicy = {
  name: 'read_single_sign_on_policy',
  text: `select button_text as "buttonText", is_only as "isOnly",
           break_glass_id as "breakGlassId"
         from single_sign_on where id = 1 and issuer <> ''`,
}

type Policy = { buttonText: string; isOnly: boolean; breakGlassId: number | null }

/** The button of the sign-in page, and whether it is the only way; null if it is off. */
export async function readSignOnPolicy(db: Db): Promise<Policy | null> {
  const [policy] = await rows<Policy>(db, readPolicy)
  return policy ?? null
}

/**
 * Throws 401 if everybody signs in at the provider and this user is not the break-glass
 * administrator. Returns true for that administrator, whose sign-in the history points out.
 */
export async function allowOtherWay(ctx: Context, userId: number): Promise<boolean> {
  const policy = await readSignOnPolicy(ctx.db)
  if (!policy?.isOnly) return false
  if (policy.breakGlassId !== userId) throw signOnOnly(policy.buttonText)
  return true
}

/** The reason that the history gives for the sign-in of the break-glass administrator. */
export const breakGlassReason = 'Break-glass administrator'
