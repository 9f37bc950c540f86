import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from './config.ts'
import { isLoopbackName } from './host-names.ts'
import type { Log } from './log.ts'

/** What one caller and all of them together may hold of the server. */
export type ConnectionBounds = {
  /** Connections of one address; undefined is without a limit. */
  perAddress: number | undefined
  /** Requests that one connection has sent and that are not answered yet. */
  pipelined: number
  /** Requests that are being answered at the same time. */
  inFlight: number
  /** How long an answer may lie without a byte of it being read. */
  unreadMs: number
}

const usual = { pipelined: 16, inFlight: 5000, unreadMs: 60_000 }

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
 * Ends connections that ask and do not read, that are too many of one address, or that send many
 * requests ahead; refuses requests beyond what can be answered at the same time.
 */
export function boundConnections(app: FastifyInstance, bounds: ConnectionBounds, log: Log): void {
  const open = new WeakMap<Socket, number>()
  let inFlight = 0
  countAddresses(app, bounds, log)
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
    reply.raw.once('close', () => {
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

function crowded(): Refusal {
  const sentence = 'The system is busy. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}
