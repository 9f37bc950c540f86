import { randomBytes } from 'node:crypto'
import { type Context, rows } from '#platform/server/database/db.ts'
import { challengeMinutes } from '../../second-factor-rules.ts'
import { hashOf } from '../sessions.ts'

// Between the password and the code, the browser holds a challenge: a token that is no session,
// ends after five minutes by the clock of the database, and can be used once.

const isFresh = `created_at > now() - interval '${challengeMinutes} minutes'`

const add = {
  name: 'add_sign_in_challenge',
  text: `insert into sign_in_challenges (token_sha256, user_id) values ($1, $2)`,
}
const deleteExpired = {
  name: 'delete_expired_challenges',
  text: `delete from sign_in_challenges where ctid = any (array(
           select ctid from sign_in_challenges where not (${isFresh}) for update skip locked))`,
}
const find = {
  name: 'find_sign_in_challenge',
  text: `select user_id as "userId" from sign_in_challenges
         where token_sha256 = $1 and ${isFresh}`,
}
const spend = {
  name: 'spend_sign_in_challenge',
  text: `delete from sign_in_challenges where token_sha256 = $1 and ${isFresh} returning user_id`,
}

/** Opens the second step of a sign-in in the open transaction; returns its token of 256 bits. */
export async function openChallenge(ctx: Context, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await rows(ctx.db, deleteExpired)
  await rows(ctx.db, add, [hashOf(token), userId])
  return token
}

/** The id of the user whose password was right for this token; undefined if it has ended. */
export async function findChallenge(ctx: Context, token: string): Promise<number | undefined> {
  const [found] = await rows<{ userId: number }>(ctx.db, find, [hashOf(token)])
  return found?.userId
}

/** Uses up a challenge; false if another request used it first, or it has ended. */
export async function spendChallenge(ctx: Context, token: string): Promise<boolean> {
  return (await rows(ctx.db, spend, [hashOf(token)])).length > 0
}
