import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from '#platform/kernel/refusal.ts'
import { apiDocsPage } from '../openapi/api-docs.ts'
import { fixedAnswer } from './compression.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import { sendRefusal } from './problem.ts'
import { databaseRefusal } from '../database/readiness.ts'
import { contextOf } from './serve-route.ts'
import type { ServerParts } from './serve.ts'

const readyTimeoutMs = 2000
const ofMachines = { config: { isOfMachines: true } }
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Serves the endpoints for machines: liveness, readiness, metrics and the OpenAPI document. */
export async function serveMachines(app: FastifyInstance, parts: ServerParts): Promise<void> {
  app.get('/livez', ofMachines, async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', ofMachines, async (_request, reply) => {
    const refusal = await notReady(parts)
    if (!refusal) return reply.type('text/plain').send('ok')
    const { message, extras } = refusal
    reply.header('retry-after', String(extras.retryAfterSeconds ?? 5))
    return reply.code(503).type('text/plain').send(message)
  })
  serveMetrics(app, parts)
  serveDescription(app, parts)
}

/**
 * Built when the server starts listening or on the first request, then cached: it takes half a
 * second.
 */
function serveDescription(app: FastifyInstance, { routes, api, config }: ServerParts): void {
  // PUBLIC_URL may name several addresses; the first one is the main one.
  const url = config.PUBLIC_URL?.split(',', 1)[0]?.trim()
  const build = () => openApiDocument(routes, { description: api, url })
  const json = async () => JSON.stringify(await build())
  const document = fixedAnswer('application/json; charset=utf-8', json)
  const page = fixedAnswer('text/html; charset=utf-8', async () => apiDocsPage(await build()))
  app.get('/api/openapi.json', document.handler)
  app.get('/api/docs', page.handler)
  app.addHook('onListen', async () => {
    // Built in the background; an error is reported to the next request.
    document.prepare().then(page.prepare, () => undefined)
  })
}

/** Why this node should receive no requests now: its own state, or the database. */
async function notReady({ database, node }: ServerParts): Promise<Refusal | undefined> {
  return node?.refusal() ?? databaseRefusal(database.db, readyTimeoutMs)
}

/**
 * True if the request comes from this machine. A request forwarded by a local proxy comes from
 * elsewhere, and a trusted proxy may forward requests without saying so.
 */
function isFromHere(parts: ServerParts, { socket, ip, headers }: FastifyRequest): boolean {
  if (parts.config.TRUSTED_PROXY !== undefined) return false
  const isPassedOn = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['x-real-ip']
  return loopback.has(socket.remoteAddress ?? '') && loopback.has(ip) && isPassedOn === undefined
}

function serveMetrics(app: FastifyInstance, parts: ServerParts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', ofMachines, async (request, reply) => {
    if (!isFromHere(parts, request)) {
      const caller = await parts.identify(request, contextOf(parts, request))
      if (!caller?.scopes?.includes('metrics')) {
        const sentence =
          'Metrics need a call from this machine, or an API key with the scope metrics'
        return sendRefusal(reply, new Refusal('forbidden', 'forbidden', sentence))
      }
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
