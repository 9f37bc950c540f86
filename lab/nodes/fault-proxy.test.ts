import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Proxy, startProxy } from './fault-proxy.ts'
import { until } from './wait-until.ts'

let echo: Server
let proxy: Proxy
let client: Socket
let received: string

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const address = echo.address()
  proxy = await startProxy(typeof address === 'object' && address ? address.port : 0)
  received = ''
  client = connect(proxy.port, '127.0.0.1')
  client.on('error', () => {})
  client.on('data', (piece) => {
    received += String(piece)
  })
  await once(client, 'connect')
})

afterEach(async () => {
  client.destroy()
  await proxy.close()
  echo.close()
})

const hasReceived = (text: string) => until(async () => received === text, 2000)

test('forwards chunks in both directions', async () => {
  client.write('hello')
  expect(await hasReceived('hello')).toBe(true)
  expect(proxy.stats).toMatchObject({ pieces: 2, connections: 1, delayedMs: 0 })
})

test('delays chunks in each direction, in order', async () => {
  const delays = [60, 0, 30, 0, 0, 0]
  proxy.delay = () => delays.shift() ?? 0
  const start = performance.now()
  client.write('first ')
  await until(async () => proxy.stats.pieces === 1, 1000)
  client.write('second')
  expect(await hasReceived('first second')).toBe(true)
  expect(performance.now() - start).toBeGreaterThanOrEqual(60)
  expect(proxy.stats.delayedMs).toBeGreaterThanOrEqual(60)
})

test('a cut breaks open connections, and the next connection works', async () => {
  const closed = once(client, 'close')
  proxy.cut()
  await closed
  client = connect(proxy.port, '127.0.0.1')
  client.on('data', (piece) => {
    received += String(piece)
  })
  client.write('again')
  expect(await hasReceived('again')).toBe(true)
})

test('a black hole drops data silently', async () => {
  proxy.isBlackHole = true
  client.write('hello')
  expect(await until(async () => proxy.stats.swallowed === 1, 1000)).toBe(true)
  expect(received).toBe('')
  expect(client.destroyed).toBe(false)
})
