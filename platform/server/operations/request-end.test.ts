import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  boundConnections,
  limitUnreadResponses,
  serveAnonymousInTurns,
} from '../http/connection-limits.ts'
import { send } from '../http/send-answer.ts'
import { createLog } from '../runtime/log.ts'
import { measureRequests } from './metrics.ts'
import { onceEnded } from './request-end.ts'

// What is counted or held for a request is released when the request ends, also if its client has
// left before it was counted, or if its response waits for another one on the same connection.

const patience = { timeout: 60_000 }
const large = 'x'.repeat(100_000)
let app: FastifyInstance
let port: number
let waiting: (() => void)[]

beforeEach(() => {
  app = fastify()
  waiting = []
})
afterEach(async () => {
  for (const go of waiting) go()
  await app.close()
})

async function listen(): Promise<void> {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Connects and sends the requests in one write. */
function sendAll(requests: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(requests)
  return socket
}
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
/** Ends when the test lets it. */
const pause = () => new Promise<void>((resolve) => waiting.push(resolve))
const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
const statusOf = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  await answer.arrayBuffer()
  return answer.status
}

test('a request ends once: with its status, or with 499 if its client left', async () => {
  const ends: string[] = []
  app.addHook('onRequest', async ({ url }, reply) => {
    onceEnded(reply, (status) => ends.push(`${url} ${status}`))
  })
  app.get('/now', async (_request, reply) => reply.code(201).send('now'))
  app.get('/slow', async (_request, reply) => {
    await pause()
    onceEnded(reply, (status) => ends.push(`late ${status}`))
    return 'slow'
  })
  await listen()
  expect(await statusOf('/now')).toBe(201)
  await expect.poll(() => ends, patience).toEqual(['/now 201'])
  // The second response waits for the first one, so it is never sent.
  const left = sendAll(ask('/slow') + ask('/now'))
  await expect.poll(() => waiting.length, patience).toBe(1)
  left.destroy()
  await expect.poll(() => ends, patience).toEqual(['/now 201', '/slow 499', '/now 499'])
  waiting[0]?.()
  await expect.poll(() => ends.slice(3), patience).toEqual(['late 499'])
})

test('requests whose connection closes while they wait for a turn free their slots', async () => {
  const limits = { perAddress: 10, pipelined: 4, inFlight: 50, unreadMs: 600_000, leastRead: 1 }
  const unreadBytes = { perAddress: 1e9, all: 1e9 }
  serveAnonymousInTurns(app)
  boundConnections(app, { ...limits, unreadBytes }, createLog('silent'))
  app.get('/slow', pause)
  app.get('/small', async () => 'small')
  await listen()
  // The fifth one that gets its turn closes the connection, while 295 wait for theirs.
  const socket = sendAll(ask('/slow').repeat(300))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(await statusOf('/small')).toBe(200)
})

test('responses to clients who left do not count as unread forever', async () => {
  // Room for two large responses.
  const unreadBytes = { perAddress: 200_000, all: 200_000 }
  limitUnreadResponses(app, { unreadBytes })
  app.get('/large', async () => large)
  app.get('/late', async () => {
    await pause()
    return large
  })
  await listen()
  const left = [1, 2, 3].map(() => sendAll(ask('/late')))
  await expect.poll(() => waiting.length, patience).toBe(3)
  for (const socket of left) socket.destroy()
  await expect.poll(connections, patience).toBe(0)
  for (const go of waiting) go()
  // They count for a second, as all large responses do.
  await expect.poll(() => statusOf('/large'), patience).toBe(200)
})

test('a list is no longer read when its connection closes before it could be sent', async () => {
  let readCount = 0
  let hasEnded = false
  async function* pieces() {
    try {
      for (;;) {
        readCount += 1
        yield large
      }
    } finally {
      hasEnded = true
    }
  }
  app.get('/slow', pause)
  app.get('/list', async (_request, reply) =>
    send(reply, 200, { mediaType: 'text/csv', pieces: pieces() }),
  )
  await listen()
  const socket = sendAll(ask('/slow') + ask('/list'))
  await expect.poll(() => readCount, patience).toBeGreaterThan(0)
  socket.destroy()
  await expect.poll(() => hasEnded, patience).toBe(true)
})

test('a write whose client leaves is measured as 499, a listener who leaves is not', async () => {
  measureRequests(app)
  app.post('/work', pause)
  async function* events() {
    yield 'data: 1\n\n'
    await pause()
  }
  app.get('/events', async (_request, reply) =>
    send(reply, 200, { mediaType: 'text/event-stream; charset=utf-8', pieces: events() }),
  )
  await listen()
  const head = 'host: localhost\r\ncontent-type: application/json\r\ncontent-length: 2'
  const left = [sendAll(`POST /work HTTP/1.1\r\n${head}\r\n\r\n{}`), sendAll(ask('/events'))]
  await expect.poll(() => waiting.length, patience).toBe(2)
  for (const socket of left) socket.destroy()
  await expect.poll(connections, patience).toBe(0)
  const text = await app.metrics.metrics()
  const labels = 'method="POST",route="/work",status="499"'
  expect(text).toContain(`http_request_duration_seconds_count{${labels}} 1\n`)
  expect(text).not.toContain('/events')
})
