import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'
import { isLoopbackName } from './host-names.ts'
import type { Log } from '../runtime/log.ts'
import { createCrowdTurns } from '../jobs/turns.ts'

/** What one caller and all of them together may hold of the server. */
export type ConnectionBounds = {
  /** Connections of one address; undefined is without a limit. */
  perAddress: number | undefined
  /** Requests that one connection has sent and that are not answered yet. */
  pipelined: number
  /** Requests that are being answered at the same time. */
  inFlight: number
  /** Bytes of large answers unread, or asked within a second: of one address, and of all. */
  unreadBytes: { perAddress: number; all: number }
  /** How long an answer may lie without a byte of it being read. */
  unreadMs: number
  /** Bytes of an answer that must be read within that time, as long as there are any. */
  leastRead: number
}

const mebibyte = 1024 * 1024
const usual = {
  pipelined: 16,
  inFlight: 5000,
  unreadBytes: { perAddress: 32 * mebibyte, all: 256 * mebibyte },
  unreadMs: 60_000,
  leastRead: 16 * 1024,
}

/**
 * The bounds that the settings say. All connections that a proxy passes on are of its address, so
 * behind one the number for each address is its own business.
 */
export function boundsOf(
  config: Pick<Config, 'HOST' | 'TRUSTED_PROXY' | 'CONNECTIONS_PER_ADDRESS'>,
): ConnectionBounds {
  const most = isLoopbackName(config.HOST) ? 2000 : 500
  const said = config.CONNECTIONS_PER_ADDRESS ?? (config.TRUSTED_PROXY === undefined ? most : 0)
  return { ...usual, perAddress: said === 0 ? undefined : said }
}

/**
 * Ends connections that ask and do not read, or read next to nothing, that are too many of one
 * address, or that send many requests ahead; refuses requests beyond what can be answered at the
 * same time.
 */
export function boundConnections(app: FastifyInstance, bounds: ConnectionBounds, log: Log): void {
  const open = new WeakMap<Socket, number>()
  let inFlight = 0
  countAddresses(app, bounds, log)
  endSlowReaders(app, bounds, log)
  // A listener keeps Node from ending a connection on which an answer is still being made.
  app.server.setTimeout(bounds.unreadMs, (socket) => {
    const isAnswering = (open.get(socket) ?? 0) > 0
    if (isAnswering && socket.writableLength === 0) return
    if (isAnswering) log.info({ address: socket.remoteAddress }, 'an answer was not read')
    socket.destroy()
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const asked = (open.get(socket) ?? 0) + 1
    open.set(socket, asked)
    inFlight += 1
    whenOver(socket, reply, () => {
      open.set(socket, (open.get(socket) ?? 1) - 1)
      inFlight -= 1
    })
    if (asked > bounds.pipelined) {
      log.info({ address: socket.remoteAddress }, 'too many requests ahead of their answers')
      socket.destroy()
    }
    if (inFlight > bounds.inFlight) throw crowded()
  })
}

/**
 * Ends connections whose answer lies there and is read byte by byte: each look finds it further
 * than the one before by what must be read, or read to its end.
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
  const look = () => {
    for (const socket of sockets) {
      const before = readAt.get(socket)
      readAt.delete(socket)
      if (socket.writableLength === 0) continue
      const read = socket.bytesWritten - socket.writableLength
      readAt.set(socket, read)
      if (before === undefined || read - before >= leastRead) continue
      log.info({ address: socket.remoteAddress }, 'an answer was read too slowly')
      socket.destroy()
    }
  }
  const looking = setInterval(look, unreadMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** What is to be done when the answers of a connection are over. */
const unanswered = new WeakMap<Socket, Set<() => void>>()

/**
 * Does something once: when an answer is sent, or when its connection is gone. Answers that wait
 * for others before them are not told of that, so the connection is listened to.
 */
function whenOver(socket: Socket, reply: FastifyReply, act: () => void): void {
  let waiting = unanswered.get(socket)
  if (!waiting) {
    const made = new Set<() => void>()
    unanswered.set(socket, (waiting = made))
    socket.once('close', () => {
      for (const over of made) over()
    })
  }
  const own = waiting
  const over = () => {
    if (own.delete(over)) act()
  }
  own.add(over)
  reply.raw.once('close', over)
}

/** Answers below this size are bounded by the number of requests. */
const largeBytes = 64 * 1024

/** The system takes an answer off the program before anybody has read it; it counts as unread. */
const countedMs = 1000

/**
 * Refuses large answers beyond what one address, and all of them together, may have lying unread or
 * ask within a second: to hand megabytes to the system keeps everybody waiting. Whole lists have
 * turns of their own. Hooked in after compression: what travels is counted.
 */
export function boundUnread(
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
  app.addHook('onSend', async ({ ip, raw: { socket } }, reply, payload) => {
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
    whenOver(socket, reply, () => {
      const leftMs = endsAt - performance.now()
      if (leftMs > 0) setTimeout(uncount, leftMs).unref()
      else uncount()
    })
    return payload
  })
}

const ofThePayload = ['content-encoding', 'content-length', 'content-disposition', 'etag']

/** The size of an answer, as far as it is known before it is sent. */
function bytesOf(reply: FastifyReply, payload: unknown): number {
  if (Buffer.isBuffer(payload) || typeof payload === 'string') return payload.length
  return payload instanceof Readable ? Number(reply.getHeader('content-length') ?? 0) : 0
}

/** Calls of people unknown that are begun before the program turns to others. */
const strangersEachTurn = 3

/**
 * Calls that show neither a session nor a key take turns, so that a crowd of them that comes at
 * once keeps nobody else waiting.
 */
export function serveStrangersInTurns(app: FastifyInstance): void {
  const inTurn = createCrowdTurns(strangersEachTurn)
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
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count <= perAddress) return
    log.info({ address, count }, 'too many connections of one address')
    socket.destroy()
  })
}

function tooMuchUnread(): Refusal {
  const sentence = 'Your address is downloading too much at once. Try again in a moment'
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: 2 })
}

function crowded(): Refusal {
  const sentence = 'The system is busy. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}
