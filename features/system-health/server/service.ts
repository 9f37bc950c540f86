import { moment } from '#platform/kernel/days.ts'
import { getHeapStatistics } from 'node:v8'
import pg from 'pg'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import { projectVersion } from '#platform/server/runtime/config.ts'
import { nodeCheckOf } from '#platform/server/runtime/clock-and-version-check.ts'
import type { DetailedHealth, Health, Incident, PartHistory } from '../contract.ts'
import { countDueNotes, dropNotesBefore, readNotes } from './incident-notes.ts'
import {
  databasePart,
  type HealthState,
  incidentsOf,
  retentionDays,
  noteOf,
  overallOf,
  percentile,
  type Sample,
  sampleEveryMs,
  spansOfStrip,
  worstOf,
} from '../rules.ts'
import { noticesFor } from './secrets-as-text.ts'
import * as store from './store.ts'
import type { Watch } from './health-monitor.ts'

const mostBars = 60
const maxMemorySamples = 120
const maxUnwritten = 20_000
/** Upper bound on a health response, however slow the database is. */
const waitMs = 750
const detailedWaitMs = 6000

/** Reads the health summary. Responds within two seconds, even if the database does not. */
export async function readHealth(ctx: Context, watch: Watch): Promise<Health> {
  const [database, calls, troubles] = await Promise.all([
    watch.database(ctx, waitMs),
    watch.calls(ctx, { waitMs }),
    watch.troubles(ctx, waitMs),
  ])
  const endpoints = Object.fromEntries(
    watch.paths.map((path) => {
      const list = calls.get(path)?.['list']
      const { status = 'unknown', responseTime = null, error = null } = list ?? {}
      return [path, { status, responseTime, error }]
    }),
  )
  const statuses = Object.values(endpoints).map(({ status }) => status)
  return {
    timestamp: moment(ctx.now),
    ...withWarnings(ctx, overallOf(database.status, statuses), troubles),
    database,
    uptime: Math.round(process.uptime()),
    endpoints,
  }
}

/** Downgrades the overall state if the server itself or an external system has a problem. */
function withWarnings(
  { db }: Context,
  overall: HealthState,
  troubles: readonly string[],
): Pick<Health, 'overall' | 'warnings'> {
  const node = nodeCheckOf(db)
  const warnings = [...(node?.warnings() ?? []), ...troubles]
  if (warnings.length === 0) return { overall }
  return { overall: worstOf([overall, node?.refusal() ? 'unhealthy' : 'degraded']), warnings }
}

/** Reads detailed health: every call tested in several ways, memory, and record counts. */
export async function readDetailedHealth(ctx: Context, watch: Watch): Promise<DetailedHealth> {
  const database = await watch.database(ctx, waitMs)
  // A slow database would not finish the tests within any acceptable time.
  const longestMs = database.status === 'healthy' ? detailedWaitMs : waitMs
  const [calls, details, troubles] = await Promise.all([
    watch.calls(ctx, { all: true, waitMs: longestMs }),
    watch.totals(ctx, longestMs),
    watch.troubles(ctx, waitMs),
  ])
  const notices = database.status === 'healthy' ? await noticesFor(ctx) : {}
  const endpoints = endpointsOf(watch, calls)
  const statuses = Object.values(endpoints).map(({ status }) => status)
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return {
    timestamp: moment(ctx.now),
    overall: withWarnings(ctx, overallOf(database.status, statuses), troubles).overall,
    ...notices,
    environment: process.env['NODE_ENV'] ?? 'production',
    version: projectVersion,
    node: process.version,
    uptime: Math.round(process.uptime()),
    memory: { rss, heapTotal, heapUsed, external },
    heapLimit: getHeapStatistics().heap_size_limit,
    memoryHistory: watch.memory,
    database: { ...database, ...connectionsOf(ctx), details },
    endpoints,
  }
}

function endpointsOf(
  watch: Watch,
  calls: Awaited<ReturnType<Watch['calls']>>,
): DetailedHealth['endpoints'] {
  return Object.fromEntries(
    watch.paths.map((path) => {
      const tried = Object.entries(calls.get(path) ?? {})
      const tests = Object.fromEntries(
        tried.map(([name, { status, responseTime, result, error }]) => {
          return [name, { status, responseTime, result, error }]
        }),
      )
      const all = Object.values(tests)
      const status = worstOf(all.map((each) => each.status))
      const error = all.find((each) => each.error !== null)?.error ?? null
      const times = all.map((each) => each.responseTime ?? 0)
      const totalResponseTime = times.reduce((sum, time) => sum + time, 0)
      const responseTime = tests['list']?.responseTime ?? null
      return [path, { status, responseTime, error, totalResponseTime, tests }]
    }),
  )
}

/** The connection pool's state; waiting requests indicate a database under pressure. */
function connectionsOf({ db }: Context) {
  const pool = db.$client
  if (!(pool instanceof pg.Pool)) throw new Error('Health is asked for outside a transaction')
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
  const kind = pool.options.connectionString ? 'PostgreSQL' : 'embedded'
  return { kind, connections: { open, idle, waiting } }
}

