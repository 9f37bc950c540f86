import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import { buildServer } from '#platform/server/http/serve.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { createLog } from '#platform/server/runtime/log.ts'
import { permissionChecks } from '../../permission-checks.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// The bodies of all requests together take a limited part of the memory, whoever sends them.

const mebibyte = 1024 * 1024
const asFile = { 'content-type': 'text/csv', 'content-length': String(10 * mebibyte) }
const asUpsert = { 'content-type': 'application/json', 'content-length': String(4 * mebibyte) }
const asEvent = { 'content-type': 'application/json', 'content-length': String(mebibyte) }
const importPath = '/api/customers/import'

const tooManyFiles = {
  status: 429,
  retryAfter: '2',
  code: 'too-many-files',
  detail: 'You are sending 4 large files already. Send this one later',
}
const tooManyBytes = {
  status: 429,
  retryAfter: '2',
  code: 'too-many-requests',
  detail: 'Your requests may have 40 MiB together. Send this one when others are done',
}
const noRoom = {
  status: 503,
  retryAfter: '2',
  code: 'overloaded',
  detail: 'Many large files are being read. Try again in a moment',
}

let prizm: TestApp
let port: number
let requests: ClientRequest[]

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  port = Number(new URL(await prizm.app.listen({ host: '127.0.0.1', port: 0 })).port)
  requests = []
})
afterEach(() => {
  endAll()
  return prizm.close()
})

function endAll(): void {
  for (const each of requests.splice(0)) each.destroy()
}

/** The refusal of a request of which only the headers are sent; an accepted one waits for more. */
async function refusalOf(path: string, headers: Record<string, string>) {
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers })
  requests.push(sent)
  sent.on('error', () => undefined)
  sent.flushHeaders()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { code, detail } = JSON.parse(await text(answer)) as { code: string; detail: string }
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code, detail }
}

/** The first refusal among some equal requests; the accepted ones wait for their bodies. */
function firstRefusal(count: number, path: string, headers: Record<string, string>) {
  return Promise.race(Array.from({ length: count }, () => refusalOf(path, headers)))
}

test('files of three users fill the room; a fourth waits, and small bodies pass', async () => {
  const users = [await prizm.signIn('admin'), await prizm.signIn('admin')]
  users.push(await prizm.signIn('admin'))
  const refusals = users.map((cookie) => firstRefusal(5, importPath, { ...asFile, cookie }))
  expect(await Promise.all(refusals)).toEqual([tooManyFiles, tooManyFiles, tooManyFiles])
  const cookie = await prizm.signIn('admin')
  // 12 files of 10 MiB are in work, and one more would be 130 MiB.
  expect(await refusalOf(importPath, { ...asFile, cookie })).toEqual(noRoom)
  const body = { customerCode: 'C1', name: 'North', email: 'n@example.com' }
  const created = await prizm.call('POST', '/api/customers', { as: cookie, body })
  expect(created.statusCode, created.body).toBe(201)
  endAll()
  const again = () => firstRefusal(5, importPath, { ...asFile, cookie })
  await expect.poll(again).toEqual(tooManyFiles)
})

test('the bodies of one user have at most 40 MiB together, whatever they are', async () => {
  const cookie = await prizm.signIn('admin')
  const path = '/api/customers/upsert'
  expect(await firstRefusal(11, path, { ...asUpsert, cookie })).toEqual(tooManyBytes)
  expect(await refusalOf(importPath, { ...asFile, cookie })).toEqual(tooManyBytes)
})

test('senders without a session have at most 16 MiB together', async () => {
  expect(await firstRefusal(17, '/api/wms/webhook', asEvent)).toEqual(noRoom)
  const cookie = await prizm.signIn('admin')
  expect(await firstRefusal(5, importPath, { ...asFile, cookie })).toEqual(tooManyFiles)
})

const waiting = endpoint('POST', '/api/waiting', {
  permission: 'customers.edit',
  body: z.object({ text: z.string() }),
  hasManyRecords: true,
  summary: 'Ends when the test decides',
})

type Handled = {
  identify?: () => Promise<void>
  ended: Promise<void>
  onWork?: () => void
}

