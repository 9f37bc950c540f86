import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FieldError } from '#platform/kernel/refusal.ts'

// The signature of a webhook, by Standard Webhooks and for both directions: HMAC-SHA256 over
// `id.timestamp.body`.

const toleranceSeconds = 300
const secretPrefix = 'whsec_'

export type WebhookSignature = { id: string; timestamp: string; signature: string }

/** One secret, or those that count while one is replaced. */
type Secrets = string | readonly string[]

/** Builds the three signature headers of a body for a timestamp; each secret signs. */
export function sign(secrets: Secrets, { id, body }: { id: string; body: string }, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = [secrets]
    .flat()
    .map((secret) => `v1,${signatureOf(secret, { id, timestamp, body })}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Why a signature is invalid, with the header at fault. */
export type SignatureFault = { code: string; sentence: string; field: FieldError }

/**
 * Returns why a body is not validly signed within five minutes of now; undefined if it is. The
 * header may list several signatures, separated by spaces, of which one must match one secret. A
 * wrong clock is reported only if a signature matches, so only to a sender who knows a secret.
 */
export function verifySignature(
  secrets: Secrets,
  { id, timestamp, signature, body }: WebhookSignature & { body: string },
  now: Date,
): SignatureFault | undefined {
  if (id === '') return unsigned('webhook-id', 'Required: 1 to 2,000 characters')
  if (!/^\d{1,12}$/.test(timestamp)) {
    return unsigned('webhook-timestamp', 'Must be whole seconds since 1970, such as 1767225600')
  }
  if (!signature.split(' ').some((each) => each.startsWith('v1,'))) {
    return unsigned('webhook-signature', 'Must be v1, and the base64 of the HMAC-SHA256')
  }
  const valid = [secrets]
    .flat()
    .map((secret) => Buffer.from(signatureOf(secret, { id, timestamp, body }), 'base64'))
  // All signatures are compared, so that the timing does not reveal which one matches.
  const fits = signature.split(' ').flatMap((each) => {
    const digest = Buffer.from(each.startsWith('v1,') ? each.slice(3) : '', 'base64')
    return valid.map((one) => digest.length === one.length && timingSafeEqual(digest, one))
  })
  if (!fits.includes(true)) {
    return unsigned('webhook-signature', 'Does not match the secret and the body')
  }
  const aheadSeconds = Number(timestamp) - Math.floor(now.getTime() / 1000)
  return Math.abs(aheadSeconds) > toleranceSeconds ? timestampFault(aheadSeconds, now) : undefined
}

function unsigned(header: string, message: string): SignatureFault {
  const sentence = 'The signature of this webhook does not match'
  return { code: 'unauthenticated', sentence, field: { path: header, message } }
}

function timestampFault(aheadSeconds: number, now: Date): SignatureFault {
  const direction = aheadSeconds < 0 ? 'behind' : 'ahead of'
  const off = `${Math.abs(aheadSeconds)} seconds ${direction} ours, which says ${now.toISOString()}`
  return {
    code: 'wrong-clock',
    sentence: `The sender’s clock is wrong: this webhook was signed ${off}`,
    field: { path: 'webhook-timestamp', message: `Must be within ${toleranceSeconds} seconds` },
  }
}

/** True if a body was signed with a secret within five minutes of now. */
export function isSigned(
  secrets: Secrets,
  signed: WebhookSignature & { body: string },
  now: Date,
): boolean {
  return verifySignature(secrets, signed, now) === undefined
}

type Body = { id: string; timestamp: string; body: string }

function signatureOf(secret: string, { id, timestamp, body }: Body): string {
  const isCoded = secret.startsWith(secretPrefix)
  const key = isCoded ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}
