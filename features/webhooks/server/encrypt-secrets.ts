import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import {
  currentPrefix,
  decryptSecret,
  encryptSecret,
} from '#platform/server/runtime/stored-secrets.ts'
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

type StoredSecrets = { id: number; secret: string; previousSecret: string | null }

const encryptAgain = (stored: string) => encryptWebhookSecret(decryptWebhookSecret(stored))

/**
 * Encrypts the secrets that were stored as text or under an earlier key with the first key of
 * `SECRETS_KEY`. Without that setting it does nothing.
 */
export async function encryptWebhookSecrets(ctx: Context): Promise<void> {
  const prefix = currentPrefix()
  if (prefix === undefined) return
  await inTransaction(ctx, async (inner) => {
    const found = await rows<StoredSecrets>(inner.db, store.lockOtherSecrets, [prefix])
    if (found.length === 0) return
    await rows(inner.db, store.replaceStoredSecrets, [
      found.map(({ id }) => id),
      found.map(({ secret }) => encryptAgain(secret)),
      found.map(({ previousSecret }) => previousSecret && encryptAgain(previousSecret)),
    ])
  })
}
