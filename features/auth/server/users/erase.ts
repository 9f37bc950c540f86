import { randomBytes } from 'node:crypto'
import { erasedFields, pseudonymOf, pseudonymousEmail } from '#features/audit/erased-fields.ts'
import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { foldCase } from '../../rules.ts'
import { deleteLinks } from '../links/account-links.ts'
import { deleteAccountEmailsOf } from '../links/queue-account-emails.ts'
import { hashPassword } from '../passwords.ts'
import { deleteFactors } from '../second-factor/second-factor.ts'
import { endSessionsOf } from '../sessions.ts'

const lock = {
  name: 'lock_user_for_erasure',
  text: `select id, username, is_active as "isActive", version from users
         where id = $1 for update`,
}

type LockedUser = { id: number; username: string; isActive: boolean; version: number }

/**
 * Locks an account in the open transaction. Throws 404 if it does not exist, and 412 if it has
 * another version.
 */
export async function lockUserForErasure(
  { db }: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<LockedUser> {
  const [found] = await rows<LockedUser>(db, lock, [id])
  if (!found) throw missing('That user')
  guardVersion(found, ifMatch)
  return found
}

const erase = {
  name: 'erase_user',
  text: `update users
         set username = $2, username_folded = $3, email = $4::text,
           email_folded = $4::text,
           password_hash = $5, preferences = '{}', pending = null, updated_at = now(),
           version = version + 1
         where id = $1`,
}

const deleteIdentities = {
  name: 'delete_single_sign_on_identities',
  text: 'delete from single_sign_on_identities where user_id = $1',
}

/**
 * Replaces the username and the email address of a locked account with a pseudonym, and deletes its
 * sessions, preferences, password, second factor, passkeys, link to the provider, links by email
 * and waiting emails. The history has which fields were erased, without their values. Returns the
 * pseudonym.
 */
export async function eraseUser(ctx: Context, id: number, reason: string): Promise<string> {
  const pseudonym = pseudonymOf('user', id)
  // Nobody knows this password.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const email = pseudonymousEmail('user', id)
  await deleteAccountEmailsOf(ctx, id)
  await rows(ctx.db, erase, [id, pseudonym, foldCase(pseudonym), email, passwordHash])
  await endSessionsOf(ctx, id)
  await deleteLinks(ctx, id)
  await deleteFactors(ctx, id)
  await rows(ctx.db, deleteIdentities, [id])
  const changes = { erasedFields: { from: null, to: erasedFields.user.join(', ') } }
  await record(ctx, [{ entity: 'user', entityId: id, action: 'erase', changes, reason }])
  return pseudonym
}
