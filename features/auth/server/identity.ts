import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { verifyDeviceToken, createDeviceToken } from './sign-in/known-devices.ts'
import { networkOf } from '../attempt-limits.ts'
import { foldCase } from '../rules.ts'
import { challengeMinutes } from '../second-factor-rules.ts'
import { attemptMinutes } from '../single-sign-on-rules.ts'
import { type Caller, hashOf, isAliveSession, userOfSession } from './sessions.ts'

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

/** Over TLS the `__Host-` prefix prevents other hosts from setting the cookie. */
function nameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-sid' : 'sid'
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[nameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/** The request data that sign-in uses. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    address: networkOf(request.ip),
    userAgent: request.headers['user-agent'],
    token: tokenOf(request),
    device: request.cookies[deviceNameOf(request)],
  }
}

const deviceSeconds = 400 * 24 * 60 * 60

function deviceNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-did' : 'did'
}

/** Sets the known-device cookie for this user unless the browser has one. It survives sign-out. */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): void {
  const account = foldCase(username)
  const name = deviceNameOf(request)
  if (verifyDeviceToken(account, request.cookies[name]) !== undefined) return
  const attributes = { ...attributesOf(request), maxAge: deviceSeconds }
  reply.setCookie(name, createDeviceToken(account), attributes)
}

/** Sets the session cookie: HttpOnly, and not sent with cross-site requests. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(nameOf(request), token, attributesOf(request))
}

const challengeSeconds = challengeMinutes * 60

function challengeNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-challenge' : 'challenge'
}

/** The token of the second step of a sign-in, if the browser has one. */
export function challengeOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[challengeNameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/** Sets the cookie of the second step of a sign-in, or clears it without a token. */
export function setChallengeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const attributes = { ...attributesOf(request), sameSite: 'strict' } as const
  const name = challengeNameOf(request)
  if (token === undefined) reply.clearCookie(name, attributes)
  else reply.setCookie(name, token, { ...attributes, maxAge: challengeSeconds })
}

const signOnSeconds = attemptMinutes * 60

function signOnNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-sign-on' : 'sign-on'
}

/** The token of a sign-in at the provider, if this browser began one. */
export function signOnOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[signOnNameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/**
 * Sets the cookie of a sign-in at the provider, or clears it without a token. The page that the
 * provider opens sends it itself, so it can be strict.
 */
export function setSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const attributes = { ...attributesOf(request), sameSite: 'strict' } as const
  const name = signOnNameOf(request)
  if (token === undefined) reply.clearCookie(name, attributes)
  else reply.setCookie(name, token, { ...attributes, maxAge: signOnSeconds })
}

/** Clears the session cookie and, by Clear-Site-Data, the browser's cache and storage. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOf(request), attributesOf(request))
  reply.header('clear-site-data', '"cache", "storage"')
}

function attributesOf(request: FastifyRequest) {
  const secure = request.protocol === 'https'
  return { httpOnly: true, secure, sameSite: 'lax', path: '/' } as const
}
