import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import { attemptMinutes } from '../../single-sign-on-rules.ts'
import { hashOf } from '../sessions.ts'

// While the browser is at the provider, it holds a cookie with a random token. The database has the
// hashes of that token and of the state. The nonce and the PKCE verifier follow from the token and
// the secret of the server, so that neither a copy of the database nor the cookie alone has them.

const isFresh = `created_at > now() - interval '${attemptMinutes} minutes'`

const add = {
  name: 'add_single_sign_on_attempt',
  text: `insert into single_sign_on_attempts (state_sha256, browser_sha256, issuer)
         values ($1, $2, $3)`,
}
const deleteExpired = {
  name: 'delete_expired_single_sign_on_attempts',
  text: `delete from single_sign_on_attempts where ctid = any (array(
           select ctid from single_sign_on_attempts where not (${isFresh})
           for update skip locked))`,
}
const spend = {
  name: 'spend_single_sign_on_attempt',
  text: `delete from single_sign_on_attempts
         where state_sha256 = $1 and browser_sha256 = $2 and issuer = $3 and ${isFresh}
         returning created_at`,
}

/** What the ID token and the token request of one attempt must have. */
type AttemptSecrets = { nonce: string; verifier: string }

/** A sign-in at the provider: the token of the cookie, and the state, nonce and PKCE verifier. */
export type SignOnAttempt = AttemptSecrets & { browser: string; state: string }

/** Opens a sign-in at the provider of an issuer, for ten minutes by the clock of the database. */
export async function openAttempt(ctx: Context, issuer: string): Promise<SignOnAttempt> {
  const browser = randomBytes(32).toString('base64url')
  const state = randomBytes(32).toString('base64url')
  await inTransaction(ctx, async ({ db }) => {
    await rows(db, deleteExpired)
    await rows(db, add, [hashOf(state), hashOf(browser), issuer])
  })
  return { browser, state, ...secretsOf(browser) }
}

/**
 * Uses up an attempt before anything is asked of the provider, so that it counts once whatever
 * comes of it. Undefined if it is unknown, used, older than ten minutes, of another browser, or of
 * a provider that was replaced meanwhile.
 */
export function spendAttempt(
  ctx: Context,
  { state, browser, issuer }: { state: string; browser: string; issuer: string },
): Promise<AttemptSecrets | undefined> {
  return inTransaction(ctx, async ({ db }) => {
    const spent = await rows(db, spend, [hashOf(state), hashOf(browser), issuer])
    return spent.length > 0 ? secretsOf(browser) : undefined
  })
}

function secretsOf(browser: string): AttemptSecrets {
  return {
    nonce: serverHmac('single sign-on nonce', browser).toString('base64url'),
    verifier: serverHmac('single sign-on verifier', browser).toString('base64url'),
  }
}