/** A server of one endpoint, which ends with `ended`; its users are known after `identify`. */
function waitingServer({ identify, ended, onWork }: Handled) {
  return buildServer({
    routes: [
      route(waiting, () => {
        onWork?.()
        return ended
      }),
    ],
    database: prizm.database,
    config: readConfig({}),
    log: createLog('silent'),
    clock: () => prizm.clock.now,
    identify: async () => {
      await identify?.()
      return { id: 1, username: 'ann', role: 'admin' }
    },
    permissions: permissionChecks,
    requireIfMatch: () => false,
  })
}

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('a body counts until its request ends, not only until it is read', async () => {
  let working = 0
  const { open: end, opened: ended } = gate()
  const app = await waitingServer({ ended, onWork: () => void (working += 1) })
  const payload = `{"text":"${'x'.repeat(4 * mebibyte - 11)}"}`
  const headers = { 'content-type': 'application/json' }
  const send = () => app.inject({ method: 'POST', url: '/api/waiting', payload, headers })
  const ten = Array.from({ length: 10 }, send)
  await expect.poll(() => working).toBe(10)
  const refused = await send()
  const { code, detail } = refused.json<{ code: string; detail: string }>()
  const retryAfter = refused.headers['retry-after']
  expect({ status: refused.statusCode, retryAfter, code, detail }).toEqual(tooManyBytes)
  end()
  const statuses = (await Promise.all(ten)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([204]))
  expect((await send()).statusCode).toBe(204)
  await app.close()
})

test('a chunked body counts with its limit until it is read, and then with its bytes', async () => {
  let working = 0
  const { open: end, opened: ended } = gate()
  const app = await waitingServer({ ended, onWork: () => void (working += 1) })
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const send = () =>
    app.inject({ method: 'POST', url: '/api/waiting', payload: '{"text":"x"}', headers })
  const started: ReturnType<typeof send>[] = []
  for (let count = 1; count <= 11; count += 1) {
    started.push(send())
    await expect.poll(() => working).toBe(count)
  }
  end()
  const statuses = (await Promise.all(started)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([204]))
  await app.close()
})

test('a sender who leaves before the user is known takes no room', async () => {
  const { open, opened } = gate()
  let asked = 0
  const identify = () => {
    asked += 1
    return opened
  }
  const app = await waitingServer({ ended: Promise.resolve(), identify })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const leaving = Array.from({ length: 10 }, () => refusalOf('/api/waiting', asUpsert))
  void Promise.allSettled(leaving)
  await expect.poll(() => asked).toBe(10)
  endAll()
  await expect.poll(() => promisify(app.server.getConnections).call(app.server)).toBe(0)
  open()
  const payload = `{"text":"${'x'.repeat(4 * mebibyte - 11)}"}`
  const headers = { 'content-type': 'application/json' }
  const sent = await app.inject({ method: 'POST', url: '/api/waiting', payload, headers })
  expect(sent.statusCode, sent.body).toBe(204)
  await app.close()
})

test('a body that cannot be parsed frees its room, even if its refusal is never sent', async () => {
  let working = 0
  let refused = 0
  const { open: end, opened: ended } = gate()
  const app = await waitingServer({ ended, onWork: () => void (working += 1) })
  app.addHook('onSend', (_request, _reply, payload, done) => {
    refused += 1
    done(null, payload)
  })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const head = 'POST /api/waiting HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json'
  const post = (body: string) => `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  // The refusals wait for the answer to the first request, which the client does not await.
  const left = connect(port, '127.0.0.1')
  left.on('error', () => undefined)
  left.write(post('{"text":"x"}') + post('x'.repeat(4 * mebibyte)).repeat(5))
  await expect.poll(() => [working, refused], { timeout: 60_000 }).toEqual([1, 5])
  left.destroy()
  await expect.poll(() => promisify(app.server.getConnections).call(app.server)).toBe(0)
  // With the 20 MiB of those, six of 4 MiB would have 44 MiB, and 40 are allowed.
  const payload = `{"text":"${'x'.repeat(4 * mebibyte - 11)}"}`
  const headers = { 'content-type': 'application/json' }
  const send = () => app.inject({ method: 'POST', url: '/api/waiting', payload, headers })
  const six = Array.from({ length: 6 }, send)
  await expect.poll(() => working).toBe(7)
  end()
  expect((await Promise.all(six)).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 6 }, () => 204),
  )
  await app.close()
})