/**
 * Tests everything and stores the results as samples. While the database is unavailable, samples
 * are buffered in memory and written after it recovers. Only one node writes.
 */
export async function recordSamples(ctx: Context, watch: Watch): Promise<void> {
  const at = moment(ctx.now)
  const { database, endpoints } = await readHealth(ctx, watch)
  const { rss, heapUsed } = process.memoryUsage()
  watch.memory.push({ at, rss, heapUsed })
  watch.memory.splice(0, watch.memory.length - maxMemorySamples)
  const isDatabaseDown = database.status === 'unhealthy'
  const error = isDatabaseDown ? (database.error ?? 'The database cannot be reached') : null
  const all = { [databasePart]: { ...database, error }, ...endpoints }
  const fresh = Object.entries(all).flatMap(([part, { status, responseTime, error: why }]) =>
    status === 'unknown' ? [] : [{ part, status, responseTime: responseTime ?? 0, error: why, at }],
  )
  watch.unwritten.push(...fresh)
  watch.unwritten.splice(0, watch.unwritten.length - maxUnwritten)
  const count = watch.unwritten.length
  const before = new Date(ctx.now.getTime() - sampleEveryMs / 2)
  const waiting = watch.unwritten.slice(0, count)
  await inTransaction(ctx, (inner) => store.insertSamples(inner, waiting, before))
  watch.unwritten.splice(0, count)
}

/** Deletes samples older than a week, and the notes on their incidents. */
export async function deleteOldSamples(ctx: Context): Promise<void> {
  const oldest = hoursBefore(ctx.now, 24 * retentionDays)
  await store.dropSamplesBefore(ctx.db, oldest)
  await dropNotesBefore(ctx.db, oldest)
}

export const sampleRetention: RetentionRule = {
  deleteDue: deleteOldSamples,
  tables: [
    {
      table: 'health_samples',
      keptDays: retentionDays,
      countDue: store.countDueSamples,
      valuesOf: daysAgo,
    },
    {
      table: 'incident_notes',
      keptDays: retentionDays,
      countDue: countDueNotes,
      valuesOf: daysAgo,
    },
  ],
}

/**
 * The history of the parts: the latest checks, or the worst of each of 60 spans of the last hours.
 */
export async function readHealthHistory(
  ctx: Context,
  watch: Watch,
  { part, hours }: { part?: string | undefined; hours?: number | undefined },
): Promise<PartHistory[]> {
  const known = [databasePart, ...watch.paths]
  const parts = part === undefined ? known : known.filter((each) => each === part)
  return hours === undefined ? latestOf(ctx, parts) : spansOf(ctx, parts, hours)
}

async function latestOf(ctx: Context, parts: readonly string[]): Promise<PartHistory[]> {
  const samples = await store.latestSamples(ctx.db, parts, mostBars)
  return parts.map((part) => {
    const own = samples.filter((sample) => sample.part === part)
    const times = own.map((sample) => sample.responseTime)
    return {
      part,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      bars: own.map((sample) => ({ ...barOf(sample), at: sample.at, checks: 1 })),
    }
  })
}

function barOf({ status, responseTime, error }: Pick<Sample, 'status' | 'responseTime' | 'error'>) {
  return { status, responseTime, error }
}

async function spansOf(
  ctx: Context,
  parts: readonly string[],
  hours: number,
): Promise<PartHistory[]> {
  const since = hoursBefore(ctx.now, hours)
  const seconds = (hours * 3600) / mostBars
  const spans = await store.spansSince(ctx.db, parts, { since, seconds })
  const shares = await store.percentilesSince(ctx.db, parts, since)
  const firsts = await store.firstChecks(ctx.db, parts)
  return parts.map((part) => {
    const { p50 = null, p95 = null } = shares.find((each) => each.part === part) ?? {}
    const own = new Map(spans.flatMap((each) => (each.part === part ? [[each.span, each]] : [])))
    const firstAt = firsts.find((each) => each.part === part)?.at ?? null
    const places = spansOfStrip([...own.keys()], { firstAt, since, now: ctx.now, seconds })
    const bars = places.map((span) => {
      const at = moment(new Date(span * seconds * 1000))
      const found = own.get(span)
      return found ? { ...barOf(found), at, checks: found.checks } : { ...unmeasured, at }
    })
    return { part, p50, p95, bars }
  })
}

/** No sample: the server was down, or could not write its samples. */
const unmeasured = { status: 'unknown', responseTime: null, error: null, checks: 0 } as const

/** Lists the incidents of the last hours with cause and note. */
export async function listIncidents(ctx: Context, hours = 24): Promise<Incident[]> {
  const since = hoursBefore(ctx.now, hours)
  const unhealthySamples = await store.readUnhealthySamples(ctx.db, since)
  const found = incidentsOf(unhealthySamples, ctx.now)
  const notes = found.length > 0 ? await readNotes(ctx.db) : []
  return found.map((incident) => {
    const note = noteOf(incident, notes, since)
    const publicNote = note && {
      text: note.text,
      author: note.author,
      at: note.at,
      version: note.version,
    }
    return { ...incident, note: publicNote ?? null }
  })
}

function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 3_600_000)
}
