import type { FastifyInstance } from 'fastify'
import type { Refusal } from '#platform/kernel/refusal.ts'
import { fixedAnswer } from './compression.ts'
import { serveMetrics } from '../operations/metrics.ts'
import { databaseRefusal } from '../database/readiness.ts'
import type { ServerParts } from './serve.ts'

const readyTimeoutMs = 2000
const ofMachines = { config: { isOfMachines: true } }

/** Serves the endpoints for machines: liveness, readiness, metrics and the OpenAPI document. */
export async function serveMachines(app: FastifyInstance, parts: ServerParts): Promise<void> {
  app.get('/livez', ofMachines, async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', ofMachines, async (_request, reply) => {
    const refusal = app.shutdown.notReady() ?? (await notReady(parts))
    if (!refusal) return reply.type('text/plain').send('ok')
    const { message, extras } = refusal
    reply.header('retry-after', String(extras.retryAfterSeconds ?? 5))
    return reply.code(503).type('text/plain').send(message)
  })
  serveMetrics(app, parts)
  serveDescription(app, parts)
}

/** Each text is built on its first request and kept. */
function serveDescription(app: FastifyInstance, { readApiText, config }: ServerParts): void {
  if (!readApiText) return
  // PUBLIC_URL may name several addresses; the first one is the main one.
  const url = config.PUBLIC_URL?.split(',', 1)[0]?.trim()
  const document = () => readApiText({ kind: 'OpenAPI document', url })
  const page = () => readApiText({ kind: 'docs page', url })
  app.get('/api/openapi.json', fixedAnswer('application/json; charset=utf-8', document))
  app.get('/api/docs', fixedAnswer('text/html; charset=utf-8', page))
}

/** Why this node should receive no requests now: its own state, or the database. */
async function notReady({ database, node }: ServerParts): Promise<Refusal | undefined> {
  return node?.refusal() ?? databaseRefusal(database.db, readyTimeoutMs)
}
