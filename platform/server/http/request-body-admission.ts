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

/** Smaller bodies are not counted; the limit of requests in flight bounds their total. */
const smallBytes = 16 * 1024

/** How many bytes of larger bodies are read or worked on at the same time. */
type BodyLimits = {
  /** Of all requests together. */
  all: number
  /** Of requests without a user, such as a warehouse whose signature is not verified yet. */
  withoutUser: number
  /** Of the requests of one user. */
  perUser: number
}

const mebibyte = 1024 * 1024
export const bodyLimits: BodyLimits = {
  all: 128 * mebibyte,
  withoutUser: 16 * mebibyte,
  perUser: 40 * mebibyte,
}
/** How many files of one user are read or imported at the same time. */
export const maxFilesPerUser = 4

/** What a body is for the budget: the most that it may have, and whether it is a file. */
type BodyKind = { limit: number; isFile: boolean }

/** Limits the total size of larger bodies that are read, or worked on, at the same time. */
export type BodyBudget = {
  /**
   * Reserves room for a body until its request ends. Throws 503 if there is none, and 429 if the
   * user already has too many files or bytes in work.
   */
  reserve(request: FastifyRequest, user: Actor | undefined, kind: BodyKind): void
  /** Releases what a body that was read did not need of its room, in bytes. */
  shrink(request: FastifyRequest, bytes: number): void
  /** Releases the room of a body at the end of its request, unless work on it is running. */
  release(request: FastifyRequest): void
  /** Holds the room until the work on the body ends, even if its sender leaves meanwhile. */
  holdDuring<R>(request: FastifyRequest, work: () => Promise<R>): Promise<R>
}

type Share = { userId: number | undefined; bytes: number; files: number }

/**
 * Creates the body budget of a server. The text of a body stays in memory until its request ends,
 * so it counts until then.
 */
export function createBodyBudget(limits = bodyLimits): BodyBudget {
  const used = { all: 0, withoutUser: 0 }
  const usedBy = new Map<number, Omit<Share, 'userId'>>()
  const shares = new WeakMap<FastifyRequest, Share>()
  const working = new WeakSet<FastifyRequest>()
  const usedByUser = (userId: number) => usedBy.get(userId) ?? { bytes: 0, files: 0 }
  const add = ({ userId, bytes, files }: Share, sign: 1 | -1) => {
    used.all += sign * bytes
    if (userId === undefined) {
      used.withoutUser += sign * bytes
      return
    }
    const own = usedByUser(userId)
    const total = { bytes: own.bytes + sign * bytes, files: own.files + sign * files }
    if (total.bytes === 0) usedBy.delete(userId)
    else usedBy.set(userId, total)
  }
  const release = (request: FastifyRequest) => {
    const share = shares.get(request)
    if (!share || working.has(request)) return
    shares.delete(request)
    add(share, -1)
  }
  return {
    release,
    shrink(request, bytes) {
      const share = shares.get(request)
      // A share of no bytes would forget the file that its user sends.
      const needed = Math.max(1, bytes)
      if (!share || needed >= share.bytes) return
      add({ ...share, bytes: share.bytes - needed, files: 0 }, -1)
      share.bytes = needed
    },
    async holdDuring(request, work) {
      working.add(request)
      try {
        return await work()
      } finally {
        working.delete(request)
        release(request)
      }
    },
    reserve(request, user, { limit, isFile }) {
      const bytes = bodyBytesOf(request, limit)
      if (bytes <= smallBytes) return
      const own = user && usedByUser(user.id)
      if (own && isFile && own.files >= maxFilesPerUser) throw tooManyFiles()
      if (own && own.bytes + bytes > limits.perUser) throw tooManyBytes(limits.perUser)
      const isShareFull = !own && used.withoutUser + bytes > limits.withoutUser
      if (isShareFull || used.all + bytes > limits.all) throw noRoom()
      const share = { userId: user?.id, bytes, files: isFile ? 1 : 0 }
      shares.set(request, share)
      add(share, 1)
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

function tooManyFiles(): Refusal {
  const sentence = `You are sending ${maxFilesPerUser} large files already. Send this one later`
  return new Refusal('tooMany', 'too-many-files', sentence, [], { retryAfterSeconds: 2 })
}

function tooManyBytes(perUser: number): Refusal {
  const most = `${perUser / mebibyte} MiB`
  const sentence = `Your requests may have ${most} together. Send this one when others are done`
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: 2 })
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
