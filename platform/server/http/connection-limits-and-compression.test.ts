import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { accepts, compressAnswers, fixedAnswer } from './compression.ts'
import {
  boundConnections,
  boundsOf,
  limitUnreadResponses,
  serveAnonymousInTurns,
} from './connection-limits.ts'
import { createLog } from '../runtime/log.ts'

const unreadBytes = { perAddress: 20_000_000, all: 40_000_000 }
const bounds = {
  perAddress: 3,
  pipelined: 4,
  inFlight: 100,
  unreadBytes,
  unreadMs: 3000,
  leastRead: 1,
}
const large = JSON.stringify(Array.from({ length: 400_000 }, (_, index) => `line ${index}`))
let app: FastifyInstance
let port: number
let waiting: (() => void)[] = []

async function start(more: Partial<typeof bounds> = {}): Promise<void> {
  app = fastify()
  boundConnections(app, { ...bounds, ...more }, createLog('silent'))
  compressAnswers(app)
  limitUnreadResponses(app, { ...bounds, ...more })
  app.get(
    '/large',
    fixedAnswer('application/json', () => large),
  )
  app.get('/made', async (_request, reply) => {
    return reply.type('application/json').send(JSON.stringify({ made: 'x'.repeat(10_000) }))
  })
  app.get('/small', async () => ({ is: 'small' }))
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return 'done'
  })
  app.get('/stream', async (_request, reply) =>
    reply.type('text/csv').send(Readable.from(['a,b\n', 'c'.repeat(5000)])),
  )
  app.get('/broken', async (_request, reply) => {
    const pieces = async function* () {
      yield 'first'
      throw new Error('the database went away')
    }
    return reply.type('text/csv').send(Readable.from(pieces()))
  })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
afterEach(async () => {
  for (const go of waiting) go()
  waiting = []
  await app.close()
})

const opened = (socket: Socket) =>
  new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)))
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.on('error', () => undefined)
  })
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

test('closes a connection that does not read, not one still being answered', async () => {
  await start()
  const deaf = connect(port, '127.0.0.1')
  deaf.pause()
  const end = closed(deaf)
  deaf.write(ask('/large') + ask('/large'))
  const patient = await opened(connect(port, '127.0.0.1'))
  patient.write(ask('/slow'))
  let received = ''
  patient.on('data', (data) => (received += String(data)))
  const waitingCount = () => waiting.length
  await expect.poll(waitingCount, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => connections(), { timeout: 60_000 }).toBe(1)
  expect(patient.destroyed).toBe(false)
  for (const go of waiting) go()
  await expect.poll(() => received, { timeout: 60_000 }).toContain('done')
  deaf.resume()
  await end
  patient.destroy()
})

test('closes a connection that reads too slowly, not one that reads normally', async () => {
  await start({ leastRead: 1_000_000, unreadBytes: { perAddress: 1e9, all: 1e9 } })
  const slow = await opened(connect(port, '127.0.0.1'))
  slow.pause()
  const end = closed(slow)
  slow.write(ask('/large') + ask('/large') + ask('/large'))
  const little = setInterval(() => slow.read(200), 20)
  const quick = connect(port, '127.0.0.1')
  let receivedBytes = 0
  quick.on('data', (data) => (receivedBytes += data.length))
  quick.write(ask('/large'))
  await expect.poll(() => receivedBytes, { timeout: 60_000 }).toBeGreaterThan(large.length)
  await expect.poll(() => connections(), { timeout: 60_000 }).toBe(1)
  expect(quick.destroyed).toBe(false)
  clearInterval(little)
  slow.resume()
  await end
  quick.destroy()
})

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

test('limits the connections of one address; closing one frees its slot', async () => {
  await start({ unreadMs: 600_000 })
  const all = await Promise.all([1, 2, 3].map(() => opened(connect(port, '127.0.0.1'))))
  const fourth = connect(port, '127.0.0.1')
  await closed(fourth)
  all[0]?.destroy()
  await expect.poll(() => connections(), { timeout: 60_000 }).toBe(2)
  const answer = await fetch(`http://127.0.0.1:${port}/small`)
  expect(await answer.json()).toEqual({ is: 'small' })
  for (const socket of all) socket.destroy()
})

test('closes a connection with too many pipelined requests', async () => {
  await start()
  const socket = await opened(connect(port, '127.0.0.1'))
  const end = closed(socket)
  socket.resume()
  socket.write(ask('/slow').repeat(5))
  await end
})

test('an aborted connection releases the slots of its requests', async () => {
  await start({ inFlight: 5, unreadMs: 600_000 })
  for (let round = 1; round <= 4; round++) {
    const socket = await opened(connect(port, '127.0.0.1'))
    const end = closed(socket)
    socket.write(ask('/slow').repeat(4))
    await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(round * 4)
    socket.destroy()
    await end
    await expect.poll(() => connections(), { timeout: 60_000 }).toBe(0)
  }
  const answer = await fetch(`http://127.0.0.1:${port}/small`)
  expect([answer.status, await answer.json()]).toEqual([200, { is: 'small' }])
})

test('rejects requests above the in-flight limit; a finished one frees its slot', async () => {
  await start({ inFlight: 2, unreadMs: 600_000 })
  const slow = [1, 2].map(() => fetch(`http://127.0.0.1:${port}/slow`))
  await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(2)
  const third = await app.inject({ url: '/slow' })
  expect([third.statusCode, third.json()]).toEqual([503, expect.objectContaining(crowded)])
  expect(waiting).toHaveLength(2)
  for (const go of waiting) go()
  for (const answer of await Promise.all(slow)) expect(await answer.text()).toBe('done')
  await expect.poll(async () => (await app.inject({ url: '/small' })).statusCode).toBe(200)
})
const crowded = { message: 'The system is busy. Try again in a moment', code: 'overloaded' }

