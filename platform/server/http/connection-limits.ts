import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'
import { isLoopbackName } from './host-and-origin-checks.ts'
import type { Log } from '../runtime/log.ts'
import { createCrowdTurns } from '../jobs/per-user-queue.ts'
import { onceEnded } from '../operations/request-end.ts'

/** Limits on connections, requests and unread responses, per client and in total. */
export type ConnectionBounds = {
  /** Connections per address; undefined means unlimited. */
  perAddress: number | undefined
  /** Unanswered requests per connection. */
  pipelined: number
  /** Requests being answered at the same time. */
  inFlight: number
  /**
   * Bytes of large responses that are unread, or were requested within a second: per address and in
   * total.
   */
  unreadBytes: { perAddress: number; all: number }
  /** How long a response may stay unread. */
  unreadMs: number
  /** Bytes of a response that must be read within that time, if there are any. */
  leastRead: number
}

const mebibyte = 1024 * 1024
const defaultLimits = {
  pipelined: 16,
  inFlight: 5000,
  unreadBytes: { perAddress: 32 * mebibyte, all: 256 * mebibyte },
  unreadMs: 60_000,
  leastRead: 16 * 1024,
}

/**
 * The configured limits. Behind a proxy all connections come from its address, so there the number
 * per address is unlimited by default.
 */
export function boundsOf(
  config: Pick<Config, 'HOST' | 'TRUSTED_PROXY' | 'CONNECTIONS_PER_ADDRESS'>,
): ConnectionBounds {
  const limit = isLoopbackName(config.HOST) ? 2000 : 500
  const configured =
    config.CONNECTIONS_PER_ADDRESS ?? (config.TRUSTED_PROXY === undefined ? limit : 0)
  return { ...defaultLimits, perAddress: configured === 0 ? undefined : configured }
}

/**
 * Closes connections that do not read their responses or read too slowly, that exceed the limit per
 * address, or that pipeline too many requests. Throws 503 for requests above the in-flight limit.
 */
export function boundConnections(app: FastifyInstance, bounds: ConnectionBounds, log: Log): void {
  const open = new WeakMap<Socket, number>()
  let inFlight = 0
  countAddresses(app, bounds, log)
  endSlowReaders(app, bounds, log)
  // With a timeout listener, Node does not close a connection whose response is still being
  // prepared.
  app.server.setTimeout(bounds.unreadMs, (socket) => {
    const isAnswering = (open.get(socket) ?? 0) > 0
    if (isAnswering && socket.writableLength === 0) return
    if (isAnswering)
      log.info({ address: socket.remoteAddress }, 'the client did not read a response')
    socket.destroy()
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const openCount = (open.get(socket) ?? 0) + 1
    open.set(socket, openCount)
    inFlight += 1
    onceEnded(reply, () => {
      open.set(socket, (open.get(socket) ?? 1) - 1)
      inFlight -= 1
    })
    if (openCount > bounds.pipelined) {
      log.info(
        { address: socket.remoteAddress },
        'too many requests are waiting for their responses',
      )
      socket.destroy()
    }
    if (inFlight > bounds.inFlight) throw systemBusy()
  })
}

/**
 * Closes connections that read their response too slowly: between two checks a connection must read
 * at least `leastRead` bytes, or finish.
 */
function endSlowReaders(
  app: FastifyInstance,
  { unreadMs, leastRead }: Pick<ConnectionBounds, 'unreadMs' | 'leastRead'>,
  log: Log,
): void {
  const sockets = new Set<Socket>()
  const readAt = new WeakMap<Socket, number>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const check = () => {
    for (const socket of sockets) {
      const before = readAt.get(socket)
      readAt.delete(socket)
      if (socket.writableLength === 0) continue
      const read = socket.bytesWritten - socket.writableLength
      readAt.set(socket, read)
      if (before === undefined || read - before >= leastRead) continue
      log.info({ address: socket.remoteAddress }, 'the client reads a response too slowly')
      socket.destroy()
    }
  }
  const looking = setInterval(check, unreadMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** The request limits bound smaller responses. */
const largeBytes = 64 * 1024

/**
 * The operating system buffers a response before the client reads it, so it counts as unread for
 * this long.
 */
const countedMs = 1000

/**
 * Throws 429 for large responses above the limit of unread or recently requested bytes, per address
 * and in total: writing megabytes to the socket delays all other requests. Streamed lists have
 * their own queue. Must be hooked in after compression, because it counts compressed bytes.
 */
export function limitUnreadResponses(
  app: FastifyInstance,
  { unreadBytes }: Pick<ConnectionBounds, 'unreadBytes'>,
): void {
  const unread = new Map<string, number>()
  let all = 0
  const count = (ip: string, bytes: number) => {
    all += bytes
    const now = (unread.get(ip) ?? 0) + bytes
    if (now > 0) unread.set(ip, now)
    else unread.delete(ip)
  }
  app.addHook('onSend', async ({ ip }, reply, payload) => {
    const bytes = bytesOf(reply, payload)
    if (bytes < largeBytes) return payload
    const own = unread.get(ip) ?? 0
    const isTooMuch = own + bytes > unreadBytes.perAddress || all + bytes > unreadBytes.all
    if (own > 0 && isTooMuch) {
      if (payload instanceof Readable) payload.destroy()
      for (const name of ofThePayload) reply.removeHeader(name)
      throw tooMuchUnread()
    }
    count(ip, bytes)
    const endsAt = performance.now() + countedMs
    const uncount = () => count(ip, -bytes)
    onceEnded(reply, () => {
      const remainingMs = endsAt - performance.now()
      if (remainingMs > 0) setTimeout(uncount, remainingMs).unref()
      else uncount()
    })
    return payload
  })
}

const ofThePayload = ['content-encoding', 'content-length', 'content-disposition', 'etag']

/** The size of a response, as far as it is known before sending. */
function bytesOf(reply: FastifyReply, payload: unknown): number {
  if (Buffer.isBuffer(payload) || typeof payload === 'string') return payload.length
  return payload instanceof Readable ? Number(reply.getHeader('content-length') ?? 0) : 0
}

/** The number of anonymous requests to start before yielding to others. */
const anonymousCallsPerTurn = 3

/**
 * Queues requests without a session or key, so that a burst of them does not delay authenticated
 * requests.
 */
export function serveAnonymousInTurns(app: FastifyInstance): void {
  const inTurn = createCrowdTurns(anonymousCallsPerTurn)
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.cookie !== undefined || headers.authorization !== undefined) done()
    else inTurn(done)
  })
}

function countAddresses(app: FastifyInstance, { perAddress }: ConnectionBounds, log: Log): void {
  if (perAddress === undefined) return
  const counts = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const remaining = (counts.get(address) ?? 1) - 1
      if (remaining > 0) counts.set(address, remaining)
      else counts.delete(address)
    })
    if (count <= perAddress) return
    log.info({ address, count }, 'too many connections from one address')
    socket.destroy()
  })
}

function tooMuchUnread(): Refusal {
  const sentence = 'Your address is downloading too much at once. Try again in a moment'
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: 2 })
}

function systemBusy(): Refusal {
  const sentence = 'The system is busy. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}
