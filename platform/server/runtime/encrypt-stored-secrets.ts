import { type Context, inTransaction } from '../database/db.ts'
import { currentPrefix, encryptAgain, encryptedPrefix } from './stored-secrets.ts'

/** A record with its secrets as the database stores them, in the order of their purposes. */
export type RecordWithSecrets = { id: number; secrets: readonly (string | null)[] }

/** A secret that no key of `SECRETS_KEY` decrypts: its place among those of its record, and why. */
export type UnreadableSecret = { id: number; place: number; cause: unknown }

/**
 * Which secrets are to be read: those that begin as `prefix` does (`isWanted` false), or those that
 * do not. A statement says `starts_with(secret, $1) <> $2`.
 */
export type SecretSearch = readonly [prefix: string, isWanted: boolean]

/** The secrets of a room. */
type SecretsOfRoom = {
  /** What each secret of a record is for; it cannot be decrypted for another purpose. */
  purposes: readonly string[]
  /** Locks and reads the records that have such a secret. */
  lock: (ctx: Context, search: SecretSearch) => Promise<RecordWithSecrets[]>
  /** Stores the secrets in their new encryption, which is no change of their records. */
  replace: (ctx: Context, encrypted: readonly RecordWithSecrets[]) => Promise<unknown>
  /** What the log says of secrets that cannot be decrypted. */
  sentenceOf: (unreadable: readonly UnreadableSecret[]) => string
}

/**
 * Encrypts the secrets of a room that were stored as text or under an earlier key with the first
 * key of `SECRETS_KEY`. Throws if that setting lacks the key of some; the others are encrypted
 * first. Without the setting it throws if any secret is encrypted.
 */
export async function encryptStoredSecrets(ctx: Context, room: SecretsOfRoom): Promise<void> {
  const prefix = currentPrefix()
  const search: SecretSearch = prefix === undefined ? [encryptedPrefix, false] : [prefix, true]
  const unreadable = await inTransaction(ctx, async (inner) => {
    const found = await room.lock(inner, search)
    const failures: UnreadableSecret[] = []
    const encrypted = found.map((each) => encryptEach(each, room.purposes, failures))
    const changed = encrypted.filter(({ secrets }, index) =>
      secrets.some((secret, place) => secret !== found[index]?.secrets[place]),
    )
    if (changed.length > 0) await room.replace(inner, changed)
    return failures
  })
  const [first] = unreadable
  if (first) throw new Error(room.sentenceOf(unreadable), { cause: first.cause })
}

/** The secrets in their new encryption; one that cannot be decrypted stays, and is a failure. */
function encryptEach(
  { id, secrets }: RecordWithSecrets,
  purposes: readonly string[],
  failures: UnreadableSecret[],
): RecordWithSecrets {
  const encrypted = secrets.map((stored, place) => {
    if (stored === null) return null
    try {
      return encryptAgain(stored, purposes[place] ?? '')
    } catch (cause) {
      failures.push({ id, place, cause })
      return stored
    }
  })
  return { id, secrets: encrypted }
}
