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
import { type BodyBudget, createBodyBudget, maxBodyBytes } from './admission.ts'
import { createCallRate, ratesOf } from './call-rate.ts'
import { compressAnswers } from './compression.ts'
import type { Config } from '../runtime/config.ts'
import { boundConnections, boundsOf, boundUnread, serveStrangersInTurns } from './connections.ts'
import type { Actor, Context, Database } from '../database/db.ts'
import { refuseOtherHost } from './host-names.ts'
import type { Log } from '../runtime/log.ts'
import { serveMachines } from './machines.ts'
import type { NodeWatch } from '../runtime/node-watch.ts'
import { noteOutage } from '../database/outages.ts'
import { answerBroken, asRefusal, internal, nothingHere, sendRefusal } from './problem.ts'
import { readBodies } from './requests.ts'
import type { Route } from './route.ts'
import { serveRoute } from './serve-route.ts'
import { serveWeb } from './serve-web.ts'
import { createSearchTurns } from '../lists/searches.ts'
import { createWholeTurns } from '../lists/full-lists.ts'

/** What the server is made of; the business comes in from `app/`. */
export type ServerParts = {
  routes: Route[]
  database: Database
  config: Config
  log: Log
  clock: () => Date
  /** Who sends a request, by its cookie; undefined where nobody is signed in. */
  identify(request: FastifyRequest, ctx: Context): Promise<Actor | undefined>
  permissions: {
    isKnown(name: string): boolean
    /** Whether somebody may make a call with this method and permission. */
    may(actor: Actor, call: { method: string; permission: string }): boolean
  }
  /** True where updates must name the version they change. */
  requireIfMatch(): boolean
  /** Counts the calls of sessions and keys. */
  callRate?: (request: FastifyRequest, reply: FastifyReply, user: Actor) => void
  /** Room for the large bodies that are being read. */
  bodyBudget?: BodyBudget
  /** Waits for the turn of an answer that is sent while it is read. */
  wholeTurns?: ReturnType<typeof createWholeTurns>
  /** Has what is searched for looked for in turns. */
  searchTurns?: ReturnType<typeof createSearchTurns>
  /** Whether this node may change anything: its clock is right and its version is not too old. */
  node?: NodeWatch
  /** Parses every answer with its schema before it is sent; for tests. */
  checkAnswers?: boolean
  /** The folder of the built screens; without it only the calls are served. */
  webRoot?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends what would go on for as long as somebody listens: the program is being stopped. */
    stopping: AbortSignal
  }
}

/** Builds the HTTP server. It refuses to start where an endpoint has no known permission. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const bodyBudget = createBodyBudget()
  const admitting = {
    ...parts,
    callRate: createCallRate(ratesOf(parts.config)),
    bodyBudget,
    wholeTurns: createWholeTurns(),
    searchTurns: createSearchTurns(),
  }
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    genReqId: () => randomUUID(),
    trustProxy: parts.config.TRUSTED_PROXY ?? false,
    routerOptions: { maxParamLength: 100 },
    requestTimeout: 30_000,
    // A request that trickles in ends when its time is up: looked at every second, and Node would
    // take the longer of this and the headers' time for it.
    http: { maxHeaderSize: 16_384, connectionsCheckingInterval: 1000, headersTimeout: 15_000 },
    clientErrorHandler: answerBroken,
    frameworkErrors: answerBadAddress,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  closeConnectionsOnStop(app)
  serveStrangersInTurns(app)
  readBodies(app)
  await app.register(cookie)
  sendSafely(app)
  const bounds = boundsOf(parts.config)
  boundConnections(app, bounds, parts.log)
  compressAnswers(app)
  boundUnread(app, bounds)
  admitOnlyKnown(app, parts.config, bodyBudget)
  answerErrors(app, parts.log)
  disableCaching(app)
  logAnswers(app, parts.log)
  await serveMachines(app, parts)
  for (const route of parts.routes) serveRoute(app, admitting, route)
  if (parts.webRoot) await serveWeb(app, parts.webRoot)
  else app.setNotFoundHandler((_request, reply) => sendRefusal(reply, nothingHere()))
  return app
}

/** What comes by another name, or carries a body to nowhere, is refused before it is read. */
function admitOnlyKnown(app: FastifyInstance, config: Config, budget: BodyBudget): void {
  app.decorateRequest('admitted', null)
  app.decorateRequest('bodyBytes', 0)
  app.addHook('onRequest', async (request) => {
    refuseOtherHost(request, config)
    if (request.is404 && request.method !== 'GET') throw nothingHere()
  })
  // However a request ends, what it had room for is free again.
  app.addHook('onResponse', async (request) => budget.release(request))
  app.addHook('onRequestAbort', async (request) => budget.release(request))
}

function closeConnectionsOnStop(app: FastifyInstance): void {
  const stop = new AbortController()
  app.decorate('stopping', stop.signal)
  app.addHook('preClose', async () => stop.abort())
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

/** Not by `@fastify/helmet`, which makes them anew for each call. */
const safely = helmet(headers)

function sendSafely(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) =>
    safely(raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  )
}

function disableCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}

/**
 * An address that no call can have, such as `/api/customers/%ff`, is answered like every other
 * refusal. The router calls this before any hook, so the headers of all answers are set here.
 */
function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  safely(request.raw, reply.raw, () => undefined)
  reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  const sentence = 'The address of the request cannot be read'
  const isUnreadable = error.code === 'FST_ERR_BAD_URL'
  const unreadable = new Refusal('unreadable', 'malformed', sentence)
  void sendRefusal(reply, isUnreadable ? unreadable : nothingHere())
}

/** One line per answer: failures always, refusals at `info`, the rest at `debug`. */
function logAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    log[level]({ requestId: request.id, method: request.method, route, status, ms }, 'answered')
    done()
  })
}

const heardOutBytes = 32 * 1024 * 1024

/**
 * Who still sends a body when the line is cut never reads why it was refused: what is not much too
 * large is read to its end and forgotten.
 */
function drainBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= heardOutBytes) reply.removeHeader('connection')
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal) {
      if (refusal.status === 503) {
        noteOutage(error)
        // A crowd is told by the line of each answer alone: it makes no more work by what it does.
        if (refusal.code !== 'overloaded')
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
