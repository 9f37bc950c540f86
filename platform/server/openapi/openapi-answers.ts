import { type Endpoint, hasVersion, isList } from '#platform/kernel/endpoint.ts'
import type { Route } from '../http/route.ts'

// Describes the headers of requests and responses, and the possible errors.

type Json = Record<string, unknown>

/** The parts of a route that the document is built from. */
export type Described = Pick<Route, 'endpoint' | 'ignoresKey' | 'heedsIfMatch'>

/** The request headers that an endpoint supports. */
export function headersIn(route: Described): Json[] {
  const headers: Json[] = []
  if (keepsKey(route)) {
    const means =
      'A repeated key with the same body returns the first response; another body returns 422.'
    headers.push(header('Idempotency-Key', means, { minLength: 1, maxLength: 255 }))
  }
  if (route.heedsIfMatch) {
    headers.push(
      header(
        'If-Match',
        'The ETag of the record as you read it; 412 if the record has changed since.',
      ),
    )
  }
  return headers
}

function header(name: string, description: string, more: Json = {}): Json {
  return { name, in: 'header', description, schema: { type: 'string', ...more } }
}

/** True if responses are stored by idempotency key, which requires a signed-in user. */
function keepsKey({ endpoint, ignoresKey }: Described): boolean {
  return endpoint.method !== 'GET' && endpoint.permission !== 'open' && !ignoresKey
}

/** The headers of a successful response. */
export function headersOf(route: Described): Json {
  const { endpoint } = route
  const headers: Json = {}
  if (isList(endpoint)) Object.assign(headers, ofLists)
  if (hasVersion(endpoint)) headers['ETag'] = text('The version of the record, for If-Match.')
  if (keepsKey(route)) {
    headers['Idempotency-Replayed'] = text(
      '`true` if this is the stored response to an earlier request.',
    )
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

const ofLists = {
  'X-Total-Count': {
    description: 'The number of all matching rows; sent with a `limit`, and for short lists.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Is': text('`at-least` if counting stopped early; `count=exact` counts all rows.'),
  Link: text('The address of the next page, `rel="next"`, if there is one.'),
}

/** The possible error responses by status, each a problem document. */
export function refusalsOf(route: Described): Json {
  const { endpoint } = route
  const isWrite = endpoint.method !== 'GET'
  const isOpen = endpoint.permission === 'open'
  const asks = endpoint.path.includes(':') || endpoint.query !== undefined || isWrite
  const may: [number, boolean][] = [
    [400, true],
    [401, !isOpen || isWrite],
    [403, !isOpen || isWrite],
    [404, asks],
    [409, isWrite],
    [412, route.heedsIfMatch],
    [413, isWrite],
    [415, isWrite],
    [422, asks || isList(endpoint)],
    [428, mustMatch(endpoint)],
    [429, isWrite && (isOpen || route.ignoresKey === true)],
    [503, true],
  ]
  const answers = may.filter(([, isPossible]) => isPossible).map(([status]) => status)
  return Object.fromEntries([...answers, 'default'].map((each) => [each, problemOf(each)]))
}

/** True if the If-Match setting can require the header. */
function mustMatch(endpoint: Endpoint): boolean {
  return endpoint.method === 'PUT' && hasVersion(endpoint)
}

const meanings: Record<number, string> = {
  400: 'The request cannot be read',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'The record does not exist',
  409: 'Refused by a rule or a conflict with stored data',
  412: 'Changed by someone else since you read it',
  413: 'Too large',
  415: 'Unsupported content type',
  422: 'Invalid, or an Idempotency-Key that was used for another request',
  428: 'If-Match is required',
  429: 'Too many requests',
  503: 'Not ready',
}

/** One error response, by status, as a problem document. */
export function problemOf(status: number | string): Json {
  const retry = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  return {
    description: meanings[Number(status)] ?? 'A problem document (RFC 9457)',
    ...((status === 429 || status === 503) && { headers: retry }),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  }
}
