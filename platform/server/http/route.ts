import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  BodyOf,
  Endpoint,
  EndpointOptions,
  QueryOf,
  WireAnswerOf,
} from '#platform/kernel/endpoint.ts'
import type { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '../database/db.ts'
import type { BatchedRequest, StoredAnswer } from './idempotency.ts'

/** The parsed parts of a request, passed to the handler with the context. */
export type Input<E> = {
  /** The path's `:id`; 0 if the path has none. */
  id: number
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** A page of a list: its rows, the total, and where the next page starts. */
export type Page<Row> = {
  rows: Row[]
  total: number
  /** True if the count stopped at a limit: "10,000 or more". */
  isAtLeast?: boolean
  /** The cursor of the next page. */
  next?: string | undefined
  /** The offset of the next page, in a list that is read whole. */
  nextOffset?: number
  /** The `after` of the next page, in a feed, which has no total; null on its last page. */
  nextAfter?: string | null
  /** Set if the rows are those that changed since a cursor (`updatedSince`). */
  changes?: PageOfChanges
}

/** What a page of changed rows adds: deletions, and where the next call goes on. */
export type PageOfChanges = {
  /** The ids of records that were deleted since. */
  deleted: readonly number[]
  /** The `updatedSince` of the next call. */
  cursor: string
  /** True if there is another page now. */
  hasMore: boolean
}

/** A whole list, streamed while it is read. */
export type Stream<Row> = {
  stream: AsyncIterable<Row[]>
  /** The number of matching rows, regardless of the offset; omitted for some lists. */
  total?: number
  isAtLeast?: boolean
}

/** A file, streamed while it is built. Without a name it is a stream for a program. */
export type Download = {
  fileName?: string
  mediaType: string
  pieces: AsyncIterable<string | Uint8Array>
}

type Element<A> = A extends (infer Row)[] ? Row : never

/** The possible results of a handler: a list may also be a page or a stream. */
export type RouteAnswer<A> = A extends unknown[] ? A | Page<Element<A>> | Stream<Element<A>> : A

/** A handler. Endpoints that declare `checksVersion` pass it the version in If-Match. */
export type Handle<E> = (
  ctx: Context,
  input: Input<E>,
  ...version: E extends ChecksVersion ? [ifMatch: number | undefined] : []
) => Promise<E extends { file: string } ? Download : RouteAnswer<WireAnswerOf<E>>>

type ChecksVersion = { checksVersion: true }

/** Refuses a handler without the parameter `ifMatch` if the endpoint declares `checksVersion`. */
type TakesVersion<E, H> = E extends ChecksVersion
  ? H extends (ctx: never, input: never) => unknown
    ? 'The endpoint declares checksVersion, so its handler takes ifMatch'
    : unknown
  : unknown

/** How concurrent requests to an endpoint are batched. */
export type BatchOptions<E> = {
  max: number
  lanes: number
  run(ctx: Context, requests: BatchedRequest<BodyOf<E>>[]): Promise<(StoredAnswer | Refusal)[]>
}

/** A handler without the types of its endpoint; the request is validated before it runs. */
export type RouteHandle = (
  ctx: Context,
  input: Input<Endpoint>,
  ifMatch?: number,
) => Promise<unknown>

export type Route = {
  endpoint: Endpoint
  handle?: RouteHandle
  batching?: BatchOptions<Endpoint>
  /**
   * True if responses are not stored by idempotency key, because the call writes outside a
   * transaction.
   */
  ignoresKey?: boolean
  /**
   * Reads the response again from its record, which has an id. With it the idempotency keys of the
   * call are permanent; only the stored responses expire.
   */
  readAgain?: (ctx: Context, id: number) => Promise<unknown>
  /** True if the sender signs the bytes: the body is stored as text and not parsed. */
  isRaw?: boolean
  /** True for expensive read-only calls, which may run on the read replica. */
  isReport?: boolean
  /** True for searches while typing, where only the user's newest request matters. */
  isNewestOnly?: boolean
  /** True for endpoints without authentication, which respond even if the database is down. */
  needsNoSignIn?: boolean
}

/** Checks the names of a route's fields, which the cast of its types does not. */
type RouteFields = Partial<Record<keyof Route, unknown>>

/** Registers a handler for an endpoint. */
export function route<E extends Endpoint<EndpointOptions>, H extends Handle<E>>(
  endpoint: E,
  handle: H & TakesVersion<E, H>,
  options: Pick<
    Route,
    'ignoresKey' | 'readAgain' | 'isRaw' | 'isReport' | 'isNewestOnly' | 'needsNoSignIn'
  > = {},
): Route {
  // The list of routes drops their specific types; requests are validated before the handler runs.
  const fields = { endpoint, handle, ...options } satisfies RouteFields
  return fields as unknown as Route
}

/** Marks these routes as reports: expensive calls that only read. */
export function reportRoutes(routes: readonly Route[]): Route[] {
  return routes.map((each) => ({ ...each, isReport: true }))
}

/**
 * Registers a batch handler for an endpoint: concurrent requests on this node are passed to it
 * together. It returns one result or refusal for each, in order.
 */
export function batchedRoute<E extends Endpoint<EndpointOptions>>(
  endpoint: E,
  batching: BatchOptions<E>,
): Route {
  const fields = { endpoint, batching } satisfies RouteFields
  return fields as unknown as Route
}
