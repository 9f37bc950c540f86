import { type Context, rows } from '#platform/server/database/db.ts'
import {
  encryptStoredSecrets,
  type RecordWithSecrets,
  type SecretSearch,
} from '#platform/server/runtime/encrypt-stored-secrets.ts'
import { decryptSecret, encryptSecret } from '#platform/server/runtime/stored-secrets.ts'

const purpose = 'second factor'

/** The key of a second factor as the database stores it. */
export function encryptFactorKey(key: string): string {
  return encryptSecret(key, purpose)
}

/**
 * The key of a second factor as it computes codes; undefined if `SECRETS_KEY` lacks its key.
 * Recovery codes work without it, and the job of the keys says in the log whose are unreadable.
 */
export function decryptFactorKey(stored: string): string | undefined {
  try {
    return decryptSecret(stored, purpose)
  } catch {
    return undefined
  }
}

type StoredKey = { id: number; secret: string }

const lock = {
  name: 'lock_other_second_factor_keys',
  text: `select user_id as id, secret from second_factors
         where starts_with(secret, $1) <> $2
         order by user_id for no key update`,
}

/** The same keys in another encryption, so no change of the second factors. */
const replace = {
  name: 'replace_stored_second_factor_keys',
  text: `update second_factors f set secret = t.secret
         from unnest($1::int[], $2::text[]) as t (id, secret)
         where f.user_id = t.id`,
}

/**
 * Encrypts the keys of second factors that were stored as text or under an earlier key, also those
 * that no code has confirmed. Throws as `encryptStoredSecrets` does.
 */
export function encryptFactorKeys(ctx: Context): Promise<void> {
  return encryptStoredSecrets(ctx, {
    purposes: [purpose],
    lock: lockKeys,
    replace: replaceKeys,
    sentenceOf: (unreadable) => {
      const ids = unreadable.map(({ id }) => id).join(', ')
      return `The second factors of these users cannot be read: ${ids}`
    },
  })
}

async function lockKeys(
  ctx: Context,
  [prefix, isWanted]: SecretSearch,
): Promise<RecordWithSecrets[]> {
  const found = await rows<StoredKey>(ctx.db, lock, [prefix, isWanted])
  return found.map(({ id, secret }) => ({ id, secrets: [secret] }))
}

function replaceKeys(ctx: Context, encrypted: readonly RecordWithSecrets[]): Promise<unknown> {
  return rows(ctx.db, replace, [
    encrypted.map(({ id }) => id),
    encrypted.map(({ secrets }) => secrets[0] ?? null),
  ])
}
