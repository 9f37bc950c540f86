import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'
import type { Actor } from '../database/db.ts'
import { isForThisMachine } from './host-and-origin-checks.ts'

const windowMs = 60_000
const mostCallers = 50_000

type Window = { startedAt: number; calls: number }

/** Requests per minute for one session and for one API key; undefined means unlimited. */
export type CallRates = { session: number | undefined; key: number | undefined }

/** Far above what a user or a screen full of lists requests in a minute. */
const defaultSessionRate = 3000
const defaultKeyRate = 6000

/**
 * The configured rate limits. A server that only this machine can reach has none by default,
 * because no other users are affected.
 */
export function ratesOf(
  config: Pick<Config, 'HOST' | 'TRUSTED_PROXY' | 'RATE_PER_SESSION' | 'RATE_PER_KEY'>,
): CallRates {
  const isAlone = isForThisMachine(config)
  const rate = (configured: number | undefined, fallback: number) => {
    const limit = configured ?? (isAlone ? 0 : fallback)
    return limit === 0 ? undefined : limit
  }
  return {
    session: rate(config.RATE_PER_SESSION, defaultSessionRate),
    key: rate(config.RATE_PER_KEY, defaultKeyRate),
  }
}

/**
 * Creates a rate limiter that counts the requests of each session and API key on this node in
 * one-minute windows. A key may have a limit of its own, which replaces the configured one. Sets
 * the `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers) and throws 429 above the limit.
 */
export function createCallRate(rates: CallRates, now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()
  return (request: FastifyRequest, reply: FastifyReply, user: Actor): void => {
    const limit = user.scopes ? (user.ratePerMinute ?? rates.key) : rates.session
    if (limit === undefined) return
    const caller = callerOf(request, user)
    const at = now()
    const known = windows.get(caller)
    const window = known && at - known.startedAt < windowMs ? known : { startedAt: at, calls: 0 }
    if (window !== known) {
      if (windows.size >= mostCallers) windows.clear()
      windows.set(caller, window)
    }
    window.calls += 1
    const remaining = Math.max(0, limit - window.calls)
    const seconds = Math.max(1, Math.ceil((window.startedAt + windowMs - at) / 1000))
    reply.header('ratelimit-policy', `"minute";q=${limit};w=60`)
    reply.header('ratelimit', `"minute";r=${remaining};t=${seconds}`)
    if (window.calls <= limit) return
    const callerText = user.scopes ? 'This API key' : 'This session'
    const sentence = `${callerText} has made ${limit.toLocaleString('en-US')} calls within a minute`
    throw new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: seconds })
  }
}

/** Identifies a session by a hash of its credentials, and a key by its id, for both its secrets. */
function callerOf({ headers, cookies }: FastifyRequest, user: Actor): string {
  if (user.keyId !== undefined) return `key ${user.keyId}`
  const credentials = headers.authorization ?? cookies['__Host-sid'] ?? cookies['sid'] ?? ''
  return `${user.id} ${createHash('sha256').update(credentials).digest('base64url')}`
}
