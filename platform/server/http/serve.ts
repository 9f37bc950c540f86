import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type BodyBudget, createBodyBudget, maxBodyBytes } from './request-body-admission.ts'
import { createCallRate, ratesOf } from './rate-limit.ts'
import { compressAnswers } from './compression.ts'
import type { Config } from '../runtime/config.ts'
import {
  boundConnections,
  boundsOf,
  limitUnreadResponses,
  serveAnonymousInTurns,
} from './connection-limits.ts'
import type { Actor, Context, Database } from '../database/db.ts'
import { refuseOtherHost } from './host-and-origin-checks.ts'
import type { Log } from '../runtime/log.ts'
import { logRequests, logUnrouted } from '../operations/access-log.ts'
import type { Measure } from '../operations/metric-values.ts'
import { measureRequests } from '../operations/metrics.ts'
import { shutdownTimes, stopGracefully } from '../operations/shutdown.ts'
import { traceRequests } from '../operations/tracing.ts'
import { type BackgroundWork, createBackgroundWork } from '../jobs/background-work.ts'
import type { JobRecords } from '../jobs/job-outcomes.ts'
import { serveMachines } from './machine-endpoints.ts'
import type { ApiText } from '../openapi/api-text.ts'
import type { NodeCheck } from '../runtime/clock-and-version-check.ts'
import { recordOutage } from '../database/recorded-outages.ts'
import { type Methods, methodsOf, noSuchCall } from './allowed-methods.ts'
import {
  answerBroken,
  asRefusal,
  internal,
  unknownAddress,
  sendRefusal,
} from './problem-document.ts'
import { registerBodyParsers } from './parse-request.ts'
import type { Route } from './route.ts'
import { serveRoute } from './serve-route.ts'
import { serveWeb } from './serve-web.ts'
import { createSearchTurns } from '../lists/search-turns.ts'
import { createFullListTurns } from '../lists/full-list-turns.ts'

/** The dependencies of the server; `app/` supplies the business modules. */
export type ServerParts = {
  routes: Route[]
  database: Database
  config: Config
  log: Log
  clock: () => Date
  /** Authenticates a request by its credentials; undefined if there is no signed-in user. */
  identify(request: FastifyRequest, ctx: Context): Promise<Actor | undefined>
  permissions: {
    isKnown(name: string): boolean
    /** True if a user may make a call with this method and permission. */
    may(
      actor: Actor,
      call: { method: string; permission: string; changesNothing?: boolean | undefined },
    ): boolean
    /** Why a user who may make a call cannot make it yet; undefined if nothing is missing. */
    whyNotYet?(actor: Actor, call: { method: string; path: string }): Refusal | undefined
  }
  /** True if updates must send If-Match. */
  requireIfMatch(): boolean
  /** Whether this node may write: its clock is right and its version is not too old. */
  node?: NodeCheck
  /** The jobs of this node, for `/metrics`. */
  jobRecords?: JobRecords
  /** Reads what `/metrics` shows of the database. */
  measures?: (ctx: Context) => Promise<Measure[]>
  /** Validates every response against its schema; for tests. */
  validateResponses?: boolean
  /** Builds the descriptions of the API; without it they are not served. */
  readApiText?: (text: ApiText) => Promise<string>
  /** The folder of the built web application; without it only the API is served. */
  webRoot?: string
}

/**
 * The parts and the limits that all routes share. The limits are required, so that a route cannot
 * be served without one of them.
 */
export type RouteParts = ServerParts & {
  /** Counts the requests of sessions and API keys against the rate limits. */
  callRate: (request: FastifyRequest, reply: FastifyReply, user: Actor) => void
  /** Limits the large bodies that are being read or worked on. */
  bodyBudget: BodyBudget
  /** Queues responses that are streamed while they are read. */
  fullListTurns: ReturnType<typeof createFullListTurns>
  /** Queues searches. */
  searchTurns: ReturnType<typeof createSearchTurns>
  /** Runs what follows a request and may neither delay nor fail its answer. */
  background: BackgroundWork
}

