import type { Moment } from '#platform/kernel/days.ts'
import { maintenancePool, type Context, ping } from '#platform/server/database/db.ts'
import { listLastingFailures } from '#platform/server/jobs/outside-service-failures.ts'
import { isOutage, refusalOf } from '#platform/server/database/pg-errors.ts'
import { databaseRefusal } from '#platform/server/database/readiness.ts'
import type { Route } from '#platform/server/http/route.ts'
import {
  type MonitoredEndpoint,
  checkedOf,
  type CheckAttempt,
  tryFirst,
  trySearchAndRead,
} from './endpoint-checks.ts'
import { type SharedResult, singleFlight } from '#platform/server/runtime/single-flight-cache.ts'
import { type HealthState, type Sample, stateOf, thresholds } from '../rules.ts'
import { readTotals } from './store.ts'

export type DatabaseHealth = {
  status: HealthState
  responseTime: number | null
  /** Why the database is unavailable. */
  error?: string
}
type Totals = NonNullable<Awaited<ReturnType<typeof readTotals>>>
type CheckResults = ReadonlyMap<string, Readonly<Record<string, CheckAttempt>>>
type Memory = { at: Moment; rss: number; heapUsed: number }

/** Health monitor of one process. Its checks use connections of their own. */
export type Watch = {
  paths: readonly string[]
  /** State of the database, after at most `waitMs`. */
  database(ctx: Context, waitMs: number): Promise<DatabaseHealth>
  /** Tests each call once, or in every way with `all`. */
  calls(ctx: Context, options: { all?: boolean; waitMs: number }): Promise<CheckResults>
  totals(ctx: Context, waitMs: number): Promise<Totals | null>
  /** External systems that have failed for minutes, as sentences. */
  troubles(ctx: Context, waitMs: number): Promise<string[]>
  /** Memory at the latest samples, and samples not yet written. */
  memory: Memory[]
  unwritten: Sample[]
}

const unreachable = 'The database cannot be reached'
const freshMs = 5000
const freshTotalsMs = 30_000
const probeFreshMs = 1000
const writeWaitMs = 500
/** Cache time of successful tests that scan whole tables. */
const cacheMs = 300_000
/** Time budget of one round; the remaining calls are tested in the next. */
const budgetMs = 6000

const watches = new WeakMap<readonly Route[], Watch>()

/** Returns the monitor of these routes; one per program. */
export function monitorOf(routes: readonly Route[]): Watch {
  const known = watches.get(routes)
  if (known) return known
  const watch = createWatch(routes)
  watches.set(routes, watch)
  return watch
}

function createWatch(routes: readonly Route[]): Watch {
  let checks: readonly MonitoredEndpoint[] | undefined
  const checked = () => (checks ??= checkedOf(routes))
  // Each check is created with the context of its first caller; a database has one monitor.
  const once = <T>(make: (ctx: Context) => SharedResult<T>) => {
    let created: SharedResult<T> | undefined
    return (ctx: Context) => (created ??= make(ctx))
  }
  const probing = once((ctx) => singleFlight(probeFreshMs, () => tryDatabase(ctx)))
  const database = (ctx: Context, waitMs: number) => databaseHealth(probing(ctx), waitMs)
  const cachedChecks: CachedChecks = new Map()
  const trying = (all: boolean) =>
    once((ctx) =>
      singleFlight(freshMs, () => tryCalls(ctx, checked(), { all, database, cache: cachedChecks })),
    )
  const tries = { some: trying(false), all: trying(true) }
  const counting = once((ctx) => singleFlight(freshTotalsMs, () => countAll(ctx)))
  const troubleReads = once((ctx) => singleFlight(freshMs, () => sentencesOf(ctx)))
  return {
    get paths() {
      return checked().map(({ path }) => path)
    },
    database,
    calls: async (ctx, { all = false, waitMs }) =>
      (await (all ? tries.all : tries.some)(ctx).get(waitMs)) ?? new Map(),
    totals: async (ctx, waitMs) => (await counting(ctx).get(waitMs)) ?? null,
    troubles: async (ctx, waitMs) => (await troubleReads(ctx).get(waitMs)) ?? [],
    memory: [],
    unwritten: [],
  }
}

const withMaintenancePool = (ctx: Context): Context => ({
  ...ctx,
  user: undefined,
  db: maintenancePool(ctx.db),
})

