import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A request. A string body is sent as is, anything else as JSON. */
export type HttpRequest = {
  method: string
  path: string
  body?: unknown
  /** A session cookie, as `sid=…`. */
  as?: string | undefined
  key?: string | undefined
  headers?: Record<string, string> | undefined
}

/** The response. Status 0 means the outcome is unknown: the connection broke or timed out. */
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The parsed JSON body; an empty object if it is not JSON. */
  body: Body
  ms: number
  failure?: string
}

/** A JSON response body or part of one, accessed by name. */
export type Body = { readonly [name: string]: unknown }

const timeoutMs = 15_000
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'lifo' })

/** Calls a node on this machine. Never throws: a failed call has status 0. */
export function call(port: number, httpRequest: HttpRequest): Promise<Answer> {
  const start = performance.now()
  const text =
    typeof httpRequest.body === 'string' ? httpRequest.body : JSON.stringify(httpRequest.body)
  const headers = {
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...(text !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
    ...(httpRequest.as && { cookie: httpRequest.as }),
    ...(httpRequest.key !== undefined && { 'idempotency-key': httpRequest.key }),
    ...httpRequest.headers,
  }
  return new Promise((resolve) => {
    const elapsed = () => performance.now() - start
    const fail = (error: Error) =>
      resolve({ status: 0, headers: {}, text: '', body: {}, ms: elapsed(), failure: error.message })
    const { method, path } = httpRequest
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', fail)
      answer.on('end', () => {
        const read = Buffer.concat(pieces).toString()
        const { statusCode: status = 0, headers: got } = answer
        resolve({ status, headers: got, text: read, body: readBody(read), ms: elapsed() })
      })
    })
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error('No answer in time')))
    sent.on('error', fail)
    sent.end(text)
  })
}

function readBody(text: string): Body {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Body) : {}
  } catch {
    return {}
  }
}

/** The code of a problem document; empty if none. */
export function codeOf(answer: Pick<Answer, 'body'>): string {
  const { code } = answer.body
  return typeof code === 'string' ? code : ''
}

/** The session cookie that a response sets; undefined if none. */
export function cookieOf(answer: Pick<Answer, 'headers'>): string | undefined {
  const pairs = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '')
  return pairs.find((pair) => /^(?:__Host-)?sid=./.test(pair))
}
