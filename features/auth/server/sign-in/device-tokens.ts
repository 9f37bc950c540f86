import { randomBytes, timingSafeEqual } from 'node:crypto'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'

// A browser that has signed a user in receives a signed device token for that user. The token
// grants no access: it only prevents attempts from other browsers from locking the user out.

const tokenFormat = /^([\w-]{22})\.([\w-]{43})$/

/** Returns a new device token for an account, given its folded username. */
export function createDeviceToken(account: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${signatureOf(account, nonce).toString('base64url')}`
}

/**
 * The nonce that a device's attempts are counted under; undefined if the token is invalid or
 * belongs to another account.
 */
export function verifyDeviceToken(
  account: string,
  deviceToken: string | undefined,
): string | undefined {
  const [, nonce, signature] = tokenFormat.exec(deviceToken ?? '') ?? []
  if (!nonce || !signature) return undefined
  const isValid = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(account, nonce))
  return isValid ? nonce : undefined
}

function signatureOf(account: string, nonce: string): Buffer {
  return serverHmac('device', `${account}\n${nonce}`)
}
