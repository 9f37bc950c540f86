import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  encryptStoredSecrets,
  type RecordWithSecrets,
  type SecretSearch,
} from '#platform/server/runtime/encrypt-stored-secrets.ts'
import { decryptSecret, encryptEntered } from '#platform/server/runtime/stored-secrets.ts'
import type { SingleSignOnForm } from '../../contract.ts'
import { clientSecretUnreadable } from './refusals.ts'

const purpose = 'single sign-on client'

/**
 * The client secret as the provider gets it; null if there is none. Throws 503 if `SECRETS_KEY`
 * lacks its key.
 */
export function decryptClientSecret(stored: string | null): string | null {
  if (stored === null) return null
  try {
    return decryptSecret(stored, purpose)
  } catch (cause) {
    throw clientSecretUnreadable(cause)
  }
}

type StoredSettings = { issuer: string; clientSecret: string | null }

/**
 * The client secret as the database stores it after a change. An omitted one stays, unless the
 * issuer changes: a secret goes only to whom it was given, so it throws 422.
 */
export function secretAfter(
  before: StoredSettings,
  { issuer, clientSecret }: SingleSignOnForm,
): string | null {
  const stored = before.clientSecret
  if (clientSecret !== undefined) return encryptEntered(clientSecret || null, { stored, purpose })
  if (issuer === before.issuer || stored === null) return stored
  if (issuer === '') return null
  const message = 'The issuer is another one. Enter its client secret again'
  throw invalid([{ path: 'clientSecret', message }])
}

type StoredSecret = { id: number; clientSecret: string | null }

const lock = {
  name: 'lock_other_client_secret',
  text: `select id, client_secret as "clientSecret" from single_sign_on
         where starts_with(client_secret, $1) <> $2
         for no key update`,
}

/** The same secret in another encryption, so no change of the settings. */
const replace = {
  name: 'replace_stored_client_secret',
  text: 'update single_sign_on set client_secret = $2 where id = $1',
}

/**
 * Encrypts the client secret if it was stored as text or under an earlier key. Throws as
 * `encryptStoredSecrets` does.
 */
export function encryptClientSecret(ctx: Context): Promise<void> {
  return encryptStoredSecrets(ctx, {
    purposes: [purpose],
    lock: lockSecret,
    replace: replaceSecret,
    sentenceOf: () => 'The client secret of single sign-on cannot be read',
  })
}

async function lockSecret(
  ctx: Context,
  [prefix, isWanted]: SecretSearch,
): Promise<RecordWithSecrets[]> {
  const found = await rows<StoredSecret>(ctx.db, lock, [prefix, isWanted])
  return found.map(({ id, clientSecret }) => ({ id, secrets: [clientSecret] }))
}

/** There is one row of settings. */
async function replaceSecret(ctx: Context, [one]: readonly RecordWithSecrets[]): Promise<void> {
  if (one) await rows(ctx.db, replace, [one.id, one.secrets[0] ?? null])
}
