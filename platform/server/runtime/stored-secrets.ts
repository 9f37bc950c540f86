import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// Secrets that the program needs as they are, such as those that sign webhooks. In the database
// they are encrypted with AES-256-GCM, under keys that come from the environment.

const format = 'aes256gcm'
/** How every encrypted secret begins. */
export const encryptedPrefix = `${format}.`
const ivBytes = 12
const tagBytes = 16

type SecretsKey = { id: string; bytes: Buffer }

let keys: readonly SecretsKey[] = []

/**
 * Loads the keys of `SECRETS_KEY`; called once at server start. The first one encrypts, and those
 * after a comma only decrypt.
 */
export function loadSecretsKeys(setting: string | undefined): void {
  keys = keyTexts(setting).map((text) => ({
    id: derive(text, 'id', 4).toString('hex'),
    bytes: derive(text, 'key', 32),
  }))
}

/** The keys in a value of `SECRETS_KEY`. */
export function keyTexts(setting: string | undefined): string[] {
  return setting?.split(',').map((text) => text.trim()) ?? []
}

function derive(text: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', `stored secrets, ${purpose}`, bytes))
}

/**
 * Encrypts a secret for the database; without `SECRETS_KEY` it stays as it is. What is encrypted
 * for one purpose cannot be decrypted for another.
 */
export function encryptSecret(secret: string, purpose: string): string {
  const [key] = keys
  if (!key) return secret
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv)
  cipher.setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  return `${prefixOf(key)}${sealed.toString('base64')}`
}

/**
 * Decrypts a stored secret; one that was stored as text stays as it is. Throws if `SECRETS_KEY`
 * lacks its key, or if it was changed or belongs to another purpose.
 */
export function decryptSecret(stored: string, purpose: string): string {
  const [name, id, sealed = ''] = stored.split('.')
  if (name !== format) return stored
  if (keys.length === 0) {
    throw new Error(`SECRETS_KEY is not set, but a stored secret needs its key ${id}`)
  }
  const key = keys.find((each) => each.id === id)
  if (!key) throw new Error(`SECRETS_KEY lacks the key ${id}, which a stored secret needs`)
  try {
    return decryptWith(key, { sealed, purpose })
  } catch (cause) {
    const sentence = 'A stored secret was changed, or was encrypted for another purpose'
    throw new Error(sentence, { cause })
  }
}

/**
 * A stored secret under the first key of `SECRETS_KEY`; the same if it is already. Throws if it
 * cannot be decrypted.
 */
export function encryptAgain(stored: string, purpose: string): string {
  const prefix = currentPrefix()
  if (prefix !== undefined && stored.startsWith(prefix)) return stored
  return encryptSecret(decryptSecret(stored, purpose), purpose)
}

type EnteredSecret = { stored: string | null; purpose: string }

/**
 * What the database stores after a secret was entered: its encryption, or the stored text itself if
 * the same secret was entered again, so that a repeated entry is no change. Null if none was
 * entered. `stored` may be passed as the entered secret, too: it then stays.
 */
export function encryptEntered(
  entered: string | null,
  { stored, purpose }: EnteredSecret,
): string | null {
  if (entered === null || entered === stored) return entered
  if (stored !== null && isSecret(stored, { entered, purpose })) return stored
  return encryptSecret(entered, purpose)
}

function isSecret(
  stored: string,
  { entered, purpose }: { entered: string; purpose: string },
): boolean {
  try {
    return decryptSecret(stored, purpose) === entered
  } catch {
    return false
  }
}

/** How secrets begin that the first key encrypted; undefined without `SECRETS_KEY`. */
export function currentPrefix(): string | undefined {
  const [key] = keys
  return key && prefixOf(key)
}

const prefixOf = ({ id }: SecretsKey) => `${encryptedPrefix}${id}.`

type Sealed = { sealed: string; purpose: string }

function decryptWith(key: SecretsKey, { sealed, purpose }: Sealed): string {
  const bytes = Buffer.from(sealed, 'base64')
  const [iv, encrypted] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes + tagBytes)]
  const options = { authTagLength: tagBytes }
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, options)
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}
