import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProgram } from '#app/program.ts'
import { emptyDatabase, testDatabase } from '#app/testing.ts'
import { authBuilders } from '#features/auth/server/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'

// The program exports its spans to a receiver of OTLP over HTTP on this machine. A warehouse that
// answers 500 is the other system that it calls.

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

const received: string[] = []
const paths: string[] = []
let warehouseCalls = 0
const servers: Server[] = []

async function listen(handle: (request: IncomingMessage, body: string) => number): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.statusCode = handle(request, body)
      response.end('{}')
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let session: string
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

beforeAll(async () => {
  const database = await testDatabase()
  await emptyDatabase(database)
  const builders = authBuilders(database.db)
  session = await builders.session(await builders.user({ role: 'admin', username: 'tracer' }))
  const receiver = await listen(({ url = '' }, body) => {
    paths.push(url)
    received.push(body)
    return 200
  })
  const warehouse = await listen(() => {
    warehouseCalls += 1
    return 500
  })
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'none',
    SHUTDOWN_DELAY: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
    WMS_URL: warehouse,
    WMS_TOKEN: 'token-of-the-warehouse',
    WMS_WEBHOOK_SECRET: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  const own = { ...database, close: async () => {} }
  const program = await startProgram({ config, database: own, hasWorker: true })
  const cookie = session
  await program.app.inject({ url: '/readyz' })
  await program.app.inject({ url: '/api/customers?city=Secretville', headers: { cookie } })
  await program.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { cookie, traceparent },
    payload: { customerCode: 'SECRET-1', name: 'Secret Company', email: 'hidden@shop.example' },
  })
  await program.app.inject({ url: '/api/customers/999999', headers: { cookie } })
  await vi.waitFor(() => expect(warehouseCalls).toBeGreaterThan(0), { timeout: 240_000 })
  await program.close()
})
afterAll(() => {
  for (const server of servers) server.close()
})

const exports = () => received.map((body) => JSON.parse(body) as Export)
const spans = () =>
  exports().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const named = (name: string) => spans().filter((span) => span.name === name)
const valueOf = ({ attributes }: Span, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('spans are sent to the receiver, with the name and version of the program', () => {
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
  const [first] = exports()
  const resource = first?.resourceSpans[0]?.resource.attributes ?? []
  expect(resource.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['service.name', 'service.version', 'service.instance.id']),
  )
})

test('a request is a span with its route and status, and its statements are inside it', () => {
  const [request] = named('GET /api/customers')
  expect(request).toMatchObject({ kind: 2, status: {} })
  expect(valueOf(request as Span, 'http.response.status_code')).toBe(200)
  const inside = spans().filter(({ traceId, kind }) => traceId === request?.traceId && kind === 3)
  expect(inside.length).toBeGreaterThan(0)
  expect(inside.every((span) => valueOf(span, 'db.system.name') === 'postgresql')).toBe(true)
})

test('a request with a body keeps its statements, and joins the trace of its caller', () => {
  const [request] = named('POST /api/customers')
  expect(request?.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  expect(valueOf(request as Span, 'http.response.status_code')).toBe(201)
  const names = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(names.map(({ name }) => name)).toContain('commit')
})

test('a refused request is no error of the program, and probes are not measured', () => {
  const [missing] = named('GET /api/customers/:id')
  expect(valueOf(missing as Span, 'http.response.status_code')).toBe(404)
  expect(missing?.status.code ?? 0).toBe(0)
  expect(spans().filter(({ name }) => name.includes('/readyz'))).toEqual([])
})

test('each job is a trace of its own, and a call of the warehouse is inside it', () => {
  const jobs = spans().filter(({ name }) => name.startsWith('job '))
  expect(jobs.length).toBeGreaterThan(5)
  expect(jobs.filter(({ parentSpanId }) => parentSpanId)).toEqual([])
  const [call] = spans().filter((span) => valueOf(span, 'server.address') === '127.0.0.1')
  expect(valueOf(call as Span, 'http.response.status_code')).toBe(500)
  expect(jobs.map(({ traceId }) => traceId)).toContain(call?.traceId)
})

test('no span has a value of a request, a row or a setting', () => {
  const all = received.join('\n')
  for (const secret of [
    'Secret',
    'SECRET',
    'tracer',
    'hidden@',
    'token-of-the-warehouse',
    'whsec_',
  ]) {
    expect(all).not.toContain(secret)
  }
  expect(all).not.toContain(session)
  expect(all).not.toMatch(/select |insert into/)
})
