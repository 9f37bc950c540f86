import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion, isUpdate } from '#platform/kernel/endpoint.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { bodyLimitOf, hasArrived, refuseTooLarge, admittedUser } from './request-body-admission.ts'
import { isPage, isStreamed, json, send, setETag } from './send-answer.ts'
import { type Actor, type Context, type Database, ping } from '../database/db.ts'
import { createBatcher } from '../jobs/batcher.ts'
import { isForThisMachine, refuseCrossSite } from './host-and-origin-checks.ts'
import {
  executeOnce,
  type BatchedRequest,
  fingerprint,
  readKey,
  type StoredAnswer,
} from './idempotency.ts'
import { checkDeadline, createDeadlineWrapper } from './request-deadline.ts'
import { isTransient, refusalOf } from '../database/pg-errors.ts'
import { onceEnded } from '../operations/request-end.ts'
import { sendRefusal } from './problem-document.ts'
import {
  parseBody,
  parseQuery,
  readBodiesAsText,
  readId,
  readIfMatch,
  refuseOtherMedia,
  refuseUnused,
} from './parse-request.ts'
import type { BatchOptions, Input, Route, RouteHandle } from './route.ts'
import type { RouteParts, ServerParts } from './serve.ts'
import { pageInMemory } from '../lists/page-in-memory.ts'

/**
 * Serves an endpoint: authentication, permission, validation, then the handler or the batcher.
 * Throws at startup if no role could hold the endpoint's permission.
 */
export function serveRoute(app: FastifyInstance, parts: RouteParts, route: Route): void {
  const { endpoint } = route
  const isOpen = endpoint.permission === 'open'
  if (!isOpen && !parts.permissions.isKnown(endpoint.permission)) {
    const name = `${endpoint.method} ${endpoint.path}`
    throw new Error(`${name} requires an unknown permission: ${endpoint.permission}`)
  }
  const answer = route.batching
    ? handleInBatches(parts, route, route.batching)
    : handleSingly(parts, route, route.handle as RouteHandle)
  const withDeadline = deadlineWrapperOf(parts)
  const bodyLimit = bodyLimitOf(route)
  const identify = async (request: FastifyRequest) =>
    route.needsNoSignIn ? undefined : parts.identify(request, contextOf(parts, request))
  const serve = (on: FastifyInstance) =>
    on.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit,
      config: { isOfMachines: route.isRaw === true },
      // Runs before the body is read, so that a cross-site form is rejected whatever its content.
      onRequest: async (request, reply) => {
        refuseCrossSite(request)
        if (endpoint.method !== 'GET') refuseWrite(parts)
        const start = performance.now()
        const user = await withDeadline(() => identify(request))
        const at = performance.now()
        request.admitted = { user, at, spentMs: at - start, hasArrived: hasArrived(request) }
        if (!isOpen) permit(parts, user, endpoint)
        if (user) parts.callRate(request, reply, user)
        refuseOtherMedia(endpoint, request)
        refuseTooLarge(request, bodyLimit)
        const isFile = endpoint.bodyMediaType !== undefined
        parts.bodyBudget.reserve(request, user, { limit: bodyLimit, isFile })
        onceEnded(reply, () => parts.bodyBudget.release(request))
      },
      preValidation: async (request) =>
        parts.bodyBudget.shrink(request, Buffer.byteLength(request.bodyText)),
      handler: async (request, reply) => {
        const work = async () => {
          const ctx = contextOf(parts, request)
          ctx.user = await admittedUser(request, () => identify(request))
          ctx.channel = channelOf(ctx.user, request)
          if (!isOpen) {
            permit(parts, ctx.user, endpoint)
            refuseOtherUser(request, ctx.user)
          }
          const respond = () => answer(ctx, request, reply)
          return parts.searchTurns(route, { ctx, request, reply }, respond)
        }
        // Inside the deadline, because the work goes on after the caller was refused for it.
        const held = () => parts.bodyBudget.holdDuring(request, work)
        return withDeadline(held, request.admitted?.spentMs)
      },
    })
  if (!route.isRaw) return void serve(app)
  // A separate plugin scope, so that the other endpoints retain their body parser.
  void app.register(async (apart) => {
    readBodiesAsText(apart)
    serve(apart)
  })
}

