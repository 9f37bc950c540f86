import { createHmac, timingSafeEqual } from 'node:crypto'

// Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, both ways.

const toleranceSeconds = 300
const secretPrefix = 'whsec_'

export type Signed = { id: string; timestamp: string; signature: string }

/** The three headers of a body, signed at a moment. */
export function sign(secret: string, { id, body }: { id: string; body: string }, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, { id, timestamp, body })}`,
  }
}

/**
 * Whether a body was signed with the secret within five minutes of now. Several signatures may be
 * given, separated by spaces, while a secret is exchanged: one of them must fit.
 */
export function isSigned(
  secret: string,
  { id, timestamp, signature, body }: Signed & { body: string },
  now: Date,
): boolean {
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  const ageSeconds = Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp))
  if (ageSeconds > toleranceSeconds) return false
  const expected = Buffer.from(signatureOf(secret, { id, timestamp, body }), 'base64')
  // Every signature is compared, so that the time tells nothing of which one fits.
  const fits = signature.split(' ').map((each) => {
    const given = Buffer.from(each.startsWith('v1,') ? each.slice(3) : '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return fits.includes(true)
}

type Body = { id: string; timestamp: string; body: string }

function signatureOf(secret: string, { id, timestamp, body }: Body): string {
  const isCoded = secret.startsWith(secretPrefix)
  const key = isCoded ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}
