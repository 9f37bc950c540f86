import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { hashOf, isAliveSession, userOfSession } from './sessions.ts'
import { tokenOf } from './sign-in-cookies.ts'

const cacheMs = 500
const bypassMs = 10_000
const maxCached = 20_000

type CachedActor = { readAt: number; found: Promise<Actor | undefined> }

/**
 * Cache of the user behind each token, for half a second per node: a busy client costs two queries
 * a second, and a session ended on another node expires here within that time.
 */
type SessionCache = { actors: Map<string, CachedActor>; bypassedUntil: Map<number | 'all', number> }

const caches = new WeakMap<object, SessionCache>()

function sessionCacheOf(request: FastifyRequest): SessionCache {
  const existing = caches.get(request.server)
  if (existing) return existing
  const cache: SessionCache = { actors: new Map(), bypassedUntil: new Map() }
  caches.set(request.server, cache)
  return cache
}

/** Identifies the sender of a request by the session cookie; undefined if not signed in. */
export async function identify(request: FastifyRequest, ctx: Context): Promise<Actor | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const cache = sessionCacheOf(request)
  const cached = cache.actors.get(token)
  const now = ctx.now.getTime()
  const age = now - (cached?.readAt ?? 0)
  if (cached && age >= 0 && age < cacheMs) return cached.found
  const entry = { readAt: now, found: userOfSession(ctx.db, hashOf(token)) }
  if (cache.actors.size >= maxCached) cache.actors.clear()
  cache.actors.set(token, entry)
  const evict = () => cache.actors.get(token) === entry && cache.actors.delete(token)
  try {
    const actor = await entry.found
    const isBypassed = (of: number | 'all') => (cache.bypassedUntil.get(of) ?? 0) > now
    if (!actor || isBypassed(actor.id) || isBypassed('all')) evict()
    return actor
  } catch (error) {
    evict()
    throw error
  }
}

/** True if the sender's session is still valid. Checking it does not extend the session. */
export async function isStillSignedIn(request: FastifyRequest, ctx: Context): Promise<boolean> {
  const token = tokenOf(request)
  return token !== undefined && isAliveSession(ctx.db, hashOf(token))
}

/**
 * Clears this node's session cache and, for some seconds, reads the session of this user, or of
 * `all` after a change of a role, from the database on each request, because the transaction that
 * ends their sessions may not be committed yet.
 */
export function invalidateSessionCache(
  request: FastifyRequest,
  ctx: Context,
  userId?: number | 'all',
): void {
  const cache = sessionCacheOf(request)
  const now = ctx.now.getTime()
  cache.actors.clear()
  for (const [id, until] of cache.bypassedUntil) if (until <= now) cache.bypassedUntil.delete(id)
  if (userId !== undefined) cache.bypassedUntil.set(userId, now + bypassMs)
}
