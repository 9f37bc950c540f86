import { connect, type Socket } from 'node:net'
import { type Speed, speedOf } from './figures.ts'

const keyLength = 24

/** A prebuilt request; its Idempotency-Key is filled in at offset `keyAt` when it is sent. */
export type PreparedRequest = { bytes: Buffer; keyAt: number }

/** A request as bytes. Bodies are JSON. */
export function prepare(
  method: 'GET' | 'POST',
  path: string,
  { cookie, body, isKeyed }: { cookie: string; body?: unknown; isKeyed?: boolean },
): PreparedRequest {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: ${cookie}`,
    ...(text ? ['Content-Type: application/json', `Content-Length: ${text.length}`] : []),
    ...(isKeyed ? [`Idempotency-Key: ${'0'.repeat(keyLength)}`] : []),
  ]
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`, 'latin1')
  const place = bytes.indexOf('Idempotency-Key: ')
  return { bytes, keyAt: place < 0 ? -1 : place + 'Idempotency-Key: '.length }
}

export type Load = { port: number; connections: number; seconds: number; expect: number }

let lastKey = Date.now() * 1000

/**
 * Sends requests over keep-alive connections, one at a time per connection, as pgbench does. Throws
 * when a response has an unexpected status.
 */
export async function drive(load: Load, requests: readonly PreparedRequest[]): Promise<Speed> {
  const times: number[] = []
  const until = performance.now() + load.seconds * 1000
  let next = 0
  const take = () => requests[next++ % requests.length] as PreparedRequest
  const clients = Array.from({ length: load.connections }, () =>
    client(load, { take, until, times }),
  )
  await Promise.all(clients)
  return speedOf(times, load.seconds)
}

type ClientOptions = { take: () => PreparedRequest; until: number; times: number[] }

function client({ port, expect }: Load, { take, until, times }: ClientOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const answers = new Answers()
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      if (sentAt >= until) {
        socket.end()
        return resolve()
      }
      write(socket, take())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const status = answers.take(chunk)
      if (status === undefined) return
      if (status !== expect) {
        socket.destroy()
        return reject(new Error(`Answered ${status}: ${answers.text}`))
      }
      times.push(performance.now() - sentAt)
      send()
    })
  })
}

function write(socket: Socket, { bytes, keyAt }: PreparedRequest): void {
  if (keyAt < 0) return void socket.write(bytes)
  const own = Buffer.from(bytes)
  own.write(String(lastKey++).padStart(keyLength, '0'), keyAt, 'latin1')
  socket.write(own)
}

/**
 * Detects when a response with a Content-Length is complete, which is all the load generator needs.
 */
class Answers {
  text = ''
  #chunk: Buffer = Buffer.alloc(0)

  /** The status of the response that this chunk completes, if any. */
  take(chunk: Buffer): number | undefined {
    const bytes = this.#chunk.length > 0 ? Buffer.concat([this.#chunk, chunk]) : chunk
    this.#chunk = bytes
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = bytes.toString('latin1', 0, end)
    const at = head.toLowerCase().indexOf('content-length: ')
    const length = Number.parseInt(head.slice(at + 16), 10)
    if (bytes.length < end + 4 + length) return undefined
    this.text = length < 2000 ? bytes.toString('utf8', end + 4) : ''
    this.#chunk = Buffer.alloc(0)
    return Number(head.slice(9, 12))
  }
}