function refuseWrite({ node }: ServerParts): void {
  const refusal = node?.refusal()
  if (refusal) throw refusal
}

const wrappers = new WeakMap<Database, ReturnType<typeof createDeadlineWrapper>>()

/**
 * No deadline for the embedded database: it is local, so a slow probe only means that it is busy.
 */
function deadlineWrapperOf({ database }: ServerParts): ReturnType<typeof createDeadlineWrapper> {
  if (database.kind === 'embedded') return (work) => work()
  const known =
    wrappers.get(database) ?? createDeadlineWrapper(() => ping(database.db), database.requestMs)
  wrappers.set(database, known)
  return known
}

type Answer = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function contextOf(
  parts: ServerParts & Partial<Pick<RouteParts, 'background'>>,
  request: { id: string },
): Context {
  const { database, background } = parts
  const here = isForThisMachine(parts.config)
  const base = { now: parts.clock(), requestId: request.id, isForThisMachine: here }
  const ctx: Context = { db: database.db, user: undefined, channel: 'api', ...base }
  if (!background) return ctx
  return {
    ...ctx,
    runInBackground: (name, work, bytes) => background.run(name, () => work(ctx), bytes),
  }
}

/**
 * A browser sends Sec-Fetch-Site; a request with an API key or without that header is a program's.
 */
function channelOf(user: Actor | undefined, request: FastifyRequest): string {
  return !user?.scopes && request.headers['sec-fetch-site'] ? 'web' : 'api'
}

function permit(parts: ServerParts, user: Actor | undefined, call: Route['endpoint']): void {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  const notYet = parts.permissions.whyNotYet?.(user, call)
  if (notYet) throw notYet
  if (parts.permissions.may(user, call)) return
  const sentence = user.scopes
    ? 'The scopes of this API key do not allow this'
    : 'Your role does not allow this'
  throw new Refusal('forbidden', 'forbidden', sentence)
}

const otherUserSentence =
  'Another user has signed in since. Sign in again in another tab, then try again'

/** A write of the screens names its user, because the cookie may be that of another user by now. */
function refuseOtherUser({ headers }: FastifyRequest, user: Actor | undefined): void {
  const asUser = headers['x-as-user']
  if (asUser === undefined || asUser === String(user?.id)) return
  throw new Refusal('conflict', 'other-user', otherUserSentence)
}

function handleSingly(parts: RouteParts, route: Route, handle: RouteHandle): Answer {
  const { endpoint, ignoresKey, isReport, readAgain } = route
  return async (ctx, request, reply) => {
    const call = ignoresKey ? undefined : keyedCallOf(ctx, request)
    const input = readInput(parts, endpoint, request, reply)
    const ifMatch = readIfMatch(request)
    if (isReport) {
      const report = reported(parts, ctx, (on) => handle(on, input))
      const answer = await checked(parts, endpoint, report)
      await parts.fullListTurns(ctx.user, answer, reply)
      return send(reply, endpoint.status, pageInMemory(endpoint, request, answer))
    }
    if (endpoint.method === 'GET' || !call) {
      const answer = await checked(parts, endpoint, handle(ctx, input, ifMatch))
      await parts.fullListTurns(ctx.user, answer, reply)
      return send(reply, endpoint.status, pageInMemory(endpoint, request, answer))
    }
    const keyed = { body: input.body, user: ctx.user, requestId: request.id, call }
    const { status } = endpoint
    const sent = await executeOnce(ctx, { request: keyed, status, readAgain }, (tx) =>
      checked(parts, endpoint, handle(tx, input, ifMatch)),
    )
    checkDeadline()
    if ('body' in sent && sent.body !== '') setETag(reply, JSON.parse(sent.body))
    return sendOutcome(reply, sent)
  }
}

