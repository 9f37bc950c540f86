import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { linkLimits, resetRequestLimits } from '../../account-link-rules.ts'
import type { NewPassword, ResetRequest } from '../../contract.ts'
import { foldCase } from '../../rules.ts'
import { findAccount } from '../accounts.ts'
import { countAttempt } from '../attempt-counter.ts'
import { hashPassword, rejectWeakPassword } from '../passwords.ts'
import { guardManaging } from '../roles/role-of-account.ts'
import { type Caller, endSessionsOf } from '../sessions.ts'
import { clearPasswordAttempts } from '../users/slowed-accounts.ts'
import { findLink, linkOver, spendLink } from './account-links.ts'
import { queueAccountEmail, requireLinkMail } from './queue-account-emails.ts'

/**
 * Queues an email with a link to choose a new password. The answer and the work are the same
 * whether or not an account has the address. Throws 409 if email is not set up, and 429 beyond the
 * limits.
 */
export async function requestPasswordReset(
  ctx: Context,
  { email }: ResetRequest,
  { caller, linkBase }: { caller: Caller; linkBase: string | undefined },
): Promise<void> {
  await requireLinkMail(ctx, linkBase)
  const folded = foldCase(email)
  await countAttempt(ctx, resetRequestLimits(folded, caller.address))
  await inTransaction(ctx, (inner) => queueAccountEmail(inner, 'reset', folded))
}

const setPassword = {
  name: 'reset_password',
  text: `update users
         set password_hash = $2, updated_at = now(), version = version + 1
         where id = $1 and is_active
         returning id`,
}

/**
 * Sets a new password by a link. It starts no session, ends all of them, and leaves the second
 * factor as it is. Throws 409 for a link that was used or has expired, and 422 for a weak password,
 * which leaves the link usable.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: NewPassword,
  caller: Caller,
): Promise<number> {
  await countAttempt(ctx, linkLimits(caller.address))
  const userId = await findLink(ctx, 'reset', token)
  const account = await findAccount(ctx.db, userId)
  if (!account) throw linkOver()
  await rejectWeakPassword(ctx, password, account.user)
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (inner) => {
    // The user comes first, as in every change that ends sessions.
    const changed = await rows(inner.db, setPassword, [userId, passwordHash])
    if (changed.length === 0) throw linkOver()
    await spendLink(inner, { kind: 'reset', token, userId })
    await endSessionsOf(inner, userId)
    await clearPasswordAttempts(inner, account.user.username)
    const entry = { entity: 'user', entityId: userId, action: 'reset-password' } as const
    await record(inner, [{ ...entry, actorId: userId }])
    return userId
  })
}

/**
 * Queues an email with a reset link for a user, on behalf of an administrator. Throws 404 for an
 * unknown user, 409 for one who cannot sign in, 409 if email is not set up, and 403 for a role that
 * may do what the caller may not.
 */
export async function sendResetLink(
  ctx: Context,
  id: number,
  linkBase: string | undefined,
): Promise<void> {
  await requireLinkMail(ctx, linkBase)
  await inTransaction(ctx, async (inner) => {
    const account = await findAccount(inner.db, id)
    if (!account) throw missing('That user')
    await guardManaging(inner, account.user)
    if (!account.isActive) {
      const sentence = 'This account cannot sign in. Activate it first'
      throw new Refusal('refused', 'inactive-account', sentence)
    }
    await queueAccountEmail(inner, 'reset', foldCase(account.user.email))
    await record(inner, [{ entity: 'user', entityId: id, action: 'send-reset-link' }])
  })
}
