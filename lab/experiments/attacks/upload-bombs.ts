import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { AppNode } from '../../nodes/app-node.ts'
import { residentMiB } from '../../nodes/resident-memory.ts'
import { ediType } from '../../staff/edi-order.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const mebibyte = 1024 * 1024
const answeredWithinMs = 2000
const slowEndsWithinMs = 32_000

/** P37: a file that is too large or of the wrong type is rejected early and at low cost. */
export const uploadBombs: Experiment = {
  row: 'P37',
  promise: 'upload bombs',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P37', nodes: 1 }, async (world) => {
      await bombs(world, findings)
      await endlessBodies(world, findings)
    }),
}

const csvCalls = [
  '/api/customers/import',
  '/api/vendors/import',
  '/api/skus/import',
  '/api/orders/import',
  '/api/contract-pricing/import',
  '/api/purchase-orders/import',
  '/api/skus/counts/import',
  '/api/planned-prices/import',
  '/api/sales-orders/shipments/import',
]
const ediCall = '/api/edi/interchanges'

/** The first bytes of a ZIP archive, such as a workbook, and of a compressed file. */
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000'), Buffer.alloc(1000, 7)])
const row = 'customerCode,name,email\nA,One,one@example.com\n'
const utf16 = Buffer.from(`\uFEFF${row}`, 'utf16le')

type Bomb = { what: string; body: Buffer; headers?: Record<string, string> }

/** Uploads that are rejected for every expected file type. */
function commonBombs(): Bomb[] {
  const gzip = gzipSync(Buffer.alloc(200 * mebibyte, 'x'))
  return [
    { what: '10 MiB + 1', body: Buffer.alloc(10 * mebibyte + 1, 'x') },
    { what: 'one line of 5 MB', body: Buffer.alloc(5_000_000, 'x') },
    { what: 'a million columns', body: Buffer.alloc(1_000_000, ',') },
    { what: 'a million line breaks', body: Buffer.alloc(1_000_000, '\n') },
    { what: 'a quote without end', body: Buffer.from(`a,b\n"${'x'.repeat(5_000_000)}`) },
    { what: 'gzip of 200 MiB', body: gzip },
    { what: 'gzip that says so', body: gzip, headers: { 'content-encoding': 'gzip' } },
    { what: 'a workbook named .csv', body: zip },
    { what: 'an archive of 9 MiB', body: Buffer.concat([zip, Buffer.alloc(9 * mebibyte, 1)]) },
    { what: 'UTF-16', body: utf16 },
    { what: 'UTF-16, the other way', body: Buffer.from(utf16).swap16() },
    { what: 'UTF-16 without its mark', body: utf16.subarray(2) },
    { what: 'Latin-1', body: Buffer.from('customerCode,name\nA,Jos\u00e9\n', 'latin1') },
    { what: 'a table with an archive behind', body: Buffer.concat([Buffer.from(row), zip]) },
    { what: 'a page', body: Buffer.from('<html><script>alert(1)</script></html>\n') },
    { what: 'a paper', body: Buffer.from('%PDF-1.7\n1 0 obj\n') },
    { what: 'nothing', body: Buffer.alloc(0) },
  ]
}

async function bombs(world: TestSystem, findings: Findings): Promise<void> {
  const [node] = world.nodes as [AppNode]
  const all = commonBombs()
  const calls = csvCalls.map((path) => ({ path, type: 'text/csv' }))
  const uploads = [...calls, { path: ediCall, type: ediType }].flatMap(({ path, type }) =>
    all.map((bomb) => ({ path, ...bomb, headers: { 'content-type': type, ...bomb.headers } })),
  )
  // The first round is a warm-up; the growth in the second is the cost.
  const as = world.admin.cookie
  for (const each of uploads) await post(node, { ...each, as })
  const rows = await rowsOf(world)
  const atFirst = await residentMiB(node)
  let [before, most, worst] = [atFirst, atFirst, 0]
  const look = async () => void (most = Math.max(most, await residentMiB(node)))
  const watch = setInterval(() => void look(), 50)
  const [faults, statuses]: [string[], Map<number, number>] = [[], new Map()]
  let [longest, worstFile] = [0, '']
  for (const each of uploads) {
    before = await residentMiB(node)
    most = before
    const { status, text, ms } = await post(node, { ...each, as })
    await look()
    if (most - before > worst) [worst, worstFile] = [most - before, `${each.path} ${each.what}`]
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    longest = Math.max(longest, ms)
    const isRefused = status >= 400 && status < 500 && hasSentence(text, status)
    const isSoon = ms <= answeredWithinMs
    const summary = `${each.path} ${each.what}: ${status} in ${Math.round(ms)} ms ${text}`
    if (!isRefused || !isSoon) faults.push(summary.slice(0, 200))
  }
  clearInterval(watch)
  const statusCounts = [...statuses].map(([status, times]) => `${times} × ${status}`)
  findings.note(
    `${uploads.length} files: ${statusCounts.join(', ')}; at most ${Math.round(longest)} ms`,
  )
  findings.none('files', faults)
  findings.equal('rows after the refusals', await rowsOf(world), rows)
  // Only a measurement, no assertion: the time of garbage collection is up to the runtime.
  findings.note(`memory + ${worst} MiB at most (${worstFile}), all of them + ${most - atFirst} MiB`)
}

