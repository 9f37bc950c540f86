import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { passkeyMinutes } from '../../passkey-rules.ts'
import { hashOf } from '../sessions.ts'

// A passkey signs a random challenge of the server. Only its hash is stored; it counts once, within
// five minutes by the clock of the database, and only for the purpose that it was made for.

const isFresh = `created_at > now() - interval '${passkeyMinutes} minutes'`

const add = {
  name: 'add_passkey_challenge',
  text: 'insert into passkey_challenges (challenge_sha256, user_id) values ($1, $2)',
}
const deleteExpired = {
  name: 'delete_expired_passkey_challenges',
  text: `delete from passkey_challenges where ctid = any (array(
           select ctid from passkey_challenges where not (${isFresh}) for update skip locked))`,
}
const spend = {
  name: 'spend_passkey_challenge',
  text: `delete from passkey_challenges
         where challenge_sha256 = $1 and user_id is not distinct from $2 and ${isFresh}
         returning created_at`,
}

/** Stores a challenge for a new passkey of a user, or for a sign-in if the user is null. */
export async function storeChallenge(
  ctx: Context,
  challenge: string,
  userId: number | null,
): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await rows(db, deleteExpired)
    await rows(db, add, [hashOf(challenge), userId])
  })
}

/**
 * Uses up a challenge before the signature is verified, so that it counts once whatever comes of
 * it. False if it is unknown, used, too old, or of another user or purpose.
 */
export function spendPasskeyChallenge(
  ctx: Context,
  challenge: string,
  userId: number | null,
): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    return (await rows(db, spend, [hashOf(challenge), userId])).length > 0
  })
}
