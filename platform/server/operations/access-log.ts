import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../runtime/log.ts'

/** The status of a request whose client left before the response was sent, as nginx logs it. */
const clientClosedRequest = 499

/** Probes call these every few seconds. */
export const probed: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])

/**
 * Logs one line per request when it ends: who called what, from where, with which outcome. It
 * contains the route instead of the URL, and neither parameters nor bodies. Errors of the program
 * are logged as `error`, other requests as `info`, and successful probes as `debug`. Must be hooked
 * in before the hooks that may refuse a request, so that it measures these too.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  const logged = new WeakSet<FastifyRequest>()
  const startedAt = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    startedAt.set(request, performance.now())
    done()
  })
  const end = (request: FastifyRequest, status: number) => {
    if (logged.has(request)) return
    logged.add(request)
    const now = performance.now()
    const ms = Math.round(now - (startedAt.get(request) ?? now))
    const isExpected = status === 503 && app.shutdown.notReady() !== undefined
    const level = isExpected ? 'info' : logLevelOf(request.routeOptions.url, status)
    log[level](requestFields(request, { status, ms }), 'answered')
  }
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request, clientClosedRequest)
    done()
  })
}

/** Logs a request that no hook sees, because its address is unreadable. */
export function logUnrouted(log: Log, request: FastifyRequest, { statusCode }: FastifyReply): void {
  log.info(requestFields(request, { status: statusCode, ms: 0 }), 'answered')
}

type Level = 'error' | 'warn' | 'info' | 'debug'

/** A 503 is a decision of the program, for example under overload, and no fault of its own. */
export function logLevelOf(route: string | undefined, status: number): Level {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  return status < 400 && probed.has(route ?? '') ? 'debug' : 'info'
}

/** Who called what with which outcome. Absent for an anonymous request: `user`, `key`. */
function requestFields(request: FastifyRequest, outcome: { status: number; ms: number }) {
  const { user } = request.admitted ?? {}
  return {
    requestId: request.id,
    user: user?.username,
    key: user?.keyName,
    address: request.ip,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    ...outcome,
  }
}
