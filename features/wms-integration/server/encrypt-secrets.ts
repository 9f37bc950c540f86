import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  encryptStoredSecrets,
  type RecordWithSecrets,
  type SecretSearch,
} from '#platform/server/runtime/encrypt-stored-secrets.ts'
import { decryptSecret, encryptEntered } from '#platform/server/runtime/stored-secrets.ts'
import { type SecretName, secretNames, type Secrets } from './connection-secrets.ts'

const purposes: Readonly<Record<SecretName, string>> = {
  token: 'warehouse token',
  webhookSecret: 'warehouse webhook',
}

const labels: Readonly<Record<SecretName, string>> = {
  token: 'token or password',
  webhookSecret: 'webhook secret',
}

/**
 * A secret of the warehouse as it is used; null if there is none. Throws 503 if `SECRETS_KEY` lacks
 * its key.
 */
export function decryptWarehouseSecret(name: SecretName, stored: string | null): string | null {
  if (stored === null) return null
  try {
    return decryptSecret(stored, purposes[name])
  } catch {
    const sentence =
      `The stored ${labels[name]} of the warehouse cannot be read: SECRETS_KEY lacks its key. ` +
      'Set the key, or enter it again'
    throw new Refusal('unavailable', 'secret-unreadable', sentence)
  }
}

/**
 * The secrets as the database stores them: what was entered is encrypted, and what did not change
 * stays as it was stored, so that a repeated entry is no change.
 */
export function encryptChanged(stored: Secrets, next: Secrets): Secrets {
  const after = (name: SecretName) =>
    encryptEntered(next[name], { stored: stored[name], purpose: purposes[name] })
  return { token: after('token'), webhookSecret: after('webhookSecret') }
}

const lock = {
  name: 'lock_other_warehouse_secrets',
  text: `select id, token, webhook_secret as "webhookSecret" from wms_connection
         where starts_with(token, $1) <> $2 or starts_with(webhook_secret, $1) <> $2
         for no key update`,
}

/** The same secrets in another encryption, so no change of the connection. */
const replace = {
  name: 'replace_stored_warehouse_secrets',
  text: 'update wms_connection set token = $2, webhook_secret = $3 where id = $1',
}

/**
 * Encrypts the token and the webhook secret of the warehouse, if they were stored as text or under
 * an earlier key. Those of the environment are not stored. Throws as `encryptStoredSecrets` does.
 */
export function encryptWarehouseSecrets(ctx: Context): Promise<void> {
  return encryptStoredSecrets(ctx, {
    purposes: secretNames.map((name) => purposes[name]),
    lock: lockSecrets,
    replace: replaceSecrets,
    sentenceOf: () => 'The secrets of the warehouse connection cannot be read',
  })
}

async function lockSecrets(
  ctx: Context,
  [prefix, isWanted]: SecretSearch,
): Promise<RecordWithSecrets[]> {
  const found = await rows<Secrets & { id: number }>(ctx.db, lock, [prefix, isWanted])
  return found.map(({ id, token, webhookSecret }) => ({ id, secrets: [token, webhookSecret] }))
}

/** There is one connection. */
async function replaceSecrets(ctx: Context, [one]: readonly RecordWithSecrets[]): Promise<void> {
  if (!one) return
  const [token = null, webhookSecret = null] = one.secrets
  await rows(ctx.db, replace, [one.id, token, webhookSecret])
}
