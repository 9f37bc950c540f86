import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { findAccount } from '../accounts.ts'
import { accountDigest, secondFactorAccount } from '../attempt-counter.ts'
import { foldCase } from '../../rules.ts'
import { guardManaging } from '../roles/role-of-account.ts'

const readSlowed = {
  name: 'read_slowed_accounts',
  text: `select distinct account from sign_in_attempts
         where account is not null and at > now() - interval '1 day'
         group by account, subject
         having count(*) filter (where at > now() - interval '15 minutes') >= 10
             or count(*) >= 100`,
}
const readUsernames = {
  name: 'read_usernames_folded',
  text: 'select id, username_folded as "usernameFolded" from users',
}

/**
 * The users with so many wrong passwords or codes that a further try may have to wait: ten in a
 * quarter hour, or a hundred in a day. Stored attempts name accounts by a keyed hash alone.
 */
export async function readSlowedUsers(ctx: Context): Promise<{ userIds: number[] }> {
  const slowed = await rows<{ account: string }>(ctx.db, readSlowed)
  if (slowed.length === 0) return { userIds: [] }
  const digests = new Set(slowed.map(({ account }) => account))
  type Named = { id: number; usernameFolded: string }
  const users = await rows<Named>(ctx.db, readUsernames)
  const found = users.filter(({ usernameFolded }) =>
    digestsOf(usernameFolded).some((digest) => digests.has(digest)),
  )
  return { userIds: found.map(({ id }) => id) }
}

/** How attempts name an account: those with passwords first, then those with codes. */
function digestsOf(usernameFolded: string): string[] {
  return [accountDigest(usernameFolded), accountDigest(secondFactorAccount(usernameFolded))]
}

const deleteAttempts = {
  name: 'forget_attempts_of_account',
  text: 'delete from sign_in_attempts where account = any($1::text[])',
}

/**
 * Deletes the counted passwords of an account in the open transaction, from every address. Counted
 * codes of its second factor stay.
 */
export async function clearPasswordAttempts(ctx: Context, username: string): Promise<void> {
  await rows(ctx.db, deleteAttempts, [digestsOf(foldCase(username)).slice(0, 1)])
}

/**
 * Lets a user sign in at once after many wrong passwords or codes. Throws 404 for an unknown user,
 * and 403 for a role that may do what the caller may not, whose password could be guessed without
 * delay otherwise.
 */
export function unlockUser(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const account = await findAccount(inner.db, id)
    if (!account) throw missing('That user')
    await guardManaging(inner, account.user)
    await rows(inner.db, deleteAttempts, [digestsOf(foldCase(account.user.username))])
    await record(inner, [{ entity: 'user', entityId: id, action: 'unlock' }])
  })
}