/** Reads a report from the replica if it is up to date, else from the primary. */
async function reported<R>(
  { database }: ServerParts,
  ctx: Context,
  read: (ctx: Context) => Promise<R>,
): Promise<R> {
  const standby = await database.replica?.caughtUp(database.db)
  if (!standby) return read(ctx)
  // WAL replay may cancel queries on the replica (SQLSTATE 40001), and the replica may go down.
  return read({ ...ctx, db: standby }).catch((error: unknown) => {
    const refusal = refusalOf(error)
    // A query that timed out on the replica would also time out on the primary.
    if (refusal?.status !== 503 || refusal.code === 'overloaded') throw error
    return read(ctx)
  })
}

function handleInBatches(
  parts: RouteParts,
  { endpoint }: Route,
  batching: BatchOptions<Route['endpoint']>,
): Answer {
  const lane = createBatcher<BatchedRequest, StoredAnswer | Refusal>(
    {
      ...batching,
      keyOf: (batched) => batched.call && `${batched.call.userId} ${batched.call.key}`,
      // A lock timeout concerns one item; an unavailable database concerns all of them.
      isShared: (error) => refusalOf(error)?.status === 503 && !isTransient(error),
    },
    (requests) =>
      batching.run(contextOf(parts, { id: requests[0]?.requestId ?? '' }), requests as never),
  )
  return async (ctx, request, reply) => {
    const call = keyedCallOf(ctx, request)
    const { body } = readInput(parts, endpoint, request, reply)
    const { user, channel } = ctx
    const { id: requestId, bodyText } = request
    const outcome = await lane({ body, user, channel, requestId, bodyText, call })
    checkDeadline()
    return sendOutcome(reply, outcome)
  }
}

function readInput(
  parts: ServerParts,
  endpoint: Route['endpoint'],
  request: FastifyRequest,
  reply: FastifyReply,
): Input<Route['endpoint']> {
  // The setting itself has no version, so it needs no If-Match; otherwise it could not be turned
  // off.
  const mustMatch = isUpdate(endpoint) && hasVersion(endpoint) && parts.requireIfMatch()
  if (mustMatch && readIfMatch(request) === undefined) {
    throw new Refusal('required', 'precondition-required', 'Send If-Match with the record’s ETag')
  }
  const id = readId(request)
  refuseUnused(endpoint, request)
  const query = parseQuery(endpoint, request) as never
  const body = parseBody(endpoint, request) as never
  return { id, query, body, request, reply }
}

function keyedCallOf(ctx: Context, request: FastifyRequest): BatchedRequest['call'] {
  const key = readKey(request.headers['idempotency-key'])
  if (!key || !ctx.user || request.method === 'GET') return undefined
  const [path = '', query] = request.url.split('?', 2)
  // The query string may change what a call does, for example a dry run.
  const bodySha256 = fingerprint(query ? `${query}\n${request.bodyText}` : request.bodyText)
  return { userId: ctx.user.id, key, method: request.method, path, bodySha256 }
}

/** In tests, validates every response against its schema, to detect drift from the API contract. */
async function checked(
  parts: ServerParts,
  endpoint: Route['endpoint'],
  work: Promise<unknown>,
): Promise<unknown> {
  const answer = await work
  checkDeadline()
  if (!parts.validateResponses || !endpoint.returns || isStreamed(answer)) return answer
  const result = endpoint.returns.safeParse(isPage(answer) ? answer.rows : answer)
  if (result.success) return answer
  throw new Error(`The answer of ${endpoint.path} breaks its contract: ${result.error.message}`)
}

function sendOutcome(reply: FastifyReply, outcome: StoredAnswer | Refusal): FastifyReply {
  if (outcome instanceof Refusal) return sendRefusal(reply, outcome)
  if (outcome.isReplay) reply.header('idempotency-replayed', 'true')
  if (outcome.body === '') return reply.code(204).send()
  return reply.code(outcome.status).header('content-type', json).send(outcome.body)
}
