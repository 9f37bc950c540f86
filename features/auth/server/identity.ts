import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { knownDevice, markDevice } from './known-devices.ts'
import { folded, networkOf } from '../rules.ts'
import { type Caller, hashOf, isAliveSession, userOfSession } from './sessions.ts'

const freshMs = 500
const watchMs = 10_000
const mostKept = 20_000

type CachedActor = { readAt: number; found: Promise<Actor | undefined> }

/**
 * Cache of the user behind each token, for half a second per node: a busy client costs two queries
 * a second, and a session ended on another node expires here within that time.
 */
type Memory = { lookups: Map<string, CachedActor>; watched: Map<number, number> }

const memories = new WeakMap<object, Memory>()

function memoryOf(request: FastifyRequest): Memory {
  const known = memories.get(request.server)
  if (known) return known
  const memory = { lookups: new Map(), watched: new Map() }
  memories.set(request.server, memory)
  return memory
}

/** Identifies the sender of a request by the session cookie; undefined if not signed in. */
export async function identify(request: FastifyRequest, ctx: Context): Promise<Actor | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const memory = memoryOf(request)
  const known = memory.lookups.get(token)
  const now = ctx.now.getTime()
  const age = now - (known?.readAt ?? 0)
  if (known && age >= 0 && age < freshMs) return known.found
  const kept = { readAt: now, found: userOfSession(ctx.db, hashOf(token)) }
  if (memory.lookups.size >= mostKept) memory.lookups.clear()
  memory.lookups.set(token, kept)
  const drop = () => memory.lookups.get(token) === kept && memory.lookups.delete(token)
  try {
    const actor = await kept.found
    if (!actor || (memory.watched.get(actor.id) ?? 0) > now) drop()
    return actor
  } catch (error) {
    drop()
    throw error
  }
}

/** True if the sender's session is still valid. Checking it does not extend the session. */
export async function isStillSignedIn(request: FastifyRequest, ctx: Context): Promise<boolean> {
  const token = tokenOf(request)
  return token !== undefined && isAliveSession(ctx.db, hashOf(token))
}

/**
 * Clears this node's session cache and, for some seconds, reads this user's session from the
 * database on each request, because the transaction that ends their sessions may not be committed
 * yet.
 */
export function forget(request: FastifyRequest, ctx: Context, userId?: number): void {
  const memory = memoryOf(request)
  const now = ctx.now.getTime()
  memory.lookups.clear()
  for (const [id, until] of memory.watched) if (until <= now) memory.watched.delete(id)
  if (userId !== undefined) memory.watched.set(userId, now + watchMs)
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
  const account = folded(username)
  const name = deviceNameOf(request)
  if (knownDevice(account, request.cookies[name]) !== undefined) return
  const attributes = { ...attributesOf(request), maxAge: deviceSeconds }
  reply.setCookie(name, markDevice(account), attributes)
}

/** Sets the session cookie: HttpOnly, and not sent with cross-site requests. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(nameOf(request), token, attributesOf(request))
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
