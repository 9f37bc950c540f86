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
    const means = 'The same key and body again are answered as before; another body is 422.'
    headers.push(header('Idempotency-Key', means, { minLength: 1, maxLength: 255 }))
  }
  if (route.heedsIfMatch) {
    headers.push(header('If-Match', 'The ETag of the record as it was read; 412 where it is not.'))
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
    headers['Idempotency-Replayed'] = text('`true` where it was answered before.')
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

const ofLists = {
  'X-Total-Count': {
    description: 'How many there are in all; with a `limit`, and in lists that are short.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Is': text('`at-least` where it was counted no further; `count=exact` counts all.'),
  Link: text('The next page, `rel="next"`, where there is one.'),
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
  400: 'It cannot be read',
  401: 'Nobody is signed in',
  403: 'Not permitted',
  404: 'There is no such record',
  409: 'Refused by a rule, or by what is stored',
  412: 'Changed by somebody else since it was read',
  413: 'Too large',
  415: 'In a form that is not taken',
  422: 'Invalid, or an Idempotency-Key that was used for another request',
  428: 'If-Match is needed',
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
