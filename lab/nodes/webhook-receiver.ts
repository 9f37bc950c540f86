import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sleep } from './wait-until.ts'

/** A message that arrived, with the status that it was answered. */
export type ReceivedMessage = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: Date
  status: number
}

export type ReceiverAnswer = { status: number; headers?: Record<string, string>; delayMs?: number }

export type Receiver = {
  url: string
  received: ReceivedMessage[]
  /** How often anybody connected, whether or not a request followed. */
  connections: () => number
  close: () => Promise<void>
}

/** A receiver of webhooks on loopback, which decides about each message how it answers. */
export async function startReceiver(
  answerTo: (message: Omit<ReceivedMessage, 'status'>) => ReceiverAnswer,
): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => {})
    request.on('end', () => {
      const { url: path = '', headers } = request
      const message = { path, headers, body: Buffer.concat(pieces).toString(), at: new Date() }
      const { status, headers: answered, delayMs = 0 } = answerTo(message)
      received.push({ ...message, status })
      void sleep(delayMs).then(() => response.writeHead(status, answered).end())
    })
  })
  server.on('connection', () => (connections += 1))
  // An idle connection is not closed at the moment at which a node sends on it.
  server.keepAliveTimeout = 300_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, connections: () => connections, close }
}
