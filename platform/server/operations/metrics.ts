import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { Refusal } from '#platform/kernel/refusal.ts'
import { sendRefusal } from '../http/problem-document.ts'
import { contextOf } from '../http/serve-route.ts'
import type { ServerParts } from '../http/serve.ts'
import { describeError } from '../runtime/error-serializer.ts'
import { singleFlight } from '../runtime/single-flight-cache.ts'
import {
  jobMeasures,
  type Measure,
  nodeMeasures,
  poolMeasures,
  textOfMeasures,
} from './metric-values.ts'
import { clientClosedRequest, onceEnded } from './request-end.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The metrics of the requests and of the process. */
    metrics: Registry
    /** Counts failed sign-ins by the code of their refusal. */
    signInFailures: Counter<'code'>
  }
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** However many programs read the metrics, the database is read once in this time. */
const freshMs = 5000
const databaseWaitMs = 2000

/** Serves `/metrics` to this machine and to API keys of scope `metrics`. */
export function serveMetrics(app: FastifyInstance, parts: ServerParts): void {
  const { metrics: registry } = app
  collectDefaultMetrics({ register: registry })
  countSignInFailures(app, registry)
  const readStored = storedMeasures(parts)
  app.get('/metrics', { config: { isOfMachines: true } }, async (request, reply) => {
    if (!isFromHere(parts, request)) {
      const caller = await parts.identify(request, contextOf(parts, request))
      if (!caller?.scopes?.includes('metrics')) {
        const sentence = parts.config.TRUSTED_PROXY
          ? 'Behind a proxy, metrics can be read only with an API key with the metrics scope'
          : 'Metrics can be read only from this machine, or with an API key with the metrics scope'
        return sendRefusal(reply, new Refusal('forbidden', 'forbidden', sentence))
      }
    }
    const stored = await readStored()
    const own = [
      ...nodeMeasures(parts.config.ROLE),
      ...poolMeasures(parts.database),
      ...jobMeasures(parts.jobRecords ?? new Map(), parts.clock()),
    ]
    const texts = [await registry.metrics(), await textOfMeasures([...own, ...stored])]
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}

/**
 * True if the request comes from this machine. A request forwarded by a local proxy comes from
 * elsewhere, and a trusted proxy may forward requests without saying so.
 */
function isFromHere(parts: ServerParts, { socket, ip, headers }: FastifyRequest): boolean {
  if (parts.config.TRUSTED_PROXY !== undefined) return false
  const isForwarded = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip']
  return loopback.has(socket.remoteAddress ?? '') && loopback.has(ip) && isForwarded === undefined
}

/**
 * Measures each request, however it ends. Must be hooked in before the hooks that may refuse one.
 */
export function measureRequests(app: FastifyInstance): void {
  const registry = new Registry()
  app.decorate('metrics', registry)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    onceEnded(reply, (status) => {
      if (status === clientClosedRequest && isEventStream(reply)) return
      const route = request.routeOptions.url ?? 'none'
      const labels = { method: request.method, route, status: String(status) }
      durations.observe(labels, (performance.now() - startedAt) / 1000)
    })
    done()
  })
}

/** A listener to changes leaves when its tab is closed, so its time is no time of a response. */
function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')
}

function countSignInFailures(app: FastifyInstance, registry: Registry): void {
  const failures = new Counter({
    name: 'prizm_sign_in_failures_total',
    help: 'Failed sign-ins on this node since its start, by the code of the refusal',
    labelNames: ['code'],
    registers: [registry],
  })
  // A series that begins at zero shows its first increase.
  for (const code of ['wrong-credentials', 'too-many-requests']) failures.inc({ code }, 0)
  app.decorate('signInFailures', failures)
}

const isUp = { name: 'prizm_database_up', help: '1 if the database answered within 2 s, else 0' }

/**
 * Reads the measures of the database. Without an answer in time, there is only
 * `prizm_database_up 0`.
 */
function storedMeasures(parts: ServerParts): () => Promise<Measure[]> {
  const read = async () => {
    try {
      return await parts.measures?.(contextOf(parts, { id: 'metrics' }))
    } catch (error) {
      parts.log.warn({ reason: describeError(error) }, 'the metrics of the database are missing')
      return undefined
    }
  }
  const shared = singleFlight(freshMs, read)
  return async () => {
    const found = await shared.get(databaseWaitMs)
    const isLate = shared.runningForMs() >= databaseWaitMs
    return found && !isLate ? [{ ...isUp, value: 1 }, ...found] : [{ ...isUp, value: 0 }]
  }
}
