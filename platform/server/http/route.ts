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

/** What a handler gets beside the context: the parsed parts of the request. */
export type Input<E> = {
  /** The path's `:id`; 0 where the path has none. */
  id: number
  query: QueryOf<E>
  body: BodyOf<E>
  /** The version named by If-Match, where the caller sent one. */
  ifMatch: number | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** A page of a list: its rows, how many there are in all, and where the next page starts. */
export type Page<Row> = {
  rows: Row[]
  total: number
  /** Whether the total is only as far as was counted: "10,000 or more". */
  isAtLeast?: boolean
  /** The cursor of the page after this one. */
  next?: string | undefined
  /** Where the page after this one begins, in a list that is read whole. */
  nextOffset?: number
}

/** A whole list, sent in pieces while it is read. */
export type Stream<Row> = {
  stream: AsyncIterable<Row[]>
  /** How many rows match, whichever of them it begins with; not said of some. */
  total?: number
  isAtLeast?: boolean
}

/** A file, sent in pieces while it is made. Without a name it is a stream that a program reads. */
export type Download = {
  fileName?: string
  mediaType: string
  pieces: AsyncIterable<string | Uint8Array>
}

type Element<A> = A extends (infer Row)[] ? Row : never

/** What a handler may give for an answer: lists also as a page or a stream. */
export type RouteAnswer<A> = A extends unknown[] ? A | Page<Element<A>> | Stream<Element<A>> : A

export type Handle<E> = (
  ctx: Context,
  input: Input<E>,
) => Promise<E extends { file: string } ? Download : RouteAnswer<WireAnswerOf<E>>>

/** How requests of one endpoint that wait at the same time are served together. */
export type Gathering<E> = {
  max: number
  lanes: number
  run(ctx: Context, asked: BatchedRequest<BodyOf<E>>[]): Promise<(StoredAnswer | Refusal)[]>
}

export type Route = {
  endpoint: Endpoint
  handle?: Handle<Endpoint>
  gathering?: Gathering<Endpoint>
  /** True for calls that keep no answer by key, since they keep books outside a transaction. */
  ignoresKey?: boolean
  /** True for writes that are held to the version that If-Match names. */
  heedsIfMatch: boolean
  /** True for calls whose sender signs the bytes: the body is left unread, as text. */
  isRaw?: boolean
  /** True for calls that only read, and much: a standby of the database may answer them. */
  isReport?: boolean
  /** True for searches of which a person waits for the newest alone, as while they type. */
  isNewestOnly?: boolean
  /** True for calls that ask nobody who they are: they answer while the database does not. */
  isNobodys?: boolean
}

/** Puts a handler behind an endpoint. */
export function route<E extends Endpoint<EndpointOptions>>(
  endpoint: E,
  handle: Handle<E>,
  options: Pick<Route, 'ignoresKey' | 'isRaw' | 'isReport' | 'isNewestOnly' | 'isNobodys'> = {},
): Route {
  // The list of all routes forgets each one's own types; serving parses before it calls.
  return { endpoint, handle, heedsIfMatch: heeds(handle), ...options } as unknown as Route
}

/** A handler that does not take the version from its input cannot hold a write to it. */
function heeds(handle: { toString(): string }): boolean {
  return handle.toString().includes('ifMatch')
}

/**
 * Puts a handler of many behind an endpoint: requests of this node that wait at the same time are
 * handed over together and answered each in order, by a refusal where one is refused.
 */
export function gathered<E extends Endpoint<EndpointOptions>>(
  endpoint: E,
  gathering: Gathering<E>,
): Route {
  return { endpoint, gathering, heedsIfMatch: false } as unknown as Route
}
