import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'
import type { Actor } from '../database/db.ts'
import { isForThisMachine } from './host-names.ts'

const windowMs = 60_000
const mostCallers = 50_000

type Window = { startedAt: number; calls: number }

/** Calls a minute that one session may make, and one API key; undefined is without a limit. */
export type CallRates = { session: number | undefined; key: number | undefined }

/** Far above what a person or a screen full of lists asks in a minute. */
const usualSessionRate = 3000
const usualKeyRate = 6000

/**
 * The rates that the settings say. Who tries the program out on its own machine has none: there
 * nobody else is kept waiting.
 */
export function ratesOf(
  config: Pick<Config, 'HOST' | 'TRUSTED_PROXY' | 'RATE_PER_SESSION' | 'RATE_PER_KEY'>,
): CallRates {
  const isAlone = isForThisMachine(config)
  const rate = (said: number | undefined, usual: number) => {
    const most = said ?? (isAlone ? 0 : usual)
    return most === 0 ? undefined : most
  }
  return {
    session: rate(config.RATE_PER_SESSION, usualSessionRate),
    key: rate(config.RATE_PER_KEY, usualKeyRate),
  }
}

/**
 * Counts the calls of each session and key on this node, a minute at a time, tells them by the
 * `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers) and refuses with 429 beyond the rate.
 */
export function createCallRate(rates: CallRates, now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()
  return (request: FastifyRequest, reply: FastifyReply, user: Actor): void => {
    const most = user.scopes ? rates.key : rates.session
    if (most === undefined) return
    const caller = callerOf(request, user)
    const at = now()
    const known = windows.get(caller)
    const window = known && at - known.startedAt < windowMs ? known : { startedAt: at, calls: 0 }
    if (window !== known) {
      if (windows.size >= mostCallers) windows.clear()
      windows.set(caller, window)
    }
    window.calls += 1
    const left = Math.max(0, most - window.calls)
    const seconds = Math.max(1, Math.ceil((window.startedAt + windowMs - at) / 1000))
    reply.header('ratelimit-policy', `"minute";q=${most};w=60`)
    reply.header('ratelimit', `"minute";r=${left};t=${seconds}`)
    if (window.calls <= most) return
    const what = user.scopes ? 'This API key' : 'This session'
    const sentence = `${what} has made ${most.toLocaleString('en-US')} calls within a minute`
    throw new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: seconds })
  }
}

/** A session or a key by what it shows, of which only a hash is held. */
function callerOf({ headers, cookies }: FastifyRequest, user: Actor): string {
  const shown = headers.authorization ?? cookies['__Host-sid'] ?? cookies['sid'] ?? ''
  return `${user.id} ${createHash('sha256').update(shown).digest('base64url')}`
}
