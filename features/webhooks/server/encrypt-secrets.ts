import { type Context, rows } from '#platform/server/database/db.ts'
import {
  encryptStoredSecrets,
  type RecordWithSecrets,
  type SecretSearch,
  type UnreadableSecret,
} from '#platform/server/runtime/encrypt-stored-secrets.ts'
import { decryptSecret, encryptSecret } from '#platform/server/runtime/stored-secrets.ts'
import * as store from './store.ts'

const purpose = 'webhook'

/** A secret of a webhook as the database stores it. */
export function encryptWebhookSecret(secret: string): string {
  return encryptSecret(secret, purpose)
}

/** A secret of a webhook as it signs. Throws if `SECRETS_KEY` lacks its key. */
export function decryptWebhookSecret(stored: string): string {
  return decryptSecret(stored, purpose)
}

/**
 * The secret before the last rotation as it signs; undefined if `SECRETS_KEY` lacks its key, such
 * as after a lost key was replaced by a new secret. The new one then signs alone, and the job of
 * the secrets says so in the log.
 */
export function decryptPreviousSecret(stored: string): string | undefined {
  try {
    return decryptWebhookSecret(stored)
  } catch {
    return undefined
  }
}

type StoredSecrets = { id: number; secret: string; previousSecret: string | null }

/**
 * Deletes the earlier secrets that no longer sign, and encrypts the others that were stored as text
 * or under an earlier key. Throws as `encryptStoredSecrets` does.
 */
export async function encryptWebhookSecrets(ctx: Context): Promise<void> {
  await rows(ctx.db, store.deleteEndedSecrets)
  await encryptStoredSecrets(ctx, {
    purposes: [purpose, purpose],
    lock: lockSecrets,
    replace: replaceSecrets,
    sentenceOf,
  })
}

async function lockSecrets(
  ctx: Context,
  [prefix, isWanted]: SecretSearch,
): Promise<RecordWithSecrets[]> {
  const found = await rows<StoredSecrets>(ctx.db, store.lockOtherSecrets, [prefix, isWanted])
  return found.map(({ id, secret, previousSecret }) => ({ id, secrets: [secret, previousSecret] }))
}

function replaceSecrets(ctx: Context, encrypted: readonly RecordWithSecrets[]): Promise<unknown> {
  return rows(ctx.db, store.replaceStoredSecrets, [
    encrypted.map(({ id }) => id),
    encrypted.map(({ secrets }) => secrets[0] ?? null),
    encrypted.map(({ secrets }) => secrets[1] ?? null),
  ])
}

function sentenceOf(unreadable: readonly UnreadableSecret[]): string {
  const idsAt = (place: number) =>
    unreadable.flatMap((each) => (each.place === place ? [each.id] : [])).join(', ')
  const [current, previous] = [idsAt(0), idsAt(1)]
  return [
    ...(current ? [`The secrets of these webhooks cannot be read: ${current}`] : []),
    ...(previous
      ? [`The earlier secrets of these webhooks cannot be read, and do not sign: ${previous}`]
      : []),
  ].join('. ')
}