/** True for a problem document with a readable sentence. */
function hasSentence(text: string, status: number): boolean {
  try {
    const problem = JSON.parse(text) as { status?: number; detail?: string; code?: string }
    const isSentence = /^[A-Z].{10,}/.test(problem.detail ?? '')
    return problem.status === status && isSentence && Boolean(problem.code)
  } catch {
    return false
  }
}

type Post = { path: string; body: Buffer; headers: Record<string, string>; as: string }
type Ended = { status: number; text: string; ms: number }

/** Sends raw bytes; status 0 means that the connection broke before a response. */
function post(node: AppNode, { path, body, headers, as }: Post): Promise<Ended> {
  return send(node, { path, headers: { ...headers, cookie: as } }, (sent) => sent.end(body))
}

/**
 * Keep-alive, as in browsers and most clients: a rejection is read although the body is not fully
 * sent.
 */
const agent = new Agent({ keepAlive: true })

type Sent = ReturnType<typeof request>

function send(
  { port }: AppNode,
  { path, headers }: { path: string; headers: Record<string, string> },
  write: (sent: Sent) => void,
): Promise<Ended> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text: string) =>
      resolve({ status, text, ms: performance.now() - start })
    const options = { host: '127.0.0.1', port, method: 'POST', path, headers, agent }
    const sent = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.on('end', () => end(answer.statusCode ?? 0, text))
      answer.on('error', () => end(answer.statusCode ?? 0, text))
    })
    sent.on('error', (error) => end(0, error.message))
    write(sent)
  })
}

/** Slow bodies that never end: each is cut off after 30 seconds with a reason. */
async function endlessBodies(world: TestSystem, findings: Findings): Promise<void> {
  const [node] = world.nodes as [AppNode]
  const cookie = world.admin.cookie
  const types = [...csvCalls.map(() => 'text/csv'), ediType]
  const ended = await Promise.all(
    [...csvCalls, ediCall].map((path, index) => {
      const headers = { 'content-type': types[index] ?? '', cookie }
      return send(node, { path, headers }, trickle)
    }),
  )
  const longest = Math.max(...ended.map(({ ms }) => ms))
  const statuses = [...new Set(ended.map(({ status }) => status))].toSorted((a, b) => a - b).join()
  findings.note(`endless bodies: ${statuses} after ${(longest / 1000).toFixed(1)} s at most`)
  // Each user may upload four large files at a time; further ones get 429 before they are read.
  findings.equal('endless bodies', statuses, '408,429')
  findings.expect(longest <= slowEndsWithinMs, `an endless body held its line ${longest} ms`)
  const unclear = ended.filter(({ text, status }) => !hasSentence(text, status))
  findings.none(
    'what endless bodies are told',
    unclear.map(({ text }) => text.slice(0, 120)),
  )
  const { status } = await world.call({ method: 'GET', path: '/api/customers' })
  findings.equal('a list afterwards', status, 200)
}

/** Sends one character five times a second until the server closes the connection. */
function trickle(sent: Sent): void {
  sent.write('customerCode,name,email\n')
  const timer = setInterval(() => sent.write('x'), 200)
  sent.on('close', () => clearInterval(timer))
}

async function rowsOf(world: TestSystem): Promise<number> {
  return count(
    world,
    `select (select count(*) from customers) + (select count(*) from vendors)
          + (select count(*) from skus) + (select count(*) from sales_orders)`,
  )
}
