import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { lockAccount } from '../accounts.ts'
import { guardManaging } from '../roles/role-of-account.ts'
import { endSessionsOf } from '../sessions.ts'

const unlink = {
  name: 'unlink_single_sign_on',
  text: 'delete from single_sign_on_identities where user_id = $1 returning issuer',
}

/**
 * Unlinks a user from the persons of the provider, so that the next verified email links the
 * account anew, and ends the sessions. Throws 404 for an unknown user and for one who is not
 * linked, and 403 for a role that may do what the caller may not.
 */
export function unlinkSingleSignOn(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await guardManaging(inner, await lockAccount(inner, id))
    const unlinked = await rows<{ issuer: string }>(inner.db, unlink, [id])
    if (unlinked.length === 0) throw missing('A link to the provider')
    await endSessionsOf(inner, id)
    const issuers = unlinked.map(({ issuer }) => issuer).join(', ')
    const changes = { issuer: { from: issuers, to: null } }
    await record(inner, [
      { entity: 'user', entityId: id, action: 'unlink-single-sign-on', changes },
    ])
  })
}
