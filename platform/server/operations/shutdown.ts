import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { isForThisMachine } from '../http/host-and-origin-checks.ts'
import type { Config } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'

// How a node behind a proxy stops without losing a request. First `/readyz` answers 503, and the
// node serves on until the proxy has seen it. Meanwhile each response closes its connection, so
// that the next request opens one, to a node that is ready. Then the node stops listening: a proxy
// whose connection is refused sends the request to another node. What still arrives on connections
// that were open is refused, and the requests in progress end.

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts endless responses, such as event streams, when the program stops. */
    stopping: AbortSignal
    shutdown: Shutdown
  }
}

export type Shutdown = {
  /** The refusal that `/readyz` reports once the program was told to stop; undefined before. */
  notReady(): Refusal | undefined
  /** Ends the delay, for a user who does not want to wait. */
  skipDelay(): void
  /** The process must exit this long after it was told to stop. */
  limitMs: number
}

/** The durations of a shutdown in milliseconds. */
export type ShutdownTimes = {
  /** From the first 503 of `/readyz` until the node stops listening. */
  delayMs: number
  /** From then until it refuses what arrives on open connections: some were just accepted. */
  acceptedMs: number
  /** From then until it closes connections without a request, as browsers open in advance. */
  unusedMs: number
}

const usualDelaySeconds = 5
const limitMs = 10_000
/** Time for the requests in progress after a delay that takes most of the limit. */
const requestsMs = 5000
const idleCheckMs = 200

/**
 * The times of a shutdown. By default there is no delay where no proxy could send requests to
 * another node: on a server for this machine only, and on one without HTTP calls.
 */
export function shutdownTimes(
  config: Pick<Config, 'HOST' | 'TRUSTED_PROXY' | 'ROLE' | 'SHUTDOWN_DELAY'>,
): ShutdownTimes {
  const isAlone = isForThisMachine(config) || config.ROLE === 'worker'
  const seconds = config.SHUTDOWN_DELAY ?? (isAlone ? 0 : usualDelaySeconds)
  const delayMs = seconds * 1000
  return { delayMs, acceptedMs: Math.min(delayMs, 500), unusedMs: 1000 }
}

/**
 * Stops the server in these steps when it closes. Without a listening socket, as in tests, there is
 * no delay.
 */
export function stopGracefully(app: FastifyInstance, times: ShutdownTimes, log: Log): void {
  const stopping = new AbortController()
  const skipping = new AbortController()
  let phase: 'serving' | 'draining' | 'refusing' = 'serving'
  const shutdown: Shutdown = {
    notReady: () => (phase === 'serving' ? undefined : shuttingDown()),
    skipDelay: () => skipping.abort(),
    limitMs: Math.max(limitMs, times.delayMs + requestsMs),
  }
  app.decorate('stopping', stopping.signal)
  app.decorate('shutdown', shutdown)
  app.addHook('onRequest', (_request, _reply, done) => {
    done(phase === 'refusing' ? shuttingDown() : undefined)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (phase !== 'serving') reply.header('connection', 'close')
    done(null, payload)
  })
  const connections = watchConnections(app)
  app.addHook('preClose', async () => {
    phase = 'draining'
    const delaySeconds = app.server.listening ? times.delayMs / 1000 : 0
    log.info({ delaySeconds }, 'shutting down')
    if (app.server.listening) {
      await drain(app, times, skipping.signal)
      await connections.queueIsEmpty()
    }
    stopping.abort()
    connections.closeUnused(times.acceptedMs + times.unusedMs)
    if (times.acceptedMs === 0) phase = 'refusing'
    else {
      setTimeout(() => {
        phase = 'refusing'
      }, times.acceptedMs).unref()
    }
  })
}

/**
 * Waits for the delay. Connections that are still idle after half of it are closed then: a proxy
 * reuses those that it used last, so a request on one of these is unlikely.
 */
async function drain(
  { server }: FastifyInstance,
  { delayMs }: ShutdownTimes,
  skipped: AbortSignal,
): Promise<void> {
  await pause(delayMs / 2, skipped)
  server.closeIdleConnections()
  await pause(delayMs / 2, skipped)
}

async function pause(ms: number, skipped: AbortSignal): Promise<void> {
  if (ms === 0 || skipped.aborted) return
  await sleep(ms, undefined, { signal: skipped }).catch((error: unknown) => {
    if (!skipped.aborted) throw error
  })
}

/** The event loop accepts one connection in each of its turns. */
const mostTurns = 1000

/** Watches the connections that the end of the server could break, or that could delay it. */
function watchConnections(app: FastifyInstance) {
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []
  let count = 0
  app.server.on('connection', (socket: Socket) => {
    count += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
  const endUnused = () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    /**
     * Resolves right after a turn of the event loop that accepted no connection. If the socket is
     * closed then, few connections wait in its queue: the system resets those.
     */
    queueIsEmpty: async () => {
      let before = -1
      for (let turn = 0; turn < mostTurns && before !== count; turn++) {
        before = count
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    /**
     * Closes connections that Node would wait for: those that become idle after the server was
     * closed, and, after a time, those that never sent anything.
     */
    closeUnused: (afterMs: number) => {
      timers.push(setInterval(() => app.server.closeIdleConnections(), idleCheckMs))
      timers.push(setTimeout(endUnused, afterMs))
    },
  }
}

function shuttingDown(): Refusal {
  const sentence = 'This server is shutting down. Try again in a moment'
  return new Refusal('unavailable', 'shutting-down', sentence, [], { retryAfterSeconds: 2 })
}
