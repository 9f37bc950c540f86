import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { asRefusal, sendRefusal } from '../http/problem-document.ts'
import { readConfig } from '../runtime/config.ts'
import { createLog } from '../runtime/log.ts'
import { shutdownTimes, type ShutdownTimes, stopGracefully } from './shutdown.ts'

const sentence = 'This server is shutting down. Try again in a moment'
const timesOf = (env: Record<string, string>) => shutdownTimes(readConfig(env))

describe('the delay of a shutdown', () => {
  test('is five seconds where a proxy may send requests to another node', () => {
    const behindProxy = { HOST: '127.0.0.1', TRUSTED_PROXY: '127.0.0.1' }
    expect(timesOf({ HOST: '0.0.0.0' })).toEqual({
      delayMs: 5000,
      acceptedMs: 500,
      unusedMs: 1000,
    })
    expect(timesOf(behindProxy).delayMs).toBe(5000)
    expect(timesOf({ ...behindProxy, SHUTDOWN_DELAY: '12' }).delayMs).toBe(12_000)
  })
  test('is none on a server for this machine, and on one without HTTP calls', () => {
    expect(timesOf({})).toEqual({ delayMs: 0, acceptedMs: 0, unusedMs: 1000 })
    expect(timesOf({ HOST: '0.0.0.0', ROLE: 'worker' }).delayMs).toBe(0)
    expect(timesOf({ HOST: '0.0.0.0', SHUTDOWN_DELAY: '0' }).delayMs).toBe(0)
  })
  test('is a whole number of seconds, at most five minutes', () => {
    const line = 'SHUTDOWN_DELAY must be a whole number of seconds from 0 to 300'
    expect(() => readConfig({ SHUTDOWN_DELAY: '301' })).toThrow(line)
    expect(() => readConfig({ SHUTDOWN_DELAY: '1.5' })).toThrow(line)
  })
})

test('a program that stops is not ready first, serves on, and closes each connection', async () => {
  const { app, clock } = await startTestApp({ SHUTDOWN_DELAY: '300' }, { isOwn: true })
  clock.now = new Date()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive'])
  const closing = app.close()
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
  const notReady = await fetch(`${url}/readyz`)
  expect(await notReady.text()).toBe(sentence)
  expect(notReady.headers.get('retry-after')).toBe('2')
  const served = await fetch(`${url}/api/sign-in`)
  expect(served.status).toBe(200)
  expect(served.headers.get('connection')).toBe('close')
  app.shutdown.skipDelay()
  await closing
  await expect(fetch(`${url}/livez`)).rejects.toThrow()
})

test('the last line of the log says that the program stopped', async () => {
  const lines: string[] = []
  const database = await testDatabase()
  const program = await startProgram({
    config: readConfig({ DEMO_DATA: 'none' }),
    // Other tests of this worker use it afterwards.
    database: { ...database, close: async () => undefined },
    logStream: { write: (line) => lines.push(line) },
  })
  await program.close()
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const atInfo = { level: 30, time: expect.any(Number) }
  expect(logged.find(({ msg }) => msg === 'shutting down')).toEqual({
    ...atInfo,
    delaySeconds: 0,
    msg: 'shutting down',
  })
  const uptimeSeconds = expect.any(Number)
  expect(logged.at(-1)).toEqual({ ...atInfo, uptimeSeconds, msg: 'stopped' })
})

describe('connections that are open when the server stops', () => {
  let app: FastifyInstance
  let port: number
  let waiting: (() => void)[] = []

  const start = async (times: Partial<ShutdownTimes> = {}) => {
    app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
    const none = { delayMs: 0, acceptedMs: 0, unusedMs: 600_000 }
    stopGracefully(app, { ...none, ...times }, createLog('silent'))
    app.setErrorHandler((error, _request, reply) => {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      return sendRefusal(reply, refusal)
    })
    app.get('/quick', async () => 'quick')
    app.get('/slow', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return 'done'
    })
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  }
  afterEach(async () => {
    for (const go of waiting) go()
    waiting = []
    await app.close()
  })

  type Connection = { socket: Socket; received: string; isClosed: boolean }
  const opened = async (): Promise<Connection> => {
    const socket = connect(port, '127.0.0.1')
    const connection = { socket, received: '', isClosed: false }
    socket.on('data', (data) => {
      connection.received += String(data)
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      connection.isClosed = true
    })
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    return connection
  }
  const ask = ({ socket }: Connection, path: string) =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const openCount = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

  test('requests in progress end, and a new one is refused with a problem', async () => {
    await start()
    const slow = await opened()
    ask(slow, '/slow')
    const late = await opened()
    await expect.poll(() => waiting.length).toBe(1)
    await expect.poll(openCount).toBe(2)
    const closing = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    ask(late, '/quick')
    await expect.poll(() => late.isClosed).toBe(true)
    expect(late.received).toMatch(/^HTTP\/1.1 503 /)
    expect(late.received).toContain('content-type: application/problem+json; charset=utf-8\r\n')
    expect(late.received).toContain('retry-after: 2\r\n')
    const problem = JSON.parse(late.received.split('\r\n\r\n')[1] ?? '') as object
    expect(problem).toMatchObject({ status: 503, code: 'shutting-down', detail: sentence })
    for (const go of waiting) go()
    await closing
    await expect.poll(() => slow.isClosed).toBe(true)
    expect(slow.received).toMatch(/^HTTP\/1.1 200 /)
    expect(slow.received).toContain('connection: close\r\n')
    expect(slow.received).toMatch(/done$/)
  })

  test('a request that had just been accepted is served', async () => {
    await start({ acceptedMs: 600_000 })
    const slow = await opened()
    ask(slow, '/slow')
    const late = await opened()
    await expect.poll(() => waiting.length).toBe(1)
    await expect.poll(openCount).toBe(2)
    const closing = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    ask(late, '/quick')
    await expect.poll(() => late.isClosed).toBe(true)
    expect(late.received).toMatch(/^HTTP\/1.1 200 /)
    expect(late.received).toContain('connection: close\r\n')
    for (const go of waiting) go()
    await closing
  })

  test('idle connections are closed before the end of the delay', async () => {
    await start({ delayMs: 2 })
    const idle = await opened()
    ask(idle, '/quick')
    await expect.poll(() => idle.received).toMatch(/quick$/)
    expect(idle.isClosed).toBe(false)
    await app.close()
    await expect.poll(() => idle.isClosed).toBe(true)
  })

  test('a connection that never sends anything does not delay the end', async () => {
    await start({ unusedMs: 1 })
    const silent = await opened()
    await expect.poll(openCount).toBe(1)
    await app.close()
    await expect.poll(() => silent.isClosed).toBe(true)
  })
})
