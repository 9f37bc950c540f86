import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { asRefusal } from '#platform/server/http/problem-document.ts'
import type { Route, RouteHandle } from '#platform/server/http/route.ts'
import type { TriedOnce } from '../contract.ts'
import { withTimeout } from '#platform/server/runtime/single-flight-cache.ts'
import { stateOf, thresholds } from '../rules.ts'
import { readOnly } from './store.ts'

type Endpoint = Route['endpoint']

/** A monitored list or summary, and the route that reads one record of the list. */
export type MonitoredEndpoint = {
  path: string
  endpoint: Endpoint
  handle: RouteHandle
  readOne?: RouteHandle
  /** Scans whole tables, so it is not tested again for a while after it succeeded. */
  isExpensive?: true
}

/** Reports scan whole tables; only the summaries behind the dashboard cards are tested. */
const reports = /^\/api\/(reports\/|dashboard\/trends)/
const summaries = ['/api/reports/ap-summary', '/api/reports/ar-summary']
const figures = ['/api/dashboard/stats', ...summaries]

/**
 * The monitored routes: every list with a `limit`, and the dashboard and report summaries; not the
 * health routes.
 */
export function checkedOf(routes: readonly Route[]): MonitoredEndpoint[] {
  const gets = routes.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.file)
  return gets.flatMap(({ endpoint, handle }) => {
    const { path } = endpoint
    const isList = queryNames(endpoint).includes('limit') || figures.includes(path)
    const isExpensive = summaries.includes(path)
    if (reports.test(path) && !isExpensive) return []
    if (!handle || !isList || path.includes(':') || endpoint.permission === 'open') return []
    // Skips routes that require parameters without an obvious value.
    const least = leastQuery(endpoint, new Date(0))
    if (endpoint.query && !endpoint.query.safeParse(least).success) return []
    const readOne = gets.find((other) => other.endpoint.path === `${path}/:id`)?.handle
    const more = { ...(readOne && { readOne }), ...(isExpensive && { isExpensive }) }
    return [{ path, endpoint, handle, ...more }]
  })
}

/** The synthetic user of the test calls, with a read-only role. */
const system = { id: 0, username: 'system', role: 'viewer' }

const limitMs = 2000

type TestCall = {
  handle: RouteHandle
  endpoint: Endpoint
  id?: number
  query?: Record<string, string>
}

/** Runs one call as a screen would, in a read-only transaction. */
async function runCheck(
  ctx: Context,
  { handle, endpoint, id = 0, query = {} }: TestCall,
): Promise<unknown> {
  return inTransaction({ ...ctx, user: system, channel: 'health' }, async (inner) => {
    await rows(inner.db, readOnly)
    const parsed = endpoint.query ? endpoint.query.parse(query) : undefined
    const input = { id, query: parsed, body: undefined }
    return handle(inner, input as unknown as Parameters<RouteHandle>[1])
  })
}

/** A test call; `first` is the id of the first record, `pending` the work still running. */
export type CheckAttempt = TriedOnce & { first?: number | undefined; pending?: Promise<unknown> }

const timeoutSentence = `No response within ${limitMs / 1000} s`

async function attempt(work: () => Promise<unknown>): Promise<CheckAttempt> {
  const started = performance.now()
  const running = work().then(
    (answer) => ({ answer, error: null }),
    (failure: unknown) => ({ answer: undefined, error: sentenceOf(failure) }),
  )
  const done = await withTimeout(running, limitMs, () => undefined)
  const responseTime = Math.round(performance.now() - started)
  const error = done ? done.error : timeoutSentence
  const status = done ? stateOf({ responseTime, error }, thresholds.endpointMs) : 'degraded'
  const found = done && error === null ? summaryOf(done.answer) : { result: null }
  return { status, responseTime, error, ...found, ...(!done && { pending: running }) }
}

/** The public text of a failure; internal details go only to the log. */
function sentenceOf(failure: unknown): string {
  const refusal = asRefusal(failure)
  return refusal ? `${refusal.status}: ${refusal.message}` : '500: Something went wrong on our side'
}

type Summary = { result: TriedOnce['result']; first?: number | undefined }

/** Summarizes a response: the number of records, or that there was a response. */
function summaryOf(answer: unknown): Summary {
  const page = answer as { rows?: { id?: unknown }[]; total?: number; isAtLeast?: boolean }
  if (Array.isArray(page.rows) && page.total !== undefined) {
    const { id } = page.rows[0] ?? {}
    const result = page.isAtLeast ? `${page.total} or more` : page.total
    return { result, first: typeof id === 'number' ? id : undefined }
  }
  if (Array.isArray(answer)) return { result: answer.length }
  return { result: 'Answered' }
}

/** Tests the first page of a list, or a report. */
export function tryFirst(
  ctx: Context,
  { handle, endpoint }: MonitoredEndpoint,
): Promise<CheckAttempt> {
  const query = leastQuery(endpoint, ctx.now)
  return attempt(() => runCheck(ctx, { handle, endpoint, query }))
}

/** Tests a search, and reading the list's first record by its id. */
export async function trySearchAndRead(
  ctx: Context,
  { handle, endpoint, readOne }: MonitoredEndpoint,
  first: number | undefined,
): Promise<Record<string, CheckAttempt>> {
  const tries: Record<string, CheckAttempt> = {}
  if (queryNames(endpoint).includes('q')) {
    const query = { q: 'a', limit: '1' }
    tries['search'] = await attempt(() => runCheck(ctx, { handle, endpoint, query }))
  }
  if (readOne && first !== undefined) {
    const one = { handle: readOne, endpoint: { ...endpoint, query: undefined }, id: first }
    tries['read'] = await attempt(() => runCheck(ctx, one as TestCall))
  }
  return tries
}

/** The minimal valid query: one row and, if parameters are required, a letter and today's date. */
function leastQuery(endpoint: Endpoint, now: Date): Record<string, string> {
  const names = queryNames(endpoint)
  const least: Record<string, string> = names.includes('limit') ? { limit: '1' } : {}
  if (!endpoint.query || endpoint.query.safeParse(least).success) return least
  const day = now.toISOString().slice(0, 10)
  const sampleQuery = { q: 'a', from: day, to: day }
  const needed = Object.entries(sampleQuery).filter(([name]) => names.includes(name))
  return { ...least, ...Object.fromEntries(needed) }
}

function queryNames({ query }: Endpoint): string[] {
  const definition = query?._zod.def as { shape?: object } | undefined
  return Object.keys(definition?.shape ?? {})
}
