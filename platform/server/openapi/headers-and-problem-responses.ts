import {
  type Endpoint,
  hasVersion,
  isList,
  isPaged,
  isUpdate,
  hasParameter,
} from '#platform/kernel/endpoint.ts'
import type { Route } from '../http/route.ts'
import { type Json, refTo } from './wire-types.ts'

// The headers of requests and responses, and the problems, which all endpoints share.

/** The parts of a route that the document is built from. */
export type DocumentedRoute = Pick<Route, 'endpoint' | 'ignoresKey'>

/** The request headers that an endpoint supports. */
export function headersIn(route: DocumentedRoute): Json[] {
  const headers: Json[] = []
  if (storesAnswer(route)) {
    const description =
      'A key of your choice. The same key with the same body again returns the first answer; ' +
      'with another body it is refused with 422.'
    const schema = { minLength: 1, maxLength: 255 }
    headers.push(header('Idempotency-Key', description, schema, 'order-4711'))
  }
  if (route.endpoint.checksVersion) {
    const description = 'The ETag of the record as you read it; 412 if it has changed since.'
    headers.push(header('If-Match', description, {}, '"7"'))
  }
  if (isSignedInWrite(route.endpoint)) {
    const description =
      'The id of the user whom the call is for; 409 (`other-user`) if another one is signed in.'
    const schema = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }
    headers.push(header('X-As-User', description, schema, 42))
  }
  return headers
}

function header(name: string, description: string, more: Json, example: string | number): Json {
  return { name, in: 'header', description, schema: { type: 'string', ...more }, example }
}

function isSignedInWrite({ method, permission }: Endpoint): boolean {
  return method !== 'GET' && permission !== 'open'
}

/** True if responses are stored by idempotency key, which requires a signed-in user. */
function storesAnswer({ endpoint, ignoresKey }: DocumentedRoute): boolean {
  return isSignedInWrite(endpoint) && !ignoresKey
}

/** The headers of a successful response. */
export function headersOf(route: DocumentedRoute): Json {
  const { endpoint } = route
  const names = [
    ...(isPaged(endpoint) ? ['X-Total-Count', 'X-Total-Count-Is'] : []),
    ...(isList(endpoint) ? ['Link'] : []),
    ...(hasParameter(endpoint, 'updatedSince') ? ['X-Updated-Since', 'X-Deleted-Ids'] : []),
    ...(hasVersion(endpoint) ? ['ETag'] : []),
    ...(storesAnswer(route) ? ['Idempotency-Replayed'] : []),
  ]
  return names.length > 0 ? { headers: headersNamed(names) } : {}
}

function headersNamed(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of all responses, by their names. */
export const sharedHeaders: Json = {
  'X-Total-Count': {
    description: 'The number of matching rows.',
    schema: { type: 'integer', minimum: 0 },
    example: 4711,
  },
  'X-Total-Count-Is': text(
    '`at-least` if counting stopped at a limit. `count=exact` counts all rows.',
    'at-least',
  ),
  Link: text(
    'The address of the next page, with `rel="next"`, if there is one (RFC 8288).',
    '</api/customers?limit=50&cursor=eyJ>; rel="next"',
  ),
  'X-Updated-Since': text(
    'With `updatedSince`: its value for the next call. A `Link` header means more changes follow.',
    'c1.WyI4ZmE1',
  ),
  'X-Deleted-Ids': text(
    'With `updatedSince`: the ids of the records that were deleted, separated by commas.',
    '17,4711',
  ),
  ETag: text('The version of the record, for If-Match.', '"7"'),
  'Idempotency-Replayed': text('`true` if this answer was given to the key before.', 'true'),
  'Retry-After': {
    description: 'How many seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': text('How to sign in: with an API key (RFC 6750).', 'Bearer'),
}

type Shared = { name: string; description: string; headers?: readonly string[] }

const byStatus: Record<string, Shared> = {
  400: { name: 'BadRequest', description: 'The request cannot be read.' },
  401: {
    name: 'Unauthorized',
    description: 'You are not signed in, or the API key is not valid.',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'Your role or the API key does not allow this.' },
  404: { name: 'NotFound', description: 'There is no such record.' },
  409: { name: 'Conflict', description: 'A business rule or the stored data does not allow this.' },
  410: {
    name: 'Gone',
    description: 'This position is not in the change log. Read everything again from the start.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record was changed since you read it. `current` is the record as it is now.',
  },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body has another media type.' },
  422: {
    name: 'UnprocessableContent',
    description:
      'The request is invalid: `errors` names the fields. Or its Idempotency-Key was used for ' +
      'another request.',
  },
  428: { name: 'PreconditionRequired', description: 'A setting requires If-Match.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests.',
    headers: ['Retry-After'],
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The program cannot answer now.',
    headers: ['Retry-After'],
  },
  default: { name: 'UnexpectedProblem', description: 'Any other problem.' },
}

/** The possible error responses by status, each a reference to a problem. */
export function refusalsOf(route: DocumentedRoute): Json {
  const { endpoint } = route
  const isWrite = endpoint.method !== 'GET'
  const isOpen = endpoint.permission === 'open'
  const hasInput = endpoint.path.includes(':') || endpoint.query !== undefined || isWrite
  const may: [number, boolean][] = [
    [400, true],
    [401, !isOpen || isWrite],
    [403, !isOpen || isWrite],
    [404, hasInput],
    [409, isWrite],
    [410, hasParameter(endpoint, 'updatedSince') || hasParameter(endpoint, 'after')],
    [412, endpoint.checksVersion === true],
    [413, isWrite],
    [415, isWrite],
    [422, hasInput || isList(endpoint)],
    [428, mustMatch(endpoint)],
    [429, true],
    [503, true],
  ]
  const statuses = may.filter(([, isPossible]) => isPossible).map(([status]) => status)
  return Object.fromEntries([...statuses, 'default'].map((each) => [each, problemOf(each)]))
}

/** True if the If-Match setting can require the header. */
function mustMatch(endpoint: Endpoint): boolean {
  return isUpdate(endpoint) && hasVersion(endpoint)
}

/** A reference to the error response of a status. */
export function problemOf(status: number | string): Json {
  return { $ref: `#/components/responses/${byStatus[status]?.name}` }
}

/** The error responses that all endpoints share, by name. */
export function sharedResponses(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, { name, description, headers }]) => [
      name,
      {
        description,
        ...(headers && { headers: headersNamed(headers) }),
        content: problemContent(status === '412' ? 'StaleProblem' : 'Problem'),
      },
    ]),
  )
}

/** The name of the 409 response whose `current` has a schema. */
export function conflictName(schema: string): string {
  return `${schema}Conflict`
}

/** A 409 response whose `current` has a schema of its own, such as the order as it would be. */
export function conflictWith(schema: string): Json {
  return {
    description:
      'A business rule or the stored data does not allow this. With `credit-limit-exceeded`, ' +
      `\`insufficient-stock\` or \`total-changed\`, \`current\` is a ${schema}.`,
    content: problemContent(`${schema}Problem`),
  }
}

function problemContent(schema: string): Json {
  return { 'application/problem+json': { schema: refTo(schema) } }
}
