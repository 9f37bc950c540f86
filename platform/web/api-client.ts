import * as z from 'zod/mini'
import type { AnswerOf, Endpoint, WireBodyOf, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { pathOf } from '#platform/kernel/endpoint.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'
import { findConnection, loseConnection } from './server-connection.ts'
import { gatewayMessage, readJson } from './gateway-error.ts'
import { readLines } from './read-lines.ts'
import { promptSignIn } from './session-loss.ts'

/** The parameters of a call. `ifMatch` is the version that the user last saw. */
export type Request<E> = {
  params?: Record<string, number>
  query?: WireQueryOf<E> | undefined
  body?: WireBodyOf<E> | undefined
  ifMatch?: number | undefined
  idempotencyKey?: string | undefined
  /**
   * The user this call is for; the server refuses it (409) if another one is signed in by now. A
   * write is for the user of this tab, unless it names another one.
   */
  asUser?: number
  signal?: AbortSignal
  /** True for a request that outlives the page; without a session it fails and prompts nobody. */
  outlivesPage?: boolean
}

/**
 * Any response that is not OK. The message is the status, a colon, a space and the problem's
 * sentence; `sentence` is that sentence alone, `fields` are the invalid inputs.
 */
export class ApiError extends Error {
  readonly status: number
  readonly sentence: string
  readonly code: string
  readonly fields: FieldError[]
  readonly extras: Record<string, unknown>

  constructor(
    status: number,
    sentence: string,
    more: { code?: string; fields?: FieldError[]; extras?: Record<string, unknown> } = {},
  ) {
    super(status === 0 ? sentence : `${status}: ${sentence}`)
    this.name = 'ApiError'
    this.status = status
    this.sentence = sentence
    this.code = more.code ?? 'unknown'
    this.fields = more.fields ?? []
    this.extras = more.extras ?? {}
  }
}

/**
 * True if the server rejected a write, so that nothing was stored. Without a response, or after a
 * server error, it may have been stored: retry it with the same idempotency key.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * True if a write's idempotency key belongs to an earlier attempt with other content: only then the
 * next attempt needs a new key. After any other refusal the old one stays, because an attempt
 * before, whose answer was lost, may have been stored under it.
 */
export function isKeyOfOther(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency-key-reused'
}

let readUserOfTab: () => number | undefined = () => undefined

/**
 * Sets how to read the user whom this tab shows. Each write that needs a sign-in names this user:
 * the cookie is that of the whole browser, and another tab may have signed another user in, who
 * must not send what this user typed.
 */
export function setUserOfTab(read: () => number | undefined): void {
  readUserOfTab = read
}

/** Sends a request and returns the parsed response; rejects with an ApiError. */
export async function send<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
): Promise<AnswerOf<E>> {
  const response = await callEndpoint(endpoint, request)
  return readAnswer(endpoint, response)
}

/** A page of a list; `next` is the cursor of the next page. */
export type ListPage<E> = {
  rows: AnswerOf<E>
  total: number
  /** True if there are more than `total`, because the count stopped there. */
  isAtLeast: boolean
  next: string | undefined
}

/** Requests a list: the rows of this page and the total. Rejects with an ApiError. */
export async function sendForList<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
): Promise<ListPage<E>> {
  const response = await callEndpoint(endpoint, request)
  const rows = await readAnswer(endpoint, response)
  const counted = response.headers.get('x-total-count')
  const link = response.headers.get('link') ?? ''
  return {
    rows,
    total: counted === null ? lengthOf(rows) : Number(counted),
    isAtLeast: response.headers.get('x-total-count-is') === 'at-least',
    next: /[?&]cursor=([^&>]+)/.exec(link)?.[1],
  }
}

/** Requests a file of text and returns its content. Rejects with an ApiError. */
export async function sendForText<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
): Promise<string> {
  const response = await callEndpoint(endpoint, request)
  return response.text()
}

/** Requests a stream of lines of JSON, and yields the value of each. Rejects with an ApiError. */
export async function* sendForLines<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
): AsyncGenerator<unknown> {
  const response = await callEndpoint(endpoint, request)
  if (!response.body) return
  for await (const line of readLines(response.body)) yield readJson(line)
}

function lengthOf(rows: unknown): number {
  return Array.isArray(rows) ? rows.length : 0
}

async function callEndpoint(endpoint: Endpoint, given: Request<Endpoint>): Promise<Response> {
  const request = withUserOfTab(endpoint, given)
  const response = await fetchEndpoint(endpoint, request)
  if (response.ok) return response
  const isOpen = endpoint.permission === 'open' || endpoint.path === '/api/user'
  const mayRepeat = !isOpen && !request.outlivesPage
  if (response.status === 401 && mayRepeat) {
    const failure = await readProblem(response)
    const signedIn = await promptSignIn()
    if (!signedIn) throw failure
    return callEndpoint(endpoint, request)
  }
  throw await readProblem(response)
}

/** A repetition after a new sign-in names the same user as the first call. */
function withUserOfTab(endpoint: Endpoint, request: Request<Endpoint>): Request<Endpoint> {
  const isSignedInWrite = endpoint.method !== 'GET' && endpoint.permission !== 'open'
  const asUser = request.asUser ?? (isSignedInWrite ? readUserOfTab() : undefined)
  return { ...request, ...(asUser !== undefined && { asUser }) }
}

async function fetchEndpoint(endpoint: Endpoint, request: Request<Endpoint>): Promise<Response> {
  const { body, ifMatch, idempotencyKey, asUser, signal, outlivesPage } = request
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = endpoint.bodyMediaType ?? 'application/json'
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (asUser !== undefined) headers['x-as-user'] = String(asUser)
  const init: RequestInit = { method: endpoint.method, credentials: 'include', headers }
  if (body !== undefined) init.body = endpoint.bodyMediaType ? String(body) : JSON.stringify(body)
  if (signal) init.signal = signal
  if (outlivesPage) init.keepalive = true
  try {
    const url = pathOf(endpoint.path, request.params) + queryText(request.query)
    const response = await fetch(url, init)
    findConnection()
    return response
  } catch (failure) {
    if (signal?.aborted) throw failure
    loseConnection()
    const sentence = 'The server cannot be reached. Check the connection and try again'
    throw new ApiError(0, sentence, { code: 'unreachable' })
  }
}

function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<AnswerOf<E>> {
  // An endpoint without an answer schema has the answer type `undefined`.
  if (!endpoint.returns) return undefined as AnswerOf<E>
  try {
    return z.parse(endpoint.returns, await response.json()) as AnswerOf<E>
  } catch (cause) {
    const extras = { call: `${endpoint.method} ${endpoint.path}`, cause }
    throw new ApiError(response.status, 'The answer could not be read', {
      code: 'unreadable',
      extras,
    })
  }
}

/** The message for a response without a text, because HTTP/2 has no status text. */
const noResponseText = 'The server could not answer'

const problemDocument = z.looseObject({
  detail: z.optional(z.string()),
  title: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

async function readProblem(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const problem = problemDocument.safeParse(readJson(text))
  const sentence = problem.data?.detail ?? problem.data?.title
  if (!problem.success || sentence === undefined) {
    const { status, statusText } = response
    return new ApiError(status, gatewayMessage(text, status) ?? (statusText || noResponseText))
  }
  const { detail: _, title: __, code = 'unknown', errors = [], ...extras } = problem.data
  return new ApiError(response.status, sentence, { code, fields: errors, extras })
}
