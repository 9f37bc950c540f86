import type { FastifyRequest } from 'fastify'
import { maxFileBytes } from '#platform/kernel/import.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor } from '../database/db.ts'
import type { Route } from './route.ts'

// Authenticates a request, checks its permission and reserves room for its body, all before a byte
// of the body is read.

declare module 'fastify' {
  interface FastifyRequest {
    /** The admission of this request; null if it was not checked. */
    admitted: Admission | null
    /** The bytes of the body that count toward the budget. */
    bodyBytes: number
  }
}

/**
 * The authenticated user, when, how long that took, and whether the whole request had arrived by
 * then.
 */
type Admission = { user: Actor | undefined; at: number; spentMs: number; hasArrived: boolean }

export const maxBodyBytes = 1024 * 1024
const maxAnonymousBytes = 16 * 1024
/** 4 KiB for each of 1,000 records, which is several times the size of a complete customer. */
const maxRecordsBytes = 4 * 1024 * 1024

/**
 * The maximum body size. Anonymous requests get a small limit, except signed ones, which are not
 * parsed before the signature is verified.
 */
export function bodyLimitOf({ endpoint, isRaw }: Pick<Route, 'endpoint' | 'isRaw'>): number {
  if (endpoint.permission === 'open' && !isRaw) return maxAnonymousBytes
  if (endpoint.bodyMediaType) return maxFileBytes
  return endpoint.hasManyRecords ? maxRecordsBytes : maxBodyBytes
}

/** Smaller bodies are not counted; the connection limits bound their total. */
const smallBytes = 64 * 1024

/** Limits the total size of larger bodies that are read, or imported, at the same time. */
export type BodyBudget = {
  /**
   * Reserves room for a body until it is read, and for a file until it is imported. Throws 503 if
   * there is none, and 429 if the user already sends too many large bodies.
   */
  reserve(request: FastifyRequest, user: Actor | undefined, limit: number): void
  /** Releases the room of a body, unless work on it is running. */
  release(request: FastifyRequest): void
  /** Holds the room until the work on the body ends, even if its sender leaves meanwhile. */
  holdDuring<R>(request: FastifyRequest, work: () => Promise<R>): Promise<R>
}

const mostBytes = 128 * 1024 * 1024
const anonymousByteBudget = 16 * 1024 * 1024
const mostOfOnePerson = 4

/**
 * Creates the body budget of a server. Unauthenticated requests, such as a warehouse whose
 * signature is not verified yet, share a small part of it. One user may send a few files at a time.
 */
export function createBodyBudget(
  maxBytes = mostBytes,
  strangers = anonymousByteBudget,
): BodyBudget {
  const used = { all: 0, strangers: 0 }
  const files = new Map<number, number>()
  const owners = new WeakMap<FastifyRequest, number | 'stranger'>()
  const working = new WeakSet<FastifyRequest>()
  const release = (request: FastifyRequest) => {
    const owner = owners.get(request)
    if (owner === undefined || working.has(request)) return
    owners.delete(request)
    used.all -= request.bodyBytes
    if (owner === 'stranger') used.strangers -= request.bodyBytes
    else if ((files.get(owner) ?? 0) <= 1) files.delete(owner)
    else files.set(owner, (files.get(owner) ?? 0) - 1)
  }
  return {
    release,
    async holdDuring(request, work) {
      working.add(request)
      try {
        return await work()
      } finally {
        working.delete(request)
        release(request)
      }
    },
    reserve(request, user, limit) {
      const bytes = bodyBytesOf(request, limit)
      if (bytes <= smallBytes) return
      const own = user ? (files.get(user.id) ?? 0) : 0
      const isFull = used.all + bytes > maxBytes || (!user && used.strangers + bytes > strangers)
      if (own >= mostOfOnePerson) throw tooManyOfOne()
      if (isFull) throw noRoom()
      request.bodyBytes = bytes
      used.all += bytes
      owners.set(request, user?.id ?? 'stranger')
      if (user) files.set(user.id, own + 1)
      else used.strangers += bytes
    },
  }
}

/** The maximum size of a body: its Content-Length, or the limit if it is chunked. */
function bodyBytesOf({ method, headers }: FastifyRequest, limit: number): number {
  if (method === 'GET' || method === 'HEAD') return 0
  const sentence = headers['content-length']
  if (sentence !== undefined) return Math.min(Number(sentence) || 0, limit)
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

/** Throws 413 if the Content-Length exceeds the limit, before the body is read. */
export function refuseTooLarge(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return
  const code = 'FST_ERR_CTP_BODY_TOO_LARGE'
  throw Object.assign(new Error('The body is too large'), { code, statusCode: 413 })
}

/**
 * True if the whole request has arrived: it has no body, or the body came with its head. A body
 * that is still arriving may take so long that the user's access ends meanwhile.
 */
export function hasArrived({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const length = headers['content-length'] ?? '0'
  const isAlone = headers['transfer-encoding'] === undefined && Number(length) === 0
  return isAlone || raw.complete
}

/**
 * The admitted user. Authenticates again if the body was still arriving or half a second has
 * passed, so that a key or session that ended meanwhile writes nothing.
 */
export async function admittedUser(
  request: FastifyRequest,
  identify: () => Promise<Actor | undefined>,
): Promise<Actor | undefined> {
  const { admitted } = request
  const isFresh = admitted?.hasArrived && performance.now() - admitted.at < freshMs
  return isFresh ? admitted.user : identify()
}

const freshMs = 500