/** Builds the HTTP server. Throws if an endpoint has no known permission. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const background = createBackgroundWork(parts.log)
  const routeParts: RouteParts = {
    ...parts,
    callRate: createCallRate(ratesOf(parts.config)),
    bodyBudget: createBodyBudget(),
    fullListTurns: createFullListTurns(),
    searchTurns: createSearchTurns(),
    background,
  }
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    trustProxy: parts.config.TRUSTED_PROXY ?? false,
    routerOptions: { maxParamLength: 100 },
    requestTimeout: 30_000,
    // A slow request ends at its timeout: timeouts are checked every second, and Node uses the
    // longer of this and the headers timeout.
    http: { maxHeaderSize: 16_384, connectionsCheckingInterval: 1000, headersTimeout: 15_000 },
    clientErrorHandler: answerBroken,
    frameworkErrors: (error, request, reply) => {
      replyMalformedUrl(error, request, reply)
      logUnrouted(parts.log, request, reply)
    },
    // `stopGracefully` refuses with a problem document.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  logRequests(app, parts.log)
  traceRequests(app)
  measureRequests(app)
  serveAnonymousInTurns(app)
  registerBodyParsers(app)
  await app.register(cookie)
  sendSafely(app)
  // Before anything that refuses a request, because a refusal is an answer, too.
  disableCaching(app)
  stopGracefully(app, shutdownTimes(parts.config), parts.log)
  app.decorate('background', background)
  app.addHook('onClose', () => background.finish())
  const bounds = boundsOf(parts.config)
  boundConnections(app, bounds, parts.log)
  compressAnswers(app)
  limitUnreadResponses(app, bounds)
  const methods = methodsOf(parts.routes)
  rejectForeignRequests(app, { config: parts.config, methods })
  answerErrors(app, parts.log)
  await serveMachines(app, parts)
  for (const route of parts.routes) serveRoute(app, routeParts, route)
  if (parts.webRoot) await serveWeb(app, parts.webRoot, methods)
  else app.setNotFoundHandler((request, reply) => sendRefusal(reply, noSuchCall(request, methods)))
  return app
}

/**
 * Rejects requests with a foreign host name, and writes to unknown URLs, before the body is read.
 */
function rejectForeignRequests(
  app: FastifyInstance,
  { config, methods }: { config: Config; methods: Methods },
): void {
  app.decorateRequest('admitted', null)
  app.addHook('onRequest', async (request) => {
    refuseOtherHost(request, config)
    if (request.is404 && request.method !== 'GET') throw noSuchCall(request, methods)
  })
}

const headers = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Positions of pop-ups and widths of columns are style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // The service worker and the manifest, which make the program installable.
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
} as const

/** Not `@fastify/helmet`, which builds the headers again for each request. */
const safely = helmet(headers)

/** The camera scans barcodes, for pages of this origin only; the program uses no other device. */
const devices = 'camera=(self), microphone=(), geolocation=(), display-capture=()'

function sendSafely(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    reply.raw.setHeader('permissions-policy', devices)
    safely(raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
}

function disableCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}

/**
 * Returns a refusal for a URL that no endpoint can have, such as `/api/customers/%ff`. The router
 * calls this before any hook, so it sets the common headers itself.
 */
function replyMalformedUrl(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  safely(request.raw, reply.raw, () => undefined)
  reply.raw.setHeader('permissions-policy', devices)
  reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  const sentence = 'The address of the request cannot be read'
  const isUnreadable = error.code === 'FST_ERR_BAD_URL'
  const unreadable = new Refusal('unreadable', 'malformed', sentence)
  void sendRefusal(reply, isUnreadable ? unreadable : unknownAddress())
}

const drainedBytes = 32 * 1024 * 1024

/**
 * A client that is still sending its body when the connection closes never reads the 413 response,
 * so a body that is not much too large is read to its end and discarded.
 */
function drainBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= drainedBytes) reply.removeHeader('connection')
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal) {
      if (refusal.status === 503) {
        recordOutage(error)
        // During overload, the line per response is enough; a warning for each would add load.
        if (!['overloaded', 'shutting-down'].includes(refusal.code))
          log.warn({ err: error, requestId: request.id }, 'not ready')
      }
      if (refusal.status === 413) drainBody(request, reply)
      return sendRefusal(reply, refusal)
    }
    log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'failed')
    reply.code(internal.status).header('content-type', 'application/problem+json; charset=utf-8')
    return reply.send(internal.body(request.id))
  })
}
