import type { FastifyRequest } from 'fastify'
import { maxFileBytes } from '#platform/kernel/csv.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor } from '../database/db.ts'
import type { Route } from './route.ts'

// Who asks, whether they may, and whether there is room for what they send is decided before a
// byte of their body is read.

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in with this request; null where nobody was asked. */
    admitted: Admission | null
    /** The bytes of the body that count while it is being read. */
    bodyBytes: number
  }
}

/** Who was let in, when, and whether all of their request had arrived by then. */
type Admission = { user: Actor | undefined; at: number; hasArrived: boolean }

export const maxBodyBytes = 1024 * 1024
const maxStrangerBytes = 16 * 1024

/** Who is not signed in sends a small body; a signed one is not parsed before its signature. */
export function bodyLimitOf({ endpoint, isRaw }: Pick<Route, 'endpoint' | 'isRaw'>): number {
  if (endpoint.permission === 'open' && !isRaw) return maxStrangerBytes
  return endpoint.takes ? maxFileBytes : maxBodyBytes
}

/** Bodies up to this size are always read: what they take together is bounded by connections. */
const smallBytes = 64 * 1024

/** The bytes of larger bodies that are read at the same time. */
export type BodyBudget = {
  /** Takes room for a body until it is read; refuses with 503 where there is none. */
  reserve(request: FastifyRequest, user: Actor | undefined, limit: number): void
  release(request: FastifyRequest): void
}

const mostBytes = 128 * 1024 * 1024
const mostStrangerBytes = 16 * 1024 * 1024
const mostOfOnePerson = 4

/**
 * Makes the budget of one server. Those who are nobody yet, such as a warehouse whose signature is
 * not checked yet, share a small part of it; one person reads a few files at a time.
 */
export function createBodyBudget(most = mostBytes, strangers = mostStrangerBytes): BodyBudget {
  const used = { all: 0, strangers: 0 }
  const files = new Map<number, number>()
  const owners = new WeakMap<FastifyRequest, number | 'stranger'>()
  return {
    reserve(request, user, limit) {
      const bytes = bodyBytesOf(request, limit)
      if (bytes <= smallBytes) return
      const own = user ? (files.get(user.id) ?? 0) : 0
      const isFull = used.all + bytes > most || (!user && used.strangers + bytes > strangers)
      if (own >= mostOfOnePerson) throw tooManyOfOne()
      if (isFull) throw noRoom()
      request.bodyBytes = bytes
      used.all += bytes
      owners.set(request, user?.id ?? 'stranger')
      if (user) files.set(user.id, own + 1)
      else used.strangers += bytes
    },
    release(request) {
      const owner = owners.get(request)
      if (owner === undefined) return
      owners.delete(request)
      used.all -= request.bodyBytes
      if (owner === 'stranger') used.strangers -= request.bodyBytes
      else if ((files.get(owner) ?? 0) <= 1) files.delete(owner)
      else files.set(owner, (files.get(owner) ?? 0) - 1)
    },
  }
}

/** What a body may come to: what it says of itself, or the most there may be. */
function bodyBytesOf({ method, headers }: FastifyRequest, limit: number): number {
  if (method === 'GET' || method === 'HEAD') return 0
  const said = headers['content-length']
  if (said !== undefined) return Math.min(Number(said) || 0, limit)
  return headers['transfer-encoding'] === undefined ? 0 : limit
}

function tooManyOfOne(): Refusal {
  const sentence = `You are sending ${mostOfOnePerson} large files already. Send this one later`
  return new Refusal('tooMany', 'too-many-files', sentence, [], { retryAfterSeconds: 2 })
}

function noRoom(): Refusal {
  const sentence = 'Many large files are being read. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

/** Refuses a body that says that it is larger than the call takes, before any of it is read. */
export function refuseTooLarge(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return
  const code = 'FST_ERR_CTP_BODY_TOO_LARGE'
  throw Object.assign(new Error('The body is too large'), { code, statusCode: 413 })
}

/**
 * Whether all of a request has arrived: nothing follows its head, or what follows has come with it.
 * What is still on its way may take so long that who was let in is let out meanwhile.
 */
export function hasArrived({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const length = headers['content-length'] ?? '0'
  const isAlone = headers['transfer-encoding'] === undefined && Number(length) === 0
  return isAlone || raw.complete
}

/**
 * Who was let in. They are looked up again where the body was still on its way then, so that a key
 * or a session that ended while it was read writes nothing, and where half a second has passed.
 */
export async function stillAdmitted(
  request: FastifyRequest,
  identify: () => Promise<Actor | undefined>,
): Promise<Actor | undefined> {
  const { admitted } = request
  const isFresh = admitted?.hasArrived && performance.now() - admitted.at < freshMs
  return isFresh ? admitted.user : identify()
}

const freshMs = 500
