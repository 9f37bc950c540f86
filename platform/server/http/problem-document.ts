import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { type FieldError, Refusal } from '#platform/kernel/refusal.ts'
import { refusalOf } from '../database/pg-errors.ts'

const titles: Record<number, string> = {
  400: 'Unreadable request',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Refused',
  410: 'No longer available',
  412: 'Changed by someone else',
  413: 'Too large',
  415: 'Unsupported content',
  422: 'Invalid input',
  428: 'If-Match required',
  429: 'Too many requests',
  431: 'Too large',
  500: 'Something went wrong',
  503: 'Not ready',
}

/** Formats a refusal as a problem document (RFC 9457). */
export function problemOf(refusal: Refusal, requestId: string): string {
  const { status, code, message, fields, extras } = refusal
  return JSON.stringify({
    type: `/problems/${code}`,
    title: titles[status] ?? 'Refused',
    status,
    detail: message,
    code,
    requestId,
    ...(fields.length > 0 && { errors: codedFields(fields) }),
    ...(extras.current !== undefined && { current: extras.current }),
  })
}

/** Validation errors, each with a stable code: by default `required` or `invalid`. */
export function codedFields(fields: readonly FieldError[]): Required<FieldError>[] {
  return fields.map(({ path, code, message }) => {
    return { path, code: code ?? (message === 'Required' ? 'required' : 'invalid'), message }
  })
}

/** Sends a refusal as a problem document, with the headers that its status needs. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterSeconds, allow, challenge = challengeOf(reply) } = refusal.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (allow !== undefined) reply.header('allow', allow)
  if (refusal.status === 401) reply.header('www-authenticate', challenge)
  return reply
    .code(refusal.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(problemOf(refusal, reply.request.id))
}

/** How to sign in (RFC 6750), with the error if the request came with a key. */
function challengeOf({ request }: FastifyReply): string {
  const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
  return `Bearer realm="Prizm Order Management"${error}`
}

/** The 404 refusal for a URL that is neither an endpoint nor a page. */
export function unknownAddress(): Refusal {
  return new Refusal('missing', 'not-found', 'There is nothing at this address')
}

const unreadable: Record<string, [Refusal['kind'], string, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported',
    'unsupported-media',
    'Send the body as application/json',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'tooLarge',
    'too-large',
    'The request is larger than 1 MiB (4 MiB for an upsert), or its file is larger than 10 MiB',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['unreadable', 'malformed', 'The body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['unreadable', 'malformed', 'The body was cut off'],
}

/** Converts any thrown error to a refusal; undefined if it is a bug and must be logged. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = unreadable[code]
  if (known) return new Refusal(...known)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 400) return new Refusal('unreadable', 'malformed', 'The body is not valid JSON')
  return refusalOf(error)
}

type Broken = [status: number, code: string, sentence: string]

const brokenRequests: Record<string, Broken> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request did not arrive within 30 seconds'],
  HPE_HEADER_OVERFLOW: [431, 'too-large', 'The headers of the request are larger than 16 KiB'],
}

/** Responds to a malformed request with a problem document and closes the connection. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const otherwise: Broken = [400, 'malformed', 'The request is not valid HTTP']
    const [status, code, detail] = brokenRequests[error.code ?? ''] ?? otherwise
    const title = titles[status] ?? 'Refused'
    const body = JSON.stringify({ type: `/problems/${code}`, title, status, detail, code })
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

export const internal = {
  status: 500,
  body: (requestId: string) =>
    JSON.stringify({
      type: '/problems/internal',
      title: titles[500],
      status: 500,
      detail: `Something went wrong on our side. Reference ${requestId}`,
      code: 'internal',
      requestId,
    }),
}
