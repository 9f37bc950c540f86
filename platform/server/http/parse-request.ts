import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { textOfFile } from '#platform/kernel/csv.ts'
import { type FieldError, invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import {
  type Endpoint,
  ignoredFields,
  isPaged,
  isSorted,
  isUpdate,
  mediaTypeOf,
  parameterNames,
  hasParameter,
} from '#platform/kernel/endpoint.ts'
import { unknownFields, unknownName } from './unknown-fields.ts'
import { maxInteger } from '#platform/kernel/fields.ts'
import { querySentence, requiredSentence } from './validation-messages.ts'

const maxDepth = 64

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for the idempotency fingerprint. */
    bodyText: string
  }
}

/**
 * Registers the parsers for JSON bodies and CSV files. Stores the body text, rejects deep nesting,
 * drops keys such as `__proto__`, and rejects files that are not CSV.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonTypes, { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    request.bodyText = text
    if (text === '') return done(null, undefined)
    if (isTooDeep(text)) {
      return done(new Refusal('unreadable', 'malformed', 'The body is nested too deeply'))
    }
    return parse(request, text, done)
  })
  const readFile = async (request: FastifyRequest, body: Buffer) => {
    request.bodyText = textOfFile(body)
    return request.bodyText
  }
  app.addContentTypeParser(['text/csv', 'application/edi-x12'], { parseAs: 'buffer' }, readFile)
}

const jsonTypes = ['application/json', 'application/merge-patch+json']

/**
 * Throws 415 if the body has another media type than the endpoint accepts. A merge patch may
 * also be sent as `application/json`.
 */
export function refuseOtherMedia(endpoint: Endpoint, request: FastifyRequest): void {
  const mediaType = mediaTypeOf(endpoint)
  const sent = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (request.method === 'GET' || sent === undefined || sent === mediaType) return
  if (endpoint.method === 'PATCH' && sent === 'application/json') return
  throw new Refusal('unsupported', 'unsupported-media', `Send the body as ${mediaType}`)
}

/**
 * Registers a parser that stores JSON bodies as text in `bodyText` without parsing them: the
 * signature covers the bytes, and unsigned bodies are not parsed. Bytes that are not valid UTF-8
 * are replaced, so their signature does not match.
 */
export function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = String(body)
    done(null, undefined)
  })
}

/** Parses signed text; undefined if it is not JSON or is nested too deeply. */
export function parseText(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (isInText) {
      if (char === 92) i += 1
      else if (char === 34) isInText = false
    } else if (char === 34) isInText = true
    else if (char === 123 || char === 91) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (char === 125 || char === 93) depth -= 1
  }
  return false
}

type Part = {
  schema: z.ZodMiniType | undefined
  value: unknown
  /** The error message for issues that the schema has no message for. */
  error: typeof requiredSentence
  /** The unknown fields, which are reported first. */
  unknown?: readonly FieldError[]
}

/** Validates one part of a request. Throws 422 with every invalid field. */
function parsePart({ schema, value, error, unknown = [] }: Part): unknown {
  const parsed = schema?.safeParse(value, { error })
  const wrong = parsed?.success === false ? parsed.error.issues.map(fieldErrorOf) : []
  if (unknown.length > 0 || wrong.length > 0) throw invalid([...unknown, ...wrong])
  return parsed?.data
}

/** The validation errors of a value, with `below` as a path prefix. */
export function fieldErrors(error: z.core.$ZodError, below: string[] = []): FieldError[] {
  return error.issues.map((issue) => fieldErrorOf({ ...issue, path: [...below, ...issue.path] }))
}

function fieldErrorOf(issue: z.core.$ZodIssue): FieldError {
  const field = { path: issue.path.map(String).join('.'), message: issue.message }
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? { ...field, code } : field
}

/**
 * Validates the request body. A missing body reports "Required" instead of a type error. Throws 422
 * for an update with an empty body, for `null` as a body, and for unknown fields, with the closest
 * known name.
 */
export function parseBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  const { body } = request
  const { body: schema } = endpoint
  if (!schema) {
    refuseBody(body)
    return undefined
  }
  if (body === null || (body === undefined && isUpdate(endpoint))) {
    throw new Refusal('invalid', 'empty-body', 'Send a body with the fields to change')
  }
  const value = body ?? {}
  const unknown = unknownFields(schema, value, ignoredFields(endpoint))
  return parsePart({ schema, value, error: requiredSentence, unknown })
}

/** An endpoint without a body accepts an empty object; any field would be silently ignored. */
function refuseBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const [name] = Object.keys(body)
  if (name === undefined) return
  const message = unknownName('field', name, [])
  throw invalid([
    { path: name, message: `${message}: this call accepts no body`, code: unknownCode },
  ])
}

const unknownCode = 'unknown-field'

const listNames = ['sort', 'limit', 'offset', 'cursor', 'count'] as const

/** Throws 422 for a paging or sorting parameter on an endpoint that does not support it. */
export function refuseUnused(endpoint: Endpoint, request: FastifyRequest): void {
  if (endpoint.method !== 'GET') return
  const query = request.query as object
  const isParameter = (name: (typeof listNames)[number]) =>
    hasParameter(endpoint, name) || (isPaged(endpoint) && name !== 'sort') || isSorted(endpoint)
  const unused = listNames.find((name) => name in query && !isParameter(name))
  if (unused) throw invalid([{ path: unused, message: `This call does not accept ${unused}` }])
}

/** Validates the query string. Throws 400 for a duplicate parameter. */
export function parseQuery(endpoint: Endpoint, request: FastifyRequest): unknown {
  const query = request.query as Record<string, unknown>
  const twice = Object.keys(query).find((name) => Array.isArray(query[name]))
  if (twice) throw new Refusal('unreadable', 'malformed', `${twice} was given twice`)
  return parseParameters(endpoint, query)
}

/** Validates the query parameters of an endpoint. Throws 422 for invalid and unknown ones. */
export function parseParameters(endpoint: Endpoint, query: object): unknown {
  const own = parameterNames(endpoint)
  const known = isPaged(endpoint) ? [...new Set([...own, 'q', ...listNames])] : own
  const unknown = Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: name,
      message: unknownName('parameter', name, known),
      code: 'unknown-parameter',
    }))
  return parsePart({ schema: endpoint.query, value: query, error: querySentence, unknown })
}

/** Validates query parameters with a schema. Throws 422 with the allowed values. */
export function readQuery(schema: z.ZodMiniType | undefined, query: object): unknown {
  return parsePart({ schema, value: query, error: querySentence })
}

/** Parses the id in the path; 0 if the path has none. Throws 404 if it cannot be a record id. */
export function readId(request: FastifyRequest): number {
  const text = (request.params as { id?: string }).id
  if (text === undefined) return 0
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > maxInteger) throw missing('That record')
  return id
}

/**
 * Parses the version in If-Match: `"7"`. Returns undefined for `*`, and -1, which is always stale,
 * for anything that is not a version.
 */
export function readIfMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,10})"$/.exec(header.trim())?.[1]
  return version === undefined ? -1 : Number(version)
}
