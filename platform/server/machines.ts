import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from '#platform/kernel/refusal.ts'
import { apiDocsPage } from './api-docs.ts'
import { fixedAnswer } from './compression.ts'
import { openApiDocument } from './openapi.ts'
import { sendRefusal } from './problem.ts'
import type { Route } from './route.ts'
import { contextOf } from './serve-route.ts'
import type { ServerParts } from './serve.ts'

const readyTimeoutMs = 2000
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What the program answers to machines: liveness, readiness, metrics and its own description. */
export async function serveMachines(app: FastifyInstance, parts: ServerParts): Promise<void> {
  app.get('/livez', async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', async (_request, reply) => {
    const reason = await notReady(parts)
    return reply
      .code(reason ? 503 : 200)
      .type('text/plain')
      .send(reason ?? 'ok')
  })
  serveMetrics(app, parts)
  serveDescription(app, parts.routes)
}

/** Made when first asked for, and kept: the document takes longer than the rest of the start. */
function serveDescription(app: FastifyInstance, routes: readonly Route[]): void {
  const document = () => JSON.stringify(openApiDocument(routes))
  app.get('/api/openapi.json', fixedAnswer('application/json; charset=utf-8', document))
  app.get(
    '/api/docs',
    fixedAnswer('text/html; charset=utf-8', () => apiDocsPage(routes)),
  )
}

async function notReady(parts: ServerParts): Promise<string | undefined> {
  const timeout = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the database does not answer'), readyTimeoutMs).unref()
  })
  const asked = parts.database.pool.query('select 1').then(
    () => undefined,
    () => 'the database cannot be reached',
  )
  return Promise.race([asked, timeout])
}

/**
 * From this machine itself: what a proxy on it passes on comes from elsewhere, and a proxy that is
 * known may pass on what it says nothing of.
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
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(parts, request)) {
      const caller = await parts.identify(request, contextOf(parts, request))
      if (!caller?.scopes?.includes('metrics')) {
        const sentence = 'Only from this machine, or with an API key of scope metrics'
        return sendRefusal(reply, new Refusal('forbidden', 'forbidden', sentence))
      }
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
