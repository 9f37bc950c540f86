import { randomBytes, timingSafeEqual } from 'node:crypto'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'

// A browser that has signed a person in gets a signed mark for that person. It opens nothing: it
// only keeps the tries of strangers from locking the person out there.

const form = /^([\w-]{22})\.([\w-]{43})$/

/** The mark of a new device of an account, named by its folded username. */
export function markDevice(account: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${signatureOf(account, nonce).toString('base64url')}`
}

/** What a mark is counted under; undefined where it is none of ours, or of somebody else. */
export function knownDevice(account: string, mark: string | undefined): string | undefined {
  const [, nonce, signature] = form.exec(mark ?? '') ?? []
  if (!nonce || !signature) return undefined
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(account, nonce))
  return isOurs ? nonce : undefined
}

function signatureOf(account: string, nonce: string): Buffer {
  return serverHmac('device', `${account}\n${nonce}`)
}
