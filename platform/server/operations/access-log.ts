import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../runtime/log.ts'
import { onceEnded } from './request-end.ts'

/** Probes call these every few seconds. */
export const probed: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])

/**
 * Logs one line per request when it ends, however it ends: who called what, from where, with which
 * outcome. It contains the route instead of the URL, and neither parameters nor bodies. Errors of
 * the program are logged as `error`, other requests as `info`, and successful probes as `debug`.
 * Must be hooked in before the hooks that may refuse a request, so that it measures these too.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    // Read now, because a closed connection has no address.
    const address = request.ip
    onceEnded(reply, (status) => {
      const ms = Math.round(performance.now() - startedAt)
      const isExpected = status === 503 && app.shutdown.notReady() !== undefined
      const level = isExpected ? 'info' : logLevelOf(request.routeOptions.url, status)
      log[level](requestFields(request, { address, status, ms }), 'answered')
    })
    done()
  })
}

/** Logs a request that no hook sees, because its address is unreadable. */
export function logUnrouted(log: Log, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const outcome = { address: request.ip, status: statusCode, ms: 0 }
  log.info(requestFields(request, outcome), 'answered')
}

type Level = 'error' | 'warn' | 'info' | 'debug'

/** A 503 is a decision of the program, for example under overload, and no fault of its own. */
export function logLevelOf(route: string | undefined, status: number): Level {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  return status < 400 && probed.has(route ?? '') ? 'debug' : 'info'
}

/** Who called what with which outcome. Absent for an anonymous request: `user`, `key`. */
function requestFields(
  request: FastifyRequest,
  { address, ...outcome }: { address: string; status: number; ms: number },
) {
  const { user } = request.admitted ?? {}
  return {
    requestId: request.id,
    user: user?.username,
    key: user?.keyName,
    address,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    ...outcome,
  }
}
