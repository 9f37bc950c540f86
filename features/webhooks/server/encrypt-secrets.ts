import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import {
  currentPrefix,
  decryptSecret,
  encryptSecret,
} from '#platform/server/runtime/stored-secrets.ts'
import * as store from './store.ts'

const purpose = 'webhook'
/** How a secret begins that is stored as text. */
const textPrefix = 'whsec_'

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
 * `SECRETS_KEY`. Throws if that setting lacks the key of some; the others are encrypted first.
 * Without the setting it throws if any secret is encrypted.
 */
export async function encryptWebhookSecrets(ctx: Context): Promise<void> {
  const prefix = currentPrefix() ?? textPrefix
  const unreadable = await inTransaction(ctx, async (inner) => {
    const found = await rows<StoredSecrets>(inner.db, store.lockOtherSecrets, [prefix])
    const { encrypted, failures } = encryptEach(found)
    if (encrypted.length > 0) {
      await rows(inner.db, store.replaceStoredSecrets, [
        encrypted.map(({ id }) => id),
        encrypted.map(({ secret }) => secret),
        encrypted.map(({ previousSecret }) => previousSecret),
      ])
    }
    return failures
  })
  const [first] = unreadable
  if (!first) return
  const ids = unreadable.map(({ id }) => id).join(', ')
  throw new Error(`The secrets of these webhooks cannot be read: ${ids}`, { cause: first.cause })
}

type Failure = { id: number; cause: unknown }

/** The secrets in their new encryption, and the webhooks whose secrets cannot be decrypted. */
function encryptEach(found: readonly StoredSecrets[]) {
  const encrypted: StoredSecrets[] = []
  const failures: Failure[] = []
  for (const { id, secret, previousSecret } of found) {
    try {
      encrypted.push({
        id,
        secret: encryptAgain(secret),
        previousSecret: previousSecret && encryptAgain(previousSecret),
      })
    } catch (cause) {
      failures.push({ id, cause })
    }
  }
  return { encrypted, failures }
}