type Probed = { responseTime: number; error: string | null }

/** Probes a slow database again: a single probe may have waited behind a long query. */
async function tryDatabase(ctx: Context): Promise<Probed> {
  const started = performance.now()
  let best = await probeOnce(ctx)
  const isSlow = () => best.error === null && best.responseTime > thresholds.databaseMs
  while (isSlow() && performance.now() - started < probeFreshMs) {
    const next = await probeOnce(ctx)
    if (next.error !== null || next.responseTime < best.responseTime) best = next
  }
  return best
}

async function probeOnce(ctx: Context): Promise<Probed> {
  const started = performance.now()
  const error = await ping(ctx.db).then(() => null, reasonOf)
  const responseTime = Math.round(performance.now() - started)
  return { responseTime, error: error ?? (await whyNotWritten(ctx)) }
}

/** A database that responds but cannot write is unhealthy too. */
async function whyNotWritten(ctx: Context): Promise<string | null> {
  const refusal = await databaseRefusal(ctx.db, writeWaitMs)
  return refusal && isOutage(refusal) ? refusal.message : null
}

function reasonOf(error: unknown): string {
  const refusal = refusalOf(error)
  return refusal && isOutage(refusal) ? refusal.message : unreachable
}

/** While a probe is pending, its elapsed time decides the state. */
async function databaseHealth(
  probing: SharedResult<Probed>,
  waitMs: number,
): Promise<DatabaseHealth> {
  const known = await probing.get(waitMs)
  const runningForMs = Math.round(probing.runningForMs())
  if (known?.error) {
    return { status: 'unhealthy', responseTime: known.responseTime, error: known.error }
  }
  if (runningForMs >= thresholds.silenceMs)
    return { status: 'unhealthy', responseTime: runningForMs }
  const responseTime = Math.max(known?.responseTime ?? 0, runningForMs)
  return { status: stateOf({ responseTime, error: null }, thresholds.databaseMs), responseTime }
}

async function sentencesOf(ctx: Context): Promise<string[]> {
  const troubles = await listLastingFailures(maintenancePool(ctx.db)).catch(() => [])
  return troubles.map(({ title, sentence }) => `${title}: ${sentence}`)
}

async function countAll(ctx: Context): Promise<Totals | null> {
  return readTotals(maintenancePool(ctx.db)).catch(() => null)
}

/** The last successful results of the costly calls, with their times. */
type CachedChecks = Map<string, { at: number; tried: Record<string, CheckAttempt> }>
type TestOptions = { all: boolean; database: Watch['database']; cache: CachedChecks }

/**
 * Tests the calls one after another, so that health checks use one connection at most. Skips all
 * tests if the database is unavailable, and stops at the time budget if it is slow.
 */
async function tryCalls(
  ctx: Context,
  checks: readonly MonitoredEndpoint[],
  { all, database, cache: cachedChecks }: TestOptions,
): Promise<CheckResults> {
  const own = withMaintenancePool(ctx)
  const tried = new Map<string, Record<string, CheckAttempt>>()
  const started = performance.now()
  const { status, error = unreachable } = await database(ctx, 1000)
  for (const check of checks) {
    const isLate = performance.now() - started > budgetMs
    if (status === 'unhealthy' || isLate) {
      tried.set(check.path, { list: status === 'unhealthy' ? noDatabase(error) : notTried })
      continue
    }
    const known = cachedChecks.get(check.path)
    if (known && performance.now() - known.at < cacheMs) {
      tried.set(check.path, known.tried)
      continue
    }
    const list = await tryFirst(own, check)
    const otherTries = all && !list.error ? await trySearchAndRead(own, check, list.first) : {}
    tried.set(check.path, { list, ...otherTries })
    if (check.isExpensive && list.status !== 'unhealthy') {
      cachedChecks.set(check.path, { at: performance.now(), tried: { list } })
    }
    // Waits for timed-out work to finish before the next call is tested.
    for (const { pending } of [list, ...Object.values(otherTries)]) await pending
  }
  return tried
}

const nothing = { responseTime: null, result: null }
const noDatabase = (error: string): CheckAttempt => ({ ...nothing, status: 'unhealthy', error })
const notTried: CheckAttempt = {
  ...nothing,
  status: 'unknown',
  error: 'Not tested, because earlier calls took too long',
}
