import { randomBytes } from 'node:crypto'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { linkLimits } from '../../account-link-rules.ts'
import type { Acceptance, Invitation, User } from '../../contract.ts'
import { foldCase } from '../../rules.ts'
import { addAccount, findAccount, usernameTaken } from '../accounts.ts'
import { countAttempt } from '../attempt-counter.ts'
import { hashPassword, rejectWeakPassword } from '../passwords.ts'
import { guardGiving, guardManaging } from '../roles/role-of-account.ts'
import type { Caller } from '../sessions.ts'
import { findLink, linkOver, spendLink } from './account-links.ts'
import { queueAccountEmail, requireLinkMail } from './queue-account-emails.ts'

/**
 * Creates an account that cannot sign in before its person accepts, and queues the email with the
 * link. Throws 409 if the username or email is in use, or email is not set up, and 403 for a role
 * that may do what the caller may not.
 */
export async function inviteUser(
  ctx: Context,
  form: Invitation,
  linkBase: string | undefined,
): Promise<User> {
  await requireLinkMail(ctx, linkBase)
  // A password that nobody knows, because every account has one.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return inTransaction(ctx, async (inner) => {
    await guardGiving(inner, form.role)
    const account = { ...form, passwordHash, isActive: false, pending: 'invitation' } as const
    const user = await addAccount(inner, account)
    const changes = { role: { from: null, to: user.role } }
    await record(inner, [{ entity: 'user', entityId: user.id, action: 'invite', changes }])
    await queueAccountEmail(inner, 'invitation', foldCase(form.email))
    return user
  })
}

const lockInvited = {
  name: 'lock_invited_user',
  text: `select email_folded as "emailFolded" from users
         where id = $1 and pending = 'invitation' and not is_active for no key update`,
}

/**
 * Sends an invitation again; earlier links stay valid for their 30 minutes. Throws 404 for an
 * unknown user, 409 for one who is not invited, or if email is not set up, and 403 for a role that
 * may do what the caller may not.
 */
export async function sendInvitation(
  ctx: Context,
  id: number,
  linkBase: string | undefined,
): Promise<void> {
  await requireLinkMail(ctx, linkBase)
  await inTransaction(ctx, async (inner) => {
    const account = await findAccount(inner.db, id)
    if (!account) throw missing('That user')
    await guardManaging(inner, account.user)
    const [invited] = await rows<{ emailFolded: string }>(inner.db, lockInvited, [id])
    if (!invited) {
      const sentence = 'This user has no open invitation'
      throw new Refusal('refused', 'not-invited', sentence)
    }
    await queueAccountEmail(inner, 'invitation', invited.emailFolded)
    await record(inner, [{ entity: 'user', entityId: id, action: 'send-invitation' }])
  })
}

const accept = {
  name: 'accept_invitation',
  text: `update users
         set username = $2, username_folded = $3, password_hash = $4, is_active = true,
             pending = null, updated_at = now(), version = version + 1
         where id = $1 and pending = 'invitation' and not is_active
         returning id`,
}

/**
 * Accepts an invitation by its link: the person chooses the username and the password, and can then
 * sign in. Throws 409 for a link that was used or has expired or a username in use, and 422 for a
 * weak password, which leave the link usable.
 */
export async function acceptInvitation(
  ctx: Context,
  { token, username, password }: Acceptance,
  caller: Caller,
): Promise<void> {
  await countAttempt(ctx, linkLimits(caller.address))
  const userId = await findLink(ctx, 'invitation', token)
  const account = await findAccount(ctx.db, userId)
  if (!account) throw linkOver()
  await rejectWeakPassword(ctx, password, { username, email: account.user.email })
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx, async (inner) => {
    const values = [userId, username, foldCase(username), passwordHash]
    const accepted = await mapConstraintErrors({ username_taken: usernameTaken }, () =>
      rows(inner.db, accept, values),
    )
    if (accepted.length === 0) throw linkOver()
    await spendLink(inner, { kind: 'invitation', token, userId })
    const changes = changesBetween(
      { username: account.user.username, isActive: false },
      { username, isActive: true },
    )
    const entry = { entity: 'user', entityId: userId, action: 'accept-invitation' } as const
    await record(inner, [{ ...entry, actorId: userId, changes }])
  })
}
