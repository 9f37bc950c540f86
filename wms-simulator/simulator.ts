import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { control } from './command-endpoints.ts'
import { type Document, handleDocument } from './inbound-messages.ts'
import { readState, writeState } from './state-file.ts'
import {
  countAll,
  type Faults,
  noFaults,
  receive,
  ship,
  type Stock,
  publishEvent,
  type WarehouseEvent,
} from './warehouse-state.ts'
import { createWebhookSender } from './webhooks.ts'

export type SimulatorOptions = {
  port: number
  token: string
  secret: string
  /** Where webhooks go; none are sent without it. */
  webhookUrl?: string | undefined
  /** Where the warehouse is kept while it is closed; it is forgotten without it. */
  stateFile?: string | undefined
  /** It does one thing by itself so often; 0 is never. */
  paceMs?: number
}

/** A warehouse with its faults and its ways to the other side. */
export type Warehouse = {
  stock: Stock
  faults: Faults
  send: (event: WarehouseEvent) => Promise<void>
  work: () => void
}

export type Simulator = Warehouse & { port: number; close(): Promise<void> }

/** Opens the warehouse: its door for the other side, its door for commands, and its own pace. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { token, secret, webhookUrl, stateFile, paceMs = 0 } = options
  const stock = readState(stateFile)
  const faults = { ...noFaults }
  const post = createWebhookSender({ url: webhookUrl, secret, faults: () => faults })
  // What was done is kept before anybody hears of it: a killed warehouse forgets nothing it said.
  const saveState = () => writeState(stateFile, stock)
  const send = (event: WarehouseEvent): Promise<void> => {
    saveState()
    return post(event)
  }
  let ticks = 0
  const work = () => {
    ticks += 1
    const event = ticks % 4 === 0 ? receiveNext(stock) : shipNext(stock)
    if (event) void send(event)
  }
  const warehouse = { stock, faults, send, work }
  const snapshots = new Map<string, { asOf: string; lines: unknown[] }>()
  const server = createServer((request, response) => {
    void serve({ warehouse, token, snapshots, keep: saveState }, request, response).catch(() => {
      if (!response.headersSent) answer(response, 500, { error: 'The simulator failed' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const pace = paceMs > 0 ? setInterval(work, paceMs) : undefined
  const close = async () => {
    clearInterval(pace)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    saveState()
  }
  return { ...warehouse, port: (server.address() as AddressInfo).port, close }
}

const shipDelayMs = 10_000

/** The order that waits longest, where it has been here for a moment. */
function shipNext(stock: Stock): WarehouseEvent | undefined {
  const now = new Date()
  const next = [...stock.orders.values()].find(({ status, since }) => {
    return status === 'open' && now.getTime() - Date.parse(since) > shipDelayMs
  })
  return next && ship(stock, next.number, now)
}

function receiveNext(stock: Stock): WarehouseEvent | undefined {
  const now = new Date()
  const day = now.toISOString().slice(0, 10)
  const next = [...stock.expected.values()].find(({ status, due, since }) => {
    const hasRested = now.getTime() - Date.parse(since) > shipDelayMs
    return status === 'open' && hasRested && (due === null || due <= day)
  })
  return next && receive(stock, { number: next.number }, now)
}

type Serving = {
  warehouse: Warehouse
  token: string
  snapshots: Map<string, { asOf: string; lines: unknown[] }>
  keep: () => void
}

async function serve(
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://warehouse')
  const { faults } = serving.warehouse
  if (!url.pathname.startsWith('/control')) {
    if (faults.isDown) return void request.destroy()
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs))
    if (request.headers.authorization !== `Bearer ${serving.token}`) {
      return answer(response, 401, { error: 'Unknown token' })
    }
  }
  const body = await bodyOf(request)
  if (url.pathname.startsWith('/control')) {
    const result = await control(serving.warehouse, url.pathname, body)
    serving.keep()
    return answer(response, 200, result)
  }
  const cursor = url.searchParams.get('cursor')
  const found = await handle(serving, { path: url.pathname.slice(1), cursor, body })
  if (found === undefined) return answer(response, 404, { error: 'There is no such call' })
  if (request.method === 'POST') serving.keep()
  return answer(response, 200, found)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  return (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<string, unknown>
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

type Call = { path: string; cursor: string | null; body: Record<string, unknown> }

const documentPaths = [
  'customers',
  'items',
  'movements',
  'orders',
  'expected-receipts',
  'expected-returns',
]

function handle({ warehouse, snapshots }: Serving, { path, cursor, body }: Call): unknown {
  const { stock, faults } = warehouse
  const kind = path.slice('v1/'.length)
  if (documentPaths.includes(kind)) {
    const documents = Array.isArray(body['documents']) ? (body['documents'] as Document[]) : []
    const now = new Date()
    const results = documents.map((document) => {
      return { id: document.id, ...handleDocument(stock, kind, document, now) }
    })
    return { results }
  }
  if (kind === 'status') {
    const wantsOpeningStock = stock.items.size === 0
    return { name: 'The WMS simulator', version: '1', wantsOpeningStock, takesReturns: true }
  }
  if (kind === 'events') return eventsAfter(stock, cursor)
  if (kind === 'inventory') return inventoryPage({ stock, faults, snapshots }, cursor)
  if (kind === 'webhook-test') {
    void warehouse.send(publishEvent(stock, { type: 'ping', data: {}, now: new Date() }))
    return { accepted: true }
  }
  return undefined
}

const eventsAtOnce = 100

function eventsAfter({ events }: Stock, cursor: string | null): unknown {
  const start = cursor === null ? 0 : Number.parseInt(cursor, 10) || 0
  const page = events.slice(start, start + eventsAtOnce)
  const end = start + page.length
  return { events: page, cursor: String(end), hasMore: end < events.length }
}

const linesAtOnce = 500

type Counting = { stock: Stock; faults: Faults } & Pick<Serving, 'snapshots'>

/** A page of a count; all pages of one are of the same moment. */
function inventoryPage({ stock, faults, snapshots }: Counting, cursor: string | null): unknown {
  const [id = '', place = '0'] = cursor?.split(':') ?? []
  const known = snapshots.get(id)
  const now = new Date()
  const snapshotId = known ? id : `SNAP-${now.toISOString().replaceAll(/[-:.]/g, '')}`
  const found = known ?? { asOf: now.toISOString(), lines: countAll(stock, faults) }
  if (!known) snapshots.set(snapshotId, found)
  if (snapshots.size > 5) snapshots.delete([...snapshots.keys()][0] ?? '')
  const start = known ? Number.parseInt(place, 10) || 0 : 0
  const end = start + linesAtOnce
  return {
    snapshotId,
    asOf: found.asOf,
    total: found.lines.length,
    lines: found.lines.slice(start, end),
    unavailable: faults.deadLocations.map((location) => {
      return { location, reason: 'Connection timeout' }
    }),
    next: end < found.lines.length ? `${snapshotId}:${end}` : null,
  }
}