test('limits the unread bytes of all addresses together', async () => {
  await start({ unreadMs: 600_000, unreadBytes: { perAddress: 1e9, all: large.length * 2 } })
  const deaf = await opened(connect(port, '127.0.0.1'))
  deaf.pause()
  deaf.write(ask('/large').repeat(2))
  const get = async (remoteAddress: string) =>
    (await app.inject({ url: '/large', remoteAddress, headers: identity })).statusCode
  await expect.poll(() => get('127.0.0.1'), { timeout: 60_000 }).toBe(429)
  // An address without unread bytes may still receive one response; then it is limited too.
  expect(await Promise.all([get('10.0.0.2'), get('10.0.0.2')])).toEqual([200, 429])
  deaf.destroy()
})

test('rejects large responses to an address with too many unread bytes', async () => {
  const perAddress = large.length * 2
  await start({ unreadMs: 600_000, unreadBytes: { perAddress, all: perAddress } })
  const deaf = await opened(connect(port, '127.0.0.1'))
  deaf.pause()
  deaf.write(ask('/large').repeat(2))
  const status = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/large`, { headers: identity })
    const { headers } = answer
    const headerValues = ['content-encoding', 'content-length', 'etag'].map((name) =>
      headers.get(name),
    )
    await answer.arrayBuffer()
    return [answer.status, ...(answer.status === 429 ? [headerValues[0], headerValues[2]] : [])]
  }
  await expect.poll(status, { timeout: 60_000 }).toEqual([429, null, null])
  const small = await fetch(`http://127.0.0.1:${port}/small`)
  expect([small.status, await small.json()]).toEqual([200, { is: 'small' }])
  deaf.destroy()
  await expect.poll(status, { timeout: 60_000 }).toEqual([200])
})
const identity = { 'accept-encoding': 'identity' }

test('a burst of anonymous requests does not block authenticated ones', async () => {
  const order: string[] = []
  app = fastify()
  serveAnonymousInTurns(app)
  app.get('/who', async ({ headers }) => {
    order.push(headers.cookie ?? 'stranger')
    return 'answered'
  })
  const strangers = Array.from({ length: 100 }, () => app.inject({ url: '/who' }))
  const known = app.inject({ url: '/who', headers: { cookie: 'sid=x' } })
  const answers = await Promise.all([...strangers, known])
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => 'answered'))
  expect(order).toHaveLength(101)
  expect(order.indexOf('sid=x')).toBeLessThan(20)
})

test('compresses a fixed response once and revalidates it by ETag', async () => {
  await start()
  const get = (headers: Record<string, string>) => app.inject({ url: '/large', headers })
  const plain = await get({})
  expect(plain.body).toBe(large)
  const br = await get({ 'accept-encoding': 'gzip, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(br.rawPayload))).toBe(large)
  expect(br.headers['vary']).toBe('accept-encoding')
  const gzip = await get({ 'accept-encoding': 'gzip;q=0.5, br;q=0' })
  expect(String(gunzipSync(gzip.rawPayload))).toBe(large)
  const again = await get({ 'if-none-match': String(br.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('compresses responses for clients that accept it, except small ones', async () => {
  await start()
  const headers = { 'accept-encoding': 'gzip' }
  const made = await app.inject({ url: '/made', headers })
  expect(made.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(String(gunzipSync(made.rawPayload)))).toEqual({ made: 'x'.repeat(10_000) })
  expect((await app.inject({ url: '/made' })).headers['content-encoding']).toBeUndefined()
  expect((await app.inject({ url: '/small', headers })).json()).toEqual({ is: 'small' })
  const stream = await app.inject({ url: '/stream', headers })
  expect(String(gunzipSync(stream.rawPayload))).toBe(`a,b\n${'c'.repeat(5000)}`)
})

test.each(['identity', 'gzip'])(
  'an interrupted stream never looks complete: %s',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    await start()
    const read = fetch(`http://127.0.0.1:${port}/broken`, { headers }).then((answer) =>
      answer.text(),
    )
    await expect(read).rejects.toThrow()
  },
)

test.each([
  ['gzip, deflate, br', 'gzip', true],
  ['br;q=1.0', 'gzip', false],
  ['gzip;q=0', 'gzip', false],
  ['GZIP', 'gzip', true],
  [undefined, 'br', false],
] as const)('accept-encoding %s accepts %s: %s', (header, encoding, isAccepted) => {
  expect(accepts(header, encoding)).toBe(isAccepted)
})

test('by default a response that is not read for a minute ends', () => {
  const config = { HOST: '0.0.0.0', TRUSTED_PROXY: undefined, CONNECTIONS_PER_ADDRESS: undefined }
  expect(boundsOf(config)).toMatchObject({ unreadMs: 60_000, leastRead: 16 * 1024, pipelined: 16 })
})

test('connections per address are not limited behind a proxy', () => {
  const unset = { CONNECTIONS_PER_ADDRESS: undefined }
  const proxied = { HOST: '127.0.0.1', TRUSTED_PROXY: '127.0.0.1', ...unset }
  expect(boundsOf(proxied).perAddress).toBeUndefined()
  const open = { HOST: '0.0.0.0', TRUSTED_PROXY: undefined, ...unset }
  expect(boundsOf(open).perAddress).toBe(500)
  expect(boundsOf({ ...open, HOST: '::1' }).perAddress).toBe(2000)
  expect(boundsOf({ ...open, CONNECTIONS_PER_ADDRESS: 0 }).perAddress).toBeUndefined()
})
